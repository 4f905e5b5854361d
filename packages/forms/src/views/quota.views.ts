import { defineView, f } from '@hengneng/form-kit';
import { QUOTA_KINDS } from '../options.ts';

const BALANCES = '/formFlow/payment/expenseReimbursement/balanceList';
const QUOTAS = '/formFlow/payment/expenseReimbursement/expenseReimbursementImport';
const APPROPRIATIONS = '/formFlow/payment/expenseReimbursement/appropriationImport';

export const quotaBalances = defineView({
  id: 'quotaBalances',
  title: '额度余额',
  purpose: '可用额度＝上年结转＋本年下达－已用－在途；在途来自未审结的单据，退回即释放',
  screen: BALANCES,
  calls: { index: '/bpmapi/QuotaReimburse/Balance', export: '/bpmapi/QuotaReimburse/ExportBalance' },
  asks: { year: f.integer('年度', { default: 'year' }) },
  columns: {
    owner: f.text('人员或项目', { required: true }),
    person: f.user('人员'),
    dept: f.dept('部门'),
    project: f.project('项目'),
    quotaKind: f.enum('类别', QUOTA_KINDS, { required: true }),
    carryIn: f.money('上年结转', { unit: '元' }),
    granted: f.money('本年下达', { unit: '元' }),
    used: f.money('已用', { unit: '元' }),
    pending: f.money('在途', { unit: '元' }),
    available: f.money('可用', { unit: '元' }),
    monthStandard: f.money('月标准', { unit: '元' }),
    usage: f.decimal(1, '使用率', { unit: '%' }),
    abnormal: f.enum('异常', ['余额不足', '离职未清']),
  },
  list: {
    columns: [
      'owner',
      'quotaKind',
      'carryIn',
      'granted',
      'used',
      'pending',
      'available',
      'monthStandard',
      'usage',
      'abnormal',
    ],
    filters: ['year', 'person', 'dept', 'project', 'quotaKind', 'abnormal'],
    sum: ['carryIn', 'granted', 'used', 'pending', 'available'],
  },
  figures: {
    quota: f.money('额度合计', { unit: '元' }),
    drawn: f.money('已用与在途', { unit: '元' }),
    left: f.money('可用合计', { unit: '元' }),
    short: f.integer('余额不足', { unit: '个' }),
  },
});

export const appropriationBalances = defineView({
  id: 'appropriationBalances',
  title: '拨款余额',
  purpose: '余额＝已拨－已核销－已退－在途；最早未核销的一笔超过30天算逾期',
  screen: BALANCES,
  calls: {
    index: '/bpmapi/QuotaReimburse/AppropriationBalance',
    export: '/bpmapi/QuotaReimburse/ExportAppropriationBalance',
  },
  asks: { year: f.integer('年度', { default: 'year' }) },
  columns: {
    project: f.project('项目', { required: true }),
    quotaKind: f.enum('类别', QUOTA_KINDS, { required: true }),
    keeper: f.user('保管人'),
    appropriated: f.money('已拨', { unit: '元' }),
    cleared: f.money('已核销', { unit: '元' }),
    pending: f.money('在途', { unit: '元' }),
    returned: f.money('已退', { unit: '元' }),
    balance: f.money('余额', { unit: '元' }),
    oldestDays: f.integer('最早未核销', { unit: '天' }),
    abnormal: f.enum('异常', ['逾期未核销', '离职未清']),
  },
  list: {
    columns: [
      'project',
      'quotaKind',
      'keeper',
      'appropriated',
      'cleared',
      'pending',
      'returned',
      'balance',
      'oldestDays',
      'abnormal',
    ],
    filters: ['year', 'keeper', 'project', 'quotaKind', 'abnormal'],
    sum: ['appropriated', 'cleared', 'pending', 'returned', 'balance'],
  },
  figures: {
    paid: f.money('已拨合计', { unit: '元' }),
    left: f.money('余额合计', { unit: '元' }),
    overdue: f.integer('逾期未核销', { unit: '个' }),
    leavers: f.integer('离职未清', { unit: '个' }),
  },
});

