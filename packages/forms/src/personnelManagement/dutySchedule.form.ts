import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 项目机房按月编排运行值班班次，保证主机运行期间每班有持证人员在岗并控制人均工时 */
export const dutySchedule = defineForm({
  id: 'dutySchedule',
  purpose: '项目机房按月编排运行值班班次，保证主机运行期间每班有持证人员在岗并控制人均工时',
  links: { project: f.project('项目') },
  serial: 'ZBPB-{yyyy}{MM}-{seq4}',
  fields: {
    dutyMonth: f.month('排班月份', { required: true }),
    season: f.enum('运行季节', ['制冷季', '采暖季', '过渡季', '停机保养期'], { required: true }),
    shiftSystem: f.enum('班制', ['两班倒(12小时)', '三班倒(8小时)', '四班三运转', '白班加夜间值守', '应急值守'], {
      required: true,
    }),
    runHostCount: f.integer('当月计划运行主机台数', { required: true, unit: '台', min: 0 }),
    gasRoom: f.boolean('是否直燃机/锅炉等燃气机房', { required: true }),
    requiredPerShift: f.integer('每班最少在岗人数', { required: true, unit: '人', min: 1, max: 20 }),
    standardHours: f.decimal(2, '当月法定工时', { required: true, unit: '小时', min: 0, max: 200, default: 165.36 }),
    dutyLeader: f.user('值班负责人(班长)', { required: true }),
    leaderPhone: f.phone('值班负责人电话', { required: true, from: 'dutyLeader.phone' }),
    backupLeader: f.user('备班负责人', { required: true }),
    clientDutyPhone: f.text('客户方值班电话'),
    hasHoliday: f.boolean('是否含法定节假日', { default: false }),
    holidayPlan: f.textarea('节假日值班安排', { showIf: 'hasHoliday' }),
    handoverRequire: f.textarea('交接班要求', { hint: '运行参数、未处理故障、主机启停、钥匙与工具须当面交接' }),
  },
  details: {
    persons: {
      label: '值班人员汇总',
      fields: {
        watcher: f.user('值班员', { required: true }),
        post: f.enum('岗位', ['运行班长', '主值', '副值', '电工', '锅炉工', '备班'], { required: true }),
        certType: f.enum('持证类别', [
          '制冷与空调作业证',
          '低压电工作业证',
          '工业锅炉司炉证G1',
          '锅炉水处理证G3',
          '特种设备安全管理A',
          '无',
        ]),
        certExpire: f.date('证书有效期至'),
        dayShifts: f.integer('白班班数', { required: true, unit: '班', min: 0, max: 31 }),
        nightShifts: f.integer('夜班班数', { required: true, unit: '班', min: 0, max: 31 }),
        hoursPerShift: f.decimal(1, '每班工时', { required: true, unit: '小时', min: 1, max: 12 }),
        planHours: f.decimal(1, '计划工时', { unit: '小时', formula: '(dayShifts + nightShifts) * hoursPerShift' }),
        holidayHours: f.decimal(1, '其中法定节假日工时', { unit: '小时', min: 0, default: 0 }),
      },
    },
    shifts: {
      label: '逐日班次表',
      fields: {
        dutyDate: f.date('日期', { required: true }),
        shift: f.enum('班次', ['早班', '中班', '晚班', '白班', '夜班'], { required: true }),
        startTime: f.time('上班时间', { required: true }),
        endTime: f.time('下班时间', { required: true }),
        mainWatcher: f.user('主值', { required: true }),
        viceWatchers: f.users('副值'),
        shiftNote: f.text('当班重点工作', { hint: '如抽真空、加药、过滤器清洗' }),
      },
    },
  },
  computed: {
    personCount: f.integer('值班人数', { unit: '人', formula: 'count(persons)' }),
    totalHours: f.decimal(1, '计划总工时', { unit: '小时', formula: 'sum(persons.planHours)' }),
    avgHours: f.decimal(1, '人均工时', { unit: '小时', formula: 'sum(persons.planHours) / count(persons)' }),
    nightTotal: f.integer('夜班总班数', { unit: '班', formula: 'sum(persons.nightShifts)' }),
    holidayTotal: f.decimal(1, '法定节假日总工时', { unit: '小时', formula: 'sum(persons.holidayHours)' }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    { name: '区域经理审批', by: 'areaManager' },
    {
      name: '人事备案',
      by: 'role(hr)',
      fields: {
        nightAllowance: f.money('夜班津贴标准', { required: true, unit: '元/班', min: 0 }),
        certChecked: f.enum('持证核对结果', ['全部在有效期内', '有证书临期', '有人员无证'], { required: true }),
        certProblem: f.text('持证问题说明'),
      },
    },
    {
      name: '月末出勤确认',
      by: 'applicant',
      final: true,
      fields: {
        actualHours: f.decimal(1, '实际总工时', { required: true, unit: '小时', min: 0 }),
        swapRecord: f.textarea('换班顶班记录'),
        absentShifts: f.integer('缺岗班数', { required: true, unit: '班', min: 0 }),
        signSheet: f.images('值班签到表', { required: true, max: 6 }),
      },
    },
  ],
  cc: ['role(safetyOfficer)'],
  list: {
    columns: [
      'serial',
      'project',
      'dutyMonth',
      'season',
      'shiftSystem',
      'dutyLeader',
      'personCount',
      'totalHours',
      'avgHours',
      'status',
    ],
    filters: ['project', 'dutyMonth', 'season', 'dutyLeader', 'status'],
    sum: ['totalHours', 'holidayTotal'],
  },
  rules: [
    { if: 'gasRoom and requiredPerShift < 2', error: '燃气直燃机房、锅炉房每班在岗不得少于2人' },
    {
      if: 'runHostCount > 0 and personCount < requiredPerShift * 2',
      error: '主机运行期间值班人数不足以排满两班，请增加人员',
    },
    { if: 'avgHours > standardHours + 36', error: '人均工时超过法定工时加36小时加班上限，请调整班次' },
    { if: 'hasHoliday and not holidayPlan', error: '当月含法定节假日，请填写节假日值班安排' },
    { if: 'dutyLeader == backupLeader', error: '备班负责人不能与值班负责人为同一人' },
    { if: "certChecked == '有人员无证' and not certProblem", error: '有人员无证上岗，请说明问题与替换安排' },
  ],
  print: 'A4',
  reports: ['personnelAnalysis', 'projectInputCount', 'operationProjectManage'],
});
