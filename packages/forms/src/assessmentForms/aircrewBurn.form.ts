import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 用烟气分析仪对直燃机、锅炉各档火逐点测试，计算过量空气系数、排烟热损失和燃烧效率，判断是否需要调校 */
export const aircrewBurn = defineForm({
  id: 'aircrewBurn',
  purpose: '用烟气分析仪对直燃机、锅炉各档火逐点测试，计算过量空气系数、排烟热损失和燃烧效率，判断是否需要调校',
  links: {
    project: f.project('项目', { required: true }),
    device: f.device('设备', { required: true, kinds: ['主机', '锅炉'] }),
  },
  serial: 'RSJC-{yyyy}{MM}-{seq4}',
  fields: {
    testReason: f.enum(
      '检测原因',
      ['制冷季开机', '采暖季开机', '季中例行', '维修后', '更换燃气气源', '能耗异常', '环保抽检'],
      { required: true },
    ),
    unitModel: f.text('机组型号', { required: true, from: 'device.model', locked: 'known' }),
    unitNo: f.text('机组编号', { required: true, from: 'device.factoryNo', locked: 'known' }),
    burnerBrand: f.enum(
      '燃烧机品牌',
      ['威索Weishaupt', '百得Baltur', '利雅路Riello', '扎克Saacke', '欧保Oilon', '奥林', '其他'],
      { required: true },
    ),
    burnerModel: f.text('燃烧机型号', { required: true }),
    fuel: f.enum('燃料', ['天然气', '液化石油气', '人工煤气', '沼气', '轻柴油', '油气两用'], { required: true }),
    calorific: f.decimal(2, '燃料低位热值', { required: true, unit: 'MJ/m³（油为MJ/kg）', min: 0, max: 120 }),
    inletPressure: f.decimal(2, '阀组前供气压力', { unit: 'kPa', min: 0, max: 100 }),
    runMode: f.enum('运行工况', ['制冷', '采暖', '卫生热水', '制冷加热水'], { required: true }),
    analyzer: f.text('烟气分析仪型号编号', { required: true }),
    analyzerExpire: f.date('分析仪检定有效期', { required: true }),
    testDate: f.date('检测日期', { required: true, default: 'today' }),
    tester: f.user('检测人', { required: true, default: 'me' }),
    lastTest: f.ref('aircrewBurn', '上次检测单'),
    flame: f.check('燃烧器火焰（颜色形状、无回火脉动）', { required: true }),
    ignition: f.check('点火时序与吹扫', { required: true }),
    smoke: f.enum('林格曼黑度', ['0级', '1级', '2级', '3级及以上'], { required: true }),
    adjusted: f.boolean('已做风燃比调校', { default: false }),
    adjustContent: f.textarea('调校内容', { required: true, showIf: 'adjusted' }),
    printSlip: f.images('分析仪打印条照片', { required: true, max: 9 }),
  },
  details: {
    points: {
      label: '分档烟气测试',
      fields: {
        stage: f.enum('测试时机', ['调校前', '调校后'], { required: true, default: '调校前' }),
        load: f.enum('火焰档位', ['点火位', '小火', '25%负荷', '50%负荷', '75%负荷', '大火'], { required: true }),
        fuelFlow: f.decimal(2, '燃料流量', { required: true, unit: 'm³/h', min: 0 }),
        gasPressure: f.decimal(2, '喷嘴前燃气压力', { unit: 'kPa', min: 0 }),
        damper: f.percent('风门开度', { min: 0, max: 100 }),
        furnacePressure: f.integer('炉膛压力', { unit: 'Pa', min: -500, max: 3000 }),
        airTemp: f.decimal(1, '助燃空气温度', { required: true, unit: '℃', min: -30, max: 60 }),
        exhaustTemp: f.decimal(1, '排烟温度', { required: true, unit: '℃', min: 0, max: 500 }),
        o2: f.decimal(1, '含氧量O2', { required: true, unit: '%', min: 0, max: 20.8 }),
        co2: f.decimal(1, '二氧化碳CO2', { unit: '%', min: 0, max: 20 }),
        co: f.integer('一氧化碳CO', { required: true, unit: 'ppm', min: 0, max: 10000 }),
        nox: f.integer('氮氧化物NOx', { unit: 'ppm', min: 0, max: 2000 }),
        coefA: f.decimal(3, '燃料系数A2', {
          required: true,
          min: 0,
          default: 0.66,
          hint: '天然气0.66、液化气0.63、轻柴油0.68',
        }),
        coefB: f.decimal(4, '燃料系数B', {
          required: true,
          min: 0,
          default: 0.009,
          hint: '天然气0.009、液化气0.008、轻柴油0.007',
        }),
        excessAir: f.decimal(2, '过量空气系数', { formula: '21 / (21 - o2)' }),
        noxConverted: f.decimal(1, '折算NOx（3.5%氧）', { unit: 'mg/m³', formula: 'nox * 2.05 * 17.5 / (21 - o2)' }),
        heatLoss: f.percent('排烟热损失', { formula: '(exhaustTemp - airTemp) * (coefA / (21 - o2) + coefB)' }),
        efficiency: f.percent('燃烧效率', { formula: '100 - (exhaustTemp - airTemp) * (coefA / (21 - o2) + coefB)' }),
        bad: f.integer('超标点', {
          flag: true,
          formula:
            "(co > 100 or o2 < 2.5 or (o2 > 6 and load != '点火位' and load != '小火') or noxConverted > 150) * 1",
        }),
        badAfter: f.integer('调校后超标', {
          tally: true,
          formula:
            "(stage == '调校后' and (co > 100 or o2 < 2.5 or (o2 > 6 and load != '点火位' and load != '小火') or noxConverted > 150)) * 1",
        }),
        isAfter: f.integer('调校后测点', { tally: true, formula: "(stage == '调校后') * 1" }),
      },
    },
  },
  computed: {
    averageEfficiency: f.percent('平均燃烧效率', { formula: 'sum(points.efficiency) / count(points)' }),
    averageExhaust: f.decimal(1, '平均排烟温度', { unit: '℃', formula: 'sum(points.exhaustTemp) / count(points)' }),
    badPoints: f.integer('超标测点数', { unit: '点', formula: 'sum(points.bad)' }),
    badAfterPoints: f.integer('调校后仍超标', { unit: '点', formula: 'sum(points.badAfter)' }),
  },
  steps: [
    {
      name: '项目经理审核',
      by: 'projectManager',
      fields: {
        nextTestDate: f.date('下次检测日期', { required: true }),
      },
    },
    {
      name: '暖通工程师评定',
      by: 'role(hvacEngineer)',
      fields: {
        grade: f.enum('燃烧状态评定', ['优良', '合格', '需调校', '需清灰', '需检修停用'], { required: true }),
        techAdvice: f.textarea('技术建议', { required: true }),
      },
    },
    {
      name: '暖通组长审核',
      by: 'role(hvacLeader)',
      when: "badAfterPoints > 0 or averageEfficiency < 88 or grade == '需检修停用'",
    },
    {
      name: '调校整改反馈',
      by: 'applicant',
      when: "grade == '需调校' or grade == '需清灰' or grade == '需检修停用'",
      final: true,
      fields: {
        fixResult: f.textarea('整改结果', { required: true }),
        fixDate: f.date('整改完成日期', { required: true }),
      },
    },
  ],
  cc: ['areaManager'],
  list: {
    columns: [
      'serial',
      'project',
      'device',
      'burnerModel',
      'fuel',
      'testDate',
      'averageExhaust',
      'averageEfficiency',
      'badPoints',
      'badAfterPoints',
      'grade',
      'nextTestDate',
      'status',
    ],
    filters: ['project', 'device', 'fuel', 'testReason', 'testDate', 'grade', 'status'],
    sum: ['badPoints', 'badAfterPoints'],
  },
  rules: [
    { if: 'analyzerExpire < testDate', error: '烟气分析仪已过检定有效期，检测数据无效', at: 'analyzerExpire' },
    { if: 'count(points) < 3', error: '至少检测小火、中间负荷、大火三个档位' },
    {
      if: "badPoints > 0 and not adjusted and (grade == '优良' or grade == '合格')",
      error:
        '存在超标测点（O2应在2.5%～6%（小火可放宽上限）、CO不大于100ppm、折算NOx不大于150mg/m³）且未调校，不能评为优良或合格',
    },
    { if: 'adjusted and sum(points.isAfter) == 0', error: '已调校时必须补测调校后的数据' },
    { if: 'nextTestDate <= testDate', error: '下次检测日期必须晚于检测日期' },
    { if: "flame == '不合格' and grade == '优良'", error: '火焰检查不合格时不能评为优良' },
  ],
  onApproved: [
    'aircrewBurn.archive',
    'aircrewBurn.draftRepair',
    'aircrewBurn.remindNext',
    'aircrewBurn.efficiencyIndex',
  ],
  print: 'A4',
  reports: ['vData/technology', 'vData/computerRoom', 'energyAnalysis', 'assessmentReport'],
});
