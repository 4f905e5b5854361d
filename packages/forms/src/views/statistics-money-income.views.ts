/** 收支分析: what projects earn and spend by month, item and project, what changed against last year, and the money of the months to come. */
import { defineView, f } from '@hengneng/form-kit';
import { keysOf } from './keys.ts';
import { COST_ITEMS, INCOME_ASKS, statisticsCalls, wan, yuan } from './statistics-money.ts';

const SCREEN = '/formFlow/statisticalAnalysis/incomeExpenseAnalysis';
const FILTERS = keysOf(INCOME_ASKS);

/** What is still being approved, shown beside what counts; only where it was asked for. */
const pending = {
  pendingIncome: yuan('审批中收入', '审批中的用户结算与计量收费'),
  pendingSpent: yuan('审批中支出', '审批中的能源付款、非能源付款、费用报销、员工租房与外协服务'),
};

const monthly = {
  income: yuan('收入'),
  spent: yuan('支出'),
  net: yuan('净收支', '收入 − 支出'),
  lastNet: yuan('去年净收支'),
  due: yuan('应收'),
  received: yuan('到账'),
  budget: yuan('资金预算'),
};

export const incomeMonths = defineView({
  id: 'incomeMonths',
  title: '月度收支',
  purpose: '每月的收入、支出与净收支，应收与到账，以及资金预算的执行',
  screen: SCREEN,
  calls: statisticsCalls('IncomeExpense'),
  asks: INCOME_ASKS,
  columns: {
    month: f.month('月份', { required: true }),
    ...monthly,
    ...pending,
    netRate: f.percent('净收支率', { hint: '净收支 ÷ 收入' }),
    collectRate: f.percent('收款率', { hint: '到账 ÷ 应收' }),
    used: f.percent('预算执行率', { hint: '支出 ÷ 资金预算' }),
  },
  list: {
    columns: ['month', ...keysOf(monthly), 'netRate', 'collectRate', 'used', ...keysOf(pending)],
    filters: FILTERS,
    sum: [...keysOf(monthly), ...keysOf(pending)],
  },
  figures: {
    income: wan('收入'),
    spent: wan('支出'),
    net: wan('净收支'),
    netRate: f.percent('净收支率', { hint: '净收支 ÷ 收入' }),
    collectRate: f.percent('收款率', { hint: '到账 ÷ 应收' }),
    used: f.percent('预算执行率', { hint: '支出 ÷ 资金预算' }),
  },
  charts: {
    months: {
      label: '月度收支',
      kind: 'bar',
      by: 'month',
      series: {
        income: wan('收入'),
        spent: wan('支出'),
        pendingIncome: wan('审批中收入'),
        pendingSpent: wan('审批中支出'),
        net: wan('净收支'),
        lastNet: wan('去年净收支'),
      },
      lines: ['net', 'lastNet'],
    },
  },
});

export const incomeLines = defineView({
  id: 'incomeLines',
  title: '收支明细',
  purpose: '收入与支出的每一笔：来自哪张单据，属于哪个项目、哪个月、哪一项',
  register: { title: '项目收支明细表', paper: 'A3' },
  screen: SCREEN,
  calls: statisticsCalls('IncomeExpenseLines'),
  asks: INCOME_ASKS,
  columns: {
    document: f.text('单据号'),
    kind: f.enum('收支', ['收入', '支出'], { required: true }),
    stage: f.enum('状态', ['已审结', '审批中'], { required: true }),
    area: f.dept('区域'),
    project: f.project('项目', { required: true }),
    month: f.month('月份', { required: true }),
    item: f.text('项目类别', { required: true }),
    costItem: f.enum('支出项', COST_ITEMS),
    account: f.text('科目'),
    amount: yuan('金额'),
    applicant: f.user('经办人'),
    module: f.text('模块'),
    record: f.text('记录'),
  },
  list: {
    columns: ['document', 'kind', 'stage', 'area', 'project', 'month', 'item', 'account', 'amount', 'applicant'],
    filters: ['kind', 'stage', 'costItem', ...FILTERS],
    sum: ['amount'],
    carries: ['module', 'record'],
  },
  charts: {
    items: {
      label: '支出构成',
      kind: 'pie',
      by: 'costItem',
      known: true,
      series: { amount: yuan('支出') },
    },
  },
});

/** From the net of last year to that of this by what changed it; more spent takes away. */
const FACTORS = ['去年同期', '收入增减', '电', '气', '水', '人工', '维修', '其他', '本期'] as const;

export const incomeChange = defineView({
  id: 'incomeChange',
  title: '净收支变动',
  purpose: '从去年同期的净收支到本期，收入与各项支出各带来多少变化；支出增加为负',
  screen: SCREEN,
  calls: statisticsCalls('IncomeExpenseChange'),
  asks: INCOME_ASKS,
  columns: {
    factor: f.enum('因素', FACTORS, { required: true }),
    amount: yuan('净收支或变动'),
  },
  list: { columns: ['factor', 'amount'], filters: FILTERS },
  charts: {
    change: {
      label: '净收支变动（去年同期 → 本期）',
      kind: 'waterfall',
      by: 'factor',
      inOrder: true,
      series: { amount: wan('金额') },
    },
  },
});

const spending = {
  energy: yuan('能源支出', '电费、燃气费、水费与外购热'),
  labour: yuan('人工'),
  repair: yuan('维修'),
  water: yuan('水处理'),
  outside: yuan('外协'),
  rent: yuan('租房'),
  other: yuan('其他'),
  spent: yuan('支出合计'),
};

