/** Prices of building works: one by one against the median of what is like it, by quarter, by supplier, and what whole plants cost. */
import { defineView, f } from '@hengneng/form-kit';

const SCREEN = '/costQuotation/unitEngineeringPrice';
const calls = (name: string) => ({
  index: `/bpmapi/EngineeringPrice/${name}`,
  export: `/bpmapi/EngineeringPrice/Export${name}`,
});
const KINDS = ['成交价', '合同价', '询价', '战略协议价', '信息价', '估算'] as const;
const yuan = (label: string) => f.money4(label, { unit: '元' });
const item = { item: f.text('条目') };

export const engineeringPrices = defineView({
  id: 'engineeringPrices',
  title: '单位工程造价',
  purpose: '报价、合同、询价与概算留下的历史单价，与同名同规格的中位数比较；点名称看走势与供应商报价',
  register: { title: '单位工程造价表', paper: 'A3' },
  screen: SCREEN,
  calls: { index: '/bpmapi/EngineeringPrice/Index', export: '/bpmapi/EngineeringPrice/Export' },
  columns: {
    name: f.text('名称', { required: true }),
    section: f.text('分部', { required: true }),
    spec: f.text('规格型号'),
    brand: f.text('品牌'),
    unit: f.text('单位', { required: true }),
    materialPrice: yuan('设备材料价'),
    laborPrice: yuan('人工机械'),
    unitPrice: yuan('综合单价'),
    taxRate: f.percent('税率'),
    taxed: f.boolean('含税', { required: true }),
    priceKind: f.enum('价格类别', KINDS, { required: true }),
    city: f.text('城市'),
    project: f.project('项目'),
    source: f.text('来源', { required: true }),
    supplier: f.supplier('供应商'),
    priceDate: f.date('价格日期', { required: true }),
    validTo: f.date('有效期至'),
    samples: f.integer('采样数', { unit: '个' }),
    median: yuan('中位数'),
    off: f.percent('偏离中位', { classified: 'price' }),
    state: f.enum('状态', ['有效', '离群', '过期仅供参考', '失效'], { required: true }),
    note: f.text('说明'),
    files: f.files('附件'),
    ...item,
  },
  list: {
    columns: [
      'name',
      'section',
      'spec',
      'brand',
      'unit',
      'materialPrice',
      'laborPrice',
      'unitPrice',
      'taxRate',
      'priceKind',
      'state',
      'samples',
      'median',
      'off',
      'city',
      'project',
      'source',
      'supplier',
      'priceDate',
      'validTo',
      'note',
    ],
    filters: ['section', 'brand', 'city', 'priceKind', 'priceDate', 'taxed', 'supplier', 'state'],
    carries: ['files', 'item'],
  },
  figures: {
    all: f.integer('价格', { unit: '条' }),
    items: f.integer('条目', { unit: '个' }),
    outliers: f.integer('离群', { unit: '条' }),
    old: f.integer('过期', { unit: '条' }),
  },
  charts: {
    kinds: { label: '价格来源', kind: 'pie', by: 'priceKind', series: { count: f.integer('价格', { unit: '条' }) } },
  },
});

export const priceQuarters = defineView({
  id: 'priceQuarters',
  title: '价格走势',
  purpose: '一个条目各季度的中位数与上下四分位',
  screen: SCREEN,
  calls: calls('Stat'),
  asks: item,
  columns: {
    quarter: f.text('季度', { required: true }),
    lower: yuan('下四分位'),
    middle: yuan('中位数'),
    upper: yuan('上四分位'),
    samples: f.integer('采样数', { unit: '个' }),
  },
  list: { columns: ['quarter', 'lower', 'middle', 'upper', 'samples'], filters: ['item'], sum: ['samples'] },
  charts: {
    quarters: {
      label: '价格走势',
      kind: 'line',
      by: 'quarter',
      series: { middle: yuan('中位数'), upper: yuan('上四分位'), lower: yuan('下四分位') },
    },
  },
});

export const priceSuppliers = defineView({
  id: 'priceSuppliers',
  title: '供应商报价分布',
  purpose: '一个条目各供应商报过的最低、中位与最高单价',
  screen: SCREEN,
  calls: calls('Suppliers'),
  asks: item,
  columns: {
    supplier: f.supplier('供应商', { required: true }),
    lowest: yuan('最低'),
    middle: yuan('中位数'),
    highest: yuan('最高'),
    samples: f.integer('报价', { unit: '次' }),
    lastOn: f.date('最近报价', { required: true }),
  },
  list: {
    columns: ['supplier', 'lowest', 'middle', 'highest', 'samples', 'lastOn'],
    filters: ['item', 'supplier'],
    sum: ['samples'],
  },
  charts: {
    suppliers: {
      label: '供应商报价分布',
      kind: 'bar',
      by: 'supplier',
      series: { lowest: yuan('最低'), middle: yuan('中位数'), highest: yuan('最高') },
    },
  },
});

export const priceIndicators = defineView({
  id: 'priceIndicators',
  title: '造价指标',
  purpose: '批准的概算按建筑类型折算的造价指标；同一项目同一阶段取最新一版',
  register: { title: '造价指标表' },
  screen: SCREEN,
  calls: calls('Indicators'),
  columns: {
    buildType: f.text('建筑类型', { required: true }),
    year: f.integer('年份', { required: true }),
    samples: f.integer('样本数', { unit: '个', required: true }),
    area: f.decimal(2, '平均规模', { unit: 'm²' }),
    cooling: f.decimal(2, '平均冷量', { unit: 'kW' }),
    perArea: f.money('造价', { unit: '元/m²' }),
    plantPerKw: f.money('冷源', { unit: '元/kW' }),
    waterPerArea: f.money('水系统', { unit: '元/m²' }),
    powerPerArea: f.money('电气自控', { unit: '元/m²' }),
  },
  list: {
    columns: [
      'buildType',
      'year',
      'samples',
      'area',
      'cooling',
      'perArea',
      'plantPerKw',
      'waterPerArea',
      'powerPerArea',
    ],
    filters: ['buildType', 'year'],
    sum: ['samples'],
  },
});