export const loanBalances = defineView({
  id: 'loanBalances',
  title: '个人借款',
  purpose: '借款余额＝已付－已冲抵－已还（均含在途）；有逾期未清的借款不能再借',
  screen: BALANCES,
  calls: { index: '/bpmapi/QuotaReimburse/LoanBalance', export: '/bpmapi/QuotaReimburse/ExportLoanBalance' },
  columns: {
    person: f.user('姓名', { required: true }),
    dept: f.dept('部门'),
    project: f.project('项目'),
    loan: f.text('借款单'),
    loanKind: f.text('借款类别'),
    paid: f.money('借款', { unit: '元' }),
    claimed: f.money('已冲抵', { unit: '元' }),
    returned: f.money('已还', { unit: '元' }),
    pending: f.money('在途', { unit: '元' }),
    balance: f.money('余额', { unit: '元' }),
    dueDate: f.date('清账日期'),
    overdueDays: f.integer('逾期', { unit: '天' }),
    extendTimes: f.integer('展期次数', { unit: '次' }),
    state: f.enum('状态', ['未清', '已清'], { required: true }),
    abnormal: f.enum('异常', ['借款逾期', '离职未清']),
  },
  list: {
    columns: [
      'person',
      'dept',
      'loan',
      'paid',
      'claimed',
      'returned',
      'pending',
      'balance',
      'dueDate',
      'overdueDays',
      'extendTimes',
      'abnormal',
    ],
    filters: ['person', 'dept', 'project', 'state', 'dueDate', 'abnormal'],
    sum: ['paid', 'claimed', 'returned', 'pending', 'balance'],
  },
  figures: {
    left: f.money('未清余额', { unit: '元' }),
    open: f.integer('未清笔数', { unit: '笔' }),
    overdue: f.integer('逾期笔数', { unit: '笔' }),
    overdueAmount: f.money('逾期金额', { unit: '元' }),
  },
});

export const quotaFlows = defineView({
  id: 'quotaFlows',
  title: '流水',
  purpose: '一个额度、一笔拨款账户或一张借款单的来龙去脉',
  screen: BALANCES,
  calls: { index: '/bpmapi/QuotaReimburse/BalanceLedger', export: '/bpmapi/QuotaReimburse/ExportBalanceLedger' },
  asks: {
    book: f.enum('台账', ['额度', '拨款', '借款'], { default: '额度' }),
    account: f.text('账户', { max: 20 }),
  },
  columns: {
    day: f.date('日期', { required: true }),
    no: f.text('单号'),
    words: f.text('摘要'),
    up: f.money('增', { unit: '元' }),
    down: f.money('减', { unit: '元' }),
    balance: f.money('余额', { unit: '元' }),
    state: f.enum('状态', ['在途', '已用', '释放']),
  },
  list: { columns: ['day', 'no', 'words', 'up', 'down', 'balance', 'state'], filters: [], sum: ['up', 'down'] },
});

/** Columns that the batches of every import have. */
const BATCH = {
  batchNo: f.text('批次号', { required: true }),
  fileName: f.text('文件'),
  file: f.file('原始文件'),
  rows: f.integer('行数', { unit: '行' }),
  importer: f.user('导入人', { required: true }),
  importedAt: f.datetime('时间', { required: true }),
  state: f.enum('状态', ['有效', '已撤销'], { required: true }),
} as const;

export const quotaBatches = defineView({
  id: 'quotaBatches',
  title: '额度导入批次',
  purpose: '每次导入的文件、行数、额度与导入人；没有被使用的批次可以整批撤销',
  screen: QUOTAS,
  calls: { index: '/bpmapi/QuotaReimburse/Batches', export: '/bpmapi/QuotaReimburse/ExportBatches' },
  columns: { ...BATCH, amount: f.money('额度合计', { unit: '元' }) },
  list: {
    columns: ['batchNo', 'fileName', 'rows', 'amount', 'importer', 'importedAt', 'state'],
    filters: ['batchNo', 'importer', 'importedAt', 'state'],
    sum: ['rows', 'amount'],
    carries: ['file'],
  },
});

