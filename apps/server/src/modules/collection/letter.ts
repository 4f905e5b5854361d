/** 对账函: what stands open between a customer and us today, on paper for both to seal. */
import type { statementReconcileLetter } from '@hengneng/contracts';
import { capitalWords, money, moneyText, sumMoney } from '@hengneng/core';
import { thousands, today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { type PdfColumn, tablePdf } from '../../platform/pdf/table.ts';
import { askedContract } from './contract.ts';

interface Open {
  readonly no: string;
  readonly kind: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly due: string | null;
  /** Net of what was cancelled. */
  readonly amount: string;
  readonly invoiced: string;
  readonly paid: string;
  readonly unpaid: string;
}

const COLUMNS: readonly PdfColumn[] = [
  { head: '应收单号', share: 18 },
  { head: '款项', share: 10 },
  { head: '费用期间', share: 20 },
  { head: '约定付款日', share: 11 },
  { head: '应收（元）', share: 13 },
  { head: '已开票（元）', share: 13 },
  { head: '已付（元）', share: 13 },
  { head: '未付（元）', share: 13 },
];

export const reconcileLetter = async (
  ctx: Ctx,
  { ContractCode }: z.output<typeof statementReconcileLetter.input>,
): Promise<FileAnswer> => {
  const contract = await askedContract(ctx, ctx.db, ContractCode);
  const { rows } = await sql<Open>`
    select receivable_no as no, source_kind as kind, period_start::text as "from", period_end::text as "to", due_date::text as due,
      (amount - coalesce(cancelled, 0))::text as amount, coalesce(invoiced, 0)::numeric(18,2)::text as invoiced, coalesce(written, 0)::numeric(18,2)::text as paid,
      (amount - coalesce(cancelled, 0) - coalesce(written, 0))::text as unpaid
    from b_receivable_ledger where contract = ${contract.code} and not voided and state = '未收清'
    order by due_date nulls last, id`.execute(ctx.db);
  const { rows: accounts } = await sql<{ prepaid: string }>`
    select (coalesce(prepaid_in, 0) - coalesce(used, 0) - coalesce(refunded, 0))::text as prepaid
    from b_customer_account where contract = ${contract.code} and not voided`.execute(ctx.db);
  const prepaid = accounts[0]?.prepaid ?? '0.00';
  const total = (key: 'amount' | 'invoiced' | 'paid' | 'unpaid') =>
    moneyText(sumMoney(rows.map((row) => money(row[key]))));
  const unpaid = total('unpaid');
  const day = today(ctx.now);
  const title = '往来款项对账函';
  const body = await tablePdf({
    title,
    about: [
      ['致', contract.customer],
      ['合同', `${contract.name}（${contract.code}）`],
      ['项目', contract.projectName],
      ['对账截止日', day],
      ['未付合计', `${thousands(unpaid)} 元（${capitalWords(unpaid)}）`],
      ['贵方预付余额', `${thousands(prepaid)} 元`],
    ],
    columns: COLUMNS,
    rows: [
      ...rows.map((row) => ({
        cells: [
          row.no,
          row.kind,
          [row.from, row.to].filter((part) => part !== null).join(' 至 '),
          row.due ?? '',
          thousands(row.amount),
          thousands(row.invoiced),
          thousands(row.paid),
          thousands(row.unpaid),
        ],
      })),
      {
        cells: [
          '合计',
          '',
          '',
          '',
          ...(['amount', 'invoiced', 'paid', 'unpaid'] as const).map((key) => thousands(total(key))),
        ],
      },
    ],
    explanation: {
      title: '说明',
      paragraphs: [
        `本函按我方账面列出截至 ${day} 尚未结清的款项，仅用于核对往来账目，不作为催收以外的其他用途。`,
        '请贵方核对：数据相符的，请在“数据证明无误”处签章；不符的，请在“数据不符”处列明不符金额与原因后签章，并寄回我方。',
        '如在截止日之后付款，请仍以本函所列日期的余额核对。',
      ],
    },
    seals: [
      { title: '我方', lines: [contract.ours, `日期：${day}`] },
      { title: '数据证明无误', lines: [contract.customer, '日期：'] },
      { title: '数据不符（请列明金额与原因）', lines: [contract.customer, '日期：'] },
    ],
    foot: `${contract.code} ${day}`,
    at: ctx.now,
  });
  await ctx.write((tx) =>
    trail(tx, ctx, {
      kind: '导出',
      action: '生成对账函',
      object: `合同 ${contract.code}`,
      summary: `${rows.length}笔，未付合计${unpaid}元`,
    }),
  );
  return {
    fileName: `${title}_${contract.code}_${day}.pdf`,
    contentType: 'application/pdf',
    body,
    size: body.length,
  };
};
