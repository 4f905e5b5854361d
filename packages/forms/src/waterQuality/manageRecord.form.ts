import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 按月汇总项目各水系统的水质指标、加药、补排水情况，由水质工程师评定等级并下达次月调整意见 */
export const manageRecord = defineForm({
  id: 'manageRecord',
  purpose: '按月汇总项目各水系统的水质指标、加药、补排水情况，由水质工程师评定等级并下达次月调整意见',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同') },
  serial: 'SZGL-{yyyy}{MM}-{seq4}',
  fields: {
    recordMonth: f.month('管理月份', { required: true, default: 'month', hint: '同一项目每月一份' }),
    season: f.enum('运行季节', ['制冷季', '采暖季', '过渡季', '停机湿保养'], { required: true }),
    serviceMode: f.enum('水处理方式', ['项目自管', '药剂商托管', '公司水质组托管'], { required: true }),
    chemicalSupplier: f.supplier('药剂服务商', { required: true, showIf: "serviceMode == '药剂商托管'" }),
    supplierVisits: f.integer('服务商到场次数', { unit: '次', min: 0, showIf: "serviceMode == '药剂商托管'" }),
    coolingVolume: f.decimal(1, '冷却水系统水容量', {
      unit: 'm³',
      min: 0,
      from: 'project.coolingWaterVolume',
      locked: 'known',
    }),
    chilledVolume: f.decimal(1, '冷温水系统水容量', {
      unit: 'm³',
      min: 0,
      from: 'project.chilledWaterVolume',
      locked: 'known',
    }),
    coolingMakeup: f.decimal(1, '冷却水补水量', {
      required: true,
      unit: 'm³',
      min: 0,
      hint: '由当月水质管理日志累加带出',
      from: 'project.monthCoolingMakeup',
    }),
    coolingBlowdown: f.decimal(1, '冷却水排污量', { required: true, unit: 'm³', min: 0 }),
    chilledMakeup: f.decimal(1, '冷温水补水量', {
      required: true,
      unit: 'm³',
      min: 0,
      hint: '由当月水质管理日志累加带出',
      from: 'project.monthChilledMakeup',
    }),
    makeupConductivity: f.decimal(1, '补充水电导率', { required: true, unit: 'μS/cm', min: 1, max: 3000 }),
    coolingConductivity: f.decimal(1, '冷却水月均电导率', {
      required: true,
      unit: 'μS/cm',
      min: 0,
      max: 10000,
      hint: '控制值不大于2300',
    }),
    ratioTarget: f.decimal(1, '浓缩倍数控制目标', { unit: '倍', min: 2, max: 8, default: 4 }),
    dosingDevice: f.enum('自动加药装置状态', ['正常投用', '手动投加', '故障停用', '未配置'], { required: true }),
    scaleFound: f.boolean('发现结垢腐蚀或藻类', { default: false }),
    scaleDesc: f.textarea('结垢腐蚀部位及程度', { required: true, showIf: 'scaleFound' }),
    scenePhotos: f.images('塔盘及取样照片', { max: 9 }),
  },
  details: {
    tests: {
      label: '水质检测数据',
      fields: {
        waterSystem: f.enum('水系统', ['冷却水', '冷温水', '采暖水', '卫生热水', '软化补水', '原水'], {
          required: true,
        }),
        sampleDate: f.date('取样日期', { required: true }),
        ph: f.decimal(2, 'pH值', { required: true, min: 0, max: 14, hint: '冷却水7.5–9.5，冷温水7.5–10.0' }),
        conductivity: f.decimal(1, '电导率', { required: true, unit: 'μS/cm', min: 0 }),
        turbidity: f.decimal(1, '浊度', { unit: 'NTU', min: 0 }),
        hardness: f.decimal(1, '总硬度（以CaCO₃计）', { unit: 'mg/L', min: 0 }),
        alkalinity: f.decimal(1, '总碱度（以CaCO₃计）', { unit: 'mg/L', min: 0 }),
        chloride: f.decimal(1, '氯离子', { unit: 'mg/L', min: 0 }),
        totalIron: f.decimal(2, '总铁', { unit: 'mg/L', min: 0, hint: '不大于1.0' }),
        agentContent: f.decimal(1, '药剂浓度', { unit: 'mg/L', min: 0 }),
        testResult: f.check('判定', { required: true }),
        testFail: f.integer('不合格', { tally: true, formula: "testResult == '不合格'" }),
      },
    },
    dosing: {
      label: '本月加药汇总（由水质管理日志合计带出）',
      rowsFrom: 'project.monthDosing',
      fields: {
        chemical: f.ref('waterChemical', '药剂', { required: true }),
        dosingSystem: f.enum('投加系统', ['冷却水', '冷温水', '采暖水', '卫生热水'], { required: true }),
        quantity: f.decimal(2, '投加量', {
          required: true,
          unit: 'kg',
          min: 0,
          from: 'waterDosing.monthQuantity',
          locked: 'known',
        }),
        unitPrice: f.money4('单价', { unit: '元/kg', min: 0, from: 'chemical.unitPrice' }),
        amount: f.money('金额', { unit: '元', formula: 'quantity * unitPrice' }),
      },
    },
  },
  computed: {
    concentrationRatio: f.decimal(2, '冷却水浓缩倍数', {
      unit: '倍',
      formula: 'coolingConductivity / makeupConductivity',
    }),
    chilledLossRate: f.percent('冷温水月补水率', { formula: 'chilledMakeup / chilledVolume * 100' }),
    failCount: f.integer('不合格系统数', { unit: '个', formula: 'sum(tests.testFail)' }),
    passRate: f.percent('检测合格率', { formula: '(count(tests) - sum(tests.testFail)) / count(tests) * 100' }),
    chemicalCost: f.money('本月药剂费', { unit: '元', formula: 'sum(dosing.amount)' }),
    chemicalCostPerTon: f.money4('吨补水药剂费', {
      unit: '元/m³',
      formula: 'chemicalCost / (coolingMakeup + chilledMakeup)',
    }),
  },
  steps: [
    {
      name: '项目经理审核',
      by: 'projectManager',
      fields: {
        managerOpinion: f.textarea('现场管理意见'),
      },
    },
    {
      name: '水质工程师评定',
      by: 'role(waterEngineer)',
      fields: {
        qualityGrade: f.enum('水质等级', ['优', '良', '合格', '不合格'], { required: true }),
        adjustAdvice: f.textarea('次月加药排污调整意见', { required: true }),
      },
    },
    { name: '区域经理审核', by: 'areaManager', when: "failCount > 0 or qualityGrade == '不合格'" },
    {
      name: '项目整改反馈',
      by: 'applicant',
      when: "failCount > 0 or qualityGrade == '不合格'",
      final: true,
      fields: {
        rectifyMeasure: f.textarea('整改措施', { required: true }),
        retestDate: f.date('复测日期', { required: true }),
        retestResult: f.enum('复测结论', ['合格', '仍不合格'], { required: true }),
      },
    },
  ],
  cc: ['role(technicalDirector)'],
  list: {
    columns: [
      'serial',
      'project',
      'recordMonth',
      'season',
      'concentrationRatio',
      'passRate',
      'chemicalCost',
      'qualityGrade',
      'status',
    ],
    filters: ['project', 'recordMonth', 'season', 'serviceMode', 'qualityGrade'],
    sum: ['coolingMakeup', 'chilledMakeup', 'chemicalCost'],
  },
  uniqueTogether: [['project', 'recordMonth']],
  rules: [
    { if: 'count(tests) == 0', error: '请至少填写一个水系统的检测数据' },
    { if: 'coolingBlowdown > coolingMakeup', error: '冷却水排污量不能大于补水量' },
    {
      if: 'coolingConductivity > 0 and coolingConductivity < makeupConductivity',
      error: '冷却水电导率低于补充水，请核对取样点和仪表',
    },
    { if: "tests.ph < 6 and tests.testResult == '合格'", error: 'pH低于6的水样不能判定为合格' },
    { if: 'retestDate < createdAt', error: '复测日期不能早于填报日期' },
  ],
  onApproved: ['manageRecord.archive', 'manageRecord.cost', 'manageRecord.draftProblem'],
  print: 'A4',
  reports: ['waterManageAnalysis', 'costAnalysis'],
});
