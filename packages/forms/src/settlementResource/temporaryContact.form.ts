import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 客户临时加班、提前或延长供冷供热的联系单，约定时段和费用，事后按实际用时双方签认结算 */
export const temporaryContact = defineForm({
  id: 'temporaryContact',
  purpose: '客户临时加班、提前或延长供冷供热的联系单，约定时段和费用，事后按实际用时双方签认结算',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同', { required: true }) },
  serial: 'LSYN-{yyyy}{MM}-{seq4}',
  fields: {
    contactType: f.enum(
      '用能类型',
      ['加班供冷', '加班供暖', '提前供应', '延长供应', '临时卫生热水', '节假日供应', '合同外区域供能'],
      { required: true },
    ),
    applyUnit: f.text('申请单位', { required: true }),
    applyPerson: f.text('客户联系人', { required: true }),
    applyPhone: f.phone('联系电话', { required: true }),
    receiveTime: f.datetime('收到申请时间', { required: true }),
    receiveWay: f.enum('提出方式', ['书面联系单', '微信', '邮件', '电话后补'], { required: true }),
    useArea: f.text('用能区域', { required: true }),
    useSquare: f.decimal(2, '用能面积', { required: true, unit: 'm²', min: 0.01 }),
    peopleCount: f.integer('预计人数', { unit: '人', min: 0 }),
    targetTemp: f.decimal(1, '要求室温', { unit: '℃', min: 16, max: 30 }),
    settleWay: f.enum('计费方式', ['按小时', '按面积小时', '按计量用量', '合同内免费'], { required: true }),
    hourPrice: f.money('每小时单价', {
      required: true,
      unit: '元/h',
      min: 0,
      showIf: "settleWay == '按小时'",
      from: 'contract.overtimeHourPrice',
      locked: 'known',
    }),
    areaHourPrice: f.money4('面积小时单价', {
      required: true,
      unit: '元/m²·h',
      min: 0,
      showIf: "settleWay == '按面积小时'",
      from: 'contract.overtimeAreaPrice',
      locked: 'known',
    }),
    energyPrice: f.money4('计量单价', {
      required: true,
      unit: '元/kWh',
      min: 0,
      showIf: "settleWay == '按计量用量'",
      from: 'contract.coolPrice',
      locked: 'known',
    }),
    hostsNeeded: f.integer('需开主机台数', { required: true, unit: '台', min: 0 }),
    dutyStaff: f.users('加班值守人员', { required: true }),
    contactFile: f.files('客户联系单原件', { required: true, showIf: "receiveWay != '电话后补'" }),
  },
  details: {
    sessions: {
      label: '用能时段',
      fields: {
        useDate: f.date('日期', { required: true }),
        planFrom: f.datetime('计划开始', { required: true }),
        planTo: f.datetime('计划结束', { required: true }),
        planHours: f.decimal(1, '计划时长', { unit: 'h', formula: 'planTo - planFrom' }),
        dayKind: f.enum('日期类别', ['工作日', '周末', '法定节假日'], { required: true }),
        sessionNote: f.text('活动内容'),
      },
    },
  },
  computed: {
    planTotalHours: f.decimal(1, '计划总时长', { unit: 'h', formula: 'sum(sessions.planHours)' }),
    hoursDiff: f.decimal(1, '实际与计划时长差', { unit: 'h', formula: 'actualTotalHours - planTotalHours' }),
    estimateFee: f.money('预计费用', {
      unit: '元',
      formula:
        "planTotalHours * (hourPrice * (settleWay == '按小时') + areaHourPrice * useSquare * (settleWay == '按面积小时'))",
    }),
    actualFee: f.money('实际费用', {
      unit: '元',
      formula:
        "actualTotalHours * (hourPrice * (settleWay == '按小时') + areaHourPrice * useSquare * (settleWay == '按面积小时')) + actualKwh * energyPrice * (settleWay == '按计量用量')",
      capital: true,
    }),
  },
  steps: [
    {
      name: '项目经理审核',
      by: 'projectManager',
      fields: {
        operateNote: f.textarea('运行安排', { required: true }),
      },
    },
    {
      name: '区域经理审核',
      by: 'areaManager',
      when: "settleWay == '合同内免费' or contactType == '合同外区域供能' or estimateFee >= 10000",
    },
    {
      name: '实际用能反馈',
      by: 'applicant',
      fields: {
        supplyResult: f.enum('供应结果', ['按计划供应', '时间变更', '客户取消', '因故障未供应'], { required: true }),
        resultNote: f.textarea('情况说明', { required: true, showIf: "supplyResult != '按计划供应'" }),
        actualStart: f.datetime('首次实际供应时间'),
        actualTotalHours: f.decimal(1, '实际总时长', { required: true, unit: 'h', min: 0 }),
        actualKwh: f.decimal(1, '实际冷热量', { unit: 'kWh', min: 0, default: 0 }),
        roomTempMeasured: f.decimal(1, '实测室温', { unit: '℃', min: 5, max: 40 }),
        customerSign: f.signature('客户签字', { required: true }),
        signDate: f.date('签认日期', { required: true }),
      },
    },
    {
      name: '财务确认',
      by: 'role(finance)',
      when: 'actualFee > 0',
      fields: {
        settleMonth: f.month('计入结算月份', { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'contactType',
      'applyUnit',
      'useArea',
      'settleWay',
      'planTotalHours',
      'actualTotalHours',
      'estimateFee',
      'actualFee',
      'supplyResult',
      'settleMonth',
      'status',
    ],
    filters: ['project', 'contract', 'contactType', 'applyUnit', 'receiveTime', 'settleMonth'],
    sum: ['planTotalHours', 'actualTotalHours', 'estimateFee', 'actualFee'],
  },
  rules: [
    { if: 'count(sessions) == 0', error: '请填写用能时段' },
    { if: 'sessions.planTo <= sessions.planFrom', error: '计划结束必须晚于计划开始' },
    {
      if: 'sessions.planFrom < sessions.useDate or sessions.planFrom > sessions.useDate',
      error: '计划开始时间应与用能日期同一天',
    },
    {
      if: "supplyResult == '按计划供应' and (hoursDiff > 0.5 or hoursDiff < -0.5)",
      error: '实际时长与计划相差超过半小时，供应结果应选时间变更并说明',
    },
    {
      if: "sessions.planFrom < receiveTime and receiveWay != '电话后补'",
      error: '计划开始时间不能早于收到申请时间，事后补单请选电话后补',
      at: 'sessions',
    },
    { if: "supplyResult == '按计划供应' and actualTotalHours == 0", error: '请填写实际总时长' },
    {
      if: "(supplyResult == '客户取消' or supplyResult == '因故障未供应') and actualFee > 0",
      error: '未供应的联系单不应产生费用',
    },
    {
      if: "settleWay == '按计量用量' and supplyResult == '按计划供应' and actualKwh == 0",
      error: '按计量用量计费请填写实际冷热量',
    },
  ],
  onApproved: ['temporaryContact.basis', 'temporaryContact.overtime', 'temporaryContact.dutyHours'],
  print: 'A4',
  reports: ['accountStateMents', 'operationalSetWorkOvertime', 'incomeExpenseAnalysis'],
});
