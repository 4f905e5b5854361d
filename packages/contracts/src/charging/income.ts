/** 收入报表: what was owed, taken and is still owed, whether channels agree with it, its review, and the trial balance under it. */
import { z } from 'zod';
import { call, listInput } from '../call.ts';
import { blankable, day, flag, idText, several } from '../common.ts';
import { chargePeriod, chargeReason, communityId } from './common.ts';

export const INCOME_BASES = ['收付实现', '权责发生'] as const;
export const INCOME_GROUPS = ['小区', '费项', '支付方式', '收费员', '日', '月'] as const;
export type IncomeGroup = (typeof INCOME_GROUPS)[number];
export const INCOME_TENDERS = ['现金', '微信', '支付宝', 'POS', '转账', '支票', '预存'] as const;
/** What a receipt is made of; a figure of the report opens its lines. */
export const INCOME_PARTS = ['本期', '往期', '违约金', '预存', '退预存', '抵扣', '临时', '押金'] as const;
export const STATEMENT_CHANNELS = ['微信', '支付宝', '银行'] as const;
export type StatementChannel = (typeof STATEMENT_CHANNELS)[number];
/** Days of one report: three years. */
export const INCOME_MOST_DAYS = 1_100;

const span = { from: day, to: day };
const inOrder = ({ from, to }: { from: string; to: string }): boolean => from <= to;
const BACKWARDS = { path: ['to'], message: '结束日期不能早于开始日期' };
const short = ({ from, to }: { from: string; to: string }): boolean =>
  Date.parse(to) - Date.parse(from) <= INCOME_MOST_DAYS * 86_400_000;
const TOO_LONG = { path: ['to'], message: '一次最多统计三年' };

const asked = {
  communityIds: several(idText, 100, '小区最多选100个').default([]),
  ...span,
  basis: z.enum(INCOME_BASES, '口径不正确').default('收付实现'),
  feeId: blankable(idText).default(null),
  tender: blankable(z.enum(INCOME_TENDERS, '支付方式不正确')).default(null),
  cashierId: blankable(idText).default(null),
};
const groupBy = z.enum(INCOME_GROUPS, '汇总维度不正确').default('小区');

/** Amounts in yuan; null where the dimension has no such figure. */
const incomeRow = z.object({
  key: z.string(),
  label: z.string(),
  opening: z.string().nullable(),
  receivable: z.string().nullable(),
  reduced: z.string().nullable(),
  reversed: z.string().nullable(),
  /** Money for bills of the period; without what was taken off a prepayment. */
  received: z.string(),
  recovered: z.string(),
  penalty: z.string(),
  prepaid: z.string(),
  refunded: z.string(),
  deducted: z.string(),
  extra: z.string(),
  deposit: z.string(),
  closing: z.string().nullable(),
  /** % of what the period's bills ask for. */
  rate: z.number().nullable(),
  /** What the check is out by: opening + receivable − … − closing; null where it does not apply. */
  gap: z.string().nullable(),
});
export type IncomeRow = z.output<typeof incomeRow>;

const named = z.object({ id: z.string(), name: z.string() });
const reviewRow = z.object({
  id: z.string(),
  communityId: z.string(),
  community: z.string(),
  month: z.string(),
  by: z.string(),
  at: z.string(),
  hash: z.string(),
  undone: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
  /** Movements dated into the month after it was reviewed; null where it was taken back. */
  changed: z
    .object({
      count: z.number(),
      amount: z.string(),
      /** Whether the rows worked out anew have the same hash; null where they were not worked out. */
      same: z.boolean().nullable(),
      rows: z.array(z.object({ day: z.string(), kind: z.string(), memo: z.string(), amount: z.string() })),
    })
    .nullable(),
});
export type IncomeReview = z.output<typeof reviewRow>;

export const AGES = ['未到期', '1至30天', '31至90天', '91至180天', '181至365天', '365天以上'] as const;

