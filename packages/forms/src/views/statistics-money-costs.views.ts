/** 成本分析: what the cost consists of, what a unit costs, why it changed, and how projects of one kind compare. */
import { defineView, f } from '@hengneng/form-kit';
import { keysOf } from './keys.ts';
import { COST_ASKS, COST_ITEMS, statisticsCalls, wan, yuan, COMMENT_COLUMNS } from './statistics-money.ts';

const SCREEN = '/formFlow/statisticalAnalysis/costAnalysis';
const FILTERS = keysOf(COST_ASKS);

const perHeat = f.money4('单位供能成本', {
  unit: '元/kWh',
  hint: '总成本 ÷ 供冷供热量，只计当月既有成本入账、又有冷热量计量的项目',
});
const perArea = f.money('单方成本', { unit: '元/m²', hint: '总成本 ÷ 面积' });

export const costMonths = defineView({
  id: 'costMonths',
  title: '月度成本',
  purpose: '每月的总成本、供冷供热量与单位成本，和去年同月比较',
  screen: SCREEN,
  calls: statisticsCalls('Cost'),
  asks: COST_ASKS,
  columns: {
    month: f.month('月份', { required: true }),
    total: yuan('总成本'),
    heat: f.decimal(0, '供冷供热量', { unit: 'kWh' }),
    perHeat,
    perArea,
    lastTotal: yuan('去年同月'),
    lastPerArea: f.money('去年单方', { unit: '元/m²' }),
    growth: f.percent('同比', { hint: '去年同月没有成本的不比' }),
  },
  list: {
    columns: ['month', 'total', 'heat', 'perHeat', 'perArea', 'lastTotal', 'lastPerArea', 'growth'],
    filters: FILTERS,
    sum: ['total', 'heat', 'lastTotal'],
  },
  figures: {
    total: wan('总成本'),
    perHeat,
    perArea,
    elecPrice: f.money4('平均电价', { unit: '元/kWh', hint: '电费 ÷ 电量，只计有电量计量的项目月份' }),
    valley: f.percent('谷电占比', { hint: '谷段电量 ÷ 有分时的电量' }),
  },
  charts: {
    units: {
      label: '单位成本',
      kind: 'line',
      by: 'month',
      series: {
        perArea: f.money('单方成本', { unit: '元/m²' }),
        lastPerArea: f.money('去年单方', { unit: '元/m²' }),
        perHeat: f.money4('单位供能成本', { unit: '元/kWh' }),
      },
    },
  },
});

export const costItems = defineView({
  id: 'costItems',
  title: '成本构成',
  purpose: '每个成本项与科目在本期、对比期的金额与占比',
  screen: SCREEN,
  calls: statisticsCalls('CostItems'),
  asks: COST_ASKS,
  columns: {
    costItem: f.enum('成本项', COST_ITEMS, { required: true }),
    account: f.text('科目', { required: true }),
    amount: yuan('本期'),
    share: f.percent('占比'),
    base: yuan('对比期'),
    change: yuan('增减'),
    growth: f.percent('增减率', { hint: '对比期为0的不比' }),
  },
  list: {
    columns: ['costItem', 'account', 'amount', 'share', 'base', 'change', 'growth'],
    filters: FILTERS,
    sum: ['amount', 'base', 'change'],
  },
  charts: {
    items: { label: '成本构成', kind: 'pie', by: 'costItem', series: { amount: yuan('成本') } },
  },
});

const PARTS = ['对比期', '价格', '用量', '人工', '维修', '其他', '本期'] as const;

export const costDrivers = defineView({
  id: 'costDrivers',
  title: '差异分解',
  purpose: '从对比期的成本到本期：能源的价格与用量、人工、维修与其他各带来多少',
  screen: SCREEN,
  calls: statisticsCalls('CostDrivers'),
  asks: COST_ASKS,
  columns: { factor: f.enum('因素', PARTS, { required: true }), amount: yuan('成本或变动') },
  list: { columns: ['factor', 'amount'], filters: FILTERS },
  charts: {
    drivers: {
      label: '差异分解（对比期 → 本期）',
      kind: 'waterfall',
      by: 'factor',
      inOrder: true,
      series: { amount: wan('金额') },
    },
  },
});

