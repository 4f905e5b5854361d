/** Asking customers for what they owe, and agreeing with them on how much that is. */
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, day, done, needed } from './common.ts';

export const COLLECTION_WAYS = ['电话', '上门', '函件', '邮件', '微信', '会议'] as const;

const code = (what: string) => z.string().trim().min(1, `请选择${what}`).max(40);
const amount = z
  .string()
  .trim()
  .regex(/^\d{1,15}(\.\d{1,2})?$/, '金额最多两位小数且不能为负数');

export const statementCollect = call('POST', '/bpmapi/Statement/Collect', '记催收：方式、对方联系人、内容与承诺', {
  input: z.object({
    ContractCode: code('合同'),
    calledOn: day,
    way: z.enum(COLLECTION_WAYS, '请选择催收方式'),
    counterpart: needed('对方联系人', 60),
    content: needed('催收内容', 500),
    promisedOn: blankable(day).optional(),
    promisedAmount: blankable(amount).optional(),
  }),
  output: z.object({ Id: z.string() }),
});

export const statementCollectOrder = call(
  'POST',
  '/bpmapi/Statement/CollectOrder',
  '下达催收：给项目经理生成催收待办',
  {
    input: z.object({ ProjectCode: code('项目'), dueOn: day, content: needed('催收要求', 200) }),
    output: done,
  },
);

export const statementReconcileLetter = call(
  'POST',
  '/bpmapi/Statement/ReconcileLetter',
  '生成对账函（PDF，双方盖章）',
  {
    input: z.object({ ContractCode: code('合同') }),
    output: z.unknown(),
  },
);
