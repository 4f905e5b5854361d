/** Bills as they leave: workbooks with the figures of the page, and notices to householders. */
import {
  BILL_IMPORT_COLUMNS,
  type BillDiff,
  type chargeBillDiffs,
  type chargeBillExport,
  type chargeBillPrint,
} from '@hengneng/contracts';
import { capitalWords, money, sumMoney, moneyText, today } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { type Table, workbook } from '../../identity/index.ts';
import { standing } from '../owed/index.ts';
import { comparedRun } from './before.ts';
import { billRows, billsWhere, billSums } from './read.ts';
import { seenRun } from './review.ts';
import { diffOf, type RawDiff } from './preview.ts';
import { shareWords } from '../share-words.ts';
import { yuanOf } from '../yuan.ts';
import { summarize, summarizeFees } from './summary.ts';

type Cell = Table['rows'][number][number];
/** A workbook of more is asked for in parts. */
const MOST_ROWS = 50_000;

const number = (value: string | number | null | undefined, places = 2): Cell =>
  value === null || value === undefined || value === '' ? null : { number: String(value), style: { places } };
const whole = (value: number): Cell => number(value, 0);

const BILL_HEAD = [
  '账单号',
  '小区',
  '楼栋',
  '房间',
  '业主',
  '收费项目',
  '账期',
  '费用起',
  '费用止',
  '数量',
  '单位',
  '单价（元）',
  '停用天数（天）',
  '应收（元）',
  '减免（元）',
  '已收（元）',
  '欠本金（元）',
  '违约金（元）',
  '到期日',
  '逾期（天）',
  '状态',
  '发票',
  '批次',
];
const GROUP_HEAD = [
  '房间',
  '业主',
  '电话',
  '账单数',
  '应收（元）',
  '减免（元）',
  '已收（元）',
  '欠费（元）',
  '违约金（元）',
  '最早欠费账期',
  '预存余额（元）',
];
const FEE_HEAD = [
  '收费项目',
  '户数',
  '计费面积（m²）',
  '用量',
  '应收（元）',
  '减免（元）',
  '已收（元）',
  '欠费（元）',
  '收缴率（%）',
  '上期应收（元）',
  '环比（%）',
  '去年同期（元）',
  '同比（%）',
];

async function exportList(ctx: Ctx, of: z.output<typeof chargeBillExport.input>): Promise<FileAnswer> {
  const { Format: _f, of: _o, batchId: _b, ...filters } = of;
  const where = billsWhere(ctx, filters);
  const asOf = today(ctx.now);
  const rows = await billRows(
    ctx.db,
    where,
    sql`b.period desc, b.community_id, r.full_code, b.fee_id, b.part, b.id`,
    asOf,
    { limit: MOST_ROWS + 1, offset: 0 },
  );
  if (rows.length > MOST_ROWS) throw refused(`一次最多导出${MOST_ROWS}张账单，请缩小筛选范围`);
  const [sums, rooms, fees] = await Promise.all([
    billSums(ctx.db, where, asOf),
    summarize(ctx, { ...filters, groupBy: 'room', PageIndex: 1, PageSize: MOST_ROWS }),
    summarizeFees(ctx, { ...filters, compare: 'last,yoy' }),
  ]);
  return workbook(ctx, {
    title: '账单明细',
    head: BILL_HEAD,
    rows: rows.map((row): Cell[] => [
      row.billNo,
      row.community,
      row.building,
      row.room,
      row.owner,
      row.fee,
      row.period,
      row.from,
      row.to,
      number(row.quantity, 4),
      row.unit,
      number(row.unitPrice, 4),
      whole(row.suspendDays),
      number(row.amount),
      number(row.reduced),
      number(row.paid),
      number(row.principal),
      number(row.penalty),
      row.dueDate,
      whole(row.overdueDays),
      row.payState,
      row.invoice,
      row.batch,
    ]),
    more: [
      {
        title: '按房间',
        head: GROUP_HEAD,
        rows: rooms.rows.map((row): Cell[] => [
          row.name,
          row.owner,
          row.phone,
          whole(row.bills),
          number(row.amount),
          number(row.reduced),
          number(row.paid),
          number(row.arrears),
          number(row.penalty),
          row.firstPeriod ?? '',
          number(row.balance),
        ]),
      },
      {
        title: '按费项',
        head: FEE_HEAD,
        rows: fees.rows.map((row): Cell[] => [
          row.fee,
          whole(row.rooms),
          number(row.area),
          number(row.usage),
          number(row.amount),
          number(row.reduced),
          number(row.paid),
          number(row.arrears),
          number(row.rate, 1),
          number(row.last),
          number(row.lastRate, 1),
          number(row.yearAgo),
          number(row.yearRate, 1),
        ]),
      },
    ],
    filters: [
      ['应收合计（元）', sums.amount],
      ['已收合计（元）', sums.paid],
      ['欠费本金（元）', sums.principal],
      ['违约金（元）', sums.penalty],
      ['计息至', asOf],
      ...Object.entries(filters).flatMap(([key, value]): [string, string][] =>
        value == null || value === '' ? [] : [[key, String(value)]],
      ),
    ],
  });
}

