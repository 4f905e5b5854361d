import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 项目、区域或部门按月安排培训课程、讲师、对象、考核方式和费用 */
export const monthlyTrainingPlan = defineForm({
  id: 'monthlyTrainingPlan',
  purpose: '项目、区域或部门按月安排培训课程、讲师、对象、考核方式和费用',
  links: { project: f.project('项目'), dept: f.dept('部门') },
  serial: 'YDPX-{yyyy}{MM}-{seq4}',
  fields: {
    planMonth: f.month('计划月份', { required: true }),
    planLevel: f.enum('培训层级', ['公司级', '区域级', '项目级', '班组级'], { required: true }),
    manager: f.user('培训负责人', { required: true }),
    needSource: f.multiEnum(
      '培训需求来源',
      [
        '年度培训计划',
        '新员工入职',
        '换季开机停机',
        '事故与故障案例',
        '能耗异常',
        '技师评价短板',
        '持证复审',
        '客户投诉',
        '新设备新系统投用',
        '法规标准更新',
      ],
      { required: true },
    ),
    monthTheme: f.text('本月培训主题', { required: true, hint: '如制冷季开机前真空与溶液管理' }),
    staffCount: f.integer('在岗人数', { required: true, unit: '人', min: 1 }),
    yearTarget: f.decimal(1, '年度人均学时目标', { required: true, unit: '学时', min: 0 }),
    yearDone: f.decimal(1, '截至上月人均已完成学时', { required: true, unit: '学时', min: 0 }),
    safetyIncluded: f.boolean('是否含安全类课程', { required: true }),
    yearBudget: f.money('年度培训预算余额', { required: true, min: 0 }),
    lastMonthSummary: f.textarea('上月计划完成情况', { required: true }),
    planFile: f.files('计划附件', { max: 5 }),
  },
  details: {
    sessions: {
      label: '课程安排',
      fields: {
        topic: f.text('课程名称', { required: true }),
        category: f.ref('trainingCategory', '课程类别', { required: true }),
        keyPoints: f.text('要点', {
          required: true,
          hint: '如真空度判断、溶液浓度与结晶、燃烧器安全连锁、浓缩倍数控制',
        }),
        trainer: f.user('讲师'),
        outTrainer: f.text('外聘/厂家讲师'),
        method: f.enum('方式', ['集中授课', '机房实操', '线上学习', '应急演练', '师带徒', '观摩交流', '案例复盘'], {
          required: true,
        }),
        planTime: f.datetime('计划时间', { required: true }),
        hours: f.decimal(1, '学时', { required: true, unit: '学时', min: 0.5, max: 24 }),
        place: f.text('地点', { required: true }),
        targetPost: f.enum(
          '培训对象',
          ['全体运行人员', '运行班长', '空调技师', '新员工', '项目经理', '工程技术人员', '安全员', '收费与客服'],
          { required: true },
        ),
        headcount: f.integer('计划人数', { required: true, unit: '人', min: 1 }),
        personHours: f.decimal(1, '人次学时', { unit: '学时', formula: 'hours * headcount' }),
        examMethod: f.enum('考核方式', ['闭卷笔试', '线上答题', '实操考核', '口试', '不考核'], { required: true }),
        fee: f.money('费用预算', { min: 0, default: 0 }),
        courseware: f.files('课件', { max: 5 }),
      },
    },
  },
  computed: {
    sessionCount: f.integer('课程数', { unit: '门', formula: 'count(sessions)' }),
    totalHours: f.decimal(1, '总学时', { unit: '学时', formula: 'sum(sessions.hours)' }),
    totalPersonHours: f.decimal(1, '总人次学时', { unit: '学时', formula: 'sum(sessions.personHours)' }),
    avgHours: f.decimal(2, '本月人均学时', { unit: '学时', formula: 'sum(sessions.personHours) / staffCount' }),
    yearProgress: f.percent('预计年度学时完成率', { formula: '(yearDone + avgHours) / yearTarget * 100' }),
    totalFee: f.money('费用预算合计', { formula: 'sum(sessions.fee)', capital: true }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager', when: "planLevel == '项目级' or planLevel == '班组级'" },
    { name: '区域经理审核', by: 'areaManager', when: "planLevel != '公司级'" },
    {
      name: '技术总监审核课程',
      by: 'role(technicalDirector)',
      when: "planLevel == '公司级' or planLevel == '区域级'",
      fields: {
        courseAdvice: f.textarea('课程内容意见', { required: true }),
      },
    },
    {
      name: '人事审批',
      by: 'role(hr)',
      fields: {
        planGrade: f.enum('计划评定', ['同意执行', '调整后执行'], { required: true }),
        hrAdvice: f.textarea('调整要求'),
      },
    },
    { name: '总经理审批', by: 'role(generalManager)', when: 'totalFee >= 5000' },
  ],
  cc: ['role(safetyOfficer)'],
  list: {
    columns: [
      'serial',
      'project',
      'dept',
      'planMonth',
      'planLevel',
      'monthTheme',
      'sessionCount',
      'totalPersonHours',
      'avgHours',
      'totalFee',
      'status',
    ],
    filters: ['project', 'dept', 'planMonth', 'planLevel', 'manager', 'status'],
    sum: ['sessionCount', 'totalPersonHours', 'totalFee'],
  },
  rules: [
    { if: 'sessionCount == 0', error: '请至少安排一门课程' },
    {
      if: "not safetyIncluded and (planLevel == '项目级' or planLevel == '班组级')",
      error: '项目每月至少安排一次安全类培训',
    },
    { if: 'totalFee > yearBudget', error: '本月费用预算超过年度培训预算余额' },
    { if: "planGrade == '调整后执行' and not hrAdvice", error: '请填写调整要求' },
  ],
  onApproved: [
    'monthlyTrainingPlan.draftRecords',
    'monthlyTrainingPlan.calendar',
    'monthlyTrainingPlan.holdBudget',
    'monthlyTrainingPlan.keepCourseware',
  ],
  print: 'A4',
  reports: ['trainingReport'],
});
