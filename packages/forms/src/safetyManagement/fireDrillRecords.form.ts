import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 记录项目消防及燃气泄漏应急演练的组织、用时、物资和评估，支撑预案修订与年度演练次数考核 */
export const fireDrillRecords = defineForm({
  id: 'fireDrillRecords',
  purpose: '记录项目消防及燃气泄漏应急演练的组织、用时、物资和评估，支撑预案修订与年度演练次数考核',
  links: { project: f.project('项目') },
  serial: 'XFYL-{yyyy}{MM}-{seq4}',
  fields: {
    drillTopic: f.enum(
      '演练科目',
      [
        '机房燃气泄漏处置',
        '机房火灾扑救',
        '配电室电气火灾',
        '全员疏散逃生',
        '灭火器消火栓实操',
        '触电急救与心肺复苏',
        '受限空间救援',
        '油箱间漏油处置',
      ],
      { required: true },
    ),
    drillMode: f.enum('演练方式', ['实战演练', '功能演练', '桌面推演', '双盲演练'], { required: true }),
    planVersion: f.text('依据预案及版本', { required: true }),
    commander: f.user('现场总指挥', { required: true }),
    startTime: f.datetime('开始时间', { required: true }),
    endTime: f.datetime('结束时间', { required: true }),
    drillPlace: f.text('演练地点', { required: true }),
    shouldCount: f.integer('应参加人数', { required: true, unit: '人', min: 1 }),
    participants: f.users('我方参演人员', { required: true }),
    actualCount: f.integer('实到人数', { required: true, unit: '人', min: 0 }),
    jointUnits: f.multiEnum('联合参演单位', ['客户', '物业', '消防救援站', '燃气公司', '街道社区', '消防维保单位']),
    alarmSeconds: f.integer('发现至报警用时', { unit: 's', min: 0 }),
    gasCutSeconds: f.integer('切断燃气用时', {
      required: true,
      unit: 's',
      min: 0,
      showIf: "drillTopic == '机房燃气泄漏处置'",
    }),
    evacuateSeconds: f.integer('疏散完成用时', { unit: 's', min: 0 }),
    signSheet: f.files('签到表', { required: true }),
    drillPhotos: f.images('演练照片', { required: true, max: 12 }),
  },
  details: {
    stages: {
      label: '演练环节',
      fields: {
        stage: f.enum(
          '环节',
          [
            '险情发现与报告',
            '启动预案',
            '切断气源电源',
            '初期火灾扑救',
            '人员疏散引导',
            '伤员救护',
            '警戒隔离',
            '外部救援对接',
            '现场清理',
            '讲评总结',
          ],
          { required: true },
        ),
        stageOwner: f.user('负责人', { required: true }),
        planMinutes: f.decimal(1, '计划用时', { required: true, unit: 'min', min: 0 }),
        usedMinutes: f.decimal(1, '实际用时', { required: true, unit: 'min', min: 0 }),
        effect: f.check('完成情况', { required: true }),
      },
    },
    materials: {
      label: '消耗物资',
      fields: {
        material: f.enum(
          '物资名称',
          ['干粉灭火器', '二氧化碳灭火器', '烟雾罐', '发烟饼', '柴油燃料', '消防水带', '防毒面罩', '急救包'],
          { required: true },
        ),
        quantity: f.integer('数量', { required: true, min: 1 }),
        unitPrice: f.money('单价', { required: true, unit: '元', min: 0 }),
        amount: f.money('金额', { unit: '元', formula: 'quantity * unitPrice' }),
      },
    },
  },
  computed: {
    attendRate: f.percent('参演率', { formula: 'actualCount / shouldCount * 100' }),
    usedTotal: f.decimal(1, '演练总用时', { unit: 'min', formula: 'sum(stages.usedMinutes)' }),
    overMinutes: f.decimal(1, '超计划用时', {
      unit: 'min',
      formula: 'sum(stages.usedMinutes) - sum(stages.planMinutes)',
    }),
    materialCost: f.money('物资费用', { unit: '元', formula: 'sum(materials.amount)' }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '安全员评估',
      by: 'role(safetyOfficer)',
      fields: {
        drillScore: f.integer('评估得分', { required: true, unit: '分', min: 0, max: 100 }),
        weakness: f.textarea('存在不足', { required: true }),
        planRevise: f.boolean('需修订预案', { default: false }),
        reviseRequire: f.textarea('预案修订要求', { required: true, showIf: 'planRevise' }),
      },
    },
    {
      name: '区域经理确认',
      by: 'areaManager',
      when: 'drillScore < 80 or planRevise',
      fields: {
        reDrillTime: f.datetime('复演时间', { required: true, showIf: 'drillScore < 60' }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'drillTopic',
      'drillMode',
      'startTime',
      'shouldCount',
      'actualCount',
      'attendRate',
      'usedTotal',
      'drillScore',
      'materialCost',
      'planRevise',
      'status',
    ],
    filters: ['project', 'drillTopic', 'drillMode', 'startTime', 'status'],
    sum: ['actualCount', 'materialCost'],
  },
  rules: [
    { if: 'endTime <= startTime', error: '演练结束时间必须晚于开始时间' },
    { if: 'actualCount > shouldCount', error: '实到人数不能大于应参加人数' },
    { if: 'count(stages) < 3', error: '演练环节不得少于3个' },
    { if: "drillMode != '桌面推演' and not evacuateSeconds", error: '非桌面推演必须填写疏散完成用时' },
    { if: 'reDrillTime <= startTime', error: '复演时间必须晚于本次演练' },
  ],
  print: 'A4',
  reports: ['trainingReport', 'personnelAnalysis', 'assessmentReport'],
});
