/** What is known of a machine: tests, solution, refrigerant and parts, and what its upkeep is planned to cost. */
import { defineBook, f } from '@hengneng/form-kit';

export const deviceTest = defineBook({
  id: 'deviceTest',
  title: '设备检测档案',
  purpose: '主机历次真空与能效检测的结果、评定和下次检测日期',
  columns: {
    device: f.device('设备', { required: true }),
    project: f.project('项目', { required: true }),
    kind: f.enum('检测类别', ['真空检测', '燃烧检测', '制冷能效测试', '制热能效测试'], { required: true }),
    testedOn: f.date('检测日期', { required: true }),
    metric: f.text('指标', { required: true }),
    value: f.decimal(4, '结果', { required: true }),
    unit: f.text('单位'),
    grade: f.text('评定'),
    valid: f.boolean('数据有效', { required: true }),
    nextTest: f.date('下次检测日期'),
    document: f.text('检测单号', { required: true }),
  },
  list: {
    columns: [
      'project',
      'device',
      'kind',
      'testedOn',
      'metric',
      'value',
      'unit',
      'grade',
      'valid',
      'nextTest',
      'document',
    ],
    filters: ['project', 'device', 'kind', 'testedOn', 'grade'],
  },
});

export const solutionArchive = defineBook({
  id: 'solutionArchive',
  title: '机组溶液档案',
  purpose: '溴化锂溶液历次化验的指标与处理建议，以及补充的溶液量',
  columns: {
    device: f.device('机组', { required: true }),
    project: f.project('项目', { required: true }),
    kind: f.enum('类别', ['化验', '补充'], { required: true }),
    happenedOn: f.date('日期', { required: true }),
    concentration: f.decimal(2, '溴化锂浓度', { unit: '%' }),
    ph: f.decimal(2, 'pH'),
    molybdate: f.decimal(1, '钼酸锂', { unit: 'mg/L' }),
    copper: f.decimal(1, '铜离子', { unit: 'mg/L' }),
    iron: f.decimal(1, '铁离子', { unit: 'mg/L' }),
    chloride: f.decimal(3, '氯离子', { unit: '%' }),
    overLimit: f.boolean('指标超限'),
    advice: f.text('处理建议'),
    quantity: f.decimal(2, '补充量', { unit: 'kg' }),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: [
      'project',
      'device',
      'kind',
      'happenedOn',
      'concentration',
      'ph',
      'molybdate',
      'copper',
      'iron',
      'chloride',
      'overLimit',
      'advice',
      'quantity',
      'document',
    ],
    filters: ['project', 'device', 'kind', 'happenedOn', 'overLimit'],
    sum: ['quantity'],
  },
});

export const refrigerantUse = defineBook({
  id: 'refrigerantUse',
  title: '制冷剂使用台账',
  purpose: '每台机组补充的制冷剂与折算的碳排放',
  columns: {
    device: f.device('设备', { required: true }),
    project: f.project('项目', { required: true }),
    month: f.month('月份', { required: true }),
    refrigerant: f.text('制冷剂', { required: true }),
    quantity: f.decimal(2, '补充量', { required: true, unit: 'kg' }),
    gwp: f.integer('全球变暖潜势', { required: true, unit: 'kgCO₂/kg' }),
    carbon: f.decimal(2, '碳排放', { required: true, unit: 'kgCO₂' }),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: ['project', 'device', 'month', 'refrigerant', 'quantity', 'gwp', 'carbon', 'document'],
    filters: ['project', 'device', 'month', 'refrigerant'],
    sum: ['quantity', 'carbon'],
  },
});

export const replacedPart = defineBook({
  id: 'replacedPart',
  title: '换件台账',
  purpose: '保养中更换的配件与材料及其质保期，质保期内再坏时据此索赔',
  columns: {
    device: f.device('设备', { required: true }),
    project: f.project('项目', { required: true }),
    part: f.text('名称', { required: true }),
    spec: f.text('规格'),
    quantity: f.decimal(2, '数量', { required: true }),
    amount: f.money('金额', { unit: '元' }),
    replacedOn: f.date('更换日期', { required: true }),
    warrantyTo: f.date('质保期至'),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: ['project', 'device', 'part', 'spec', 'quantity', 'amount', 'replacedOn', 'warrantyTo', 'document'],
    filters: ['project', 'device', 'replacedOn', 'warrantyTo'],
    sum: ['amount'],
  },
});

export const upkeepPlan = defineBook({
  id: 'upkeepPlan',
  title: '年度维修预算台账',
  purpose: '检测与评估提出的维修、清洗、溶液处理等工作及预算，编制年度计划和月度资金预算时取用',
  columns: {
    project: f.project('项目', { required: true }),
    year: f.integer('年度', { required: true }),
    work: f.text('工作内容', { required: true }),
    amount: f.money('预算', { required: true, unit: '元' }),
    dueOn: f.date('完成期限'),
    document: f.text('来源单号', { required: true }),
  },
  list: {
    columns: ['project', 'year', 'work', 'amount', 'dueOn', 'document'],
    filters: ['project', 'year', 'dueOn'],
    sum: ['amount'],
  },
});
