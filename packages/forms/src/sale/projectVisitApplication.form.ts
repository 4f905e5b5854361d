import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 销售带客户、政府或设计院到在运项目参观前申请，确认项目运行状态、路线、接待和安全，参观后反馈意向 */
export const projectVisitApplication = defineForm({
  id: 'projectVisitApplication',
  purpose: '销售带客户、政府或设计院到在运项目参观前申请，确认项目运行状态、路线、接待和安全，参观后反馈意向',
  links: { project: f.project('项目', { required: true }) },
  serial: 'XMCG-{yyyy}{MM}-{seq4}',
  fields: {
    visitUnit: f.text('参观单位', { required: true }),
    visitType: f.enum(
      '参观性质',
      ['潜在客户考察', '投标考察', '政府调研', '设计院交流', '媒体采访', '投资方尽调', '同行交流', '高校实习'],
      { required: true },
    ),
    visitLevel: f.enum(
      '接待等级',
      ['A级（省部级或集团高层）', 'B级（厅局级或单位主要领导）', 'C级（部门负责人）', 'D级（一般人员）'],
      { required: true },
    ),
    startTime: f.datetime('参观开始时间', { required: true }),
    endTime: f.datetime('参观结束时间', { required: true }),
    planCount: f.integer('计划人数', { required: true, unit: '人', min: 1, max: 200 }),
    leaderName: f.text('带队领导及职务', { required: true }),
    contactName: f.text('对方联系人', { required: true }),
    contactPhone: f.phone('联系电话', { required: true }),
    saleUser: f.user('业务负责人', { required: true }),
    potentialProject: f.text('对应潜在项目'),
    potentialAmount: f.money('潜在合同额', { unit: '万元', min: 0 }),
    focus: f.multiEnum(
      '关注重点',
      [
        '机房整洁标准化',
        '节能效果数据',
        '直燃机与余热利用',
        '自控与远程监控',
        '水处理',
        '收费模式',
        '合同能源管理模式',
        '碳减排',
      ],
      { required: true },
    ),
    customerAgreed: f.boolean('已征得项目业主同意', { required: true }),
    allowPhoto: f.boolean('允许拍照', { default: false }),
    needCar: f.boolean('需要车辆', { default: false }),
    carCount: f.integer('用车数量', { required: true, unit: '辆', min: 1, max: 20, showIf: 'needCar' }),
    materials: f.multiEnum('需准备资料', ['项目介绍PPT', '节能数据展板', '宣传册', '视频短片', '合同样本', '欢迎屏']),
  },
  details: {
    route: {
      label: '参观路线',
      fields: {
        stop: f.enum(
          '参观点',
          ['展厅', '制冷机房', '锅炉房', '冷却塔', '能源监控中心', '水处理间', '末端用户区', '会议室'],
          { required: true },
        ),
        minutes: f.integer('停留时长', { required: true, unit: 'min', min: 5, max: 240 }),
        guide: f.user('讲解人', { required: true }),
        riskTip: f.text('安全提示', { required: true }),
      },
    },
    budgets: {
      label: '接待预算',
      fields: {
        budgetKind: f.enum('项目', ['用餐', '住宿', '交通', '纪念品', '会场布置', '资料印刷', '防护用品'], {
          required: true,
        }),
        quantity: f.decimal(1, '数量', { required: true, min: 0 }),
        unitPrice: f.money('单价', { required: true, unit: '元', min: 0 }),
        amount: f.money('金额', { unit: '元', formula: 'quantity * unitPrice' }),
      },
    },
  },
  computed: {
    routeMinutes: f.integer('路线总时长', { unit: 'min', formula: 'sum(route.minutes)' }),
    budgetTotal: f.money('接待预算合计', { unit: '元', formula: 'sum(budgets.amount)', capital: true }),
    perCapita: f.money('人均接待费', { unit: '元/人', formula: 'sum(budgets.amount) / planCount' }),
  },
  steps: [
    {
      name: '项目经理确认',
      by: 'projectManager',
      fields: {
        runState: f.enum('参观时段运行状态', ['正常运行', '部分停机', '停机保养', '不宜参观'], { required: true }),
        helmetCount: f.integer('可提供安全帽数量', { required: true, unit: '顶', min: 0 }),
        safetyGuide: f.user('现场安全引导员', { required: true }),
      },
    },
    { name: '区域经理审批', by: 'areaManager' },
    {
      name: 'EMC总监审批',
      by: 'role(emcDirector)',
      when: "visitLevel == 'A级（省部级或集团高层）' or visitLevel == 'B级（厅局级或单位主要领导）' or budgetTotal >= 3000",
    },
    {
      name: '总经理审批',
      by: 'role(generalManager)',
      when: "visitLevel == 'A级（省部级或集团高层）' or budgetTotal >= 10000",
    },
    {
      name: '参观结果反馈',
      by: 'applicant',
      final: true,
      fields: {
        actualCount: f.integer('实到人数', { required: true, unit: '人', min: 0 }),
        actualCost: f.money('实际费用', { required: true, unit: '元', min: 0 }),
        intention: f.enum('合作意向', ['明确合作', '意向较强', '了解阶段', '无意向', '不涉及'], { required: true }),
        visitorOpinion: f.textarea('来宾意见', { required: true }),
        visitPhotos: f.images('参观照片', { max: 9 }),
      },
    },
  ],
  cc: ['role(admin)'],
  list: {
    columns: [
      'serial',
      'project',
      'visitUnit',
      'visitType',
      'visitLevel',
      'startTime',
      'planCount',
      'actualCount',
      'budgetTotal',
      'actualCost',
      'intention',
      'saleUser',
      'status',
    ],
    filters: ['project', 'visitType', 'visitLevel', 'startTime', 'saleUser', 'intention', 'status'],
    sum: ['planCount', 'actualCount', 'budgetTotal', 'actualCost'],
  },
  rules: [
    { if: 'endTime <= startTime', error: '参观结束时间必须晚于开始时间' },
    { if: 'not customerAgreed', error: '未征得项目业主同意，不能安排参观' },
    { if: 'count(route) == 0', error: '请填写参观路线' },
    { if: 'helmetCount < planCount', error: '安全帽数量少于计划人数，请先补足防护用品' },
    { if: "runState == '不宜参观'", error: '项目时段不宜参观，请退回申请人改期或改项目' },
    { if: 'actualCost > budgetTotal * 1.2', error: '实际费用超接待预算20%，请先补充审批' },
  ],
  onApproved: [
    { at: 'submit', do: 'projectVisitApplication.calendar' },
    { at: 'step:区域经理审批', do: 'projectVisitApplication.notify' },
    'projectVisitApplication.follow',
    'projectVisitApplication.count',
  ],
  print: 'A4',
  reports: ['EMCProjectBidSummaryStatistics', 'consultAnalysis', 'projectInfo'],
});
