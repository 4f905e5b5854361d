import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 按月统计各软水表用量、再生次数和盐耗，与定额比较，及早发现系统泄漏和软化设备失效 */
export const softWaterUsageStatistical = defineForm({
  id: 'softWaterUsageStatistical',
  purpose: '按月统计各软水表用量、再生次数和盐耗，与定额比较，及早发现系统泄漏和软化设备失效',
  links: { project: f.project('项目', { required: true }) },
  serial: 'RSTJ-{yyyy}{MM}-{seq4}',
  fields: {
    statMonth: f.month('统计月份', { required: true, hint: '同一项目每月一份' }),
    runSeason: f.enum('运行季节', ['制冷季', '采暖季', '过渡季'], { required: true }),
    runDays: f.integer('运行天数', { required: true, unit: '天', min: 0, max: 31 }),
    rawHardness: f.decimal(2, '原水硬度', { required: true, unit: 'mmol/L', min: 0 }),
    cycleOutput: f.decimal(1, '树脂周期制水量', { unit: 'm³', min: 0, hint: '设备铭牌或实测' }),
    monthQuota: f.decimal(1, '月软水定额', {
      required: true,
      unit: 'm³',
      min: 0.1,
      from: 'project.softWaterQuota',
      locked: 'known',
    }),
    lastYearUsage: f.decimal(1, '去年同月用量', {
      unit: 'm³',
      min: 0,
      from: 'project.lastYearSoftWater',
      locked: 'known',
    }),
    waterPrice: f.money4('自来水单价', { required: true, unit: '元/m³', min: 0, from: 'project.waterPrice' }),
    salt: f.ref('waterChemical', '软水盐', { required: true, hint: '耗用从项目药剂库存扣减' }),
    saltPrice: f.money4('软水盐单价', { required: true, unit: '元/kg', min: 0, from: 'salt.unitPrice' }),
    saltOpening: f.decimal(1, '软水盐月初库存', { required: true, unit: 'kg', min: 0 }),
    saltIn: f.decimal(1, '软水盐本月入库', { unit: 'kg', min: 0, default: 0 }),
    saltClosing: f.decimal(1, '软水盐月末库存', { required: true, unit: 'kg', min: 0 }),
    overReason: f.textarea('超定额原因', {
      required: true,
      hint: '系统换水、清洗、泄漏、表计故障等',
      showIf: 'overRate > 10',
    }),
    meterPhotos: f.images('水表照片', { required: true, max: 9 }),
  },
  details: {
    meters: {
      label: '软水表读数',
      fields: {
        softener: f.device('软化设备', { required: true, kinds: ['水处理设备'] }),
        useFor: f.enum('用途', ['冷温水补水', '采暖补水', '冷却塔补水', '卫生热水', '蒸汽锅炉补水'], {
          required: true,
        }),
        lastReading: f.decimal(2, '月初读数', {
          required: true,
          unit: 'm³',
          min: 0,
          from: 'softener.lastReading',
          locked: 'known',
        }),
        thisReading: f.decimal(2, '月末读数', { required: true, unit: 'm³', min: 0 }),
        multiple: f.decimal(2, '倍率', { required: true, min: 0.01, default: 1, from: 'softener.multiple' }),
        usage: f.decimal(2, '用量', { unit: 'm³', formula: '(thisReading - lastReading) * multiple' }),
        regenTimes: f.integer('再生次数', { required: true, unit: '次', min: 0 }),
        outHardness: f.decimal(3, '出水硬度', { required: true, unit: 'mmol/L', min: 0 }),
        softResult: f.check('软化效果', { required: true }),
      },
    },
  },
  computed: {
    totalUsage: f.decimal(2, '软水总用量', { unit: 'm³', formula: 'sum(meters.usage)' }),
    totalRegen: f.integer('再生总次数', { unit: '次', formula: 'sum(meters.regenTimes)' }),
    saltUsed: f.decimal(1, '耗盐量', { unit: 'kg', formula: 'saltOpening + saltIn - saltClosing' }),
    saltCost: f.money('软水盐费', { unit: '元', formula: 'saltUsed * saltPrice' }),
    saltPerTon: f.decimal(2, '吨水盐耗', { unit: 'kg/m³', formula: 'saltUsed / totalUsage' }),
    overRate: f.percent('超定额比例', { formula: '(totalUsage - monthQuota) / monthQuota * 100' }),
    yoyRate: f.percent('同比变化', { formula: '(totalUsage - lastYearUsage) / lastYearUsage * 100' }),
    softWaterCost: f.money('软水成本', { unit: '元', formula: 'totalUsage * waterPrice + saltUsed * saltPrice' }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '水质工程师复核',
      by: 'role(waterEngineer)',
      fields: {
        leakJudge: f.enum('用量判断', ['正常', '疑似系统泄漏', '表计异常', '换水清洗所致'], { required: true }),
        waterAdvice: f.textarea('处理意见'),
      },
    },
    { name: '区域经理审核', by: 'areaManager', when: "overRate > 10 or leakJudge == '疑似系统泄漏'" },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'statMonth',
      'totalUsage',
      'monthQuota',
      'overRate',
      'saltUsed',
      'saltPerTon',
      'softWaterCost',
      'leakJudge',
      'status',
    ],
    filters: ['project', 'statMonth', 'runSeason', 'leakJudge'],
    sum: ['totalUsage', 'saltUsed', 'softWaterCost'],
  },
  uniqueTogether: [['project', 'statMonth']],
  rules: [
    { if: 'count(meters) == 0', error: '请填写软水表读数' },
    { if: 'meters.thisReading < meters.lastReading', error: '月末读数不能小于月初读数，换表请先在设备更换记录登记' },
    { if: 'saltClosing > saltOpening + saltIn', error: '月末盐库存不能大于月初库存与入库之和' },
    {
      if: "meters.outHardness > 0.6 and meters.softResult == '合格'",
      error: '出水硬度大于0.6mmol/L时软化效果不能判定为合格',
    },
    { if: "leakJudge == '疑似系统泄漏' and not waterAdvice", error: '判断疑似泄漏时请填写处理意见' },
  ],
  onApproved: [
    'softWaterUsageStatistical.readings',
    'softWaterUsageStatistical.issueSalt',
    'softWaterUsageStatistical.cost',
    'softWaterUsageStatistical.draftRepair',
  ],
  print: 'none',
  reports: ['waterManageAnalysis', 'costAnalysis'],
});
