import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 值班运行人员逐班记录水质快测、补水表读数、排污和加药，及时发现水质异常 */
export const waterManagementDiary = defineForm({
  id: 'waterManagementDiary',
  purpose: '值班运行人员逐班记录水质快测、补水表读数、排污和加药，及时发现水质异常',
  links: { project: f.project('项目') },
  serial: 'SZRZ-{yyyy}{MM}{dd}-{seq3}',
  fields: {
    diaryDate: f.date('日期', { required: true, unique: true }),
    shift: f.enum('班次', ['白班', '中班', '夜班'], {
      required: true,
      hint: '同一项目同一日期同一班次一份',
      unique: true,
    }),
    runMode: f.enum('运行工况', ['制冷', '采暖', '卫生热水', '停机'], { required: true }),
    hostsRunning: f.integer('运行主机台数', { required: true, unit: '台', min: 0 }),
    coolingSupplyTemp: f.decimal(1, '冷却水进机温度', { unit: '℃', min: 0, max: 60 }),
    coolingReturnTemp: f.decimal(1, '冷却水出机温度', { unit: '℃', min: 0, max: 60 }),
    coolingPh: f.decimal(2, '冷却水pH', { min: 0, max: 14, hint: '7.5–9.5' }),
    coolingConductivity: f.decimal(0, '冷却水电导率', { unit: 'μS/cm', min: 0 }),
    chilledPh: f.decimal(2, '冷温水pH', { min: 0, max: 14, hint: '7.5–10.0' }),
    chilledConductivity: f.decimal(0, '冷温水电导率', { unit: 'μS/cm', min: 0 }),
    waterColor: f.enum('塔盘水色', ['清澈', '微浑', '浑浊', '发绿有藻', '铁锈色'], { required: true }),
    softHardness: f.decimal(3, '软水出水硬度', { unit: 'mmol/L', min: 0, hint: '大于0.6需再生' }),
    towerMeterLast: f.decimal(2, '冷却塔补水表上班读数', {
      required: true,
      unit: 'm³',
      min: 0,
      hint: '由上一班止码带出',
    }),
    towerMeterNow: f.decimal(2, '冷却塔补水表本班读数', { required: true, unit: 'm³', min: 0 }),
    chilledMeterLast: f.decimal(2, '冷温水补水表上班读数', { required: true, unit: 'm³', min: 0 }),
    chilledMeterNow: f.decimal(2, '冷温水补水表本班读数', { required: true, unit: 'm³', min: 0 }),
    blowdownTimes: f.integer('排污次数', { unit: '次', min: 0, default: 0 }),
    blowdownMinutes: f.integer('累计排污时长', { unit: 'min', min: 0, default: 0 }),
    dosingPump: f.enum('加药泵状态', ['自动', '手动', '故障', '停用'], { required: true }),
    dosingTankLevel: f.percent('药箱液位', { min: 0, max: 100 }),
    abnormal: f.boolean('有异常', { default: false }),
    abnormalDesc: f.textarea('异常情况', { required: true, showIf: 'abnormal' }),
    abnormalPhotos: f.images('异常照片', { max: 6, showIf: 'abnormal' }),
  },
  details: {
    dosing: {
      label: '本班加药',
      fields: {
        chemical: f.ref('waterChemical', '药剂', { required: true }),
        dosingSystem: f.enum('投加系统', ['冷却水', '冷温水', '采暖水', '卫生热水'], { required: true }),
        dosingWay: f.enum('投加方式', ['计量泵', '人工投加'], { required: true }),
        stockBefore: f.decimal(2, '加药前库存', { unit: 'kg', from: 'chemical.stock', locked: 'known' }),
        quantity: f.decimal(2, '投加量', { required: true, unit: 'kg', min: 0.01 }),
        stockAfter: f.decimal(2, '加药后库存', { unit: 'kg', formula: 'stockBefore - quantity' }),
      },
    },
  },
  computed: {
    towerMakeup: f.decimal(2, '冷却塔补水量', { unit: 'm³', formula: 'towerMeterNow - towerMeterLast' }),
    chilledMakeup: f.decimal(2, '冷温水补水量', { unit: 'm³', formula: 'chilledMeterNow - chilledMeterLast' }),
    coolingDelta: f.decimal(1, '冷却水温差', { unit: '℃', formula: 'coolingReturnTemp - coolingSupplyTemp' }),
    dosingTotal: f.decimal(2, '本班加药量', { unit: 'kg', formula: 'sum(dosing.quantity)' }),
  },
  steps: [
    {
      name: '项目经理审阅',
      by: 'projectManager',
      fields: {
        reviewNote: f.text('审阅意见'),
      },
    },
    {
      name: '水质工程师处理',
      by: 'role(waterEngineer)',
      when: 'abnormal',
      fields: {
        handleAdvice: f.textarea('处理意见', { required: true }),
        needVisit: f.boolean('需到场处理', { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'diaryDate',
      'shift',
      'runMode',
      'coolingPh',
      'coolingConductivity',
      'towerMakeup',
      'chilledMakeup',
      'dosingTotal',
      'abnormal',
      'applicant',
      'status',
    ],
    filters: ['project', 'diaryDate', 'shift', 'abnormal', 'applicant'],
    sum: ['towerMakeup', 'chilledMakeup', 'dosingTotal'],
  },
  rules: [
    { if: 'diaryDate > createdAt', error: '日志日期不能晚于今天' },
    { if: 'towerMeterNow < towerMeterLast', error: '冷却塔补水表本班读数不能小于上班读数' },
    { if: 'chilledMeterNow < chilledMeterLast', error: '冷温水补水表本班读数不能小于上班读数' },
    {
      if: "runMode == '制冷' and coolingReturnTemp < coolingSupplyTemp",
      error: '制冷工况下冷却水出机温度应高于进机温度',
    },
    { if: 'dosing.quantity > dosing.stockBefore', error: '投加量大于药剂库存，请核对' },
    { if: "dosingPump == '故障' and not abnormal", error: '加药泵故障请勾选有异常并说明' },
  ],
  print: 'none',
  reports: ['waterManageAnalysis'],
});
