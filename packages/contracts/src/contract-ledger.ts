/** 合同台账: what is done with a signed contract of any ledger: stamped, filed, ended; and contracts that no form registers. */
import { OTHER_CONTRACT_KINDS, SEAL_KINDS, SECRECIES } from '@hengneng/core';
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, count, day, done, flag, idText, needed, yuanText } from './common.ts';
import { uploaded } from './files.ts';

/** A contract as the ledger names it: its ledger's letter and its id there. */
const Contract = z.string('请选择合同').regex(/^[cbwa][\w-]{1,40}$/, '请选择合同');

export const contractSeal = call('POST', '/bpmapi/ContractLedger/Seal', '登记合同用印', {
  input: z.object({
    Contract,
    onDay: day,
    sealKind: z.enum(SEAL_KINDS, '请选择印种'),
    copies: count('份数', 1, 100),
    sealedBy: idText,
    application: blankable(z.string().trim().max(60, '用印申请最多60字')).default(null),
  }),
  output: done,
});

export const contractArchive = call('POST', '/bpmapi/ContractLedger/Archive', '合同归档：原件回收份数与存放位置', {
  input: z.object({
    Contract,
    onDay: day,
    returned: count('原件回收份数', 0, 100),
    place: z.string('请填写存放位置').trim().min(1, '请填写存放位置').max(60, '存放位置最多60字'),
  }),
  output: done,
});

export const contractTerminate = call('POST', '/bpmapi/ContractLedger/Terminate', '终止合同（须清算或解除协议）', {
  input: z.object({
    Contract,
    onDay: day,
    reason: z.string('请填写终止原因').trim().min(1, '请填写终止原因').max(500, '终止原因最多500字'),
    /** The settlement, or the agreement to end it. */
    paper: uploaded,
    /** The person knows what is not paid or received yet. */
    Settled: flag.default(false),
  }),
  output: done,
});

const optional = <T extends z.ZodType>(inner: T) => blankable(inner).default(null);
/** How it renews itself: days of notice, and when whoever keeps it is reminded to decide. */
const renewing = {
  endDate: optional(day),
  autoRenew: flag.default(false),
  noticeDays: optional(count('终止通知期', 0, 730)),
  remindOn: optional(day),
};
/** Id of the entry in 其他合同台账. */
const Id = idText;

export const contractSaveOther = call(
  'POST',
  '/bpmapi/ContractLedger/SaveOther',
  '登记没有表单的其他合同（保密、框架意向、租赁、保险等）；到期续期或终止（action）',
  {
    input: z.discriminatedUnion(
      'action',
      [
        z.object({
          action: z.literal('add'),
          kind: z.enum(OTHER_CONTRACT_KINDS, '请选择类别'),
          /** None: the next number of the month is given. */
          no: optional(z.string().trim().max(40, '编号最多40字')),
          name: needed('名称', 80),
          counterpart: needed('对方', 80),
          amount: optional(yuanText('金额')),
          signDate: day,
          startDate: day,
          ...renewing,
          deposit: optional(yuanText('保证金')),
          secrecy: z.enum(SECRECIES, '请选择密级'),
          keeper: idText,
          paper: uploaded,
        }),
        z.object({ action: z.literal('renew'), Id, ...renewing, reason: needed('说明', 300) }),
        z.object({
          action: z.literal('end'),
          Id,
          reason: needed('原因', 300),
          /** The deposit came back. */
          depositBack: flag.default(false),
        }),
      ],
      'action 只能是 add、renew 或 end',
    ),
    output: z.object({ Id: z.string() }),
  },
);