/** What a project or an area earns and spends, after what names it. */
const balance = {
  areaM2: f.decimal(2, '面积', { unit: 'm²' }),
  due: yuan('应收'),
  received: yuan('到账'),
  collectRate: f.percent('收款率', { hint: '到账 ÷ 应收' }),
  ...spending,
  net: yuan('净收支'),
  netRate: f.percent('净收支率'),
  perArea: f.money('单方净收支', { unit: '元/m²' }),
  budget: yuan('预算'),
  used: f.percent('执行率', { hint: '支出 ÷ 预算' }),
  lastNet: yuan('去年净收支'),
  growth: f.percent('同比', { hint: '去年同期为0的不比' }),
  ...pending,
};
const balanceSums = [
  'areaM2',
  'due',
  'received',
  ...keysOf(spending),
  'net',
  'budget',
  'lastNet',
  ...keysOf(pending),
] as const;

export const incomeProjects = defineView({
  id: 'incomeProjects',
  title: '项目收支',
  purpose: '每个项目的应收、到账与各项支出，净收支与预算执行；净收支为负的标红',
  register: { title: '项目收支表', paper: 'A3' },
  screen: SCREEN,
  calls: statisticsCalls('IncomeExpenseProjects'),
  asks: INCOME_ASKS,
  columns: {
    area: f.dept('区域'),
    project: f.project('项目', { required: true }),
    ...balance,
  },
  list: { columns: ['area', 'project', ...keysOf(balance)], filters: FILTERS, sum: balanceSums },
});

export const incomeAreas = defineView({
  id: 'incomeAreas',
  title: '区域小计',
  purpose: '每个区域的应收、到账与各项支出，净收支与预算执行：项目收支按区域相加',
  register: { title: '区域收支表', paper: 'A3' },
  screen: SCREEN,
  calls: statisticsCalls('IncomeExpenseAreas'),
  asks: INCOME_ASKS,
  columns: {
    area: f.dept('区域'),
    projects: f.integer('项目', { unit: '个' }),
    ...balance,
  },
  list: {
    columns: ['area', 'projects', ...keysOf(balance)],
    filters: FILTERS,
    sum: ['projects', ...balanceSums],
  },
});

const ahead = {
  expected: yuan('预计到账', '当月到期的未收应收与尚未结算的合同收款计划'),
  reserved: yuan('已批未付', '预算台账中当月已占用、尚未付款的金额'),
  energy: yuan('预计能源付款', '近3年同月能源支出的平均'),
  budget: yuan('资金预算'),
  net: yuan('预计净额', '预计到账 − 已批未付 − 预计能源付款'),
};

export const cashAhead = defineView({
  id: 'cashAhead',
  title: '现金流预测',
  purpose: '今后3个月预计到账、已批未付与能源付款，提示资金缺口',
  screen: SCREEN,
  calls: statisticsCalls('IncomeExpenseForecast'),
  asks: INCOME_ASKS,
  columns: {
    month: f.month('月份', { required: true }),
    ...ahead,
    gap: f.enum('缺口提示', ['有缺口', '无缺口'], { required: true }),
  },
  list: { columns: ['month', ...keysOf(ahead), 'gap'], filters: FILTERS, sum: keysOf(ahead) },
});

export const incomeReports = defineView({
  id: 'incomeReports',
  title: '核算报送',
  purpose: '所选期间已结束的各月，在运项目的项目核算报了没有；未报的可催报',
  screen: SCREEN,
  calls: statisticsCalls('IncomeExpenseReports'),
  asks: INCOME_ASKS,
  columns: {
    month: f.month('月份', { required: true }),
    area: f.dept('区域'),
    project: f.project('项目', { required: true }),
    manager: f.user('项目经理'),
    state: f.enum('报送', ['未报', '审批中', '已报'], { required: true }),
    document: f.text('核算单号'),
    reportedOn: f.date('提交日期'),
    urgedAt: f.datetime('最近催报'),
    record: f.text('记录'),
  },
  list: {
    columns: ['month', 'area', 'project', 'manager', 'state', 'document', 'reportedOn', 'urgedAt'],
    filters: ['state', ...FILTERS],
    carries: ['record'],
  },
  figures: {
    due: f.integer('应报', { unit: '份' }),
    reported: f.integer('已报', { unit: '份' }),
    complete: f.percent('完整度', { hint: '已报 ÷ 应报' }),
  },
});

const frozen = {
  frozenIncome: yuan('复核收入'),
  frozenSpent: yuan('复核支出'),
  frozenNet: yuan('复核净收支'),
  nowNet: yuan('现净收支'),
  changed: yuan('复核后变动', '现净收支 − 复核净收支'),
};

export const incomeFrozen = defineView({
  id: 'incomeFrozen',
  title: '月度复核',
  purpose: '财务复核过的月份：当时的收支快照，与之后的变动；快照不改',
  screen: SCREEN,
  calls: statisticsCalls('IncomeExpenseFrozen'),
  asks: INCOME_ASKS,
  columns: {
    month: f.month('月份', { required: true }),
    area: f.dept('区域'),
    project: f.project('项目', { required: true }),
    ...frozen,
    reviewer: f.user('复核人'),
    reviewedAt: f.datetime('复核时间'),
    note: f.text('说明'),
  },
  list: {
    columns: ['month', 'area', 'project', ...keysOf(frozen), 'reviewer', 'reviewedAt', 'note'],
    filters: FILTERS,
    sum: keysOf(frozen),
  },
});
