import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 区域和总部人员到现场走访用户，查看机房与末端实况、核对欠费和合同到期、了解竞争动态，形成问题清单限期解决 */
export const userInterviewRecord = defineForm({
  id: 'userInterviewRecord',
  purpose: '区域和总部人员到现场走访用户，查看机房与末端实况、核对欠费和合同到期、了解竞争动态，形成问题清单限期解决',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同') },
  serial: 'YHZF-{yyyy}{MM}-{seq4}',
  fields: {
    interviewDate: f.date('走访日期', { required: true, default: 'today' }),
    arriveTime: f.time('到达时间', { required: true }),
    leaveTime: f.time('离开时间', { required: true }),
    visitLevel: f.enum('走访层级', ['总经理走访', '总监走访', '区域经理走访', '客服走访', '销售走访'], {
      required: true,
    }),
    visitGoals: f.multiEnum(
      '走访目的',
      ['例行走访', '续签洽谈', '催收欠费', '投诉回访', '季前沟通', '节能成果汇报', '新需求挖掘', '节日慰问'],
      { required: true },
    ),
    visitors: f.users('走访人员', { required: true }),
    contractEnd: f.date('合同到期日', { from: 'contract.endDate' }),
    overdueMonths: f.integer('欠费月数', { unit: '月', min: 0, default: 0 }),
    overdueAmount: f.money('欠费金额', { unit: '元', min: 0, default: 0, from: 'contract.overdueBalance' }),
    payPromise: f.date('客户承诺付款日期', { showIf: 'overdueAmount > 0' }),
    coolingMark: f.integer('供冷供热效果', { required: true, unit: '分', min: 0, max: 20 }),
    stableMark: f.integer('设备运行稳定性', { required: true, unit: '分', min: 0, max: 20 }),
    serviceMark: f.integer('服务态度与响应', { required: true, unit: '分', min: 0, max: 20 }),
    costMark: f.integer('费用合理与透明', { required: true, unit: '分', min: 0, max: 20 }),
    savingMark: f.integer('节能效果认可', { required: true, unit: '分', min: 0, max: 20 }),
    roomState: f.check('机房现场（卫生、标识、跑冒滴漏）', { required: true }),
    staffState: f.check('员工在岗与仪容', { required: true }),
    recordState: f.check('运行记录真实完整', { required: true }),
    competitor: f.textarea('竞争对手接触情况'),
    newDemand: f.textarea('新增业务需求', { hint: '末端改造、扩容、照明节能、充电桩等' }),
    renewIntention: f.enum('续签意向', ['续签', '有条件续签', '观望', '不续签', '合同期较长未谈'], { required: true }),
    customerSign: f.signature('用户签字'),
    scenePhotos: f.images('走访照片', { required: true, max: 9 }),
  },
  details: {
    interviewees: {
      label: '受访人员',
      fields: {
        person: f.text('姓名', { required: true }),
        post: f.text('职务', { required: true }),
        mobile: f.phone('手机', { required: true }),
        influence: f.enum('影响力', ['决策', '重要影响', '一般'], { required: true }),
        attitude: f.enum('对我方态度', ['支持', '中立', '反对'], { required: true }),
      },
    },
    issues: {
      label: '用户问题清单',
      fields: {
        issueKind: f.enum(
          '问题类别',
          ['制冷制热效果', '设备老化', '漏水', '噪音振动', '能耗费用', '计量收费', '人员服务', '安全隐患', '合同执行'],
          { required: true },
        ),
        issue: f.text('问题描述', { required: true }),
        solution: f.text('解决方案', { required: true }),
        owner: f.user('责任人', { required: true }),
        dueDate: f.date('解决期限', { required: true }),
        needRectify: f.boolean('转问题整改', { default: false }),
        rectify: f.integer('转整改数', { tally: true, formula: '(needRectify) * 1' }),
      },
    },
  },
  computed: {
    totalMark: f.integer('走访满意度', {
      unit: '分',
      formula: 'coolingMark + stableMark + serviceMark + costMark + savingMark',
    }),
    issueCount: f.integer('问题数', { unit: '条', formula: 'count(issues)' }),
    rectifyCount: f.integer('转整改数', { unit: '条', formula: 'sum(issues.rectify)' }),
    siteFails: f.integer('现场不合格项', {
      unit: '项',
      formula: "(roomState == '不合格') + (staffState == '不合格') + (recordState == '不合格')",
    }),
  },
  steps: [
    {
      name: '项目经理答复',
      by: 'projectManager',
      fields: {
        managerReply: f.textarea('问题答复与措施', { required: true }),
      },
    },
    {
      name: '区域经理审核',
      by: 'areaManager',
      fields: {
        areaReview: f.textarea('审核意见', { required: true }),
      },
    },
    {
      name: '运营总监批示',
      by: 'role(operationDirector)',
      when: "totalMark < 70 or overdueAmount >= 100000 or renewIntention == '不续签'",
      fields: {
        instruction: f.textarea('批示', { required: true }),
      },
    },
    {
      name: '问题关闭',
      by: 'projectManager',
      when: 'issueCount > 0',
      final: true,
      fields: {
        closedCount: f.integer('已关闭问题数', { required: true, unit: '条', min: 0 }),
        closeEvidence: f.files('关闭依据', { required: true }),
      },
    },
  ],
  cc: ['role(emcDirector)'],
  list: {
    columns: [
      'serial',
      'project',
      'interviewDate',
      'visitLevel',
      'totalMark',
      'siteFails',
      'issueCount',
      'closedCount',
      'overdueAmount',
      'renewIntention',
      'contractEnd',
      'applicant',
      'status',
    ],
    filters: ['project', 'applicantDept', 'visitLevel', 'interviewDate', 'renewIntention', 'applicant', 'status'],
    sum: ['issueCount', 'closedCount', 'rectifyCount', 'overdueAmount'],
  },
  rules: [
    { if: 'leaveTime <= arriveTime', error: '离开时间必须晚于到达时间' },
    { if: 'count(interviewees) == 0', error: '请至少登记一名受访人员' },
    { if: 'overdueMonths > 0 and overdueAmount == 0', error: '有欠费月数时必须填写欠费金额' },
    { if: 'payPromise < interviewDate', error: '客户承诺付款日期不能早于走访日期' },
    {
      if: '(totalMark < 80 or siteFails > 0) and count(issues) == 0',
      error: '满意度低于80分或现场有不合格项时必须登记用户问题',
    },
    { if: 'closedCount > issueCount', error: '已关闭问题数不能大于问题数' },
  ],
  onApproved: [
    'userInterviewRecord.ledger',
    'userInterviewRecord.rectify',
    'userInterviewRecord.renewal',
    'userInterviewRecord.collection',
    'userInterviewRecord.contacts',
  ],
  print: 'A4',
  reports: ['satisfactionAnalysis', 'userFeedbackStatistics', 'contractRenewal', 'businessAnalysis'],
});
