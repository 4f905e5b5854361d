/** 账单管理 and 账单审核: what rooms owe, runs that make bills, who checks them, taking back and reducing. Amounts are yuan with two places. */
import { z } from 'zod';
import { call, listInput } from '../call.ts';
import { blankable, count, day, flag, idText, several } from '../common.ts';
import { uploaded } from '../files.ts';
import { chargePeriod, chargeReason, communityId, yuan } from './common.ts';

export const BILL_PAY_STATES = ['未缴', '部分缴', '已缴', '已红冲', '待审核', '待发布', '已作废'] as const;
export const BILL_FLAGS = ['停用', '减免', '争议', '已开票', '预开票', '导入'] as const;
export const BILL_RUN_STATES = ['生成中', '待审核', '待发布', '发布中', '已发布', '已退回'] as const;
/** Of a bill whose month is reviewed: less is owed from this month on, and nothing of that month changes. */
export const LATER_ADJUSTMENT = '当月调整';
/** The other way: more is owed, by a bill of this month. */
export const LATER_CHARGE = '当月补收';
export const REDUCE_KINDS = [
  '违约金减免',
  '质量补偿',
  '政策优惠',
  '协议优惠',
  '坏账核销',
  LATER_ADJUSTMENT,
  LATER_CHARGE,
] as const;
export const REVERSE_REASONS = ['面积错误', '单价错误', '重复出账', '停用未扣', '户主变更', '其他'] as const;
export const AGING_BANDS = ['未到期', '1-30', '31-90', '91-180', '181-365', '365天以上'] as const;
export type AgingBand = (typeof AGING_BANDS)[number];

const filters = {
  community: blankable(communityId).optional(),
  building: blankable(idText).optional(),
  room: blankable(idText).optional(),
  roomText: z.string().trim().max(40, '房号最多40字').optional(),
  ownerName: z.string().trim().max(50, '业主最多50字').optional(),
  fee: blankable(idText).optional(),
  periodFrom: blankable(chargePeriod).optional(),
  periodTo: blankable(chargePeriod).optional(),
  dueFrom: blankable(day).optional(),
  dueTo: blankable(day).optional(),
  payState: blankable(z.enum(BILL_PAY_STATES, '缴费状态不正确')).optional(),
  overdueDays: blankable(count('逾期天数')).optional(),
  arrearsMin: blankable(yuan('欠费')).optional(),
  flag: blankable(z.enum(BILL_FLAGS, '标记不正确')).optional(),
  batch: z.string().trim().max(40, '批次最多40字').optional(),
};

