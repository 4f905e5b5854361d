/** 经营分析: how areas and projects do by their accounts of the month: income, margin, energy, money that came in, customers, safety. */
import { defineView, f } from '@hengneng/form-kit';
import { keysOf } from './keys.ts';
import { BUSINESS_ASKS, statisticsCalls, wan, yuan, COMMENT_COLUMNS } from './statistics-money.ts';

const SCREEN = '/formFlow/statisticalAnalysis/businessAnalysis';
const FILTERS = keysOf(BUSINESS_ASKS);

const rates = {
  energyRate: f.percent('能源成本率', { hint: '能源成本 ÷ 收入' }),
  grossRate: f.percent('毛利率', { hint: '运营毛利 ÷ 收入' }),
  collectRate: f.percent('回款率', { hint: '实际回款 ÷ 收入' }),
};
/** What is left of the income is for those only who may see margins. */
const MARGIN = f.decimal(2, '毛利', { unit: '万元' });
const left = (label: string) => f.money(label, { unit: '元', classified: 'margin' });
const satisfaction = f.decimal(1, '满意度', { unit: '分', hint: '期间内客户回访的平均' });

export const businessAreas = defineView({
  id: 'businessAreas',
  title: '区域经营',
  purpose: '各区域已核算项目的收入、成本、毛利、回款、人效、安全与满意度',
  register: { title: '区域经营表', paper: 'A3' },
  screen: SCREEN,
  calls: statisticsCalls('Business'),
  asks: BUSINESS_ASKS,
  columns: {
    area: f.dept('区域', { required: true }),
    projects: f.integer('已核算项目', { unit: '个' }),
    areaM2: f.decimal(2, '面积', { unit: '万m²' }),
    income: wan('收入'),
    target: wan('预算收入'),
    reached: f.percent('达成', { hint: '收入 ÷ 预算收入' }),
    energyCost: wan('能源成本'),
    energyRate: rates.energyRate,
    labour: wan('人工'),
    gross: MARGIN,
    grossRate: rates.grossRate,
    collectRate: rates.collectRate,
    unpaid: wan('应收余额', '现在未收的应收'),
    staff: f.decimal(1, '人数', { unit: '人', hint: '核算单的在岗人数，累计时取月均' }),
    areaPerHead: f.decimal(2, '人均管理面积', { unit: '万m²/人' }),
    incomePerHead: wan('人均收入'),
    accidents: f.integer('安全事故', { unit: '起' }),
    satisfaction,
  },
  list: {
    columns: [
      'area',
      'projects',
      'areaM2',
      'income',
      'target',
      'reached',
      'energyCost',
      'energyRate',
      'labour',
      'gross',
      'grossRate',
      'collectRate',
      'unpaid',
      'staff',
      'areaPerHead',
      'incomePerHead',
      'accidents',
      'satisfaction',
    ],
    filters: FILTERS,
    sum: ['projects', 'areaM2', 'income', 'target', 'energyCost', 'labour', 'gross', 'unpaid', 'staff', 'accidents'],
  },
  figures: {
    income: wan('收入'),
    reached: f.percent('收入达成', { hint: '收入 ÷ 预算收入' }),
    profitReached: f.percent('利润达成', { classified: 'margin', hint: '核定利润 ÷ 预算利润' }),
    grossRate: rates.grossRate,
    collectRate: rates.collectRate,
    energyRate: rates.energyRate,
    satisfaction,
  },
});

export const businessTrend = defineView({
  id: 'businessTrend',
  title: '年度走势',
  purpose: '当年各月的收入、毛利与毛利率，和去年同月比较',
  screen: SCREEN,
  calls: statisticsCalls('BusinessTrend'),
  asks: BUSINESS_ASKS,
  columns: {
    on: f.month('核算月份', { required: true }),
    income: wan('收入'),
    gross: MARGIN,
    grossRate: rates.grossRate,
    lastGrossRate: f.percent('去年毛利率'),
  },
  list: {
    columns: ['on', 'income', 'gross', 'grossRate', 'lastGrossRate'],
    filters: FILTERS,
    sum: ['income', 'gross'],
  },
  charts: {
    trend: {
      label: '年度走势',
      kind: 'bar',
      by: 'on',
      series: {
        income: wan('收入'),
        gross: MARGIN,
        grossRate: f.percent('毛利率', { unit: '%' }),
        lastGrossRate: f.percent('去年毛利率', { unit: '%' }),
      },
    },
  },
});

