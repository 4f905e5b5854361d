import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 楼层末端与管路保养，清洗滤网表冷器和冷凝水盘、检查电动阀与温控器，由用户签字确认 */
export const endPipeMaintenance = defineForm({
  id: 'endPipeMaintenance',
  purpose: '楼层末端与管路保养，清洗滤网表冷器和冷凝水盘、检查电动阀与温控器，由用户签字确认',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同') },
  serial: 'MDBY-{yyyy}{MM}-{seq4}',
  fields: {
    building: f.text('楼栋', { required: true }),
    floors: f.text('楼层区域', { required: true, hint: '例如3F–5F东区' }),
    occupant: f.text('使用单位', { required: true }),
    occupantContact: f.text('使用单位联系人'),
    occupantPhone: f.phone('联系电话'),
    endReason: f.enum('保养原因', ['年度计划', '换季保养', '用户报修', '冷热不均处理', '异味处理'], { required: true }),
    beginTime: f.datetime('进场时间', { required: true }),
    finishTime: f.datetime('离场时间', { required: true }),
    endWorkers: f.users('保养人员', { required: true }),
    inContract: f.boolean('属合同服务范围', { default: true }),
    chargeAmount: f.money('向用户收费', { unit: '元', min: 0, default: 0, showIf: 'not inContract' }),
    riserValveLocked: f.boolean('立管阀已关闭挂牌', { default: false }),
    ceilingDamage: f.boolean('吊顶装饰受损', { default: false }),
    damageDesc: f.textarea('受损及修复情况', { required: true, showIf: 'ceilingDamage' }),
    endPhotos: f.images('保养前后照片', { required: true, max: 12 }),
  },
  details: {
    terminals: {
      label: '末端设备',
      fields: {
        room: f.text('房间或区域', { required: true }),
        terminalType: f.enum(
          '末端类型',
          ['卧式暗装风机盘管', '立式风机盘管', '卡式风机盘管', '组合式空调箱', '新风机组', '地暖分集水器', '散热器'],
          { required: true },
        ),
        terminalCount: f.integer('数量', { required: true, unit: '台', min: 1 }),
        inletTemp: f.decimal(1, '进水温度', { unit: '℃', min: 0, max: 95 }),
        outAirTemp: f.decimal(1, '出风温度', { unit: '℃', min: 0, max: 80 }),
        filterClean: f.check('回风滤网清洗', { required: true }),
        coilClean: f.check('表冷器翅片', { required: true }),
        drainPan: f.check('冷凝水盘及排水', { required: true }),
        strainerClean: f.check('支管过滤器', { required: true }),
        airRelease: f.check('排气', { required: true }),
        motorValve: f.check('电动两通阀'),
        thermostat: f.check('温控器'),
        fanNoise: f.check('风机噪声与三速'),
        endFail: f.integer('不合格项', {
          formula:
            "(filterClean == '不合格') + (coilClean == '不合格') + (drainPan == '不合格') + (strainerClean == '不合格') + (airRelease == '不合格') + (motorValve == '不合格') + (thermostat == '不合格') + (fanNoise == '不合格')",
        }),
      },
    },
    pipes: {
      label: '管路缺陷',
      fields: {
        pipePlace: f.text('位置', { required: true }),
        defect: f.enum('缺陷', ['渗漏', '保温破损结露', '锈蚀', '阀门卡涩', '支架松动', '坡度不足积气'], {
          required: true,
        }),
        pipeMeasure: f.text('处理方法', { required: true }),
        solved: f.boolean('已处理', { required: true }),
        unsolved: f.integer('未处理', { tally: true, formula: 'not solved' }),
      },
    },
  },
  computed: {
    terminalTotal: f.integer('末端总数', { unit: '台', formula: 'sum(terminals.terminalCount)' }),
    endFailTotal: f.integer('不合格项合计', { unit: '项', formula: 'sum(terminals.endFail)' }),
    pipeDefects: f.integer('管路缺陷数', { unit: '处', formula: 'count(pipes)' }),
    unsolvedCount: f.integer('未处理缺陷数', { unit: '处', formula: 'sum(pipes.unsolved)' }),
    siteHours: f.decimal(1, '作业时长', { unit: 'h', formula: 'finishTime - beginTime' }),
  },
  steps: [
    {
      name: '用户签认',
      by: 'applicant',
      fields: {
        occupantSign: f.signature('使用单位签字', { required: true }),
        satisfaction: f.enum('用户评价', ['很满意', '满意', '一般', '不满意'], { required: true }),
      },
    },
    {
      name: '项目经理审核',
      by: 'projectManager',
      fields: {
        followUp: f.textarea('后续处理安排'),
      },
    },
    { name: '区域经理审核', by: 'areaManager', when: "satisfaction == '不满意' or chargeAmount > 0" },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'building',
      'floors',
      'occupant',
      'endReason',
      'beginTime',
      'terminalTotal',
      'endFailTotal',
      'pipeDefects',
      'unsolvedCount',
      'satisfaction',
      'chargeAmount',
      'status',
    ],
    filters: ['project', 'building', 'occupant', 'endReason', 'beginTime', 'satisfaction'],
    sum: ['terminalTotal', 'pipeDefects', 'unsolvedCount', 'chargeAmount'],
  },
  rules: [
    { if: 'finishTime <= beginTime', error: '离场时间必须晚于进场时间' },
    { if: 'count(terminals) == 0', error: '请填写末端设备' },
    { if: 'not inContract and chargeAmount == 0', error: '合同范围外的保养请填写收费金额' },
    { if: 'unsolvedCount > 0 and not followUp', error: '有未处理的管路缺陷，请填写后续处理安排' },
    { if: "satisfaction == '不满意' and not followUp", error: '用户不满意时请填写后续处理安排' },
  ],
  onApproved: [
    'endPipeMaintenance.ledger',
    'endPipeMaintenance.repairDraft',
    'endPipeMaintenance.receivable',
    'endPipeMaintenance.satisfaction',
  ],
  print: 'A4',
  reports: ['maintenanceCost', 'satisfactionAnalysis'],
});