const billRow = z.object({
  /** Its month is reviewed: it is neither taken back nor let off, but adjusted in this month. */
  reviewed: z.boolean(),
  id: z.string(),
  billNo: z.string(),
  communityId: z.string(),
  community: z.string(),
  building: z.string(),
  roomId: z.string(),
  room: z.string(),
  owner: z.string(),
  fee: z.string(),
  feeId: z.string(),
  cycle: z.string(),
  period: z.string(),
  from: z.string(),
  /** The last day of it. */
  to: z.string(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.string(),
  /** Σ days as they count / days of the cycle. */
  factor: z.string(),
  suspendDays: z.number(),
  amount: z.string(),
  reduced: z.string(),
  paid: z.string(),
  principal: z.string(),
  penalty: z.string(),
  dueDate: z.string(),
  overdueDays: z.number(),
  kind: z.string(),
  state: z.string(),
  payState: z.string(),
  invoice: z.string(),
  batch: z.string(),
  batchId: z.string().nullable(),
  frozen: z.string(),
  /** Of a run that is looked at: what it comes to by its own figures, and whether a checker agreed. */
  recounted: z.string().nullable(),
  checked: z.boolean().nullable(),
});
export type ChargeBillRow = z.output<typeof billRow>;

const billSums = z.object({
  amount: z.string(),
  reduced: z.string(),
  paid: z.string(),
  principal: z.string(),
  penalty: z.string(),
  /** %; null where nothing was to be paid. */
  rate: z.number().nullable(),
  bills: z.number(),
  rooms: z.number(),
});

export const chargeBillPage = call('POST', '/pmsapi/Bill/GetPage', '账单明细与合计；给 seed 时为批次抽查', {
  input: listInput.extend({ ...filters, seed: z.string().trim().max(40, '随机种子最多40字').optional() }),
  output: z.object({ rows: z.array(billRow), total: z.number(), sums: billSums, asOf: z.string() }),
});

const source = z.object({ label: z.string(), value: z.string(), source: z.string() });
const explained = z.object({
  formula: z.string(),
  terms: z.array(source),
  segments: z.array(
    z.object({ from: z.string(), to: z.string(), days: z.number(), factor: z.string(), reason: z.string() }),
  ),
  quantitySource: z.string(),
  priceVersion: z.string(),
  rounding: z.string(),
  history: z.array(z.object({ at: z.string(), what: z.string(), who: z.string(), amount: z.string().nullable() })),
  penalty: z.array(
    z.object({ from: z.string(), to: z.string(), days: z.number(), principal: z.string(), rate: z.string() }),
  ),
  entries: z.array(
    z.object({ day: z.string(), journal: z.string(), debit: z.string(), credit: z.string(), amount: z.string() }),
  ),
});
export type BillExplained = z.output<typeof explained>;

export const chargeBillList = call('POST', '/pmsapi/Bill/GetList', '指定账单或房间的账单；explain=1 时答计算过程', {
  input: z.object({
    ids: several(idText, 200, '一次最多200张账单').optional(),
    roomId: blankable(idText).optional(),
    unpaid: flag.default(false),
    asOf: blankable(day).optional(),
    explain: flag.default(false),
  }),
  output: z.object({ rows: z.array(billRow.extend({ explain: explained.nullable() })) }),
});

const skipped = z.object({ reason: z.string(), count: z.number() });
const exception = z.object({
  key: z.string(),
  level: z.enum(['必须处理', '需说明', '提示']),
  kind: z.string(),
  room: z.string(),
  text: z.string(),
  note: z.string(),
  by: z.string(),
});
export type BillException = z.output<typeof exception>;
const diffRow = z.object({
  roomId: z.string(),
  room: z.string(),
  fee: z.string(),
  last: z.string().nullable(),
  amount: z.string().nullable(),
  diff: z.string(),
  rate: z.number().nullable(),
  reason: z.string(),
  /** Beyond 30 % and 100 yuan: must be looked at. */
  must: z.boolean(),
  /** Whether a checker has agreed to a bill of the room; null before there are any. */
  checked: z.boolean().nullable(),
});
export type BillDiff = z.output<typeof diffRow>;
const diffCounts = z.object({ added: z.number(), missing: z.number(), changed: z.number(), zero: z.number() });

export const chargeBillGenerate = call('POST', '/pmsapi/Bill/Generate', '出账预览、生成批次、续跑', {
  input: z
    .object({
      communityIds: several(communityId, 1, '一次选择一个小区').default([]),
      feeIds: several(idText, 50, '收费项目最多50个').default([]),
      /** Only these of its rooms; empty: all. */
      roomIds: several(idText, 50, '一次最多指定50户').default([]),
      period: blankable(chargePeriod).default(null),
      mode: z.enum(['preview', 'run'], '方式只能是 preview 或 run'),
      previewHash: z.string().max(64, '预览标识过长').default(''),
      batchId: blankable(idText).default(null),
    })
    .superRefine((of, ctx) => {
      if (of.batchId !== null) return;
      if (of.communityIds.length === 0) ctx.addIssue({ code: 'custom', path: ['communityIds'], message: '请选择小区' });
      if (of.feeIds.length === 0) ctx.addIssue({ code: 'custom', path: ['feeIds'], message: '请选择收费项目' });
      if (of.period === null) ctx.addIssue({ code: 'custom', path: ['period'], message: '请选择账期' });
      if (of.mode === 'run' && of.previewHash === '')
        ctx.addIssue({ code: 'custom', path: ['previewHash'], message: '请先预览' });
    }),
  output: z.object({
    batchId: z.string().nullable(),
    batchNo: z.string(),
    rooms: z.number(),
    lines: z.number(),
    amount: z.string(),
    lastAmount: z.string(),
    yearAgoAmount: z.string(),
    counts: diffCounts,
    /** The largest first. */
    diffRows: z.array(diffRow),
    skipped: z.array(skipped),
    exceptions: z.array(exception),
    previewHash: z.string(),
    progress: z.object({ done: z.number(), parts: z.number(), state: z.string(), error: z.string() }),
  }),
});
export type BillPreview = z.output<typeof chargeBillGenerate.output>;

const runRow = z.object({
  id: z.string(),
  no: z.string(),
  kind: z.string(),
  communityId: z.string(),
  community: z.string(),
  fees: z.string(),
  period: z.string(),
  rooms: z.number(),
  /** Whether it is of chosen rooms only. */
  chosen: z.boolean(),
  lines: z.number(),
  amount: z.string(),
  diff: z.string(),
  rate: z.number().nullable(),
  lastAmount: z.string(),
  yearAgoAmount: z.string(),
  skipped: z.array(skipped),
  exceptions: z.array(exception),
  state: z.enum(BILL_RUN_STATES),
  done: z.number(),
  parts: z.number(),
  maker: z.string(),
  makerId: z.string(),
  madeAt: z.string(),
  checker: z.string(),
  checkedAt: z.string().nullable(),
  opinion: z.string(),
  releaseAt: z.string().nullable(),
  releasedAt: z.string().nullable(),
  error: z.string(),
  contentHash: z.string(),
  agreed: z.number(),
  /** As many samples must be agreed to. */
  agreeing: z.number(),
  version: z.number(),
});
export type BillRun = z.output<typeof runRow>;

export const chargeBillBatches = call('POST', '/pmsapi/Bill/Batches', '出账与导入批次', {
  input: listInput.extend({
    community: blankable(communityId).optional(),
    kind: blankable(z.enum(['出账批次', '导入批次'], '类别不正确')).optional(),
    period: blankable(chargePeriod).optional(),
    maker: blankable(idText).optional(),
    state: blankable(z.enum(BILL_RUN_STATES, '状态不正确')).optional(),
    batch: z.string().trim().max(40, '批次最多40字').optional(),
    id: blankable(idText).optional(),
  }),
  output: z.object({ rows: z.array(runRow), total: z.number() }),
});

export const chargeBillDiffs = call('POST', '/pmsapi/Bill/BatchDiffs', '批次与上一周期差额最大的行', {
  input: z.object({ batch: idText }),
  output: z.object({ rows: z.array(diffRow) }),
});

const amounts = { amount: z.string(), reduced: z.string(), paid: z.string(), arrears: z.string(), penalty: z.string() };
const groupRow = z.object({
  key: z.string(),
  name: z.string(),
  owner: z.string(),
  phone: z.string(),
  bills: z.number(),
  rooms: z.number(),
  ...amounts,
  rate: z.number().nullable(),
  firstPeriod: z.string().nullable(),
  balance: z.string().nullable(),
  lastAmount: z.string().nullable(),
  /** Day on which a room was dunned last; of rooms only. */
  lastDunned: z.string().nullable(),
});
export type BillGroup = z.output<typeof groupRow>;

export const chargeBillSummary = call('POST', '/pmsapi/Bill/GetSummaryList', '按房间、楼栋、小区汇总', {
  input: listInput.extend({
    ...filters,
    groupBy: z.enum(['room', 'building', 'community'], '汇总维度不正确').default('room'),
    compare: z.string().max(20).optional(),
  }),
  output: z.object({ rows: z.array(groupRow), total: z.number() }),
});

const feeRow = z.object({
  feeId: z.string(),
  fee: z.string(),
  rooms: z.number(),
  area: z.string().nullable(),
  usage: z.string().nullable(),
  unit: z.string(),
  ...amounts,
  rate: z.number().nullable(),
  last: z.string().nullable(),
  lastRate: z.number().nullable(),
  yearAgo: z.string().nullable(),
  yearRate: z.number().nullable(),
});
export type FeeSummary = z.output<typeof feeRow>;

export const chargeFeeSummary = call('POST', '/pmsapi/Bill/GetFeeSummary', '按费项的应收、已收、收缴率、环比、同比', {
  input: z.object({
    ...filters,
    communityId: blankable(communityId).optional(),
    roomId: blankable(idText).optional(),
    period: blankable(chargePeriod).optional(),
    compare: z.string().max(20).default('last,yoy'),
  }),
  output: z.object({ rows: z.array(feeRow) }),
});

export const chargeBillAging = call('POST', '/pmsapi/Bill/Aging', '欠费账龄', {
  input: z.object(filters),
  output: z.object({
    rows: z.array(z.object({ band: z.enum(AGING_BANDS), bills: z.number(), rooms: z.number(), principal: z.string() })),
    total: z.string(),
    asOf: z.string(),
  }),
});

const requestRow = z.object({
  id: z.string(),
  no: z.string(),
  kind: z.enum(['红冲', '减免', '补收']),
  category: z.string(),
  community: z.string(),
  roomId: z.string(),
  room: z.string(),
  billId: z.string(),
  billNo: z.string(),
  fee: z.string(),
  period: z.string(),
  billAmount: z.string(),
  amount: z.string(),
  penalty: z.string(),
  reason: z.string(),
  files: z.array(z.object({ URL: z.string(), Size: z.number(), Name: z.string() })),
  reissue: z.boolean(),
  maker: z.string(),
  makerId: z.string(),
  madeAt: z.string(),
  paid: z.string(),
  invoiced: z.boolean(),
  state: z.enum(['待审核', '已通过', '已驳回']),
  checker: z.string(),
  opinion: z.string(),
});
export type BillRequest = z.output<typeof requestRow>;

export const chargeBillRequests = call('POST', '/pmsapi/Bill/Requests', '红冲与减免申请', {
  input: listInput.extend({
    community: blankable(communityId).optional(),
    kind: blankable(z.enum(['红冲申请', '减免申请'], '类别不正确')).optional(),
    period: blankable(chargePeriod).optional(),
    maker: blankable(idText).optional(),
    state: blankable(z.enum(['待审核', '已通过', '已驳回'], '状态不正确')).optional(),
  }),
  output: z.object({
    rows: z.array(requestRow),
    total: z.number(),
    /** What waits for a checker, by kind. */
    waiting: z.object({ runs: z.number(), imports: z.number(), reversals: z.number(), reductions: z.number() }),
  }),
});

export const chargeBillCancel = call('POST', '/pmsapi/Bill/Cancel', '作废未发布的账单、申请红冲、审核红冲', {
  input: z.object({
    billIds: several(idText, 200, '一次最多200张账单').default([]),
    reason: z.string().trim().max(200, '原因最多200字').default(''),
    reissue: flag.default(false),
    reversalId: blankable(idText).default(null),
    approve: z.enum(['1', '0'], '审核结果不正确').optional(),
    opinion: z.string().trim().max(200, '意见最多200字').default(''),
  }),
  output: z.object({
    reversals: z.array(
      z.object({
        billId: z.string(),
        reversesId: z.string().nullable(),
        state: z.string(),
        journalId: z.string().nullable(),
      }),
    ),
  }),
});

export const chargeBillReduce = call(
  'POST',
  '/pmsapi/Bill/Reduce',
  '申请减免，或对已复核月份的账单做当月调整、当月补收',
  {
    input: z
      .object({
        billId: idText,
        category: z.enum(REDUCE_KINDS, '请选择减免类别'),
        amount: yuan('金额').default('0'),
        penalty: yuan('减免违约金').default('0'),
        reason: chargeReason,
        files: several(uploaded, 9, '附件最多9个').default([]),
      })
      .superRefine((of, ctx) => {
        if (of.files.length === 0) ctx.addIssue({ code: 'custom', path: ['files'], message: '请上传附件' });
        if (!/[1-9]/.test(of.amount + of.penalty))
          ctx.addIssue({
            code: 'custom',
            path: ['amount'],
            message: of.category === LATER_CHARGE ? '补收金额应大于0' : '减免金额应大于0',
          });
        if (of.category === LATER_CHARGE && /[1-9]/.test(of.penalty))
          ctx.addIssue({ code: 'custom', path: ['penalty'], message: '补收不涉及违约金' });
        if (of.category === '违约金减免' && /[1-9]/.test(of.amount))
          ctx.addIssue({ code: 'custom', path: ['amount'], message: '违约金减免不能减本金' });
      }),
    output: z.object({ requestId: z.string(), no: z.string() }),
  },
);

export const chargeBillAudit = call('POST', '/pmsapi/Bill/Audit', '批次审核、退回、抽查、说明异常，减免审核', {
  input: z.object({
    batchId: blankable(idText).default(null),
    requestId: blankable(idText).default(null),
    action: z.enum(['pass', 'reject', 'check', 'note'], '动作不正确'),
    opinion: z.string().trim().max(200, '意见最多200字').default(''),
    /** What the checker saw. */
    contentHash: z.string().max(64, '内容标识过长').default(''),
    billIds: several(idText, 200, '一次最多200张账单').default([]),
    agrees: flag.default(true),
    notes: several(
      z.object({ key: z.string().max(80), note: z.string().trim().min(1, '请填写说明').max(200, '说明最多200字') }),
      200,
      '一次最多200条说明',
    ).default([]),
  }),
  output: z.object({ state: z.string(), agreed: z.number() }),
});

export const chargeBillRelease = call(
  'POST',
  '/pmsapi/Bill/Release',
  '发布批次：入账、开始计到期日；可定时，可取消定时',
  {
    input: z.object({
      batchId: idText,
      releaseAt: blankable(z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/, '发布时间格式不正确')).default(null),
      /** Takes the plan back. */
      cancel: flag.default(false),
    }),
    output: z.object({ state: z.string(), bills: z.number(), amount: z.string(), deducted: z.string() }),
  },
);

