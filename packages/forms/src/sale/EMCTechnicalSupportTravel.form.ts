import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 销售请求EMC技术人员出差做踏勘、测算、投标答疑或谈判支持，先审批行程与费用，返回后提交支持成果 */
export const EMCTechnicalSupportTravel = defineForm({
  id: 'EMCTechnicalSupportTravel',
  purpose: '销售请求EMC技术人员出差做踏勘、测算、投标答疑或谈判支持，先审批行程与费用，返回后提交支持成果',
  links: { project: f.project('项目') },
  serial: 'JSCC-{yyyy}{MM}-{seq4}',
  fields: {
    requestUser: f.user('需求提出人', { required: true }),
    requestDept: f.dept('需求部门', { required: true }),
    customerName: f.text('客户名称', { required: true }),
    targetProject: f.text('拟支持项目名称', { required: true }),
    buildingType: f.enum(
      '建筑类型',
      ['医院', '酒店', '商业综合体', '写字楼', '学校', '工厂', '数据中心', '交通枢纽', '住宅小区', '区域能源站'],
      { required: true },
    ),
    airArea: f.decimal(2, '空调面积', { unit: 'm²', min: 0 }),
    projectStage: f.enum('项目阶段', ['线索', '立项', '方案', '投标', '合同谈判', '已签约'], { required: true }),
    expectInvest: f.money('预计投资额', { unit: '万元', min: 0 }),
    expectIncome: f.money('预计年运营收入', { unit: '万元', min: 0 }),
    supportTypes: f.multiEnum(
      '支持内容',
      [
        '现场踏勘',
        '负荷测算',
        '能耗审计',
        '节能诊断',
        '方案汇报',
        '投标答疑',
        '合同技术条款谈判',
        '样板项目参观陪同',
        '调试交底',
      ],
      { required: true },
    ),
    destination: f.text('目的地省市', { required: true }),
    departDate: f.date('出发日期', { required: true }),
    returnDate: f.date('返回日期', { required: true }),
    travelDays: f.decimal(1, '出差天数', { required: true, unit: '天', min: 0.5, max: 60 }),
    travelers: f.users('出差人员', { required: true }),
    travelerCount: f.integer('出差人数', { required: true, unit: '人', min: 1, max: 20 }),
    allowanceStandard: f.money('出差补贴标准', { unit: '元/人天', min: 0, default: 100 }),
    advance: f.money('预借差旅费', { unit: '元', min: 0, default: 0 }),
    preparedFiles: f.files('客户提供资料', { hint: '图纸、能耗账单、招标文件等' }),
  },
  details: {
    itinerary: {
      label: '行程与费用预算',
      fields: {
        tripDate: f.date('日期', { required: true }),
        fromCity: f.text('出发地', { required: true }),
        toCity: f.text('到达地', { required: true }),
        transport: f.enum('交通工具', ['飞机', '高铁', '普通列车', '长途汽车', '公司车辆', '自驾'], { required: true }),
        task: f.text('工作任务', { required: true }),
        fare: f.money('交通费', { unit: '元', min: 0, default: 0 }),
        hotel: f.money('住宿费', { unit: '元', min: 0, default: 0 }),
        other: f.money('其他费用', { unit: '元', min: 0, default: 0 }),
        subtotal: f.money('小计', { unit: '元', formula: 'fare + hotel + other' }),
      },
    },
  },
  computed: {
    allowanceTotal: f.money('补贴合计', { unit: '元', formula: 'travelDays * travelerCount * allowanceStandard' }),
    budgetTotal: f.money('费用预算合计', {
      unit: '元',
      formula: 'sum(itinerary.subtotal) + travelDays * travelerCount * allowanceStandard',
      capital: true,
    }),
    costDifference: f.money('超预算金额', {
      unit: '元',
      formula: '(actualCost > budgetTotal) * (actualCost - budgetTotal)',
    }),
  },
  steps: [
    {
      name: '需求提出人确认',
      by: 'field(requestUser)',
      fields: {
        customerReady: f.enum('客户接待与资料落实情况', ['已落实', '部分落实', '未落实'], { required: true }),
      },
    },
    { name: '部门负责人审核', by: 'deptManager' },
    {
      name: 'EMC总监派工',
      by: 'role(emcDirector)',
      fields: {
        supportLeader: f.user('技术支持负责人', { required: true }),
        supportRequire: f.textarea('支持要求', { required: true }),
      },
    },
    { name: '总经理审批', by: 'role(generalManager)', when: 'budgetTotal >= 10000' },
    {
      name: '提交支持成果',
      by: 'applicant',
      final: true,
      fields: {
        actualCost: f.money('实际费用', { required: true, unit: '元', min: 0 }),
        overReason: f.textarea('超预算原因', { required: true, showIf: 'actualCost > budgetTotal' }),
        resultType: f.enum('支持成果', ['推进到下一阶段', '补充资料后再定', '项目搁置', '判定不具备EMC条件'], {
          required: true,
        }),
        surveyReport: f.files('踏勘或支持报告', { required: true }),
        nextAction: f.textarea('下一步计划', { required: true }),
      },
    },
  ],
  cc: ['role(finance)'],
  list: {
    columns: [
      'serial',
      'targetProject',
      'customerName',
      'projectStage',
      'destination',
      'departDate',
      'travelDays',
      'travelerCount',
      'budgetTotal',
      'actualCost',
      'resultType',
      'applicant',
      'status',
    ],
    filters: ['projectStage', 'buildingType', 'requestUser', 'departDate', 'resultType', 'status'],
    sum: ['travelDays', 'budgetTotal', 'advance', 'actualCost'],
  },
  rules: [
    { if: 'returnDate < departDate', error: '返回日期不能早于出发日期' },
    { if: 'travelDays > returnDate - departDate + 1', error: '出差天数不能大于往返日期之间的天数' },
    { if: 'count(itinerary) == 0', error: '请填写行程与费用预算' },
    { if: 'advance > budgetTotal', error: '预借差旅费不能大于费用预算合计' },
    {
      if: "customerReady == '未落实' and budgetTotal >= 5000",
      error: '客户接待与资料未落实，暂不能安排5000元以上的出差',
    },
    { if: 'actualCost > budgetTotal * 1.3', error: '实际费用超预算30%以上，须先补充出差费用审批' },
  ],
  onApproved: [
    { at: 'step:EMC总监派工', do: 'EMCTechnicalSupportTravel.loan' },
    'EMCTechnicalSupportTravel.follow',
    'EMCTechnicalSupportTravel.attendance',
  ],
  print: 'A4',
  reports: ['EMCProjectBidSummaryStatistics', 'costAnalysis', 'consultAnalysis'],
});
