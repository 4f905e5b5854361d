/** What customers owe by contract: how old it is, what is planned, billed, invoiced and paid, and how it was asked for. */
import { defineView, f } from '@hengneng/form-kit';
import { keysOf } from './keys.ts';
import { CHARGE_MODELS, DEBT_AGES } from '../options.ts';

const SCREEN = '/formFlow/collectionSettlement/contractManage/contractList';
const calls = (name: string) => ({ index: `/bpmapi/Statement/${name}`, export: `/bpmapi/Statement/Export${name}` });

const yuan = (label: string) => f.money(label, { unit: '元' });

/** What it comes to over the contract's life; all of it adds up. */
const totals = {
  yearAmount: yuan('年应收'),
  settled: yuan('累计结算'),
  cancelled: yuan('已取消'),
  invoiced: yuan('已开票'),
  uninvoiced: yuan('未开票'),
  received: yuan('已到账'),
  unpaid: yuan('未收'),
  overdueAmount: yuan('其中逾期'),
};
const held = {
  prepaid: yuan('预收余额'),
  preOpened: yuan('预开票未匹配'),
  bond: yuan('履约保证金'),
};

/** Which receivable. */
const receivable = {
  receivableNo: f.text('应收单号', { required: true }),
  settlement: f.text('结算单编号'),
  sourceKind: f.text('来源'),
};
const dueDate = f.date('约定付款日');
const customerName = f.text('客户');

/** Of whom; a page of many contracts is narrowed by it. */
const whose = {
  area: f.dept('区域'),
  project: f.project('项目', { required: true }),
  contract: f.contract('合同'),
  customerName,
};

const WHOSE = ['area', 'project', 'contract', 'customerName'] as const;

/** Where a page of one contract stands. */
const ofContract = {
  project: f.project('项目', { required: true }),
  contract: f.contract('合同'),
};

const OF_CONTRACT = ['project', 'contract'] as const;

export const contractCollection = defineView({
  id: 'contractCollection',
  title: '收款合同',
  purpose: '每份合同的应收、开票、到账与逾期，点合同看收款计划、结算、发票、到账与催收',
  screen: SCREEN,
  calls: { index: '/bpmapi/Statement/ContractSummary', export: '/bpmapi/Statement/ExportContract' },
  columns: {
    contract: f.contract('合同', { required: true }),
    contractCode: f.text('合同编号'),
    area: f.dept('区域'),
    project: f.project('项目', { required: true }),
    customerName,
    chargeMode: f.enum('收费模式', CHARGE_MODELS),
    startDate: f.date('起'),
    endDate: f.date('合同到期'),
    ...totals,
    overdueDays: f.integer('逾期', { unit: '天' }),
    overdue: f.boolean('有逾期'),
    /** Debts of more than 90 days belong into an analysis of the project's losses. */
    lossAnalysis: f.enum('亏损分析', ['待分析', '分析中', '已分析']),
    ...held,
    nextItem: f.text('下一节点'),
    nextDue: f.date('下一收款日'),
    collectRate: f.percent('回款率'),
    averageDays: f.decimal(1, '平均回款', { unit: '天' }),
    state: f.enum('合同状态', ['履行中', '将到期', '已到期', '已终止'], { required: true }),
  },
  list: {
    columns: [
      'contract',
      'contractCode',
      'area',
      'project',
      'customerName',
      'chargeMode',
      'startDate',
      'endDate',
      ...keysOf(totals),
      'overdueDays',
      'lossAnalysis',
      ...keysOf(held),
      'nextItem',
      'nextDue',
      'collectRate',
      'averageDays',
      'state',
    ],
    filters: [...WHOSE, 'chargeMode', 'overdue', 'lossAnalysis', 'endDate', 'state'],
    sum: [...keysOf(totals), ...keysOf(held)],
  },
  figures: {
    settled: yuan('应收'),
    received: yuan('到账'),
    overdue: yuan('逾期'),
    veryLate: f.integer('逾期90天以上', { unit: '份' }),
    unanalysed: f.integer('待亏损分析', { unit: '份' }),
    uninvoiced: yuan('未开票'),
    prepaid: yuan('预收'),
    rate: f.percent('回款率'),
  },
});

export const receivableAging = defineView({
  id: 'receivableAging',
  title: '应收账龄',
  purpose: '还没有收清的每张应收，按约定付款日之后的天数分段',
  screen: SCREEN,
  calls: calls('Aging'),
  columns: {
    ...receivable,
    ...whose,
    dueDate,
    amount: yuan('应收'),
    cancelled: yuan('已取消'),
    written: yuan('已到账'),
    unpaid: yuan('未收'),
    disputed: yuan('其中待协商'),
    overdueDays: f.integer('逾期', { unit: '天' }),
    age: f.enum('账龄', DEBT_AGES, { required: true }),
  },
  list: {
    columns: [
      'receivableNo',
      'sourceKind',
      ...WHOSE,
      'dueDate',
      'amount',
      'cancelled',
      'written',
      'unpaid',
      'disputed',
      'overdueDays',
      'age',
    ],
    filters: [...WHOSE, 'age', 'sourceKind', 'dueDate', 'overdueDays'],
    sum: ['amount', 'cancelled', 'written', 'unpaid', 'disputed'],
    carries: ['settlement'],
  },
  figures: {
    unpaid: yuan('未收'),
    overdue: yuan('其中逾期'),
    old: yuan('逾期90天以上'),
    customers: f.integer('逾期客户', { unit: '家' }),
  },
  charts: {
    ages: {
      label: '账龄',
      kind: 'bar',
      by: 'age',
      inOrder: true,
      series: { unpaid: yuan('未收金额') },
    },
  },
});