export const BILL_IMPORT_KINDS = { opening: '期初欠费', usage: '用量', bill: '账单' } as const;
export type BillImportKind = keyof typeof BILL_IMPORT_KINDS;
export const BILL_IMPORT_COLUMNS = ['房号', '费项编码', '账期', '数量', '单价', '金额', '到期日', '备注'] as const;

export const chargeBillImport = call('POST', '/pmsapi/Bill/Import', '导入期初欠费、用量、账单：全部通过才入库', {
  input: z.object({
    communityId,
    kind: z.enum(['opening', 'usage', 'bill'], '请选择导入类别'),
  }),
  output: z.object({
    batchId: z.string().nullable(),
    ok: z.number(),
    failed: z.number(),
    errors: z.array(z.object({ row: z.number(), message: z.string() })),
    warnings: z.array(z.object({ row: z.number(), message: z.string() })),
  }),
});

export const chargeBillExport = call('POST', '/pmsapi/Bill/Export', '导出账单、批次差异与异常、导入模板', {
  input: z.object({
    ...filters,
    Format: z.enum(['xlsx'], '只能导出为 xlsx').default('xlsx'),
    of: z.enum(['bills', 'batch', 'template'], '导出内容不正确').default('bills'),
    batchId: blankable(idText).optional(),
  }),
  output: z.unknown(),
});

const noticeLine = z.object({
  fee: z.string(),
  period: z.string(),
  span: z.string(),
  quantity: z.string(),
  unitPrice: z.string(),
  amount: z.string(),
  owed: z.string(),
  dueDate: z.string(),
  /** How a part of what rooms share came about; empty where nothing was shared. */
  share: z.string(),
});
const paperNotice = z.object({
  room: z.string(),
  community: z.string(),
  company: z.string(),
  phone: z.string(),
  owner: z.string(),
  rows: z.array(noticeLine),
  total: z.string(),
  penalty: z.string(),
  capital: z.string(),
  dueDate: z.string(),
  balance: z.string(),
});
export type BillNotice = z.output<typeof paperNotice>;

export const chargeBillPrint = call('POST', '/pmsapi/Bill/Print', '缴费通知单与催缴函的内容', {
  input: z.object({
    billIds: several(idText, 500, '一次最多500张账单').default([]),
    roomIds: several(idText, 200, '一次最多200户').default([]),
  }),
  output: z.object({ notices: z.array(paperNotice), asOf: z.string() }),
});