/** What of a run differs, and what is odd; before it is released the differences are worked out again. */
async function exportBatch(ctx: Ctx, id: string): Promise<FileAnswer> {
  const run = await seenRun(ctx, ctx.db, id);
  const { rows: fees } = await sql<{
    ids: string[];
  }>`select fee_ids::text[] as ids from billing_run where id = ${id}`.execute(ctx.db);
  const differing = await runDiffs(ctx, id, MOST_ROWS);
  return workbook(ctx, {
    title: '批次差异',
    head: ['房间', '费项', '上期（元）', '本期（元）', '差额（元）', '差异率（%）', '原因'],
    rows: differing.map((row): Cell[] => [
      row.room,
      row.fee,
      number(row.last),
      number(row.amount),
      number(row.diff),
      number(row.rate, 1),
      row.reason,
    ]),
    more: [
      {
        title: '异常',
        head: ['级别', '类别', '房间', '说明', '处理说明', '处理人'],
        rows: run.exceptions.map((one): Cell[] => [one.level, one.kind, one.room, one.text, one.note, one.by]),
      },
    ],
    filters: [
      ['批次', run.no],
      ['账期', run.period],
      ['费项数', String(fees[0]?.ids.length ?? 0)],
      ['金额（元）', yuanOf(run.amount)],
      ['上期（元）', yuanOf((await comparedRun(ctx.db, run)).last)],
    ],
  });
}

/** Rooms of a run beside their cycle before, the largest difference first. */
async function runDiffs(ctx: Ctx, runId: string, most: number): Promise<readonly BillDiff[]> {
  const { rows } = await sql<RawDiff>`
    select n.room_id::text as "roomId", r.full_code as room, f.name as fee, l.amount::text as last, n.amount::text as amount,
      case when l.amount is null then '新增' else concat_ws('、', case when n.quantity <> l.quantity then case when s.by_use then '用量'
          when s.source = '公式' then '数量变' else '面积变' end end, case when n.price_id is distinct from l.price_id then '单价版本变' end,
        case when n.payer_id is distinct from l.payer_id then '过户' end, case when n.off_days <> l.off_days then '停用起止' end,
        case when n.days <> l.days then '天数' end) end as reason,
      exists (select from bill_check k join bill x on x.id = k.bill_id where k.run_id = ${runId} and k.agrees and x.room_id = n.room_id) as checked
    from (select room_fee_id, room_id, fee_id, cycle, sum(amount)::bigint as amount, max(quantity) as quantity, max(price_id) as price_id, max(payer_id) as payer_id,
        sum(suspend_days) as off_days, sum(days) as days from bill where run_id = ${runId} and state <> '已作废' and kind = '周期' group by 1, 2, 3, 4) n
    join room r on r.id = n.room_id join fee f on f.id = n.fee_id join fee_basis s on s.id = f.basis_id
    left join lateral (select sum(x.amount)::bigint as amount, max(x.quantity) as quantity, max(x.price_id) as price_id, max(x.payer_id) as payer_id,
        sum(x.suspend_days) as off_days, sum(x.days) as days
      from bill x where x.room_fee_id = n.room_fee_id and x.kind = '周期' and x.state not in ('已作废', '已红冲')
        and x.cycle = case when n.cycle ~ '^[0-9]{4}-[0-9]{2}$' then to_char((n.cycle || '-01')::date - interval '1 month', 'YYYY-MM')
          when n.cycle ~ 'Q1$' then (left(n.cycle, 4)::int - 1) || 'Q4' when n.cycle ~ 'Q[2-4]$' then left(n.cycle, 5) || (right(n.cycle, 1)::int - 1)
          else (left(n.cycle, 4)::int - 1) || substr(n.cycle, 5) end having count(*) > 0) l on true
    where l.amount is distinct from n.amount order by abs(n.amount - coalesce(l.amount, 0)) desc, r.full_code limit ${most}`.execute(
    ctx.db,
  );
  return rows.map(diffOf);
}