export const collectionNotes = defineView({
  id: 'collectionNotes',
  title: '催收记录',
  purpose: '每次催收的方式、内容与对方承诺，承诺日之前是否到账',
  screen: SCREEN,
  calls: calls('Collections'),
  columns: {
    calledOn: f.date('日期', { required: true }),
    ...whose,
    contract: f.contract('合同', { required: true }),
    way: f.text('方式'),
    counterpart: f.text('对方联系人'),
    content: f.text('内容'),
    promisedOn: f.date('承诺付款日'),
    promisedAmount: yuan('承诺金额'),
    receivedSince: yuan('承诺期内到账'),
    kept: f.enum('是否兑现', ['未承诺', '未到期', '已兑现', '部分兑现', '未兑现'], { required: true }),
    collector: f.user('催收人'),
  },
  list: {
    columns: [
      'calledOn',
      ...WHOSE,
      'way',
      'counterpart',
      'content',
      'promisedOn',
      'promisedAmount',
      'receivedSince',
      'kept',
      'collector',
    ],
    filters: [...WHOSE, 'kept', 'promisedOn', 'calledOn', 'collector'],
    sum: ['promisedAmount', 'receivedSince'],
  },
});

export const contractCollectionPlan = defineView({
  id: 'contractCollectionPlan',
  title: '收款计划',
  purpose: '合同约定的每个收款节点，结算、开票和收款各到哪一步',
  screen: SCREEN,
  calls: calls('ContractPlan'),
  columns: {
    item: f.text('节点', { required: true }),
    project: f.project('项目'),
    contract: f.contract('合同', { required: true }),
    periodFrom: f.date('期间起'),
    periodTo: f.date('期间止'),
    dueOn: f.date('应收日'),
    amount: yuan('应收'),
    billed: yuan('已结算'),
    paid: yuan('已收'),
    state: f.enum('状态', ['未到期', '待结算', '待开票', '待收', '部分收', '已收', '逾期'], { required: true }),
  },
  list: {
    columns: ['item', 'periodFrom', 'periodTo', 'dueOn', 'amount', 'billed', 'paid', 'state'],
    filters: [...OF_CONTRACT, 'dueOn', 'state'],
    sum: ['amount', 'billed', 'paid'],
  },
});

export const contractReceivables = defineView({
  id: 'contractReceivables',
  title: '合同应收',
  purpose: '合同的每张结算单与其他应收：开了多少票、收了多少',
  screen: SCREEN,
  calls: calls('ContractReceivables'),
  columns: {
    ...receivable,
    ...ofContract,
    periodStart: f.date('费用期起'),
    periodEnd: f.date('费用期止'),
    dueDate,
    amount: yuan('应收'),
    cancelled: yuan('已取消'),
    invoiced: yuan('已开票'),
    written: yuan('已到账'),
    unpaid: yuan('未收'),
    state: f.text('状态'),
  },
  list: {
    columns: [
      'receivableNo',
      'sourceKind',
      'periodStart',
      'periodEnd',
      'dueDate',
      'amount',
      'cancelled',
      'invoiced',
      'written',
      'unpaid',
      'state',
    ],
    filters: [...OF_CONTRACT, 'dueDate'],
    sum: ['amount', 'cancelled', 'invoiced', 'written', 'unpaid'],
    carries: ['settlement'],
  },
});

export const contractInvoices = defineView({
  id: 'contractInvoices',
  title: '合同发票',
  purpose: '为合同开出的发票，已对应结算和已回款各多少',
  screen: SCREEN,
  calls: calls('ContractInvoices'),
  columns: {
    invoiceNo: f.text('发票号码', { required: true }),
    colour: f.text('蓝字或红字'),
    kind: f.text('发票种类'),
    ...ofContract,
    issueDate: f.date('开票日期'),
    amount: yuan('价税合计'),
    redDone: yuan('已红冲'),
    matched: yuan('已对应结算'),
    written: yuan('已回款'),
    state: f.text('状态'),
  },
  list: {
    columns: ['invoiceNo', 'colour', 'kind', 'issueDate', 'amount', 'redDone', 'matched', 'written', 'state'],
    filters: [...OF_CONTRACT, 'issueDate'],
    sum: ['amount', 'redDone', 'matched', 'written'],
  },
});

export const contractReceipts = defineView({
  id: 'contractReceipts',
  title: '合同到账',
  purpose: '哪笔到账在哪天核销了合同的哪张应收，晚了几天',
  screen: SCREEN,
  calls: calls('ContractReceipts'),
  columns: {
    receiptNo: f.text('到账登记', { required: true }),
    receipt: f.text('到账登记编号'),
    ...ofContract,
    receivableNo: f.text('应收单号'),
    writtenOn: f.date('到账日期'),
    dueDate,
    lateDays: f.integer('晚于约定', { unit: '天' }),
    byPrepaid: f.boolean('预收冲抵'),
    amount: yuan('核销金额'),
    reversed: yuan('其中已冲回'),
    note: f.text('说明'),
  },
  list: {
    columns: [
      'receiptNo',
      'receivableNo',
      'writtenOn',
      'dueDate',
      'lateDays',
      'byPrepaid',
      'amount',
      'reversed',
      'note',
    ],
    filters: [...OF_CONTRACT, 'writtenOn'],
    sum: ['amount'],
    carries: ['receipt'],
  },
});