export const appropriationBatches = defineView({
  id: 'appropriationBatches',
  title: '拨款导入批次',
  purpose: '每次导入的文件、笔数、金额与导入人；没有核销的批次可以整批撤销',
  screen: APPROPRIATIONS,
  calls: {
    index: '/bpmapi/QuotaReimburse/AppropriationBatches',
    export: '/bpmapi/QuotaReimburse/ExportAppropriationBatches',
  },
  columns: { ...BATCH, amount: f.money('拨款合计', { unit: '元' }) },
  list: {
    columns: ['batchNo', 'fileName', 'rows', 'amount', 'importer', 'importedAt', 'state'],
    filters: ['batchNo', 'importer', 'importedAt', 'state'],
    sum: ['rows', 'amount'],
    carries: ['file'],
  },
});

export const importedQuotas = defineView({
  id: 'importedQuotas',
  title: '已导入额度',
  purpose: '本年度个人和项目的额度与使用情况',
  screen: QUOTAS,
  calls: { index: '/bpmapi/QuotaReimburse/ImportedQuotas', export: '/bpmapi/QuotaReimburse/ExportImportedQuotas' },
  asks: { year: f.integer('年度', { default: 'year' }) },
  columns: {
    ownerType: f.enum('归属', ['个人', '项目'], { required: true }),
    employee: f.user('人员'),
    project: f.project('项目'),
    quotaKind: f.enum('额度类别', QUOTA_KINDS, { required: true }),
    monthStandard: f.money('月标准', { unit: '元' }),
    carryIn: f.money('上年结转', { unit: '元' }),
    quota: f.money('年额度', { unit: '元' }),
    used: f.money('已用（含在途）', { unit: '元' }),
    available: f.money('可用', { unit: '元' }),
    usage: f.decimal(1, '使用率', { unit: '%' }),
    batch: f.text('批次'),
  },
  list: {
    columns: [
      'ownerType',
      'employee',
      'project',
      'quotaKind',
      'monthStandard',
      'carryIn',
      'quota',
      'used',
      'available',
      'usage',
      'batch',
    ],
    filters: ['year', 'quotaKind', 'ownerType', 'employee', 'project', 'batch'],
    sum: ['carryIn', 'quota', 'used', 'available'],
  },
});

export const appropriationFlows = defineView({
  id: 'appropriationFlows',
  title: '拨款流水',
  purpose: '每笔拨款核销、退回到了哪里；先拨的先核销',
  screen: APPROPRIATIONS,
  calls: {
    index: '/bpmapi/QuotaReimburse/AppropriationFlows',
    export: '/bpmapi/QuotaReimburse/ExportAppropriationFlows',
  },
  asks: { year: f.integer('年度', { default: 'year' }) },
  columns: {
    paidOn: f.date('拨款日期', { required: true }),
    project: f.project('项目', { required: true }),
    quotaKind: f.enum('类别', QUOTA_KINDS, { required: true }),
    keeper: f.user('保管人'),
    amount: f.money('拨款', { unit: '元' }),
    cleared: f.money('已核销（含在途）', { unit: '元' }),
    returned: f.money('已退回（含在途）', { unit: '元' }),
    balance: f.money('余额', { unit: '元' }),
    voucherNo: f.text('凭证号'),
    bankSerial: f.text('银行流水号'),
    batch: f.text('批次'),
  },
  list: {
    columns: [
      'paidOn',
      'project',
      'quotaKind',
      'keeper',
      'amount',
      'cleared',
      'returned',
      'balance',
      'voucherNo',
      'bankSerial',
      'batch',
    ],
    filters: ['year', 'project', 'paidOn', 'quotaKind', 'keeper', 'batch'],
    sum: ['amount', 'cleared', 'returned', 'balance'],
  },
});
