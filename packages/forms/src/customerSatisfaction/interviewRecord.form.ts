import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 项目经理按季对客户主管部门做服务回访，十个维度加权打分，问题定人定期答复，结果进入客户满意度档案 */
export const interviewRecord = defineForm({
  id: 'interviewRecord',
  purpose: '项目经理按季对客户主管部门做服务回访，十个维度加权打分，问题定人定期答复，结果进入客户满意度档案',
  links: {
    project: f.project('项目', { required: true }),
    contract: f.contract('合同'),
  },
  serial: 'KHHF-{yyyy}{MM}-{seq4}',
  fields: {
    year: f.integer('年度', { required: true, unit: '年', min: 2000, max: 2100 }),
    quarter: f.enum('回访季度', ['第一季度', '第二季度', '第三季度', '第四季度'], { required: true }),
    season: f.enum('供能季', ['制冷季', '采暖季', '过渡季', '全年热水'], { required: true }),
    visitWay: f.enum('回访方式', ['上门面谈', '座谈会', '视频会议', '书面问卷', '微信问卷'], { required: true }),
    visitTime: f.datetime('回访时间', { required: true, default: 'now' }),
    customerName: f.text('客户名称', { required: true, from: 'project.customerName' }),
    interviewee: f.text('受访人', { required: true }),
    intervieweePost: f.enum(
      '受访人职务',
      ['总经理', '分管副总', '工程总监', '后勤处长', '物业经理', '设备主管', '财务负责人', '其他'],
      { required: true },
    ),
    intervieweePhone: f.phone('受访人电话', { required: true }),
    companyVisitors: f.users('我方回访人员', { required: true }),
    indoorTempFeedback: f.decimal(1, '客户反映室温', { unit: '℃', min: 0, max: 45 }),
    billDispute: f.boolean('账单有异议', { default: false }),
    disputeAmount: f.money('异议金额', { required: true, unit: '元', min: 0, showIf: 'billDispute' }),
    renewIntention: f.enum('续签意向', ['明确续签', '倾向续签', '未表态', '倾向不续', '明确不续'], { required: true }),
    praise: f.textarea('客户表扬内容'),
    customerSign: f.signature('客户签字'),
    recordFiles: f.files('回访表扫描件'),
  },
  details: {
    scores: {
      label: '满意度评分',
      fields: {
        dimension: f.enum(
          '评价维度',
          [
            '制冷效果',
            '采暖效果',
            '卫生热水',
            '空气品质与噪音',
            '设备运行稳定',
            '报修响应速度',
            '服务态度与仪容',
            '机房卫生与标识',
            '账单透明准确',
            '节能建议与成效',
          ],
          { required: true, hint: '新建时按选项逐项带出', prefillRows: true },
        ),
        weight: f.percent('权重', { required: true, min: 0, max: 100, default: 10 }),
        score: f.integer('评分', { required: true, unit: '分', min: 1, max: 10 }),
        reason: f.text('扣分原因', { required: true, showIf: 'score <= 6' }),
        weighted: f.decimal(2, '加权得分', { unit: '分', formula: 'score * weight / 10' }),
        low: f.integer('低分', { tally: true, formula: '(score <= 6) * 1' }),
      },
    },
    problems: {
      label: '客户意见与答复',
      fields: {
        problemType: f.enum(
          '意见类别',
          [
            '室温不达标',
            '供能时间',
            '噪音振动',
            '漏水滴水',
            '热水温度',
            '费用账单',
            '报修响应',
            '人员服务',
            '设备更新',
            '合同条款',
          ],
          { required: true },
        ),
        problem: f.text('意见描述', { required: true }),
        owner: f.user('责任人', { required: true }),
        promiseDate: f.date('承诺答复日期', { required: true }),
      },
    },
  },
  computed: {
    satisfaction: f.decimal(2, '综合满意度', { unit: '分', formula: 'sum(scores.weighted)' }),
    lowCount: f.integer('低分维度数', { unit: '项', formula: 'sum(scores.low)' }),
    problemCount: f.integer('客户意见数', { unit: '条', formula: 'count(problems)' }),
  },
  steps: [
    {
      name: '区域经理审核',
      by: 'areaManager',
      fields: {
        areaOpinion: f.textarea('区域意见'),
        revisitDate: f.date('复访日期', { required: true, showIf: 'satisfaction < 80' }),
      },
    },
    {
      name: '财务核实账单异议',
      by: 'role(finance)',
      when: 'billDispute',
      fields: {
        disputeResult: f.enum('核实结论', ['账单无误', '计量有误需更正', '单价有误需更正', '协商减免'], {
          required: true,
        }),
        adjustAmount: f.money('应调整金额', { unit: '元', min: 0, default: 0 }),
      },
    },
    {
      name: '运营总监督办',
      by: 'role(operationDirector)',
      when: "satisfaction < 70 or renewIntention == '倾向不续' or renewIntention == '明确不续'",
      fields: {
        retainPlan: f.textarea('客户挽留措施', { required: true }),
      },
    },
    {
      name: '意见处理反馈',
      by: 'applicant',
      when: 'problemCount > 0',
      final: true,
      fields: {
        solvedCount: f.integer('已解决条数', { required: true, unit: '条', min: 0 }),
        solveDetail: f.textarea('处理结果', { required: true }),
        customerConfirm: f.boolean('客户确认满意', { required: true }),
      },
    },
  ],
  cc: ['areaManager'],
  list: {
    columns: [
      'serial',
      'project',
      'year',
      'quarter',
      'visitWay',
      'interviewee',
      'satisfaction',
      'lowCount',
      'problemCount',
      'solvedCount',
      'renewIntention',
      'status',
    ],
    filters: ['project', 'year', 'quarter', 'visitTime', 'renewIntention', 'status'],
    sum: ['problemCount', 'solvedCount'],
  },
  rules: [
    { if: 'sum(scores.weight) != 100', error: '评价维度权重合计必须为100%' },
    { if: 'solvedCount > problemCount', error: '已解决条数不能大于客户意见数' },
    { if: 'lowCount > 0 and count(problems) == 0', error: '存在6分及以下维度时必须登记客户意见' },
    { if: 'adjustAmount > disputeAmount', error: '应调整金额不能大于异议金额' },
    {
      if: "visitWay == '上门面谈' and not customerSign and not recordFiles",
      error: '上门面谈须有客户签字或回访表扫描件',
    },
  ],
  onApproved: [
    'interviewRecord.satisfaction',
    'interviewRecord.renewalAttitude',
    'interviewRecord.opinions',
    'interviewRecord.adjustTodo',
  ],
  print: 'A4',
  reports: ['satisfactionAnalysis', 'contractRenewal', 'assessmentReport', 'vData/client2'],
});
