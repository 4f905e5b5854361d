/** The report and the trial balance as workbooks, with the figures of the page. */
import { AGES, type incomeExport, type IncomeRow } from '@hengneng/contracts';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden, refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { type Table, workbook } from '../../identity/index.ts';
import { readPage, readPrepaid } from './page.ts';
import { readSummary } from './summary.ts';
import { readMonitors, readTrial } from './trial.ts';

type Cell = Table['rows'][number][number];
type Asked = z.output<typeof incomeExport.input>;

/** Lines of one workbook; more are taken by shorter spans. */
const MOST = 50_000;
const amount = (text: string | null): Cell => (text === null ? '—' : { number: text, style: { places: 2 } });
const percent = (value: number | null): Cell =>
  value === null ? '—' : { number: value.toFixed(2), style: { places: 2 } };

const SUMMARY = [
  '期初欠费（元）',
  '本期应收（元）',
  '减免（元）',
  '红冲（元）',
  '本期已收（元）',
  '往期回收（元）',
  '违约金（元）',
  '预存收（元）',
  '退预存（元）',
  '预存抵扣（元）',
  '临时（元）',
  '押金净（元）',
  '期末欠费（元）',
  '收缴率（%）',
  '校验差（元）',
];
const summaryCells = (row: IncomeRow): Cell[] => [
  row.label,
  amount(row.opening),
  amount(row.receivable),
  amount(row.reduced),
  amount(row.reversed),
  amount(row.received),
  amount(row.recovered),
  amount(row.penalty),
  amount(row.prepaid),
  amount(row.refunded),
  amount(row.deducted),
  amount(row.extra),
  amount(row.deposit),
  amount(row.closing),
  percent(row.rate),
  amount(row.gap),
];

/** Pages of a list until it is at its end. */
async function every<R>(
  read: (PageIndex: number) => Promise<{ rows: readonly R[]; total: number }>,
): Promise<readonly R[]> {
  const all: R[] = [];
  for (let at = 1; ; at += 1) {
    const { rows, total } = await read(at);
    if (total > MOST) throw refused(`明细有${total}行，一次最多导出${MOST}行，请缩短日期或选择小区`);
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}

async function reportBook(ctx: Ctx, asked: Asked): Promise<FileAnswer> {
  const summary = await readSummary(ctx, asked);
  const lines = await every((PageIndex) => readPage(ctx, { ...asked, part: null, PageIndex, PageSize: MOST + 1 }));
  const prepaid = await every((PageIndex) => readPrepaid(ctx, { ...asked, PageIndex, PageSize: MOST + 1 }));
  return workbook(ctx, {
    title: '汇总',
    head: [asked.groupBy, ...SUMMARY],
    rows: [...summary.rows, summary.total].map(summaryCells),
    more: [
      {
        title: '明细',
        head: [
          '日期',
          '收据号',
          '小区',
          '房间',
          '缴费人',
          '费项',
          '账期',
          '本金（元）',
          '违约金（元）',
          '合计（元）',
          '支付方式',
          '流水号',
          '收费员',
          '班次',
          '发票号',
          '状态',
        ],
        rows: lines.map((row) => [
          row.day,
          row.receiptNo,
          row.community,
          row.room,
          row.payer,
          row.fee,
          row.period,
          amount(row.principal),
          amount(row.penalty),
          amount(row.total),
          row.tender,
          row.refNo,
          row.cashier,
          row.shift,
          row.invoiceNo,
          row.state,
        ]),
      },
      {
        title: '账龄',
        head: ['小区', '欠费户', ...AGES.map((age) => `${age}（元）`), '合计（元）'],
        rows: summary.aging.map((row) => [
          row.community,
          { number: String(row.rooms), style: { places: 0 } },
          ...row.amounts.map(amount),
          amount(row.total),
        ]),
      },
      {
        title: '预存与合同负债',
        head: [
          '小区',
          '房间',
          '期初（元）',
          '收入（元）',
          '抵扣（元）',
          '退款（元）',
          '期末（元）',
          '预开票合同负债（元）',
          '预开发票号',
          '对应账期',
        ],
        rows: prepaid.map((row) => [
          row.community,
          row.room,
          amount(row.opening),
          amount(row.taken),
          amount(row.deducted),
          amount(row.refunded),
          amount(row.closing),
          amount(row.liability),
          row.invoices,
          row.periods,
        ]),
      },
    ],
    filters: [
      ['日期', `${asked.from} 至 ${asked.to}`],
      ['口径', asked.basis],
      ['小区', named(summary.communities, asked.communityIds)],
      ['校验', '期初 + 应收 − 减免 − 红冲 − 本期已收 − 往期回收 − 抵扣 = 期末'],
      ...summary.reviewed
        .filter(({ undone }) => undone === null)
        .map((of) => [`${of.community} ${of.month} 已复核`, `${of.by} ${of.at} 快照 ${of.hash.slice(0, 8)}`] as const),
    ],
  });
}

const named = (all: readonly { readonly id: string; readonly name: string }[], ids: readonly string[]): string =>
  all
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .map(({ name }) => name)
    .join('、');

async function trialBook(ctx: Ctx, asked: Asked): Promise<FileAnswer> {
  const [trial, monitors] = [await readTrial(ctx, asked), await readMonitors(ctx, asked)];
  return workbook(ctx, {
    title: '试算平衡',
    head: [
      '类别',
      '账户',
      '账户数',
      '期初借方（元）',
      '期初贷方（元）',
      '本期借方（元）',
      '本期贷方（元）',
      '期末借方（元）',
      '期末贷方（元）',
    ],
    rows: [...trial.rows, trial.total].map((row): Cell[] => [
      row.group ?? '',
      row.kind,
      { number: String(row.accounts), style: { places: 0 } },
      amount(row.openingDebit),
      amount(row.openingCredit),
      amount(row.debit),
      amount(row.credit),
      amount(row.closingDebit),
      amount(row.closingCredit),
    ]),
    more: [
      {
        title: '不变式',
        head: ['编号', '内容', '状态', '违反数', '例'],
        rows: monitors.rows.map((row) => [
          row.code,
          row.title,
          row.count === 0 ? '成立' : '不成立',
          { number: String(row.count), style: { places: 0 } },
          row.examples.join('；'),
        ]),
      },
    ],
    filters: [
      ['日期', `${asked.from} 至 ${asked.to}`],
      ['校验', trial.balanced ? '借贷平衡' : '借贷不平'],
    ],
  });
}

export async function exportIncome(ctx: Ctx, asked: Asked): Promise<FileAnswer> {
  if (!ctx.session.permissions.exportable.has('amount')) throw forbidden('您没有导出金额的权限');
  return asked.what === 'trial' ? trialBook(ctx, asked) : reportBook(ctx, asked);
}
