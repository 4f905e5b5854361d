/** What consulting and quoting leave behind: offers and their versions, prices and figures for the next one, what was promised with a deal. */
import { defineBook, f } from '@hengneng/form-kit';

export const offerLedger = defineBook({
  id: 'offerLedger',
  title: '报价台账',
  purpose: '报出的每一版暖通、自控与销售报价：金额、毛利、有效期与客户结果；有新版或过期未成交的失效',
  columns: {
    kind: f.enum('报价类别', ['暖通报价', '自控报价', '销售报价'], { required: true }),
    consultProject: f.ref('consultProject', '咨询项目', { required: true }),
    offerNo: f.text('报价单号', { required: true }),
    version: f.integer('版本', { required: true }),
    buyer: f.text('报价对象'),
    cost: f.money('成本', { unit: '元', classified: 'margin' }),
    total: f.money('含税总价', { required: true, unit: '元' }),
    margin: f.percent('毛利率', { classified: 'margin' }),
    sentOn: f.date('报出日期', { required: true }),
    validTo: f.date('有效期至'),
    result: f.text('客户结果', { required: true }),
    dealPrice: f.money('成交价', { unit: '元' }),
    lostReason: f.text('落标原因'),
    state: f.enum('状态', ['有效', '已成交', '未成交', '已失效'], { required: true }),
    maker: f.user('报价人', { required: true }),
  },
  list: {
    columns: [
      'kind',
      'consultProject',
      'offerNo',
      'version',
      'buyer',
      'total',
      'margin',
      'sentOn',
      'validTo',
      'result',
      'dealPrice',
      'lostReason',
      'state',
      'maker',
    ],
    filters: ['kind', 'consultProject', 'sentOn', 'validTo', 'result', 'state', 'maker'],
    sum: ['total', 'dealPrice'],
  },
});

export const offerSection = defineBook({
  id: 'offerSection',
  title: '报价分部台账',
  purpose: '暖通报价各分部的含税金额，并入的自控报价列为计量自控分部',
  columns: {
    offer: f.ref('offer', '暖通报价', { required: true }),
    section: f.text('分部', { required: true }),
    amount: f.money('含税金额', { required: true, unit: '元' }),
    sourceNo: f.text('来源单号', { required: true }),
  },
  list: {
    columns: ['offer', 'section', 'amount', 'sourceNo'],
    filters: ['offer', 'section'],
    sum: ['amount'],
  },
});

export const costIndex = defineBook({
  id: 'costIndex',
  title: '造价指标库',
  purpose: '报价折算的单方造价、每点造价与单位冷量价格，下次估算时对照',
  columns: {
    kind: f.enum('指标', ['暖通单方造价', '自控每点造价', '主机单位冷量价格'], { required: true }),
    consultProject: f.ref('consultProject', '咨询项目', { required: true }),
    grade: f.text('档次或报价性质'),
    quantity: f.decimal(2, '规模'),
    quantityUnit: f.text('规模单位'),
    value: f.decimal(2, '指标值', { required: true }),
    unit: f.text('单位', { required: true }),
    dealt: f.boolean('已成交', { required: true }),
    pricedOn: f.date('报出日期', { required: true }),
    sourceNo: f.text('报价单号', { required: true }),
  },
  list: {
    columns: [
      'kind',
      'consultProject',
      'grade',
      'quantity',
      'quantityUnit',
      'value',
      'unit',
      'dealt',
      'pricedOn',
      'sourceNo',
    ],
    filters: ['kind', 'consultProject', 'grade', 'dealt', 'pricedOn'],
  },
});

