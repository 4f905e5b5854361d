import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 值班人员按班次巡检机房，抄录主机、水泵运行参数，逐项检查燃气、配电和环境安全并交接班 */
export const roomInspectionRecord = defineForm({
  id: 'roomInspectionRecord',
  purpose: '值班人员按班次巡检机房，抄录主机、水泵运行参数，逐项检查燃气、配电和环境安全并交接班',
  links: {
    project: f.project('项目', { required: true }),
  },
  serial: 'JFXJ-{yyyy}{MM}{dd}-{seq3}',
  fields: {
    inspectTime: f.datetime('巡检时间', { required: true, default: 'now' }),
    shift: f.enum('班次', ['早班', '中班', '夜班'], { required: true }),
    machineRoom: f.text('机房', { required: true, from: 'project.machineRoom' }),
    runMode: f.enum('运行模式', ['制冷', '采暖', '制冷加卫生热水', '采暖加卫生热水', '停机值守'], { required: true }),
    outdoorTemp: f.decimal(1, '室外温度', { required: true, unit: '℃', min: -40, max: 50 }),
    outdoorHumidity: f.percent('室外湿度', { min: 0, max: 100 }),
    roomTemp: f.decimal(1, '机房温度', { required: true, unit: '℃', min: -10, max: 60, hint: '5–40℃' }),
    gasConcentration: f.decimal(1, '燃气浓度', { required: true, unit: '%LEL', min: 0, max: 100 }),
    gasPressure: f.decimal(1, '燃气进口压力', { unit: 'kPa', min: 0 }),
    sysPressure: f.decimal(2, '冷温水系统定压', { required: true, unit: 'MPa', min: 0, max: 2.5 }),
    supplyTemp: f.decimal(1, '总管供水温度', { unit: '℃', min: 0, max: 95 }),
    returnTemp: f.decimal(1, '总管回水温度', { unit: '℃', min: 0, max: 95 }),
    gasAlarm: f.check('燃气报警器', { required: true }),
    ventFan: f.check('事故排风机', { required: true }),
    powerCabinet: f.check('配电柜与电缆', { required: true }),
    groundWater: f.check('地面积水与集水坑泵', { required: true }),
    fireEquip: f.check('灭火器与应急灯', { required: true }),
    towerState: f.check('冷却塔', { required: true }),
    leakState: f.check('跑冒滴漏', { required: true }),
    handoverNote: f.textarea('交接班事项'),
    successor: f.user('接班人', { required: true }),
  },
  details: {
    hosts: {
      label: '主机参数',
      fields: {
        host: f.device('主机', { required: true, kinds: ['主机', '锅炉'] }),
        hostState: f.enum('状态', ['运行', '备用', '稀释停机中', '故障', '检修'], { required: true }),
        fireRate: f.percent('燃烧负荷', { min: 0, max: 100 }),
        chilledIn: f.decimal(1, '冷温水进口', { unit: '℃', min: 0, max: 95 }),
        chilledOut: f.decimal(1, '冷温水出口', { unit: '℃', min: 0, max: 95 }),
        coolingIn: f.decimal(1, '冷却水进口', { unit: '℃', min: 0, max: 60 }),
        coolingOut: f.decimal(1, '冷却水出口', { unit: '℃', min: 0, max: 60 }),
        highGenTemp: f.decimal(1, '高发温度', { unit: '℃', min: 0, max: 200, hint: '不超过165℃' }),
        highGenPressure: f.decimal(1, '高发压力', { unit: 'kPa', hint: '表压应为负' }),
        exhaustTemp: f.decimal(0, '排烟温度', { unit: '℃', min: 0, max: 400 }),
        airTankPressure: f.decimal(1, '自抽贮气压力', { unit: 'kPa', hint: '上升说明有不凝性气体' }),
        pumpCurrent: f.decimal(1, '溶液泵电流', { unit: 'A', min: 0 }),
        flame: f.check('火焰形态'),
        hostAbnormal: f.integer('异常', {
          flag: true,
          formula: "hostState == '故障' or highGenTemp > 165 or highGenPressure > 0 or flame == '不合格'",
        }),
      },
    },
    pumps: {
      label: '水泵参数',
      fields: {
        pump: f.device('水泵', { required: true, kinds: ['水泵'] }),
        pumpHz: f.decimal(1, '频率', { unit: 'Hz', min: 0, max: 50 }),
        pumpAmp: f.decimal(1, '电流', { unit: 'A', min: 0 }),
        pumpIn: f.decimal(2, '进口压力', { unit: 'MPa' }),
        pumpOut: f.decimal(2, '出口压力', { unit: 'MPa' }),
        pumpOk: f.check('振动声音密封', { required: true }),
      },
    },
  },
  computed: {
    hostAbnormalCount: f.integer('主机异常台数', { unit: '台', formula: 'sum(hosts.hostAbnormal)' }),
    siteFailCount: f.integer('现场不合格项', {
      unit: '项',
      formula:
        "(gasAlarm == '不合格') + (ventFan == '不合格') + (powerCabinet == '不合格') + (groundWater == '不合格') + (fireEquip == '不合格') + (towerState == '不合格') + (leakState == '不合格')",
    }),
    mainDelta: f.decimal(1, '总管温差', { unit: '℃', hint: '采暖为正，制冷为负', formula: 'supplyTemp - returnTemp' }),
  },
  steps: [
    {
      name: '接班人确认',
      by: 'field(successor)',
      fields: {
        takeoverOk: f.boolean('现场与记录一致', { required: true }),
        takeoverNote: f.text('接班补充', { required: true, showIf: 'not takeoverOk' }),
      },
    },
    {
      name: '项目经理处理',
      by: 'projectManager',
      when: 'hostAbnormalCount > 0 or siteFailCount > 0 or not takeoverOk',
      fields: {
        dispose: f.textarea('处理措施', { required: true }),
        toRepair: f.boolean('转维修', { required: true }),
      },
    },
    {
      name: '安全员处理',
      by: 'role(safetyOfficer)',
      when: "gasAlarm == '不合格' or gasConcentration >= 10",
      fields: {
        safetyDispose: f.textarea('燃气安全处置', { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'inspectTime',
      'shift',
      'machineRoom',
      'runMode',
      'gasConcentration',
      'hostAbnormalCount',
      'siteFailCount',
      'applicant',
      'successor',
      'toRepair',
      'status',
    ],
    filters: ['project', 'inspectTime', 'shift', 'runMode', 'applicant', 'toRepair'],
    sum: ['hostAbnormalCount', 'siteFailCount'],
  },
  rules: [
    { if: 'inspectTime > createdAt', error: '巡检时间不能晚于填报时间' },
    { if: "runMode != '停机值守' and count(hosts) == 0", error: '运行期间请填写主机参数' },
    { if: "hosts.hostState == '运行' and not hosts.chilledOut", error: '运行中的主机请填写冷温水出口温度' },
    {
      if: "gasConcentration >= 25 and gasAlarm == '合格' and not handoverNote",
      error: '燃气浓度已达25%LEL报警值，请在交接班事项写明报警和处置情况',
    },
    {
      if: "hosts.coolingOut < hosts.coolingIn and hosts.hostState == '运行' and runMode == '制冷'",
      error: '制冷运行时冷却水出口温度应高于进口',
      at: 'hosts.coolingOut',
    },
    { if: 'successor == applicant', error: '接班人不能是本人' },
  ],
  onApproved: [
    'roomInspectionRecord.runLog',
    'roomInspectionRecord.repairDraft',
    // Gas does not wait until everybody has signed.
    { at: 'submit', do: 'roomInspectionRecord.gasAlarm' },
    'roomInspectionRecord.completion',
  ],
  print: 'none',
  reports: ['inspectionAnalysis', 'inspectionAnalysisArea', 'warnManage'],
});
