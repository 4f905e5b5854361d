import { defineBook, f } from '@hengneng/form-kit';

const WATERS = ['原水', '软化水', '软化补水', '冷却水', '冷温水', '采暖水', '卫生热水'] as const;

export const waterArchive = defineBook({
  id: 'waterArchive',
  title: '项目水质档案',
  purpose: '项目水处理的全部经过：施工、月度管理、检测、清洗消毒和年度报告，年报从中汇总',
  columns: {
    project: f.project('项目', { required: true }),
    kind: f.enum('类别', ['施工记录', '月度管理', '检测报告', '清洗消毒', '年度报告'], { required: true }),
    happenedOn: f.date('日期', { required: true }),
    month: f.month('所属月份', { required: true }),
    summary: f.text('摘要', { required: true }),
    ph: f.decimal(2, '冷却水pH'),
    conductivity: f.decimal(1, '冷却水电导率', { unit: 'μS/cm' }),
    ratio: f.decimal(2, '浓缩倍数', { unit: '倍' }),
    coolingMakeup: f.decimal(2, '冷却水补水量', { unit: 'm³' }),
    chilledMakeup: f.decimal(2, '冷温水补水量', { unit: 'm³' }),
    units: f.integer('清洗台数', { unit: '台' }),
    result: f.text('等级或结论'),
    amount: f.money('费用', { unit: '元' }),
    document: f.text('单号'),
  },
  list: {
    columns: [
      'project',
      'kind',
      'happenedOn',
      'month',
      'summary',
      'ph',
      'conductivity',
      'ratio',
      'coolingMakeup',
      'chilledMakeup',
      'result',
      'amount',
      'document',
    ],
    filters: ['project', 'kind', 'happenedOn', 'month', 'result'],
    sum: ['coolingMakeup', 'chilledMakeup', 'amount'],
  },
});

export const waterTest = defineBook({
  id: 'waterTest',
  title: '水质检测台账',
  purpose: '每个水系统每项指标历次的检测值与判定，看趋势、算合格率',
  columns: {
    project: f.project('项目', { required: true }),
    kind: f.enum('来源', ['检测报告', '月度检测'], { required: true }),
    waterSystem: f.enum('水系统', WATERS, { required: true }),
    samplePoint: f.text('取样点'),
    item: f.text('检测项目', { required: true }),
    sampledAt: f.datetime('取样时间', { required: true }),
    value: f.decimal(3, '检测值', { required: true }),
    unit: f.text('单位'),
    limitLow: f.decimal(3, '标准下限'),
    limitHigh: f.decimal(3, '标准上限'),
    fit: f.boolean('合格', { required: true }),
    document: f.text('单号'),
  },
  list: {
    columns: [
      'project',
      'kind',
      'waterSystem',
      'samplePoint',
      'item',
      'sampledAt',
      'value',
      'unit',
      'limitLow',
      'limitHigh',
      'fit',
      'document',
    ],
    filters: ['project', 'kind', 'waterSystem', 'item', 'sampledAt', 'fit'],
  },
});

export const waterShift = defineBook({
  id: 'waterShift',
  title: '水质班次台账',
  purpose: '每班补水表的止码与补水量、冷却水快测值；下一班的起码和当月补水量从中带出',
  columns: {
    project: f.project('项目', { required: true }),
    day: f.date('日期', { required: true }),
    shift: f.enum('班次', ['白班', '中班', '夜班'], { required: true }),
    /** Order of the shifts of a day. */
    turn: f.integer('班序', { required: true }),
    towerMeter: f.decimal(2, '冷却塔补水表止码', { required: true, unit: 'm³' }),
    chilledMeter: f.decimal(2, '冷温水补水表止码', { required: true, unit: 'm³' }),
    towerMakeup: f.decimal(2, '冷却塔补水量', { unit: 'm³' }),
    chilledMakeup: f.decimal(2, '冷温水补水量', { unit: 'm³' }),
    coolingPh: f.decimal(2, '冷却水pH'),
    coolingConductivity: f.decimal(0, '冷却水电导率', { unit: 'μS/cm' }),
    softHardness: f.decimal(3, '软水出水硬度', { unit: 'mmol/L' }),
  },
  key: ['project', 'day', 'shift'],
  list: {
    columns: [
      'project',
      'day',
      'shift',
      'towerMeter',
      'chilledMeter',
      'towerMakeup',
      'chilledMakeup',
      'coolingPh',
      'coolingConductivity',
      'softHardness',
    ],
    filters: ['project', 'day', 'shift'],
    sum: ['towerMakeup', 'chilledMakeup'],
  },
});

export const waterDosing = defineBook({
  id: 'waterDosing',
  title: '加药台账',
  purpose: '每班向各水系统投加的药剂，当月加药汇总从中带出',
  columns: {
    project: f.project('项目', { required: true }),
    month: f.month('月份', { required: true }),
    day: f.date('日期', { required: true }),
    chemical: f.ref('waterChemical', '药剂', { required: true }),
    dosingSystem: f.enum('投加系统', WATERS, { required: true }),
    quantity: f.decimal(2, '投加量', { required: true, unit: 'kg' }),
    document: f.text('单号'),
  },
  list: {
    columns: ['project', 'month', 'day', 'chemical', 'dosingSystem', 'quantity', 'document'],
    filters: ['project', 'month', 'day', 'chemical', 'dosingSystem'],
    sum: ['quantity'],
  },
});

export const waterPlan = defineBook({
  id: 'waterPlan',
  title: '水处理工作计划台账',
  purpose: '年度水质报告排定的次年水处理工作与预算，编年度计划和月度资金预算时取用',
  columns: {
    project: f.project('项目', { required: true }),
    year: f.integer('年度', { required: true }),
    month: f.month('计划月份', { required: true }),
    work: f.text('工作项目', { required: true }),
    budget: f.money('预算费用', { required: true, unit: '元' }),
    document: f.text('年度报告', { required: true }),
  },
  list: {
    columns: ['project', 'year', 'month', 'work', 'budget', 'document'],
    filters: ['project', 'year', 'month', 'work'],
    sum: ['budget'],
  },
});