export const incomeSummary = call('POST', '/pmsapi/Report/GetIncomeSummary', '收入汇总、卡片、校验、账龄与复核', {
  input: z
    .object({ ...asked, groupBy })
    .refine(inOrder, BACKWARDS)
    .refine(short, TOO_LONG),
  output: z.object({
    rows: z.array(incomeRow),
    total: incomeRow,
    cards: z.object({
      received: z.string(),
      current: z.string(),
      recovered: z.string(),
      prepaid: z.string(),
      refunded: z.string(),
      penalty: z.string(),
      extra: z.string(),
      deposit: z.string(),
      rate: z.number().nullable(),
      recoveryRate: z.number().nullable(),
      closing: z.string().nullable(),
      prepaidBalance: z.string(),
    }),
    months: z.array(
      z.object({
        month: z.string(),
        receivable: z.string(),
        received: z.string(),
        lastReceived: z.string(),
        rate: z.number().nullable(),
        lastRate: z.number().nullable(),
      }),
    ),
    /** Amounts in the order of AGES. */
    aging: z.array(
      z.object({
        communityId: z.string(),
        community: z.string(),
        rooms: z.number(),
        amounts: z.array(z.string()),
        total: z.string(),
      }),
    ),
    reviewed: z.array(reviewRow),
    communities: z.array(named),
    fees: z.array(named),
    cashiers: z.array(named),
  }),
});
export type IncomeSummary = z.output<typeof incomeSummary.output>;

const incomeLine = z.object({
  id: z.string(),
  day: z.string(),
  receiptNo: z.string(),
  community: z.string(),
  room: z.string(),
  roomId: z.string().nullable(),
  payer: z.string(),
  fee: z.string(),
  period: z.string(),
  principal: z.string(),
  penalty: z.string(),
  total: z.string(),
  tender: z.string(),
  refNo: z.string(),
  cashier: z.string(),
  shift: z.string(),
  /** Of the bill that was paid. */
  invoiceNo: z.string(),
  state: z.string(),
});
export type IncomeLine = z.output<typeof incomeLine>;

export const incomePage = call('POST', '/pmsapi/Report/GetIncomePage', '收入明细', {
  input: listInput
    .extend({ ...asked, part: blankable(z.enum(INCOME_PARTS, '类别不正确')).default(null) })
    .refine(inOrder, BACKWARDS)
    .refine(short, TOO_LONG),
  output: z.object({
    rows: z.array(incomeLine),
    total: z.number(),
    sums: z.object({ principal: z.string(), penalty: z.string(), total: z.string() }),
  }),
});

const prepaidRow = z.object({
  roomId: z.string(),
  community: z.string(),
  room: z.string(),
  opening: z.string(),
  taken: z.string(),
  deducted: z.string(),
  refunded: z.string(),
  closing: z.string(),
  /** Of invoices ahead of their bills: how much, which, and the periods that they are for. */
  liability: z.string(),
  invoices: z.string(),
  periods: z.string(),
});
export type PrepaidRow = z.output<typeof prepaidRow>;
const communitySpan = { communityIds: asked.communityIds, ...span };

export const incomePrepaid = call('POST', '/pmsapi/Report/GetPrepaidPage', '预存与合同负债', {
  input: listInput.extend(communitySpan).refine(inOrder, BACKWARDS).refine(short, TOO_LONG),
  output: z.object({
    rows: z.array(prepaidRow),
    total: z.number(),
    sums: prepaidRow.pick({
      opening: true,
      taken: true,
      deducted: true,
      refunded: true,
      closing: true,
      liability: true,
    }),
  }),
});

export const incomeReviewed = call('POST', '/pmsapi/Report/Reviewed', '复核并锁定小区的一个月，或反复核', {
  input: z.object({
    communityIds: several(communityId, 100, '小区最多选100个').refine((all) => all.length > 0, '请选择小区'),
    month: chargePeriod,
    action: z.enum(['review', 'undo'], '操作不正确'),
    reason: z.string().trim().max(200, '原因最多200字').default(''),
  }),
  output: z.object({
    rows: z.array(z.object({ communityId: z.string(), hash: z.string(), lockedAt: z.string().nullable() })),
  }),
});