const MOST_DIFFS = 50;

export async function largestDiffs(
  ctx: Ctx,
  { batch }: z.output<typeof chargeBillDiffs.input>,
): Promise<z.input<typeof chargeBillDiffs.output>> {
  const run = await seenRun(ctx, ctx.db, batch);
  return { rows: [...(await runDiffs(ctx, run.id, MOST_DIFFS))] };
}

export async function exportBills(ctx: Ctx, of: z.output<typeof chargeBillExport.input>): Promise<FileAnswer> {
  if (of.of === 'batch') {
    if (!of.batchId) throw refused('请选择批次');
    return exportBatch(ctx, of.batchId);
  }
  if (of.of === 'template')
    return workbook(ctx, {
      title: '账单导入模板',
      head: [...BILL_IMPORT_COLUMNS],
      rows: [],
      filters: [
        ['房号', '与房间管理一致，如 3-2-1501'],
        ['账期', 'YYYY-MM；用量为其周期，如 2026-11'],
        ['用量', '导入用量只填房号、费项编码、账期、数量'],
      ],
    });
  return exportList(ctx, of);
}

/** What is owed, a notice a room. */
export async function printNotices(
  ctx: Ctx,
  of: z.output<typeof chargeBillPrint.input>,
): Promise<z.input<typeof chargeBillPrint.output>> {
  if (of.billIds.length === 0 && of.roomIds.length === 0) throw refused('请选择账单或房间');
  const asOf = today(ctx.now);
  const chosen =
    of.billIds.length > 0
      ? sql`b.id = any(${of.billIds}::bigint[])`
      : sql`b.room_id = any(${of.roomIds}::bigint[]) and b.amount > b.reduced + b.settled`;
  const rows = await billRows(
    ctx.db,
    sql`${billsWhere(ctx, {})} and ${standing} and ${chosen}`,
    sql`b.community_id, r.full_code, b.due_day, b.id`,
    asOf,
    {
      limit: 2_000,
      offset: 0,
    },
  );
  const rooms = [...Map.groupBy(rows, ({ roomId }) => roomId).entries()];
  const { rows: about } = await sql<{
    id: string;
    company: string;
    phone: string;
    balance: string;
  }>`select r.id::text, c.company, c.phone,
      coalesce((select -sum(a.balance) from ledger_account a where a.kind = '预存' and a.ref = r.id), 0)::text as balance
    from room r join community c on c.id = r.community_id where r.id = any(${rooms.map(([id]) => id)}::bigint[])`.execute(
    ctx.db,
  );
  const known = new Map(about.map((one) => [one.id, one]));
  const shares = await shareWords(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return {
    notices: rooms.flatMap(([id, bills]) => {
      const [first] = bills;
      if (first === undefined) return [];
      const total = moneyText(sumMoney(bills.map(({ principal }) => money(principal))));
      const penalty = moneyText(sumMoney(bills.map((bill) => money(bill.penalty))));
      return [
        {
          room: first.room,
          community: first.community,
          company: known.get(id)?.company ?? '',
          phone: known.get(id)?.phone ?? '',
          owner: first.owner,
          rows: bills.map((bill) => ({
            fee: bill.fee,
            period: bill.period,
            span: `${bill.from} 至 ${bill.to}`,
            quantity: `${bill.quantity} ${bill.unit}`,
            unitPrice: bill.unitPrice,
            amount: bill.amount,
            owed: bill.principal,
            dueDate: bill.dueDate,
            share: shares.get(bill.id) ?? '',
          })),
          total,
          penalty,
          capital: capitalWords(moneyText(sumMoney([money(total), money(penalty)]))),
          dueDate: bills.map(({ dueDate }) => dueDate).toSorted()[0] ?? '',
          balance: yuanOf(known.get(id)?.balance ?? '0'),
        },
      ];
    }),
    asOf,
  };
}