export const costVariance = defineView({
  id: 'costVariance',
  title: '价量差异明细',
  purpose: '有计量的能源：单价与用量各造成多少差异；价差与量差之和即费用差异',
  register: { title: '能源价量差异表', paper: 'A3' },
  screen: SCREEN,
  calls: statisticsCalls('CostVariance'),
  asks: COST_ASKS,
  columns: {
    project: f.project('项目', { required: true }),
    energy: f.enum('能源', ['电', '燃气', '水', '外购热'], { required: true }),
    unit: f.text('单位'),
    baseUse: f.decimal(2, '对比期用量'),
    use: f.decimal(2, '本期用量'),
    basePrice: f.money4('对比期单价', { unit: '元' }),
    price: f.money4('本期单价', { unit: '元' }),
    byPrice: yuan('价差', '(本期单价 − 对比期单价) × 本期用量'),
    byUse: yuan('量差', '(本期用量 − 对比期用量) × 对比期单价'),
    change: yuan('合计差异'),
  },
  list: {
    columns: ['project', 'energy', 'unit', 'baseUse', 'use', 'basePrice', 'price', 'byPrice', 'byUse', 'change'],
    filters: ['energy', ...FILTERS],
    sum: ['byPrice', 'byUse', 'change'],
  },
});

const perM2 = (label: string) => f.money(label, { unit: '元/m²' });

export const costPeers = defineView({
  id: 'costPeers',
  title: '项目对标',
  purpose: '同一建筑类型的项目按每平方米的用量与成本比较；同类不足5个不显示对标',
  register: { title: '项目成本对标表', paper: 'A3' },
  screen: SCREEN,
  calls: statisticsCalls('CostPeers'),
  asks: COST_ASKS,
  columns: {
    area: f.dept('区域'),
    project: f.project('项目', { required: true }),
    buildingType: f.text('建筑类型'),
    areaM2: f.decimal(2, '面积', { unit: 'm²' }),
    elec: f.decimal(2, '单方电', { unit: 'kWh/m²' }),
    gas: f.decimal(2, '单方气', { unit: 'm³/m²' }),
    water: f.decimal(3, '单方水', { unit: 'm³/m²' }),
    energyCost: perM2('单方能源'),
    labourCost: perM2('单方人工'),
    repairCost: perM2('单方维修'),
    total: perM2('单方总成本'),
    amount: yuan('总成本'),
    median: perM2('同类中位数'),
    deviation: f.percent('偏差'),
    saving: wan('可降空间', '单方总成本高出同类下四分位的部分 × 面积'),
  },
  list: {
    columns: [
      'area',
      'project',
      'buildingType',
      'areaM2',
      'elec',
      'gas',
      'water',
      'energyCost',
      'labourCost',
      'repairCost',
      'total',
      'amount',
      'median',
      'deviation',
      'saving',
    ],
    filters: ['buildingType', ...FILTERS],
    sum: ['areaM2', 'amount', 'saving'],
  },
});

export const costLines = defineView({
  id: 'costLines',
  title: '成本明细',
  purpose: '本期成本的每一笔：来自哪张单据，属于哪个项目、哪个月、哪一项',
  register: { title: '项目成本明细表', paper: 'A3' },
  screen: SCREEN,
  calls: statisticsCalls('CostLines'),
  asks: COST_ASKS,
  columns: {
    document: f.text('单据号'),
    area: f.dept('区域'),
    project: f.project('项目', { required: true }),
    month: f.month('月份', { required: true }),
    costItem: f.enum('成本项', COST_ITEMS, { required: true }),
    account: f.text('科目'),
    amount: yuan('金额'),
    applicant: f.user('经办人'),
    module: f.text('模块'),
    record: f.text('记录'),
  },
  list: {
    columns: ['document', 'area', 'project', 'month', 'costItem', 'account', 'amount', 'applicant'],
    filters: FILTERS,
    sum: ['amount'],
    carries: ['module', 'record'],
  },
});

export const costComments = defineView({
  id: 'costComments',
  title: '分析报告',
  purpose: '存档的成本分析：哪个月、哪个区域、谁写的；只追加不修改',
  screen: SCREEN,
  calls: statisticsCalls('CostComments'),
  asks: COST_ASKS,
  columns: COMMENT_COLUMNS,
  list: { columns: keysOf(COMMENT_COLUMNS), filters: FILTERS },
});
