import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 客服电话抽样回访用户和报修人，按统一问卷打分，记录推荐意愿和不满原因，必要时转投诉处理 */
export const userInterviewRecordTel = defineForm({
  id: 'userInterviewRecordTel',
  purpose: '客服电话抽样回访用户和报修人，按统一问卷打分，记录推荐意愿和不满原因，必要时转投诉处理',
  links: { project: f.project('项目', { required: true }) },
  serial: 'DHHF-{yyyy}{MM}-{seq4}',
  fields: {
    callTime: f.datetime('拨打时间', { required: true }),
    callReason: f.enum(
      '回访类型',
      ['季度抽样回访', '报修完工回访', '投诉处理回访', '新项目接管回访', '停机前告知回访'],
      { required: true },
    ),
    repair: f.ref('maintenanceRecords', '维修记录', { showIf: "callReason == '报修完工回访'" }),
    callee: f.text('被访人', { required: true }),
    calleePhone: f.phone('被访电话', { required: true }),
    calleeRole: f.enum(
      '被访人身份',
      ['业主方管理人员', '物业工程人员', '租户', '住户', '科室护士长', '酒店工程部', '商铺店长'],
      { required: true },
    ),
    callResult: f.enum('接通情况', ['接通并完成', '接通未完成', '拒访', '无人接听', '停机空号'], { required: true }),
    callMinutes: f.decimal(1, '通话时长', {
      required: true,
      unit: 'min',
      min: 0,
      max: 120,
      showIf: "callResult == '接通并完成' or callResult == '接通未完成'",
    }),
    retryTime: f.datetime('约定再访时间', { showIf: "callResult == '接通未完成' or callResult == '无人接听'" }),
    effectScore: f.integer('室温效果', {
      required: true,
      unit: '分',
      min: 1,
      max: 10,
      showIf: "callResult == '接通并完成'",
    }),
    hotWaterScore: f.integer('卫生热水', {
      unit: '分',
      min: 1,
      max: 10,
      hint: '无热水服务不填',
      showIf: "callResult == '接通并完成'",
    }),
    responseScore: f.integer('报修响应', {
      required: true,
      unit: '分',
      min: 1,
      max: 10,
      showIf: "callResult == '接通并完成'",
    }),
    attitudeScore: f.integer('服务态度', {
      required: true,
      unit: '分',
      min: 1,
      max: 10,
      showIf: "callResult == '接通并完成'",
    }),
    feeScore: f.integer('收费清楚', {
      required: true,
      unit: '分',
      min: 1,
      max: 10,
      showIf: "callResult == '接通并完成'",
    }),
    recommendScore: f.integer('推荐意愿（NPS）', {
      required: true,
      unit: '分',
      min: 0,
      max: 10,
      showIf: "callResult == '接通并完成'",
    }),
    repairOnTime: f.enum('最近一次报修30分钟内到场', ['是', '否', '无报修'], {
      required: true,
      showIf: "callResult == '接通并完成'",
    }),
    chargedPrivately: f.boolean('反映员工私自收费', { default: false }),
    dissatisfyTypes: f.multiEnum('不满原因', [
      '太冷',
      '太热',
      '开停机时间',
      '噪音',
      '漏水',
      '异味',
      '响应慢',
      '态度差',
      '费用高',
      '账单不清',
      '无',
    ]),
    userWords: f.textarea('用户原话', { required: true, showIf: "callResult == '接通并完成'" }),
    toComplaint: f.boolean('转为投诉', { default: false }),
    recording: f.file('通话录音'),
  },
  computed: {
    totalScore: f.decimal(1, '问卷得分', {
      unit: '分',
      // Hot water counts where it is supplied; a call that came to nothing has no score.
      formula:
        "(effectScore + hotWaterScore + responseScore + attitudeScore + feeScore) / ((callResult == '接通并完成') * 4 + (hotWaterScore > 0)) * 10",
    }),
    promoter: f.integer('推荐者', { formula: '(recommendScore >= 9) * 1' }),
    detractor: f.integer('贬损者', { formula: '(recommendScore <= 6) * 1' }),
    completed: f.integer('有效回访', { unit: '次', formula: "(callResult == '接通并完成') * 1" }),
  },
  steps: [
    {
      name: '客服主管质检',
      by: 'deptManager',
      fields: {
        qualityCheck: f.enum('话术与录音质检', ['合格', '需重访', '未抽检'], { required: true }),
      },
    },
    {
      name: '项目经理答复',
      by: 'projectManager',
      when: 'totalScore < 80 or toComplaint or chargedPrivately',
      fields: {
        verifyResult: f.textarea('核实情况', { required: true }),
        improveMeasure: f.textarea('改进措施', { required: true }),
        improveDate: f.date('完成日期', { required: true }),
      },
    },
    {
      name: '区域经理审批',
      by: 'areaManager',
      when: 'totalScore < 60 or chargedPrivately',
      fields: {
        areaHandle: f.textarea('处理意见', { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'callTime',
      'callReason',
      'callee',
      'calleeRole',
      'callResult',
      'totalScore',
      'recommendScore',
      'repairOnTime',
      'toComplaint',
      'completed',
      'status',
    ],
    filters: ['project', 'callReason', 'callResult', 'callTime', 'toComplaint', 'applicant', 'status'],
    sum: ['completed', 'promoter', 'detractor', 'callMinutes'],
  },
  rules: [
    { if: 'retryTime <= callTime', error: '约定再访时间必须晚于拨打时间' },
    {
      if: "callReason == '投诉处理回访' and callResult == '接通并完成' and not recording",
      error: '投诉处理回访必须上传通话录音',
    },
    { if: 'chargedPrivately and not toComplaint', error: '用户反映私自收费时必须转为投诉' },
    { if: "qualityCheck == '需重访'", error: '质检需重访，请退回客服重新回访' },
    { if: "callResult != '接通并完成' and toComplaint", error: '未完成的回访不能转为投诉' },
  ],
  onApproved: [
    'userInterviewRecordTel.ledger',
    'userInterviewRecordTel.complaint',
    'userInterviewRecordTel.retry',
    'userInterviewRecordTel.repair',
  ],
  print: 'none',
  reports: ['satisfactionAnalysis', 'userFeedbackStatistics', 'assessmentReport'],
});
