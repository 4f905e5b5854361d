/** What people still owe an account of: pressing them for it. */
import { z } from 'zod';
import { call } from './call.ts';
import { idText } from './common.ts';

export const urgeClear = call(
  'POST',
  '/bpmapi/QuotaReimburse/UrgeBalance',
  '催清：提醒保管人核销拨款，或提醒借款人清账；每笔一天一次',
  {
    input: z.object({
      of: z.enum(['appropriation', 'loan'], 'of 只能是 appropriation 或 loan'),
      id: idText,
    }),
    output: z.object({ done: z.string() }),
  },
);

export const balancesExport = call(
  'POST',
  '/bpmapi/QuotaReimburse/ExportBalances',
  '导出报销余额：额度、拨款、借款三表一个工作簿，范围同页面',
  {
    input: z.object({ year: z.coerce.number('年度必须是数字').int('年度必须是整数').min(2000).max(2100).optional() }),
    output: z.unknown(),
  },
);
