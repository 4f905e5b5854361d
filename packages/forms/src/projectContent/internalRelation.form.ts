import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';
import { assign, neededIn } from './common.ts';

/** 旧版联系单：咨询阶段向运营索取在营项目能耗和运行数据，经运营总监、能源数据分析师、EMC总监和EMC工程师核实后回给暖通工程师；各步可驳回 */
export const internalRelation = defineForm({
  id: 'internalRelation',
  purpose:
    '旧版联系单：咨询阶段向运营索取在营项目能耗和运行数据，经运营总监、能源数据分析师、EMC总监和EMC工程师核实后回给暖通工程师；各步可驳回',
  links: {
    project: f.project('在营项目', { required: true }),
    consultProject: f.ref('consultProject', '咨询项目', { from: 'sourceConsult.consultProject', locked: 'known' }),
  },
  serial: 'NBLX-{yyyy}{MM}-{seq4}',
  emptyMinus: 'zero',
  fields: {
    sourceConsult: f.ref('consult', '来源咨询单'),
    dataSubject: f.enum(
      '数据事项',
      ['在营项目能耗数据', '同类项目对标', '计费参数核实', '现场实测验证', '改造前后对比', '设备实际性能'],
      { required: true },
    ),
    useFor: f.enum('用途', ['方案测算', '投标', '投资评审', '节能评估', '合同谈判', '争议举证'], { required: true }),
    hvacEngineer: f.user('提出数据的暖通工程师', { required: true, hint: '即下一步处理人', nextHandler: true }),
    periodFrom: f.month('数据起始月', { required: true }),
    periodTo: f.month('数据截止月', { required: true }),
    dataKinds: f.multiEnum(
      '数据种类',
      ['供冷量', '供热量', '卫生热水量', '燃气', '电量', '补水量', '供回水温度', '室外温湿度', '运行时长', '收费面积'],
      { required: true },
    ),
    granularity: f.enum('数据粒度', ['小时', '日', '月', '年'], { required: true }),
    benchmarkUnit: f.enum('对标口径', ['按面积', '按供冷供热量', '按运行小时']),
    requirement: f.textarea('具体要求', { required: true }),
    outward: f.boolean('将对外提供', { default: false }),
    outwardObject: f.text('对外提供对象', { required: true, showIf: 'outward' }),
    needDate: f.date('要求回复日期', { required: true }),
    templates: f.files('数据表样'),
  },
  details: {
    energyRows: {
      label: '能耗数据',
      step: '能源数据分析师提供',
      fields: {
        dataMonth: f.month('月份', { required: true }),
        supplyHeat: f.decimal(1, '供冷供热量', { required: true, unit: 'kWh', min: 0 }),
        gasUse: f.decimal(1, '燃气用量', { unit: 'm³', min: 0 }),
        powerUse: f.decimal(1, '用电量', { unit: 'kWh', min: 0 }),
        waterUse: f.decimal(1, '补水量', { unit: 't', min: 0 }),
        billArea: f.decimal(2, '实供面积', { required: true, unit: 'm²', min: 0 }),
        runHours: f.decimal(1, '运行时长', { unit: 'h', min: 0, max: 744 }),
        heatPerArea: f.decimal(2, '单位面积供能', { unit: 'kWh/m²', formula: 'supplyHeat / billArea' }),
        powerRatio: f.decimal(4, '输配电耗比', { unit: 'kWh/kWh', formula: 'powerUse / supplyHeat' }),
      },
    },
    measures: {
      label: '现场实测',
      step: 'EMC工程师实测',
      fields: {
        meterPoint: f.text('测点', { required: true, hint: '如1号机冷水出口、分水器压力' }),
        instrument: f.text('仪器与编号', { required: true }),
        systemValue: f.decimal(2, '系统记录值', { required: true }),
        fieldValue: f.decimal(2, '现场实测值', { required: true }),
        bias: f.percent('偏差', { formula: '(systemValue - fieldValue) / fieldValue * 100' }),
        overBias: f.integer('超差', { flag: true, formula: '(bias > 5 or bias < -5) * 1' }),
      },
    },
  },
  computed: {
    heatTotal: f.decimal(1, '供能总量', { unit: 'kWh', formula: 'sum(energyRows.supplyHeat)' }),
    gasTotal: f.decimal(1, '燃气总量', { unit: 'm³', formula: 'sum(energyRows.gasUse)' }),
    gasRate: f.decimal(4, '单位供能气耗', {
      unit: 'm³/kWh',
      formula: 'sum(energyRows.gasUse) / sum(energyRows.supplyHeat)',
    }),
    overBiasCount: f.integer('超差测点数', { unit: '个', formula: 'sum(measures.overBias)' }),
  },
  resume: 'direct',
  steps: [
    {
      name: '暖通工程师确认需求',
      by: 'chosen',
      among: 'hvacEngineer',
      fields: {
        calcMethod: f.textarea('计算口径说明', { required: true }),
        needField: f.boolean('需要现场实测', { default: false }),
      },
    },
    {
      name: '运营总监分派',
      by: 'role(operationDirector)',
      fields: {
        energyAnalyst: assign('能源数据分析师'),
        openLevel: f.enum('数据开放级别', ['原始数据', '月汇总', '脱敏指标'], { required: true }),
      },
    },
    {
      name: '能源数据分析师提供',
      by: 'chosen',
      among: 'energyAnalyst',
      fields: {
        dataNote: f.textarea('数据说明与异常修正', { required: true }),
        dataFiles: f.files('数据文件'),
        missingRate: f.percent('缺测率', { required: true, min: 0, max: 100 }),
      },
    },
    {
      name: 'EMC总监分派',
      by: 'role(emcDirector)',
      when: 'needField',
      fields: {
        emcEngineer: assign('EMC工程师'),
        testPlanDate: f.date('计划实测日期', { required: true }),
      },
    },
    {
      name: 'EMC工程师实测',
      by: 'chosen',
      among: 'engineer',
      when: 'needField',
      fields: {
        testResult: f.textarea('实测结论', { required: true }),
        testPhotos: f.images('实测照片', { required: true, max: 9 }),
      },
    },
    {
      name: 'EMC总监审核',
      by: 'role(emcDirector)',
      when: 'needField or outward',
      fields: {
        emcOpinion: f.textarea('EMC总监意见', { required: true }),
      },
    },
    {
      name: '暖通工程师接收',
      by: 'field(hvacEngineer)',
      final: true,
      fields: {
        usable: f.enum('数据可用性', ['可直接使用', '修正后使用', '不可用'], { required: true }),
        adoptNote: f.textarea('采用说明', { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'consultProject',
      'dataSubject',
      'useFor',
      'periodFrom',
      'periodTo',
      'needDate',
      'energyAnalyst',
      'emcEngineer',
      'heatTotal',
      'gasRate',
      'overBiasCount',
      'usable',
      'status',
    ],
    filters: ['project', 'dataSubject', 'useFor', 'energyAnalyst', 'emcEngineer', 'needDate', 'status'],
    sum: ['heatTotal', 'gasTotal'],
  },
  rules: [
    { if: 'periodTo < periodFrom', error: '数据截止月不能早于起始月' },
    neededIn('要求回复日期'),
    { if: "outward and openLevel == '原始数据'", error: '对外提供的数据不能开放原始数据' },
    { if: 'dataNote and count(energyRows) == 0', error: '请填写能耗数据' },
    { if: 'testResult and count(measures) == 0', error: '请填写现场实测数据' },
    { if: "overBiasCount > 0 and usable == '可直接使用'", error: '存在超差测点，数据不能直接使用' },
  ],
  onApproved: ['internalRelation.archiveFiles', 'internalRelation.abnormalDraft', 'internalRelation.benchmark'],
  print: 'A4',
  reports: ['internalRelationList', 'consultStatistics/consult', 'totalAnalysisReport'],
});
