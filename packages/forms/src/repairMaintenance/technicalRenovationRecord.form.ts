import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 技术改造立项、投资和节能收益测算，改造后实测效果并核对投资回收期 */
export const technicalRenovationRecord = defineForm({
  id: 'technicalRenovationRecord',
  purpose: '技术改造立项、投资和节能收益测算，改造后实测效果并核对投资回收期',
  links: { project: f.project('项目'), contract: f.contract('合同') },
  serial: 'JSGZ-{yyyy}{MM}-{seq4}',
  fields: {
    renovationName: f.text('改造名称', { required: true }),
    renovationType: f.enum(
      '改造类型',
      [
        '主机节能改造',
        '燃烧器改造',
        '烟气余热回收',
        '水泵变频改造',
        '水力平衡改造',
        '冷却塔改造',
        '自控群控改造',
        '计量改造',
        '末端改造',
        '水处理改造',
        '安全隐患改造',
      ],
      { required: true },
    ),
    reason: f.enum('改造原因', ['能耗超标', '设备老化', '安全隐患', '客户要求', '供应能力不足', '政策与排放要求'], {
      required: true,
    }),
    currentProblem: f.textarea('现状与存在问题', { required: true }),
    scheme: f.textarea('改造方案', { required: true }),
    schemeFiles: f.files('方案图纸', { required: true }),
    planStart: f.date('计划开工日期', { required: true }),
    planEnd: f.date('计划完工日期', { required: true }),
    buildWay: f.enum('实施方式', ['自行实施', '外包实施', '厂家实施'], { required: true }),
    buildUnit: f.supplier('实施单位', { required: true, showIf: "buildWay != '自行实施'" }),
    investor: f.enum('投资方', ['公司投资', '客户投资', '双方共担'], { required: true }),
    companyRatio: f.percent('公司投资比例', { required: true, min: 0, max: 100, default: 100 }),
    contractLeft: f.integer('合同剩余月数', { unit: '月', min: 0, from: 'contract.leftMonths', locked: 'known' }),
    needStop: f.boolean('需停机施工', { default: false }),
    stopDays: f.decimal(1, '停机天数', { required: true, unit: '天', min: 0.5, showIf: 'needStop' }),
    emissionBefore: f.decimal(0, '改造前氮氧化物', { unit: 'mg/m³', min: 0, showIf: "renovationType == '燃烧器改造'" }),
    emissionTarget: f.decimal(0, '目标氮氧化物', { unit: 'mg/m³', min: 0, showIf: "renovationType == '燃烧器改造'" }),
  },
  details: {
    invests: {
      label: '投资明细',
      fields: {
        costItem: f.enum('费用项', ['设备费', '材料费', '安装人工费', '调试费', '设计检测费', '运输吊装费', '其他'], {
          required: true,
        }),
        investName: f.text('名称规格', { required: true }),
        quantity: f.decimal(2, '数量', { required: true, min: 0.01 }),
        unitPrice: f.money('单价', { required: true, unit: '元', min: 0 }),
        amount: f.money('金额', { unit: '元', formula: 'quantity * unitPrice' }),
      },
    },
    savings: {
      label: '节约测算',
      fields: {
        energyKind: f.enum('能源品种', ['天然气', '电', '自来水', '蒸汽', '柴油', '药剂', '人工'], { required: true }),
        beforeYear: f.decimal(1, '改造前年耗量', { required: true, min: 0 }),
        afterYear: f.decimal(1, '改造后年耗量', { required: true, min: 0 }),
        energyPrice: f.money4('单价', { required: true, unit: '元', min: 0 }),
        saveQty: f.decimal(1, '年节约量', { formula: 'beforeYear - afterYear' }),
        saveAmount: f.money('年节约金额', { unit: '元', formula: 'saveQty * energyPrice' }),
      },
    },
  },
  computed: {
    totalInvest: f.money('总投资', { unit: '元', formula: 'sum(invests.amount)', capital: true }),
    companyInvest: f.money('公司投资额', { unit: '元', formula: 'totalInvest * companyRatio / 100', capital: true }),
    yearSaving: f.money('年节约金额合计', { unit: '元', formula: 'sum(savings.saveAmount)' }),
    paybackMonths: f.decimal(1, '静态回收期', { unit: '月', formula: 'companyInvest / yearSaving * 12' }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '技术总监评审',
      by: 'role(technicalDirector)',
      fields: {
        reviewResult: f.enum('评审结论', ['同意实施', '修改后实施'], { required: true }),
        reviewOpinion: f.textarea('评审意见', { required: true }),
      },
    },
    {
      name: '财务审核',
      by: 'role(finance)',
      when: 'companyInvest >= 10000',
      fields: {
        fundSource: f.enum('资金来源', ['年度技改预算', '项目维修预算', '追加预算'], { required: true }),
      },
    },
    { name: '总经理批准', by: 'role(generalManager)', when: 'companyInvest >= 50000' },
    {
      name: '完工效果反馈',
      by: 'applicant',
      final: true,
      fields: {
        actualFinish: f.date('实际完工日期', { required: true }),
        actualInvest: f.money('实际投资', { required: true, unit: '元', min: 0 }),
        measuredSaving: f.money('实测折算年节约', { required: true, unit: '元' }),
        effectResult: f.enum('效果结论', ['达到预期', '基本达到', '未达预期'], { required: true }),
        effectFiles: f.files('测试报告与照片', { required: true }),
      },
    },
  ],
  cc: ['areaManager', 'role(operationDirector)'],
  list: {
    columns: [
      'serial',
      'project',
      'renovationName',
      'renovationType',
      'investor',
      'totalInvest',
      'yearSaving',
      'paybackMonths',
      'actualFinish',
      'actualInvest',
      'effectResult',
      'status',
    ],
    filters: ['project', 'renovationType', 'reason', 'investor', 'planStart', 'effectResult'],
    sum: ['totalInvest', 'companyInvest', 'yearSaving', 'actualInvest', 'measuredSaving'],
  },
  rules: [
    { if: 'planEnd < planStart', error: '计划完工日期不能早于开工日期' },
    { if: 'count(invests) == 0', error: '请填写投资明细' },
    { if: "count(savings) == 0 and renovationType != '安全隐患改造'", error: '节能类改造请填写节约测算' },
    {
      if: "paybackMonths > contractLeft and reason == '能耗超标'",
      error: '静态回收期超过合同剩余月数，请调整方案或改由客户投资',
    },
    { if: "investor == '公司投资' and companyRatio < 100", error: '公司投资时公司投资比例应为100' },
    { if: "investor == '客户投资' and companyRatio > 0", error: '客户投资时公司投资比例应为0' },
    { if: 'emissionTarget > emissionBefore', error: '目标氮氧化物不能高于改造前' },
    { if: 'actualFinish < planStart', error: '实际完工日期不能早于计划开工日期' },
  ],
  print: 'A4',
  reports: ['maintenanceCost', 'costAnalysis', 'energyAnalysis'],
});
