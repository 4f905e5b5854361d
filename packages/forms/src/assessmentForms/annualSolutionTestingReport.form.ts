import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 每年对全部溴化锂机组取样化验溶液浓度、酸碱度、缓蚀剂和有害离子，提出过滤、调质或更换方案及预算 */
export const annualSolutionTestingReport = defineForm({
  id: 'annualSolutionTestingReport',
  purpose: '每年对全部溴化锂机组取样化验溶液浓度、酸碱度、缓蚀剂和有害离子，提出过滤、调质或更换方案及预算',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同') },
  serial: 'RYJC-{yyyy}-{seq4}',
  fields: {
    testYear: f.integer('检测年度', { required: true, unit: '年', min: 2000, max: 2100 }),
    laboratory: f.supplier('检测单位', { required: true }),
    labCertNo: f.text('检测资质编号'),
    reportNo: f.text('检测报告编号', { required: true, unique: true }),
    sampleDate: f.date('取样日期', { required: true }),
    receiveDate: f.date('送检日期', { required: true }),
    reportDate: f.date('报告日期', { required: true }),
    sampler: f.user('取样人', { required: true, default: 'me' }),
    samplePhase: f.enum('取样时机', ['制冷季末运行中', '停机稀释后', '采暖季末', '大修前'], { required: true }),
    standardNo: f.enum('检测标准', ['HG/T 2822', 'GB/T 18362', 'GB/T 18431', '企业标准'], { required: true }),
    testFee: f.money('检测费', { required: true, unit: '元', min: 0 }),
    reportFile: f.files('检测报告扫描件', { required: true }),
  },
  details: {
    samples: {
      label: '逐机检测结果',
      fields: {
        device: f.device('机组', { required: true, kinds: ['主机'] }),
        sampleNo: f.text('样品编号', { required: true }),
        appearance: f.enum('外观', ['淡黄透明', '黄褐色', '蓝绿色（含铜）', '黑褐浑浊', '有沉淀'], { required: true }),
        concentration: f.decimal(2, '溴化锂浓度', { required: true, unit: '%', min: 30, max: 66 }),
        density: f.decimal(3, '密度', { unit: 'g/cm³', min: 1, max: 2 }),
        ph: f.decimal(2, 'pH', { required: true, min: 0, max: 14 }),
        molybdate: f.decimal(1, '钼酸锂', { unit: 'mg/L', min: 0, max: 2000 }),
        chromate: f.decimal(3, '铬酸锂', { unit: '%', min: 0, max: 2 }),
        copper: f.decimal(1, '铜离子', { required: true, unit: 'mg/L', min: 0 }),
        iron: f.decimal(1, '铁离子', { required: true, unit: 'mg/L', min: 0 }),
        chloride: f.decimal(3, '氯离子', { required: true, unit: '%', min: 0 }),
        sulfate: f.decimal(3, '硫酸根', { unit: '%', min: 0 }),
        ammonium: f.decimal(2, '铵离子', { unit: 'mg/L', min: 0 }),
        octanol: f.decimal(2, '辛醇含量', { unit: '%', min: 0, max: 5 }),
        advice: f.enum('处理建议', ['正常使用', '过滤再生', '加缓蚀剂', '调节酸碱度', '补充溶液', '更换溶液'], {
          required: true,
        }),
        treatAmount: f.decimal(1, '处理溶液量', { unit: 'kg', min: 0, default: 0 }),
        treatPrice: f.money('处理单价', { unit: '元/kg', min: 0, default: 0 }),
        treatCost: f.money('处理费用', { unit: '元', formula: 'treatAmount * treatPrice' }),
        bad: f.integer('指标超限', {
          flag: true,
          formula: '(ph < 9 or ph > 10.5 or copper > 20 or iron > 20 or chloride > 0.05) * 1',
        }),
        conflict: f.integer('结论矛盾', {
          flag: true,
          formula:
            "((ph < 9 or ph > 10.5 or copper > 20 or iron > 20 or chloride > 0.05) and advice == '正常使用') * 1",
        }),
      },
    },
  },
  computed: {
    sampleCount: f.integer('检测机组数', { unit: '台', formula: 'count(samples)' }),
    badUnits: f.integer('超限机组数', { unit: '台', formula: 'sum(samples.bad)' }),
    passRate: f.percent('溶液合格率', { formula: '(count(samples) - sum(samples.bad)) / count(samples) * 100' }),
    treatTotal: f.money('处理费用预算', { unit: '元', formula: 'sum(samples.treatCost)' }),
    totalBudget: f.money('费用合计', { unit: '元', formula: 'testFee + sum(samples.treatCost)', capital: true }),
  },
  steps: [
    {
      name: '水质工程师审核数据',
      by: 'role(waterEngineer)',
      fields: {
        dataReview: f.enum('数据复核结论', ['有效', '需复测'], { required: true }),
      },
    },
    {
      name: '暖通组长提出方案',
      by: 'role(hvacLeader)',
      when: 'badUnits > 0',
      fields: {
        treatPlan: f.textarea('溶液处理方案', { required: true }),
        treatBefore: f.date('处理完成期限', { required: true }),
      },
    },
    { name: '区域经理审批', by: 'areaManager' },
    { name: '财务审核', by: 'role(finance)', when: 'totalBudget >= 10000' },
    { name: '技术总监批准', by: 'role(technicalDirector)', when: 'totalBudget >= 30000' },
  ],
  cc: ['projectManager'],
  list: {
    columns: [
      'serial',
      'project',
      'testYear',
      'laboratory',
      'reportNo',
      'sampleDate',
      'sampleCount',
      'badUnits',
      'passRate',
      'treatTotal',
      'totalBudget',
      'treatBefore',
      'status',
    ],
    filters: ['project', 'testYear', 'laboratory', 'sampleDate', 'status'],
    sum: ['sampleCount', 'badUnits', 'testFee', 'treatTotal', 'totalBudget'],
  },
  rules: [
    { if: 'receiveDate < sampleDate', error: '送检日期不能早于取样日期' },
    { if: 'reportDate < receiveDate', error: '报告日期不能早于送检日期' },
    { if: 'count(samples) == 0', error: '请至少填写一台机组的检测结果' },
    { if: 'sum(samples.conflict) > 0', error: '指标超限（pH、铜铁离子或氯离子）的机组不能建议正常使用' },
    { if: "dataReview == '需复测'", error: '数据需复测，请退回申请人重新取样' },
    { if: 'treatBefore < reportDate', error: '处理完成期限不能早于报告日期' },
  ],
  onApproved: [
    'annualSolutionTestingReport.archive',
    'annualSolutionTestingReport.draftMaintenance',
    'annualSolutionTestingReport.budget',
  ],
  print: 'A4',
  reports: ['waterManageAnalysis', 'maintenanceCost', 'vData/technology'],
});
