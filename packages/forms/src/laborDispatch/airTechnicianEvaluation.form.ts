import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 按季对空调技师(含劳务派遣)评分定级，决定续用、晋级、培训或退回，并调整劳务费 */
export const airTechnicianEvaluation = defineForm({
  id: 'airTechnicianEvaluation',
  purpose: '按季对空调技师(含劳务派遣)评分定级，决定续用、晋级、培训或退回，并调整劳务费',
  links: { project: f.project('项目', { required: true }) },
  serial: 'JSPJ-{yyyy}{MM}-{seq4}',
  fields: {
    evaluateSeason: f.enum('评价期', ['制冷季', '采暖季', '上半年', '下半年', '年度', '试用期满'], { required: true }),
    periodStart: f.month('评价开始月', { required: true }),
    periodEnd: f.month('评价结束月', { required: true }),
    technician: f.user('被评技师', { required: true }),
    dispatchCompany: f.supplier('派遣单位', { from: 'technician.dispatchCompany' }),
    currentGrade: f.enum('现等级', ['实习技师', '初级技师', '中级技师', '高级技师', '首席技师'], {
      required: true,
      from: 'technician.grade',
    }),
    monthFee: f.money('现月劳务费/工资', { required: true, min: 0 }),
    dutyShifts: f.integer('应值班次', { required: true, unit: '班', min: 1 }),
    actualShifts: f.integer('实值班次', { required: true, unit: '班', min: 0 }),
    disciplineScore: f.decimal(1, '值班纪律与交接班(满分10)', { required: true, min: 0, max: 10 }),
    paramScore: f.decimal(1, '主机参数控制与按需调节(满分15)', {
      required: true,
      min: 0,
      max: 15,
      hint: '冷水出口温度偏差、冷却水温、负荷调节',
    }),
    vacuumScore: f.decimal(1, '真空管理(满分10)', { required: true, min: 0, max: 10 }),
    burnScore: f.decimal(1, '燃烧与排烟温度控制(满分5)', { required: true, min: 0, max: 5 }),
    waterScore: f.decimal(1, '水质加药排污(满分10)', {
      required: true,
      min: 0,
      max: 10,
      hint: '冷却水浓缩倍数、pH、软水硬度',
    }),
    maintainScore: f.decimal(1, '设备保养执行(满分15)', { required: true, min: 0, max: 15 }),
    dataScore: f.decimal(1, '抄表录入及时准确(满分10)', { required: true, min: 0, max: 10 }),
    safetyScore: f.decimal(1, '安全操作与应急处置(满分10)', { required: true, min: 0, max: 10 }),
    roomScore: f.decimal(1, '机房5S(满分5)', { required: true, min: 0, max: 5 }),
    serviceScore: f.decimal(1, '客户服务与报修响应(满分10)', { required: true, min: 0, max: 10 }),
    saving: f.percent('单位面积能耗较目标', { hint: '正数为超耗，负数为节约' }),
    majorFault: f.boolean('是否发生责任事故(结晶/爆燃/冻管/失真空)', { required: true }),
    faultNote: f.textarea('责任事故说明', { showIf: 'majorFault' }),
  },
  details: {
    events: {
      label: '加扣分事项',
      fields: {
        eventDate: f.date('日期', { required: true }),
        eventType: f.enum(
          '事项',
          [
            '发现重大隐患',
            '节能小改小革',
            '客户书面表扬',
            '带徒出师',
            '客户有效投诉',
            '脱岗睡岗',
            '漏抄错抄',
            '误操作停机',
            '未按时抽真空',
            '违章作业',
          ],
          { required: true },
        ),
        point: f.decimal(1, '加减分', { required: true, min: -20, max: 10, hint: '扣分填负数' }),
        evidence: f.text('依据', { required: true }),
        photos: f.images('凭证', { max: 3 }),
      },
    },
  },
  computed: {
    attendRate: f.percent('出勤率', { formula: 'actualShifts / dutyShifts * 100' }),
    baseScore: f.decimal(1, '项目评分', {
      formula:
        'disciplineScore + paramScore + vacuumScore + burnScore + waterScore + maintainScore + dataScore + safetyScore + roomScore + serviceScore',
    }),
    eventScore: f.decimal(1, '加扣分合计', { formula: 'sum(events.point)' }),
    finalScore: f.decimal(2, '综合得分', {
      formula: '(baseScore + eventScore) * 0.7 + theoryScore * 0.1 + areaScore * 0.2',
    }),
    feeChange: f.money('月费用变动', { formula: 'newMonthFee - monthFee' }),
  },
  steps: [
    {
      name: '技师自评与确认',
      by: 'field(technician)',
      fields: {
        selfSummary: f.textarea('自评小结', { required: true }),
        objection: f.textarea('对评分的异议'),
      },
    },
    {
      name: '技术员抽考',
      by: 'role(hvacEngineer)',
      fields: {
        theoryScore: f.decimal(1, '理论与实操抽考得分', { required: true, min: 0, max: 100 }),
        weakPoint: f.multiEnum('技能短板', [
          '主机原理',
          '真空操作',
          '燃烧系统',
          '水质管理',
          '电气控制',
          '自控平台',
          '报表分析',
          '应急处置',
          '无',
        ]),
      },
    },
    {
      name: '区域经理评价',
      by: 'areaManager',
      fields: {
        areaScore: f.decimal(1, '区域评分', { required: true, min: 0, max: 100 }),
        conclusion: f.enum('评价结论', ['晋级', '续用', '培训后续用', '降级', '退回劳务公司', '解除'], {
          required: true,
        }),
        newGrade: f.enum('评定等级', ['实习技师', '初级技师', '中级技师', '高级技师', '首席技师'], { required: true }),
        newMonthFee: f.money('拟调整月费用', { required: true, min: 0 }),
      },
    },
    {
      name: '人事核定',
      by: 'role(hr)',
      fields: {
        effectMonth: f.month('生效月', { required: true }),
        companyNotified: f.enum('劳务公司通知情况', ['已书面通知', '不适用'], { required: true }),
      },
    },
    {
      name: '运营总监审批',
      by: 'role(operationDirector)',
      when: "feeChange > 0 or conclusion == '退回劳务公司' or conclusion == '解除' or majorFault",
    },
  ],
  cc: ['projectManager', 'role(finance)'],
  list: {
    columns: [
      'serial',
      'project',
      'technician',
      'dispatchCompany',
      'evaluateSeason',
      'currentGrade',
      'attendRate',
      'baseScore',
      'finalScore',
      'conclusion',
      'newGrade',
      'status',
    ],
    filters: ['project', 'technician', 'dispatchCompany', 'evaluateSeason', 'conclusion', 'periodEnd', 'status'],
    sum: ['feeChange'],
  },
  rules: [
    { if: 'periodEnd < periodStart', error: '评价结束月不能早于开始月' },
    { if: 'actualShifts > dutyShifts * 1.5', error: '实值班次超过应值班次1.5倍，请核对' },
    { if: 'majorFault and not faultNote', error: '发生责任事故请填写说明' },
    { if: "majorFault and conclusion == '晋级'", error: '评价期内有责任事故的不得晋级' },
    {
      if: "finalScore < 60 and (conclusion == '续用' or conclusion == '晋级')",
      error: '综合得分低于60分，不得续用或晋级',
    },
    { if: "conclusion == '晋级' and newGrade == currentGrade", error: '结论为晋级但评定等级未变化' },
    { if: "conclusion == '续用' and newGrade != currentGrade", error: '结论为续用时评定等级应与现等级一致' },
  ],
  onApproved: [
    'airTechnicianEvaluation.archive',
    'airTechnicianEvaluation.fee',
    'airTechnicianEvaluation.draftResignation',
    'airTechnicianEvaluation.trainingNeed',
    'airTechnicianEvaluation.supplier',
  ],
  print: 'A4',
  reports: ['personnelAnalysis', 'trainingReport', 'serviceProviderList'],
});