const channelDay = z.object({
  communityId: z.string(),
  community: z.string(),
  day: z.string(),
  channel: z.enum(STATEMENT_CHANNELS),
  count: z.number(),
  amount: z.string(),
  statementCount: z.number(),
  statementAmount: z.string(),
  fee: z.string(),
  difference: z.string(),
  state: z.enum(['平', '待查', '已处理']),
  note: z.string(),
});
export type ChannelDay = z.output<typeof channelDay>;
/** What found no counterpart: a line of a statement, or money of ours. */
const openItem = z.object({
  side: z.enum(['渠道', '系统']),
  id: z.string(),
  communityId: z.string(),
  community: z.string(),
  day: z.string(),
  channel: z.enum(STATEMENT_CHANNELS),
  refNo: z.string(),
  amount: z.string(),
  who: z.string(),
  hint: z.string(),
  /** Of a statement's line: money of ours of the same amount, the nearest by day first. */
  candidates: z.array(
    z.object({
      tenderId: z.string(),
      day: z.string(),
      channel: z.enum(STATEMENT_CHANNELS),
      refNo: z.string(),
      who: z.string(),
      receiptNo: z.string(),
    }),
  ),
  /** Of the payer's money nobody has matched, how many together are as much; 0 where none are. */
  together: z.number(),
});
export type OpenItem = z.output<typeof openItem>;
/** How far from a line's day money of ours may be, to be offered for it. */
export const CANDIDATE_DAYS = 7;

/** So many are put together with one. */
export const MOST_TOGETHER = 50;

export const incomeMatch = call('POST', '/pmsapi/Report/Match', '渠道对账：查看、自动匹配、手工匹配、处理与撤销', {
  input: z
    .object({
      ...communitySpan,
      action: z.enum(['list', 'auto', 'match', 'handle', 'undo'], '操作不正确').default('list'),
      side: z.enum(['渠道', '系统'], '请选择一笔').optional(),
      id: idText.optional(),
      /** Of the other side, what it is matched with: several where one pays for several. */
      otherIds: several(idText, MOST_TOGETHER, `一次最多匹配${MOST_TOGETHER}笔`).default([]),
      note: z.string().trim().max(200, '处理说明最多200字').default(''),
    })
    .refine(inOrder, BACKWARDS)
    .refine(short, TOO_LONG),
  output: z.object({ matched: z.number(), rows: z.array(channelDay), open: z.array(openItem), left: z.number() }),
});
export type IncomeMatched = z.output<typeof incomeMatch.output>;

const matchOption = z.object({
  id: z.string(),
  day: z.string(),
  channel: z.enum(STATEMENT_CHANNELS),
  refNo: z.string(),
  amount: z.string(),
  who: z.string(),
  /** Of money: its receipt and room. */
  receiptNo: z.string(),
  room: z.string(),
  /** The payer is the same, the room theirs, or the number begins with that of the line. */
  related: z.boolean(),
});
export type MatchOption = z.output<typeof matchOption>;
export const incomeMatchOptions = call(
  'POST',
  '/pmsapi/Report/MatchOptions',
  '渠道对账：一笔可与哪些匹配，哪几笔合计相等',
  {
    input: z.object({ side: z.enum(['渠道', '系统'], '请选择一笔'), id: idText }),
    output: z.object({
      rows: z.array(matchOption),
      /** Those of the rows that are as much as it, together or alone. */
      suggested: z.array(z.string()),
      left: z.number(),
    }),
  },
);

const matchLine = z.object({
  side: z.enum(['渠道', '系统']),
  id: z.string(),
  refNo: z.string(),
  amount: z.string(),
  fee: z.string(),
  who: z.string(),
  state: z.enum(['平', '待查', '已处理']),
  /** What it was matched with, or how it was explained, and by whom. */
  other: z.string(),
  note: z.string(),
  by: z.string(),
});
export type MatchLine = z.output<typeof matchLine>;
export const MOST_MATCH_LINES = 500;
export const incomeMatchLines = call('POST', '/pmsapi/Report/MatchLines', '渠道对账：一日一渠道的逐笔', {
  input: z.object({ communityId, day, channel: z.enum(STATEMENT_CHANNELS, '请选择渠道') }),
  output: z.object({ rows: z.array(matchLine), left: z.number() }),
});

const statementFile = z.object({
  id: z.string(),
  community: z.string(),
  channel: z.enum(STATEMENT_CHANNELS),
  fileName: z.string(),
  from: z.string(),
  to: z.string(),
  lines: z.number(),
  added: z.number(),
  waiting: z.number(),
  by: z.string(),
  at: z.string(),
});
export type StatementFile = z.output<typeof statementFile>;
export const incomeStatements = call('POST', '/pmsapi/Report/Statements', '已导入的渠道账单', {
  input: z.object(communitySpan).refine(inOrder, BACKWARDS).refine(short, TOO_LONG),
  output: z.object({ rows: z.array(statementFile) }),
});
export const incomeWithdraw = call('POST', '/pmsapi/Report/WithdrawStatement', '撤回导错的渠道账单', {
  input: z.object({ id: idText, reason: chargeReason }),
  output: z.object({ removed: z.number() }),
});

