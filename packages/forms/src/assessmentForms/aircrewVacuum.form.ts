import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 检测溴化锂机组保真空性能，记录抽气、压力回升和检漏情况，判断气密性是否合格并安排处理 */
export const aircrewVacuum = defineForm({
  id: 'aircrewVacuum',
  purpose: '检测溴化锂机组保真空性能，记录抽气、压力回升和检漏情况，判断气密性是否合格并安排处理',
  links: {
    project: f.project('项目', { required: true }),
    device: f.device('设备', { required: true, kinds: ['主机'] }),
  },
  serial: 'ZKJC-{yyyy}{MM}-{seq4}',
  fields: {
    unitModel: f.text('机组型号', { required: true, from: 'device.model', locked: 'known' }),
    unitNo: f.text('机组编号', { required: true, from: 'device.factoryNo', locked: 'known' }),
    testType: f.enum('检测类别', ['停机保压', '运行气泡法', '维修后气密试验', '季前例检', '真空异常复检'], {
      required: true,
    }),
    unitState: f.enum('机组状态', ['运行', '停机', '充氮保护'], { required: true }),
    gaugeType: f.enum('测量仪表', ['数显绝压计', '麦氏真空计', 'U形水银压差计', '触摸屏压力传感器'], {
      required: true,
    }),
    tester: f.user('检测人', { required: true, default: 'me' }),
    startTime: f.datetime('初读时间', { required: true }),
    endTime: f.datetime('终读时间', { required: true }),
    holdHours: f.decimal(1, '保压时长', { required: true, unit: 'h', min: 0.5, max: 720, hint: '停机保压不少于24h' }),
    startPressure: f.decimal(1, '初始绝对压力', { required: true, unit: 'Pa', min: 0, max: 110000 }),
    startTemp: f.decimal(1, '初始环境温度', { required: true, unit: '℃', min: -20, max: 60 }),
    endPressure: f.decimal(1, '终了绝对压力', { required: true, unit: 'Pa', min: 0, max: 110000 }),
    endTemp: f.decimal(1, '终了环境温度', { required: true, unit: '℃', min: -20, max: 60 }),
    bubbleCount: f.integer('抽气气泡数', {
      required: true,
      unit: '个/min',
      min: 0,
      max: 500,
      showIf: "testType == '运行气泡法'",
    }),
    pumpLimit: f.decimal(1, '真空泵极限真空', { required: true, unit: 'Pa', min: 0, max: 2000 }),
    pumpOil: f.check('真空泵油（无乳化、油位正常）', { required: true }),
    purgeDevice: f.check('自动抽气装置与储气室', { required: true }),
    palladium: f.check('钯膜排氢装置', { required: true }),
    sightGlass: f.check('视镜、隔膜阀、取样阀密封', { required: true }),
    gaugePhotos: f.images('仪表读数照片', { required: true, max: 6 }),
  },
  details: {
    pumpings: {
      label: '抽真空记录',
      fields: {
        pumpStart: f.datetime('开始时间', { required: true }),
        pumpEnd: f.datetime('结束时间', { required: true }),
        pumpPart: f.enum('抽气部位', ['吸收器', '冷凝器', '高压发生器', '储气室', '蒸发器'], { required: true }),
        beforePressure: f.decimal(1, '抽前压力', { required: true, unit: 'Pa', min: 0 }),
        afterPressure: f.decimal(1, '抽后压力', { required: true, unit: 'Pa', min: 0 }),
        drop: f.decimal(1, '压降', { unit: 'Pa', formula: 'beforePressure - afterPressure' }),
        wrong: f.integer('时间有误', { flag: true, formula: '(pumpEnd <= pumpStart) * 1' }),
      },
    },
    leakPoints: {
      label: '检漏记录',
      fields: {
        part: f.enum(
          '检漏部位',
          [
            '视镜',
            '取样阀',
            '抽气主阀',
            '隔膜阀',
            '溶液泵法兰',
            '冷剂泵法兰',
            '真空泵接口',
            '高发烟管',
            '铜管胀口',
            '筒体焊缝',
            '传感器座',
            '爆破片',
            '水盖隔板',
          ],
          { required: true },
        ),
        method: f.enum('检漏方法', ['正压氮气皂泡', '氦质谱', '卤素', '负压喷氦', '染色着色'], { required: true }),
        testPressure: f.decimal(3, '检漏正压', { unit: 'MPa', min: 0, max: 0.15, hint: '表压不超过0.08MPa' }),
        leaking: f.boolean('有泄漏', { default: false }),
        repair: f.enum('处理方法', ['紧固', '更换密封件', '补焊', '堵管', '更换阀件', '待处理'], {
          required: true,
          showIf: 'leaking',
        }),
        leak: f.integer('漏点', { tally: true, formula: '(leaking) * 1' }),
        pending: f.integer('待处理漏点', { tally: true, formula: "(leaking and repair == '待处理') * 1" }),
      },
    },
  },
  computed: {
    correctedRise: f.decimal(1, '温度修正后压力回升', {
      unit: 'Pa',
      formula: 'endPressure * (273.15 + startTemp) / (273.15 + endTemp) - startPressure',
    }),
    dayRise: f.decimal(1, '折算24小时回升', {
      unit: 'Pa',
      formula: '(endPressure * (273.15 + startTemp) / (273.15 + endTemp) - startPressure) / holdHours * 24',
    }),
    leakCount: f.integer('漏点数', { unit: '处', formula: 'sum(leakPoints.leak)' }),
    pendingLeaks: f.integer('待处理漏点', { unit: '处', formula: 'sum(leakPoints.pending)' }),
    pumpTimes: f.integer('抽气次数', { unit: '次', formula: 'count(pumpings)' }),
  },
  steps: [
    {
      name: '项目经理审核',
      by: 'projectManager',
      fields: {
        nextTestDate: f.date('下次检测日期', { required: true }),
      },
    },
    {
      name: '暖通工程师评定',
      by: 'role(hvacEngineer)',
      fields: {
        vacuumGrade: f.enum(
          '气密性评定',
          ['优（回升不大于30Pa）', '合格（不大于66.5Pa）', '不合格需检漏', '严重泄漏须充氮停机'],
          { required: true },
        ),
        vacuumAdvice: f.textarea('处理建议', { required: true }),
      },
    },
    {
      name: '技术总监审批',
      by: 'role(technicalDirector)',
      when: "dayRise > 200 or vacuumGrade == '严重泄漏须充氮停机'",
      fields: {
        repairPlan: f.textarea('检修方案', { required: true }),
      },
    },
    {
      name: '处理结果反馈',
      by: 'applicant',
      when: 'pendingLeaks > 0 or dayRise > 66.5',
      final: true,
      fields: {
        repairResult: f.textarea('处理结果', { required: true }),
        recheckRise: f.decimal(1, '复检24小时回升', { required: true, unit: 'Pa' }),
        repairCost: f.money('处理费用', { unit: '元', min: 0, default: 0 }),
      },
    },
  ],
  cc: ['areaManager'],
  list: {
    columns: [
      'serial',
      'project',
      'device',
      'testType',
      'startTime',
      'holdHours',
      'dayRise',
      'bubbleCount',
      'leakCount',
      'pendingLeaks',
      'vacuumGrade',
      'nextTestDate',
      'repairCost',
      'status',
    ],
    filters: ['project', 'device', 'testType', 'startTime', 'vacuumGrade', 'status'],
    sum: ['leakCount', 'pendingLeaks', 'pumpTimes', 'repairCost'],
  },
  rules: [
    { if: 'endTime <= startTime', error: '终读时间必须晚于初读时间' },
    { if: "testType == '停机保压' and holdHours < 24", error: '停机保压时长不得少于24小时' },
    { if: "testType == '停机保压' and unitState == '运行'", error: '停机保压检测时机组状态不能为运行' },
    { if: "pumpLimit > 65 and pumpOil == '合格'", error: '真空泵极限真空大于65Pa，应检查泵油并判为不合格' },
    { if: 'sum(pumpings.wrong) > 0', error: '抽真空结束时间必须晚于开始时间' },
    { if: 'dayRise > 66.5 and count(leakPoints) == 0', error: '24小时压力回升超过66.5Pa，必须填写检漏记录' },
    { if: "dayRise > 30 and vacuumGrade == '优（回升不大于30Pa）'", error: '24小时压力回升超过30Pa，气密性不能评为优' },
    { if: 'nextTestDate <= endTime', error: '下次检测日期必须晚于本次检测' },
    {
      if: "dayRise > 66.5 and (vacuumGrade == '优（回升不大于30Pa）' or vacuumGrade == '合格（不大于66.5Pa）')",
      error: '压力回升超过66.5Pa，气密性不能评为合格',
    },
  ],
  onApproved: [
    'aircrewVacuum.archive',
    'aircrewVacuum.draftRepair',
    'aircrewVacuum.retire',
    'aircrewVacuum.pumpTimes',
    'aircrewVacuum.remindNext',
  ],
  print: 'A4',
  reports: ['vData/technology', 'vData/computerRoom', 'energyAnalysis', 'assessmentReport'],
});
