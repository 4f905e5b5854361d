import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 对照系统维护计划逐项反馈完成情况、试运行数据、实际费用和遗留问题，由客户签认后关闭计划 */
export const systemMaintenanceFeedback = defineForm({
  id: 'systemMaintenanceFeedback',
  purpose: '对照系统维护计划逐项反馈完成情况、试运行数据、实际费用和遗留问题，由客户签认后关闭计划',
  links: { project: f.project('项目') },
  serial: 'WHFK-{yyyy}{MM}-{seq4}',
  fields: {
    maintenancePlan: f.ref('systemMaintenance', '系统维护单', {
      required: true,
      hint: '只能选已批准且未反馈的系统维护单',
      unique: true,
    }),
    planType: f.text('维护类型', { from: 'maintenancePlan.maintainType' }),
    planFinish: f.date('计划完成日期', { from: 'maintenancePlan.planEnd' }),
    plannedCost: f.money('计划总费用', { unit: '元', from: 'maintenancePlan.planCost', locked: 'known' }),
    actualStart: f.date('实际开始日期', { required: true }),
    actualEnd: f.date('实际完成日期', { required: true }),
    delayReason: f.textarea('延期原因', { required: true, showIf: 'delayDays > 0' }),
    vacuumHoldHours: f.decimal(1, '主机保压时长', { unit: 'h', min: 0 }),
    vacuumRise: f.decimal(0, '保压压力回升', { unit: 'Pa', min: 0, hint: '24小时不超过25Pa' }),
    hydroPressure: f.decimal(2, '管路试压压力', { unit: 'MPa', min: 0, max: 2.5 }),
    hydroDrop: f.decimal(3, '试压压降', { unit: 'MPa', min: 0 }),
    gasLeakOk: f.check('燃气管路检漏', { required: true }),
    interlockOk: f.check('联锁保护试验', { required: true }),
    trialStart: f.datetime('试运行开始'),
    trialEnd: f.datetime('试运行结束'),
    trialOutTemp: f.decimal(1, '试运行冷温水出口温度', { unit: '℃', min: 0, max: 95 }),
    diffReason: f.textarea('费用偏差说明', { required: true, showIf: 'diffRate > 10 or diffRate < -10' }),
    clientAttend: f.text('客户参与人'),
    clientSign: f.signature('客户签认'),
  },
  details: {
    results: {
      label: '工作项完成情况（由维护单带出）',
      fields: {
        doneItem: f.text('工作项', { required: true }),
        doneBy: f.user('执行人', { required: true }),
        plannedDate: f.date('计划日期'),
        doneDate: f.date('完成日期', { required: true }),
        doneResult: f.check('结果', { required: true }),
        foundProblem: f.text('发现问题及处理'),
        actualAmount: f.money('实际费用', { unit: '元', min: 0, default: 0 }),
        donePhotos: f.images('照片', { max: 4 }),
        doneFail: f.integer('未通过', { formula: "doneResult == '不合格'" }),
      },
    },
    leftovers: {
      label: '遗留问题',
      fields: {
        leftoverDevice: f.device('设备'),
        leftoverProblem: f.text('问题', { required: true }),
        impact: f.enum('对运行影响', ['不影响', '降负荷运行', '存在停机风险', '存在安全风险'], { required: true }),
        leftoverMeasure: f.text('处理措施', { required: true }),
        leftoverOwner: f.user('责任人', { required: true }),
        deadline: f.date('期限', { required: true }),
      },
    },
  },
  computed: {
    actualCost: f.money('实际总费用', { unit: '元', formula: 'sum(results.actualAmount)', capital: true }),
    diffRate: f.percent('费用偏差率', { formula: '(actualCost - plannedCost) / plannedCost * 100' }),
    delayDays: f.integer('延期天数', { unit: '天', formula: 'actualEnd - planFinish' }),
    failItems: f.integer('未通过项数', { unit: '项', formula: 'sum(results.doneFail)' }),
    leftoverCount: f.integer('遗留问题数', { unit: '个', formula: 'count(leftovers)' }),
  },
  steps: [
    {
      name: '项目经理验收',
      by: 'projectManager',
      fields: {
        qualityScore: f.integer('维护质量评分', { required: true, unit: '分', min: 0, max: 100 }),
      },
    },
    {
      name: '技术工程师审核',
      by: 'role(engineer)',
      fields: {
        readyToRun: f.boolean('具备开机运行条件', { required: true }),
        engineerOpinion: f.textarea('审核意见', { required: true }),
      },
    },
    { name: '区域经理审核', by: 'areaManager', when: 'failItems > 0 or leftoverCount > 0 or diffRate > 10' },
  ],
  cc: ['role(operationDirector)'],
  list: {
    columns: [
      'serial',
      'project',
      'maintenancePlan',
      'planType',
      'actualEnd',
      'delayDays',
      'failItems',
      'leftoverCount',
      'actualCost',
      'diffRate',
      'qualityScore',
      'status',
    ],
    filters: ['project', 'planType', 'actualEnd', 'readyToRun'],
    sum: ['plannedCost', 'actualCost', 'leftoverCount'],
  },
  rules: [
    { if: 'actualEnd < actualStart', error: '实际完成日期不能早于实际开始日期' },
    { if: 'trialEnd <= trialStart', error: '试运行结束时间必须晚于开始时间' },
    {
      if: 'vacuumHoldHours >= 24 and vacuumRise > 25 and failItems == 0',
      error: '主机保压回升超过25Pa，对应工作项应判不合格',
    },
    { if: 'failItems > 0 and leftoverCount == 0', error: '有未通过的工作项时请填写遗留问题' },
    { if: "gasLeakOk == '不合格' and readyToRun", error: '燃气检漏不合格时不具备开机条件' },
    { if: "interlockOk == '不合格' and readyToRun", error: '联锁保护试验不合格时不具备开机条件' },
  ],
  print: 'A4',
  reports: ['maintenanceCost', 'costAnalysis'],
});
