import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 登记客户、政府或合作单位来公司或项目现场的来访信息、接待安排、洽谈事项和费用，跟踪承诺事项 */
export const customerVisitRegistration = defineForm({
  id: 'customerVisitRegistration',
  purpose: '登记客户、政府或合作单位来公司或项目现场的来访信息、接待安排、洽谈事项和费用，跟踪承诺事项',
  links: { project: f.project('项目') },
  serial: 'KHLF-{yyyy}{MM}-{seq4}',
  fields: {
    visitorUnit: f.text('来访单位', { required: true }),
    visitorType: f.enum(
      '来访类型',
      ['在管客户', '潜在客户', '政府主管部门', '设计院', '供应商', '投资机构', '同行', '投诉来访'],
      { required: true },
    ),
    arriveTime: f.datetime('到访时间', { required: true, default: 'now' }),
    leaveTime: f.datetime('离开时间'),
    visitPlace: f.enum('来访地点', ['公司总部', '区域办公室', '项目机房', '项目办公室'], { required: true }),
    purpose: f.enum(
      '来访事由',
      ['服务沟通', '费用对账', '合同洽谈', '技术交流', '现场参观', '安全检查', '投诉处理', '开票收款'],
      { required: true },
    ),
    receptionUser: f.user('接待负责人', { required: true, default: 'me' }),
    companions: f.users('陪同人员'),
    plateNo: f.plate('车牌号'),
    enterRoom: f.boolean('是否进入机房', { default: false }),
    safetyBriefed: f.boolean('已做入场安全告知并发放防护用品', { required: true, showIf: 'enterRoom' }),
    talkContent: f.textarea('洽谈内容纪要', { required: true }),
    customerDemand: f.textarea('客户诉求'),
    mood: f.enum('客户态度', ['满意', '一般', '不满', '强烈不满'], { required: true }),
    mealCost: f.money('餐费', { unit: '元', min: 0, default: 0 }),
    lodgingCost: f.money('住宿费', { unit: '元', min: 0, default: 0 }),
    giftCost: f.money('纪念品费', { unit: '元', min: 0, default: 0 }),
    visitPhotos: f.images('来访照片', { max: 6 }),
  },
  details: {
    visitors: {
      label: '来访人员',
      fields: {
        visitorName: f.text('姓名', { required: true }),
        visitorPost: f.text('职务', { required: true }),
        visitorPhone: f.phone('电话'),
        decision: f.enum('决策角色', ['决策人', '影响人', '经办人', '使用人', '随行'], { required: true }),
      },
    },
    followUps: {
      label: '承诺事项',
      fields: {
        matter: f.text('事项', { required: true }),
        owner: f.user('责任人', { required: true }),
        dueDate: f.date('完成期限', { required: true }),
        done: f.boolean('已完成', { default: false }),
        undone: f.integer('未完成', { tally: true, formula: '(not done) * 1' }),
      },
    },
  },
  computed: {
    visitorCount: f.integer('来访人数', { unit: '人', formula: 'count(visitors)' }),
    receptionCost: f.money('接待费用合计', { unit: '元', formula: 'mealCost + lodgingCost + giftCost', capital: true }),
    undoneCount: f.integer('未完成承诺', { unit: '项', formula: 'sum(followUps.undone)' }),
  },
  steps: [
    { name: '部门负责人审核', by: 'deptManager' },
    {
      name: '区域经理审批',
      by: 'areaManager',
      when: "receptionCost >= 1000 or mood == '不满' or mood == '强烈不满'",
      fields: {
        areaInstruction: f.textarea('批示', { required: true }),
      },
    },
    {
      name: '行政核销接待费',
      by: 'role(admin)',
      when: 'receptionCost > 0',
      fields: {
        approvedCost: f.money('核定费用', { required: true, unit: '元', min: 0 }),
      },
    },
    {
      name: '承诺事项销项',
      by: 'field(receptionUser)',
      when: 'undoneCount > 0',
      final: true,
      fields: {
        followResult: f.textarea('落实情况', { required: true }),
        closeDate: f.date('销项日期', { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'visitorUnit',
      'visitorType',
      'arriveTime',
      'visitorCount',
      'purpose',
      'receptionUser',
      'mood',
      'undoneCount',
      'receptionCost',
      'status',
    ],
    filters: ['project', 'visitorType', 'purpose', 'arriveTime', 'mood', 'status'],
    sum: ['visitorCount', 'receptionCost', 'approvedCost'],
  },
  rules: [
    { if: 'leaveTime <= arriveTime', error: '离开时间必须晚于到访时间' },
    { if: 'count(visitors) == 0', error: '请至少登记一名来访人员' },
    { if: 'enterRoom and not safetyBriefed', error: '来访人员进入机房前必须完成安全告知' },
    { if: "visitorType == '投诉来访' and not customerDemand", error: '投诉来访必须填写客户诉求' },
    { if: 'approvedCost > receptionCost', error: '核定费用不能大于接待费用合计' },
  ],
  onApproved: [
    'customerVisitRegistration.contacts',
    'customerVisitRegistration.complaint',
    'customerVisitRegistration.reimburse',
    { at: 'submit', do: 'customerVisitRegistration.promises' },
  ],
  print: 'A4',
  reports: ['satisfactionAnalysis', 'consultAnalysis'],
});