export const STATEMENT_MOST_ROWS = 20_000;
export const STATEMENT_MEGABYTES = 10;
export const incomeImport = call('POST', '/pmsapi/Report/ImportStatement', '导入微信、支付宝、银行账单', {
  input: z.object({ communityId, channel: z.enum(STATEMENT_CHANNELS, '请选择渠道') }),
  output: z.object({
    added: z.number(),
    /** There before: the same number. */
    known: z.number(),
    matched: z.number(),
    /** Of those added, what belongs to other communities that share the merchant. */
    elsewhere: z.array(z.object({ community: z.string(), lines: z.number() })),
    errors: z.array(z.object({ row: z.number(), message: z.string() })),
  }),
});

export const INCOME_EXPORTS = ['report', 'trial'] as const;
export const incomeExport = call('POST', '/pmsapi/Report/Export', '导出收入报表或试算平衡', {
  input: z
    .object({
      Format: z.enum(['xlsx'], '只能导出为 xlsx').default('xlsx'),
      what: z.enum(INCOME_EXPORTS, '请选择导出内容').default('report'),
      ...asked,
      groupBy,
    })
    .refine(inOrder, BACKWARDS)
    .refine(short, TOO_LONG),
  output: z.unknown(),
});

export const TRIAL_GROUPS = ['资产', '负债', '权益', '损益'] as const;
export type TrialGroup = (typeof TRIAL_GROUPS)[number];
/** What a kind of account stood at is on one side, never on both; the total adds up each side. */
const trialRow = z.object({
  /** Null for the total. */
  group: z.enum(TRIAL_GROUPS).nullable(),
  kind: z.string(),
  accounts: z.number(),
  openingDebit: z.string(),
  openingCredit: z.string(),
  debit: z.string(),
  credit: z.string(),
  closingDebit: z.string(),
  closingCredit: z.string(),
});
export type TrialRow = z.output<typeof trialRow>;
const monitorRow = z.object({
  code: z.string(),
  title: z.string(),
  count: z.number(),
  examples: z.array(z.string()),
});
export type MonitorRow = z.output<typeof monitorRow>;

export const trialBalance = call('POST', '/pmsapi/Report/TrialBalance', '试算平衡：各类账户的期初、借、贷、期末', {
  input: z.object(communitySpan).refine(inOrder, BACKWARDS).refine(short, TOO_LONG),
  output: z.object({
    rows: z.array(trialRow),
    total: trialRow,
    balanced: z.boolean(),
  }),
});
export const trialMonitors = call('POST', '/pmsapi/Report/TrialMonitors', '试算平衡：九项不变式', {
  input: z.object({ communityIds: asked.communityIds }),
  output: z.object({ rows: z.array(monitorRow), asOf: z.string() }),
});

const trialLine = z.object({
  id: z.string(),
  journalId: z.string(),
  day: z.string(),
  kind: z.string(),
  community: z.string(),
  memo: z.string(),
  debit: z.string(),
  credit: z.string(),
  amount: z.string(),
  billNo: z.string(),
  receiptNo: z.string(),
  room: z.string(),
  roomId: z.string().nullable(),
  by: z.string(),
});
export type TrialLine = z.output<typeof trialLine>;
export const trialLines = call('POST', '/pmsapi/Report/TrialLines', '试算平衡：一类账户的分录，或一笔凭证的全部分录', {
  input: listInput
    .extend({
      ...communitySpan,
      kind: z.string('请选择账户').trim().max(20).default(''),
      journalId: blankable(idText).default(null),
      debitOnly: flag.default(false),
      creditOnly: flag.default(false),
    })
    .refine(inOrder, BACKWARDS)
    .refine(short, TOO_LONG),
  output: z.object({
    rows: z.array(trialLine),
    total: z.number(),
    sums: z.object({ debit: z.string(), credit: z.string() }),
  }),
});
