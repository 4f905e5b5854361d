/** Who is on duty in the machine rooms, who leads them, and the hours that count for more. */
import { defineBook, f } from '@hengneng/form-kit';

export const dutyRoster = defineBook({
  id: 'dutyRoster',
  title: '项目值班表',
  purpose: '每个项目每月的值班人员、持证与计划工时；同月重排时旧版失效',
  columns: {
    project: f.project('项目', { required: true }),
    month: f.month('月份', { required: true }),
    watcher: f.user('值班员', { required: true }),
    post: f.text('岗位', { required: true }),
    certType: f.text('持证类别'),
    certExpire: f.date('证书有效期至'),
    dayShifts: f.integer('白班班数', { unit: '班' }),
    nightShifts: f.integer('夜班班数', { unit: '班' }),
    planHours: f.decimal(1, '计划工时', { unit: '小时' }),
    holidayHours: f.decimal(1, '法定节假日工时', { unit: '小时' }),
    leader: f.user('值班负责人', { required: true }),
    state: f.enum('状态', ['有效', '已替换'], { required: true }),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: [
      'project',
      'month',
      'watcher',
      'post',
      'certType',
      'certExpire',
      'dayShifts',
      'nightShifts',
      'planHours',
      'holidayHours',
      'leader',
      'state',
    ],
    filters: ['project', 'month', 'watcher', 'certExpire', 'state'],
    sum: ['dayShifts', 'nightShifts', 'planHours', 'holidayHours'],
  },
});

export const dutyShift = defineBook({
  id: 'dutyShift',
  title: '逐日班次台账',
  purpose: '每天每班的主值与副值；有人离职时以后的班次由接手人顶上',
  columns: {
    project: f.project('项目', { required: true }),
    day: f.date('日期', { required: true }),
    shift: f.text('班次', { required: true }),
    startTime: f.time('上班时间', { required: true }),
    endTime: f.time('下班时间', { required: true }),
    mainWatcher: f.user('主值', { required: true }),
    viceWatchers: f.users('副值'),
    note: f.text('当班重点工作'),
    state: f.enum('状态', ['有效', '已替换'], { required: true }),
  },
  list: {
    columns: ['project', 'day', 'shift', 'startTime', 'endTime', 'mainWatcher', 'viceWatchers', 'note', 'state'],
    filters: ['project', 'day', 'mainWatcher', 'state'],
  },
});

export const dutyHour = defineBook({
  id: 'dutyHour',
  title: '员工工时台账',
  purpose: '每人每月的夜班、法定节假日和加班工时，考核报告和津贴从中取数',
  columns: {
    employee: f.user('员工', { required: true }),
    project: f.project('项目', { required: true }),
    month: f.month('月份', { required: true }),
    kind: f.enum('类别', ['夜班', '法定节假日', '加班'], { required: true }),
    shifts: f.integer('班数', { unit: '班' }),
    hours: f.decimal(1, '工时', { required: true, unit: '小时' }),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: ['employee', 'project', 'month', 'kind', 'shifts', 'hours', 'document'],
    filters: ['employee', 'project', 'month', 'kind'],
    sum: ['shifts', 'hours'],
  },
});

export const projectMonitor = defineBook({
  id: 'projectMonitor',
  title: '项目班长名册',
  purpose: '各项目历任运行班长的级别、任期与津贴；一个项目同时只有一名在任班长',
  columns: {
    project: f.project('项目', { required: true }),
    monitor: f.user('班长', { required: true }),
    appointType: f.text('任命类型', { required: true }),
    level: f.text('级别', { required: true }),
    scope: f.text('负责范围'),
    supplier: f.supplier('劳务公司'),
    startOn: f.date('任职开始', { required: true }),
    endOn: f.date('任期截止'),
    leftOn: f.date('卸任日期'),
    score: f.decimal(1, '能力测评', { unit: '分' }),
    allowance: f.money('带班津贴', { unit: '元/月' }),
    state: f.enum('状态', ['在任', '已卸任'], { required: true }),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: [
      'project',
      'monitor',
      'appointType',
      'level',
      'scope',
      'supplier',
      'startOn',
      'endOn',
      'leftOn',
      'score',
      'allowance',
      'state',
    ],
    filters: ['project', 'monitor', 'level', 'startOn', 'state'],
    sum: ['allowance'],
  },
});