export const businessProjects = defineView({
  id: 'businessProjects',
  title: '项目排名',
  purpose: '已核算项目的毛利率、回款率、单方成本、满意度与安全，在本区域内折成综合得分',
  register: { title: '项目经营排名表', paper: 'A3' },
  screen: SCREEN,
  calls: statisticsCalls('BusinessProjects'),
  asks: BUSINESS_ASKS,
  columns: {
    rank: f.integer('名次'),
    area: f.dept('区域'),
    project: f.project('项目', { required: true }),
    income: wan('收入'),
    gross: MARGIN,
    grossRate: rates.grossRate,
    collectRate: rates.collectRate,
    elecPerArea: f.decimal(2, '单方电耗', { unit: 'kWh/m²', hint: '期间电表用量 ÷ 面积' }),
    energyPerArea: f.money('单方能源费', { unit: '元/m²' }),
    costPerArea: f.money('单方成本', { unit: '元/m²' }),
    satisfaction,
    accidents: f.integer('安全事故', { unit: '起' }),
    score: f.decimal(1, '综合得分', { unit: '分' }),
  },
  list: {
    columns: [
      'rank',
      'area',
      'project',
      'income',
      'gross',
      'grossRate',
      'collectRate',
      'elecPerArea',
      'energyPerArea',
      'costPerArea',
      'satisfaction',
      'accidents',
      'score',
    ],
    filters: FILTERS,
    sum: ['income', 'gross', 'accidents'],
  },
  charts: {
    quadrants: {
      label: '项目四象限（右上明星，右下催收，左上降本，左下预警）',
      kind: 'scatter',
      quartered: true,
      by: 'project',
      series: {
        grossRate: f.percent('毛利率', { unit: '%' }),
        collectRate: f.percent('回款率', { unit: '%' }),
        income: wan('收入'),
      },
    },
  },
});

export const businessLosses = defineView({
  id: 'businessLosses',
  title: '亏损项目',
  purpose: '当月核定利润为负的项目：连续亏了几个月、亏损分析的结论与扭亏时间',
  screen: SCREEN,
  calls: statisticsCalls('BusinessLosses'),
  asks: BUSINESS_ASKS,
  columns: {
    area: f.dept('区域'),
    project: f.project('项目', { required: true }),
    months: f.integer('连续亏损', { unit: '月' }),
    loss: left('本月亏损'),
    yearLoss: left('本年累计利润'),
    nature: f.text('亏损性质'),
    reason: f.text('主因'),
    decision: f.text('减亏措施'),
    manager: f.user('责任人'),
    turnMonth: f.month('预计扭亏月份'),
    result: f.text('效果'),
    analysis: f.enum('亏损分析', ['已分析', '分析中', '未分析'], { required: true }),
  },
  list: {
    columns: [
      'area',
      'project',
      'months',
      'loss',
      'yearLoss',
      'nature',
      'reason',
      'decision',
      'manager',
      'turnMonth',
      'result',
      'analysis',
    ],
    filters: FILTERS,
    sum: ['loss', 'yearLoss'],
  },
});

export const businessAlerts = defineView({
  id: 'businessAlerts',
  title: '预警',
  purpose: '毛利骤降、能耗超标、欠费90天、合同将到期、满意度低、安全事故与缺报的项目',
  screen: SCREEN,
  calls: statisticsCalls('BusinessAlerts'),
  asks: BUSINESS_ASKS,
  columns: {
    kind: f.enum('类别', ['缺报', '毛利骤降', '能耗超标', '欠费90天', '合同90天内到期', '满意度低于70', '安全红线'], {
      required: true,
    }),
    area: f.dept('区域'),
    project: f.project('项目', { required: true }),
    value: f.text('数值', { classified: 'amount' }),
    limit: f.text('阈值'),
    manager: f.user('责任人'),
    handled: f.enum('处理', ['未处理', '处理中', '已处理'], { required: true }),
  },
  list: {
    columns: ['kind', 'area', 'project', 'value', 'limit', 'manager', 'handled'],
    filters: ['kind', 'handled', ...FILTERS],
  },
  figures: {
    missing: f.integer('未核算项目', { unit: '个' }),
    alerts: f.integer('预警', { unit: '条' }),
  },
});

export const businessAccounts = defineView({
  id: 'businessAccounts',
  title: '核算明细',
  purpose: '期间内每个项目每月的核定收入、成本与利润，以上各表都由它合计',
  register: { title: '项目核算明细表', paper: 'A3' },
  screen: SCREEN,
  calls: statisticsCalls('BusinessAccounts'),
  asks: BUSINESS_ASKS,
  columns: {
    document: f.text('核算单号'),
    area: f.dept('区域'),
    project: f.project('项目', { required: true }),
    on: f.month('核算月份', { required: true }),
    income: yuan('收入(不含税)'),
    energyCost: yuan('能源成本'),
    labour: yuan('人工成本'),
    otherCost: yuan('其他直接成本'),
    gross: left('运营毛利'),
    overhead: yuan('折旧、利息、管理费与税金'),
    profit: left('核定利润'),
    received: yuan('实际回款'),
    module: f.text('模块'),
    record: f.text('记录'),
  },
  list: {
    columns: [
      'document',
      'area',
      'project',
      'on',
      'income',
      'energyCost',
      'labour',
      'otherCost',
      'gross',
      'overhead',
      'profit',
      'received',
    ],
    filters: FILTERS,
    sum: ['income', 'energyCost', 'labour', 'otherCost', 'gross', 'overhead', 'profit', 'received'],
    carries: ['module', 'record'],
  },
});

export const businessComments = defineView({
  id: 'businessComments',
  title: '经营点评',
  purpose: '月度经营会上的点评：哪个月、哪个区域、谁写的；只追加不修改',
  screen: SCREEN,
  calls: statisticsCalls('BusinessComments'),
  asks: BUSINESS_ASKS,
  columns: COMMENT_COLUMNS,
  list: { columns: keysOf(COMMENT_COLUMNS), filters: FILTERS },
});
