import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 公司或区域针对燃气、电气、受限空间、危化品、防汛等专题到项目做打分检查，限期整改并纳入考核 */
export const specialSafetyCheck = defineForm({
  id: 'specialSafetyCheck',
  purpose: '公司或区域针对燃气、电气、受限空间、危化品、防汛等专题到项目做打分检查，限期整改并纳入考核',
  links: { project: f.project('项目', { required: true }) },
  serial: 'ZXAQ-{yyyy}{MM}-{seq4}',
  fields: {
    topic: f.enum(
      '检查专题',
      [
        '燃气使用安全',
        '电气安全',
        '高处作业',
        '受限空间',
        '危险化学品',
        '防汛防台',
        '防雷接地',
        '冬季防冻',
        '特种设备',
      ],
      { required: true },
    ),
    checkTable: f.ref('checkTable', '检查表', { hint: '选定后带出条款与标准分' }),
    organizer: f.enum('组织单位', ['公司安全管理部门', '区域', '项目互查', '客户联合检查', '政府监管部门'], {
      required: true,
    }),
    basis: f.text('检查依据', { required: true, hint: '通知文号或标准号，如 GB 50016、TSG 11' }),
    leader: f.user('检查组长', { required: true }),
    members: f.users('检查组成员'),
    startDate: f.date('检查开始日期', { required: true }),
    endDate: f.date('检查结束日期', { required: true }),
    leakPpm: f.integer('燃气检漏最大读数', { unit: 'ppm', min: 0, max: 50000, showIf: "topic == '燃气使用安全'" }),
    detectorExpire: f.date('燃气探测器校准有效期', { required: true, showIf: "topic == '燃气使用安全'" }),
    insulation: f.decimal(2, '最小绝缘电阻', { required: true, unit: 'MΩ', min: 0, showIf: "topic == '电气安全'" }),
    earthResistance: f.decimal(2, '接地电阻', {
      required: true,
      unit: 'Ω',
      min: 0,
      max: 1000,
      showIf: "topic == '电气安全' or topic == '防雷接地'",
    }),
    oxygen: f.decimal(1, '受限空间氧含量', {
      required: true,
      unit: '%',
      min: 0,
      max: 100,
      showIf: "topic == '受限空间'",
    }),
    sulfide: f.decimal(1, '硫化氢浓度', { unit: 'mg/m³', min: 0, showIf: "topic == '受限空间'" }),
    chemicalStock: f.decimal(1, '危化品现存量', {
      required: true,
      unit: 'kg',
      min: 0,
      showIf: "topic == '危险化学品'",
    }),
    drainPump: f.check('排水泵自动启停试验', { required: true, showIf: "topic == '防汛防台'" }),
    lowestWaterTemp: f.decimal(1, '末端最低水温', {
      required: true,
      unit: '℃',
      min: -30,
      max: 95,
      showIf: "topic == '冬季防冻'",
    }),
    stopOrder: f.boolean('责令停用或停工', { default: false }),
    stopScope: f.text('停用或停工范围', { required: true, showIf: 'stopOrder' }),
    evidence: f.files('检查影像与通报'),
  },
  details: {
    clauses: {
      label: '检查条款打分',
      rowsFrom: 'checkTable.clauses',
      minRows: 1,
      fields: {
        clause: f.text('检查条款', { required: true }),
        fullScore: f.decimal(1, '标准分', { required: true, unit: '分', min: 0, max: 100 }),
        deduct: f.decimal(1, '扣分', { required: true, unit: '分', min: 0, default: 0 }),
        score: f.decimal(1, '得分', { unit: '分', formula: 'fullScore - deduct' }),
        finding: f.text('问题描述', { required: true, showIf: 'deduct > 0' }),
        level: f.enum('隐患等级', ['一般隐患', '较大隐患', '重大隐患'], { required: true, showIf: 'deduct > 0' }),
        owner: f.user('整改责任人', { required: true, showIf: 'deduct > 0' }),
        dueDate: f.date('整改期限', { required: true, showIf: 'deduct > 0' }),
        over: f.integer('扣分超标准分', { flag: true, formula: '(deduct > fullScore) * 1' }),
        serious: f.integer('重大隐患', { tally: true, formula: "(deduct > 0 and level == '重大隐患') * 1" }),
      },
    },
    stopDevices: {
      label: '责令停用设备',
      fields: {
        device: f.device('设备', { required: true }),
        stopReason: f.text('停用原因', { required: true }),
      },
    },
  },
  computed: {
    fullTotal: f.decimal(1, '标准分合计', { unit: '分', formula: 'sum(clauses.fullScore)' }),
    deductTotal: f.decimal(1, '扣分合计', { unit: '分', formula: 'sum(clauses.deduct)' }),
    scoreRate: f.percent('得分率', { formula: 'sum(clauses.score) / sum(clauses.fullScore) * 100' }),
    seriousCount: f.integer('重大隐患数', { unit: '项', formula: 'sum(clauses.serious)' }),
  },
  steps: [
    {
      name: '受检项目经理确认',
      by: 'projectManager',
      fields: {
        projectReply: f.enum('受检方意见', ['认可', '部分异议', '不认可'], { required: true }),
        replyReason: f.textarea('异议说明', { required: true, showIf: "projectReply != '认可'" }),
      },
    },
    { name: '区域经理审批', by: 'areaManager' },
    {
      name: '运营总监审批',
      by: 'role(operationDirector)',
      when: 'scoreRate < 70 or seriousCount > 0 or stopOrder',
      fields: {
        penalty: f.money('项目考核扣款', { unit: '元', min: 0, default: 0 }),
      },
    },
    {
      name: '项目整改反馈',
      by: 'projectManager',
      when: 'deductTotal > 0',
      fields: {
        rectifyReport: f.files('整改报告', { required: true }),
        rectifyFinish: f.date('整改完成日期', { required: true }),
      },
    },
    {
      name: '检查组长验收',
      by: 'field(leader)',
      final: true,
      fields: {
        acceptance: f.enum('验收结论', ['通过', '复工恢复使用', '继续整改'], { required: true }),
      },
    },
  ],
  cc: ['role(safetyOfficer)'],
  list: {
    columns: [
      'serial',
      'project',
      'topic',
      'organizer',
      'leader',
      'startDate',
      'scoreRate',
      'deductTotal',
      'seriousCount',
      'penalty',
      'acceptance',
      'status',
    ],
    filters: ['project', 'topic', 'organizer', 'startDate', 'status'],
    sum: ['deductTotal', 'seriousCount', 'penalty'],
  },
  rules: [
    {
      if: "topic == '受限空间' and sulfide > 10 and not stopOrder",
      error: '硫化氢浓度超过10mg/m³，必须责令停止作业',
    },
    {
      if: "topic == '电气安全' and earthResistance > 4 and deductTotal == 0",
      error: '接地电阻大于4Ω，必须登记扣分条款',
    },
    { if: 'clauses.dueDate < startDate', error: '整改期限不能早于检查开始日期' },
    { if: 'not stopOrder and count(stopDevices) > 0', error: '未责令停用时请删去停用设备' },
    { if: 'endDate < startDate', error: '检查结束日期不能早于开始日期' },
    { if: 'sum(clauses.over) > 0', error: '单条扣分不能超过该条标准分' },
    {
      if: "topic == '受限空间' and (oxygen < 19.5 or oxygen > 23.5) and not stopOrder",
      error: '氧含量不在19.5%～23.5%范围内，必须责令停止作业',
    },
    {
      if: "topic == '电气安全' and insulation < 0.5 and deductTotal == 0",
      error: '绝缘电阻低于0.5MΩ，必须登记扣分条款',
    },
    {
      if: "topic == '燃气使用安全' and detectorExpire < startDate and deductTotal == 0",
      error: '燃气探测器校准已过期，必须登记扣分条款',
    },
  ],
  onApproved: [
    'specialSafetyCheck.hazards',
    'specialSafetyCheck.assess',
    { at: 'step:运营总监审批', do: 'specialSafetyCheck.stopDevices' },
    'specialSafetyCheck.resumeDevices',
  ],
  print: 'A4',
  reports: ['inspectionAnalysisArea', 'assessmentReport', 'vData/operate'],
});
