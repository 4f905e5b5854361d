import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 安全员按特种设备主体责任要求对项目全部压力容器做日管控、周排查、月调度，核对证照与风险管控清单 */
export const safetyOfficerPressureVesselCheck = defineForm({
  id: 'safetyOfficerPressureVesselCheck',
  purpose: '安全员按特种设备主体责任要求对项目全部压力容器做日管控、周排查、月调度，核对证照与风险管控清单',
  links: { project: f.project('项目', { required: true }) },
  serial: 'AQYR-{yyyy}{MM}-{seq4}',
  fields: {
    controlLevel: f.enum('管控级别', ['日管控', '周排查', '月调度'], { required: true }),
    controlDate: f.date('管控日期', { required: true, default: 'today' }),
    periodStart: f.date('统计周期起', { required: true, showIf: "controlLevel != '日管控'" }),
    periodEnd: f.date('统计周期止', { required: true, showIf: "controlLevel != '日管控'" }),
    riskListVersion: f.text('风险管控清单版本', { required: true }),
    safetyChief: f.user('安全总监', { required: true }),
    registeredCount: f.integer('在册容器台数', { required: true, unit: '台', min: 0 }),
    inUseCount: f.integer('在用容器台数', { required: true, unit: '台', min: 0 }),
    dutyCount: f.integer('当班作业人数', { required: true, unit: '人', min: 0 }),
    certifiedCount: f.integer('其中持证人数', { required: true, unit: '人', min: 0 }),
    runLog: f.check('运行记录与交接班', { required: true }),
    archive: f.check('一台一档技术档案', { required: true }),
    emergencyPlan: f.check('应急预案与演练', { required: true }),
    meetingMinutes: f.files('月调度会议纪要', { required: true, showIf: "controlLevel == '月调度'" }),
    noProblem: f.boolean('零隐患报告', { default: false }),
  },
  details: {
    vessels: {
      label: '容器逐台核查',
      fields: {
        device: f.device('压力容器', { required: true, kinds: ['压力容器'] }),
        useState: f.enum('使用状态', ['在用', '备用', '停用已报停', '拟报废'], { required: true }),
        readPressure: f.decimal(2, '现场压力', { unit: 'MPa', min: 0, max: 10 }),
        limitPressure: f.decimal(2, '允许压力', {
          unit: 'MPa',
          min: 0,
          max: 10,
          from: 'device.allowPressure',
          locked: 'known',
        }),
        tag: f.check('登记标志与检验合格', { required: true }),
        attachment: f.check('安全附件', { required: true }),
        using: f.integer('在用', { tally: true, formula: "(useState == '在用') * 1" }),
        abnormal: f.integer('异常', {
          flag: true,
          formula: "(readPressure > limitPressure or tag == '不合格' or attachment == '不合格') * 1",
        }),
      },
    },
    hazards: {
      label: '风险隐患与处置',
      fields: {
        known: f.ref('safetyHazard', '台账隐患', { hint: '跟踪以前登记的隐患时选择，闭环后在台账销项' }),
        hazard: f.text('隐患内容', { required: true }),
        riskLevel: f.enum('风险等级', ['重大', '较大', '一般', '低'], { required: true }),
        measure: f.text('管控措施', { required: true }),
        owner: f.user('责任人', { required: true }),
        dueDate: f.date('完成期限', { required: true }),
        closed: f.boolean('已闭环', { default: false }),
        open: f.integer('未闭环', { tally: true, formula: '(not closed) * 1' }),
      },
    },
  },
  computed: {
    coverRate: f.percent('核查覆盖率', { formula: 'sum(vessels.using) / inUseCount * 100' }),
    certRate: f.percent('持证上岗率', { formula: 'certifiedCount / dutyCount * 100' }),
    abnormalCount: f.integer('异常容器', { unit: '台', formula: 'sum(vessels.abnormal)' }),
    openHazards: f.integer('未闭环隐患', { unit: '项', formula: 'sum(hazards.open)' }),
  },
  steps: [
    {
      name: '项目经理签收',
      by: 'projectManager',
      fields: {
        acceptReply: f.textarea('整改安排', { required: true, showIf: 'openHazards > 0' }),
      },
    },
    {
      name: '安全总监审定',
      by: 'field(safetyChief)',
      when: "controlLevel != '日管控' or abnormalCount > 0",
      fields: {
        chiefConclusion: f.enum('排查治理结论', ['风险可控', '需限期治理', '建议停用报停'], { required: true }),
      },
    },
    {
      name: '主要负责人调度',
      by: 'role(operationDirector)',
      when: "controlLevel == '月调度' or chiefConclusion == '建议停用报停'",
      final: true,
      fields: {
        dispatchRequire: f.textarea('调度要求', { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'controlLevel',
      'controlDate',
      'inUseCount',
      'coverRate',
      'certRate',
      'abnormalCount',
      'openHazards',
      'chiefConclusion',
      'applicant',
      'status',
    ],
    filters: ['project', 'controlLevel', 'controlDate', 'chiefConclusion', 'status'],
    sum: ['inUseCount', 'abnormalCount', 'openHazards'],
  },
  rules: [
    { if: 'controlDate > createdAt', error: '管控日期不能晚于填报日期' },
    { if: 'inUseCount > registeredCount', error: '在用台数不能大于在册台数' },
    { if: 'certifiedCount > dutyCount', error: '持证人数不能大于当班作业人数' },
    { if: 'periodEnd < periodStart', error: '统计周期止不能早于周期起' },
    { if: "controlLevel != '日管控' and coverRate < 100", error: '周排查与月调度必须逐台核查全部在用容器' },
    { if: 'noProblem and (abnormalCount > 0 or openHazards > 0)', error: '存在异常或未闭环隐患，不能作零隐患报告' },
    { if: 'abnormalCount > 0 and count(hazards) == 0', error: '有异常容器时必须登记风险隐患与处置' },
  ],
  onApproved: ['safetyOfficerPressureVesselCheck.archive', 'safetyOfficerPressureVesselCheck.hazards'],
  print: 'A4',
  reports: ['inspectionAnalysis', 'inspectionAnalysisArea', 'vData/operate'],
});
