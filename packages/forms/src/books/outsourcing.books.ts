import { defineBook, f } from '@hengneng/form-kit';

export const serviceTask = defineBook({
  id: 'serviceTask',
  title: '外包任务台账',
  purpose: '外包合同约定的检测与保养，逐项看到期、完成台次与结算依据',
  columns: {
    buyerContract: f.ref('buyerContract', '合同', { required: true }),
    project: f.project('项目', { required: true }),
    supplier: f.supplier('外包单位', { required: true }),
    kind: f.enum('类型', ['检测', '保养'], { required: true }),
    item: f.text('项目内容', { required: true }),
    object: f.text('设备或位置', { required: true }),
    registerNo: f.text('注册或出厂编号'),
    dueOn: f.date('完成期限', { required: true }),
    planTimes: f.integer('计划台次', { required: true }),
    doneTimes: f.integer('完成台次', { required: true }),
    unitPrice: f.money('单价', { unit: '元' }),
    missPenalty: f.money('漏做扣款', { unit: '元/次' }),
    doneOn: f.date('完成日期'),
  },
  list: {
    columns: ['project', 'supplier', 'kind', 'item', 'object', 'dueOn', 'planTimes', 'doneTimes', 'doneOn'],
    filters: ['project', 'supplier', 'kind', 'dueOn'],
    sum: ['planTimes', 'doneTimes'],
  },
});

export const repairWarranty = defineBook({
  id: 'repairWarranty',
  title: '维修质保台账',
  purpose: '外包维修过的设备在质保期内再坏，由原维修单位免费返修',
  columns: {
    buyerContract: f.ref('buyerContract', '维修合同', { required: true }),
    contractNo: f.text('合同编号', { required: true }),
    project: f.project('项目', { required: true }),
    device: f.device('设备', { required: true }),
    supplier: f.supplier('维修单位', { required: true }),
    parts: f.text('维修部位', { required: true }),
    validFrom: f.date('质保起', { required: true }),
    validTo: f.date('质保止', { required: true }),
  },
  list: {
    columns: ['contractNo', 'project', 'device', 'supplier', 'parts', 'validFrom', 'validTo'],
    filters: ['project', 'device', 'supplier', 'validTo'],
  },
});

export const chemicalPrice = defineBook({
  id: 'chemicalPrice',
  title: '药剂价目',
  purpose: '水处理合同约定的药剂单价，项目申请药剂时按它带价；总包期内药剂不另计价',
  columns: {
    buyerContract: f.ref('buyerContract', '水处理合同', { required: true }),
    project: f.project('项目', { required: true }),
    supplier: f.supplier('供应商', { required: true }),
    chemical: f.ref('waterChemical', '药剂', { hint: '空表示总包，包括全部药剂' }),
    unitPrice: f.money4('单价', { required: true, unit: '元/kg' }),
    validFrom: f.date('执行起', { required: true }),
    validTo: f.date('执行止', { required: true }),
  },
  list: {
    columns: ['project', 'supplier', 'chemical', 'unitPrice', 'validFrom', 'validTo'],
    filters: ['project', 'supplier', 'chemical', 'validTo'],
  },
});

export const waterStandard = defineBook({
  id: 'waterStandard',
  title: '项目水质控制标准',
  purpose: '水处理合同保证的指标，水质报告按它判定并按约定扣款',
  columns: {
    buyerContract: f.ref('buyerContract', '水处理合同', { required: true }),
    project: f.project('项目', { required: true }),
    supplier: f.supplier('供应商', { required: true }),
    indicator: f.enum('指标', ['浓缩倍数', '碳钢腐蚀率', '铜腐蚀率', '异养菌总数', '总铁'], { required: true }),
    lower: f.decimal(4, '下限'),
    upper: f.decimal(4, '上限'),
    unit: f.text('单位', { required: true }),
    failPenalty: f.money('不达标扣款', { unit: '元/项次' }),
    validFrom: f.date('执行起', { required: true }),
    validTo: f.date('执行止', { required: true }),
  },
  list: {
    columns: ['project', 'supplier', 'indicator', 'lower', 'upper', 'unit', 'failPenalty', 'validFrom', 'validTo'],
    filters: ['project', 'supplier', 'indicator', 'validTo'],
  },
});

export const projectPost = defineBook({
  id: 'projectPost',
  title: '项目岗位台账',
  purpose: '每个项目约定的岗位人数：自有编制与外包劳务，供人员分析对比实有人数',
  columns: {
    project: f.project('项目', { required: true }),
    kind: f.enum('用工', ['自有编制', '劳务派遣', '劳务外包'], { required: true }),
    post: f.text('岗位', { required: true }),
    headcount: f.decimal(2, '人数', { required: true, unit: '人' }),
    needCert: f.text('持证要求'),
    monthCost: f.money('人均月成本', { unit: '元/月' }),
    contract: f.contract('客户合同'),
    buyerContract: f.ref('buyerContract', '外包合同'),
    supplier: f.supplier('劳务单位'),
    validFrom: f.date('起', { required: true }),
    validTo: f.date('止', { required: true }),
  },
  list: {
    columns: ['project', 'kind', 'post', 'headcount', 'needCert', 'monthCost', 'supplier', 'validFrom', 'validTo'],
    filters: ['project', 'kind', 'supplier', 'validTo'],
    sum: ['headcount'],
  },
});

export const depositReceivable = defineBook({
  id: 'depositReceivable',
  title: '应收保证金台账',
  purpose: '付给别人将来要收回的押金与保证金，到期提醒收回',
  columns: {
    kind: f.enum('类别', ['押金', '履约保证金', '投标保证金'], { required: true }),
    project: f.project('项目'),
    counterpart: f.text('对方', { required: true }),
    contractNo: f.text('合同或标书编号'),
    amount: f.money('金额', { required: true, unit: '元' }),
    dueOn: f.date('应收回日期'),
    returned: f.money('已收回', { required: true, unit: '元' }),
    withheld: f.money('已被扣除', { unit: '元' }),
    keeper: f.user('经办人', { required: true }),
  },
  name: ['kind', 'counterpart', 'contractNo'],
  limits: [{ sum: ['returned', 'withheld'], within: ['amount'], error: '收回与扣除合计不能大于付出的押金或保证金' }],
  list: {
    columns: ['kind', 'project', 'counterpart', 'contractNo', 'amount', 'dueOn', 'returned', 'withheld', 'keeper'],
    filters: ['kind', 'project', 'dueOn', 'keeper'],
    sum: ['amount', 'returned', 'withheld'],
  },
});

export const exitReading = defineBook({
  id: 'exitReading',
  title: '退场表计读数',
  purpose: '退场交接时抄见的读数，最后一期用户结算与能源付款的止码',
  columns: {
    project: f.project('项目', { required: true }),
    contract: f.contract('合同'),
    meterKind: f.text('表计类型', { required: true }),
    meterNo: f.text('表号', { required: true }),
    device: f.device('表计'),
    ratio: f.decimal(2, '倍率'),
    lastReading: f.decimal(2, '上次结算读数'),
    exitReading: f.decimal(2, '退场读数', { required: true }),
    usage: f.decimal(2, '用量'),
    fee: f.money('能源费', { unit: '元' }),
    readOn: f.date('抄表日期', { required: true }),
    photo: f.image('读数照片'),
  },
  list: {
    columns: ['project', 'meterKind', 'meterNo', 'ratio', 'lastReading', 'exitReading', 'usage', 'fee', 'readOn'],
    filters: ['project', 'meterKind', 'readOn'],
    sum: ['fee'],
  },
});