export const modelPrice = defineBook({
  id: 'modelPrice',
  title: '机型成交价台账',
  purpose: '中标签约的主机按什么折扣、什么单价成交，下次报价时参照',
  columns: {
    model: f.text('机型', { required: true }),
    capacity: f.decimal(1, '制冷量', { unit: 'kW' }),
    quantity: f.integer('台数', { required: true, unit: '台' }),
    guidePrice: f.money('指导价', { required: true, unit: '元/台' }),
    discount: f.percent('成交折扣', { required: true }),
    dealPrice: f.money('成交单价', { required: true, unit: '元/台' }),
    consultProject: f.ref('consultProject', '咨询项目', { required: true }),
    buyer: f.text('购货单位', { required: true }),
    buyerKind: f.text('客户类型'),
    tradeTerm: f.text('交货条件'),
    dealtOn: f.date('成交日期', { required: true }),
    sourceNo: f.text('报价单号', { required: true }),
  },
  list: {
    columns: [
      'model',
      'capacity',
      'quantity',
      'guidePrice',
      'discount',
      'dealPrice',
      'consultProject',
      'buyer',
      'buyerKind',
      'tradeTerm',
      'dealtOn',
      'sourceNo',
    ],
    filters: ['consultProject', 'buyerKind', 'dealtOn'],
    sum: ['quantity'],
  },
});

export const platformService = defineBook({
  id: 'platformService',
  title: '项目平台服务台账',
  purpose: '成交的自控报价约定的云平台服务年限与年费，到期前提醒续费',
  columns: {
    consultProject: f.ref('consultProject', '咨询项目', { required: true }),
    points: f.integer('接入点数', { unit: '点' }),
    years: f.integer('服务年限', { required: true, unit: '年' }),
    yearFee: f.money('年费', { unit: '元/年' }),
    startOn: f.date('起始日期', { required: true }),
    endOn: f.date('到期日期', { required: true }),
    freeMonths: f.integer('免费维护期', { unit: '个月' }),
    keeper: f.user('负责人', { required: true }),
    sourceNo: f.text('报价单号', { required: true }),
  },
  list: {
    columns: ['consultProject', 'points', 'years', 'yearFee', 'startOn', 'endOn', 'freeMonths', 'keeper', 'sourceNo'],
    filters: ['consultProject', 'endOn', 'keeper'],
    sum: ['yearFee'],
  },
});

export const researchTopic = defineBook({
  id: 'researchTopic',
  title: '研究课题建议',
  purpose: '销售咨询中研究所认为现有技术不可实现的非标要求，研究立项时选题',
  columns: {
    consultProject: f.ref('consultProject', '咨询项目', { required: true }),
    productLine: f.text('产品线', { required: true }),
    items: f.text('非标内容'),
    question: f.text('技术问题', { required: true }),
    opinion: f.text('研究所意见'),
    engineer: f.user('解答工程师'),
    raisedOn: f.date('提出日期', { required: true }),
    sourceNo: f.text('咨询单号', { required: true }),
  },
  list: {
    columns: ['consultProject', 'productLine', 'items', 'question', 'opinion', 'engineer', 'raisedOn', 'sourceNo'],
    filters: ['consultProject', 'productLine', 'engineer', 'raisedOn'],
  },
});

export const energyBenchmark = defineBook({
  id: 'energyBenchmark',
  title: '同类项目能耗指标库',
  purpose: '在营项目核实过的单位能耗，方案测算与投标时对标；缺测率和可用性一并记明',
  columns: {
    project: f.project('在营项目', { required: true }),
    monthFrom: f.month('数据起始月', { required: true }),
    monthTo: f.month('数据截止月', { required: true }),
    metric: f.text('指标', { required: true }),
    value: f.decimal(4, '数值', { required: true }),
    unit: f.text('单位', { required: true }),
    missingRate: f.percent('缺测率'),
    usable: f.text('可用性', { required: true }),
    useFor: f.text('用途'),
    sourceNo: f.text('联系单号', { required: true }),
  },
  list: {
    columns: [
      'project',
      'monthFrom',
      'monthTo',
      'metric',
      'value',
      'unit',
      'missingRate',
      'usable',
      'useFor',
      'sourceNo',
    ],
    filters: ['project', 'monthFrom', 'metric', 'usable'],
  },
});
