/** 人员分析: who is in service where and as what, who came and went, who lacks a certificate, what roles handle, what is about to go wrong. */
import { ROLES } from '@hengneng/core';
import { defineBoard, defineView, f } from '@hengneng/form-kit';
import { keysOf } from './keys.ts';

const SCREEN = '/formFlow/statisticalAnalysis/personnelAnalysis';
const calls = (name: string) => ({
  index: `/webapi/UserInfo/PersonnelStat${name}`,
  export: `/webapi/UserInfo/ExportStat${name}`,
});

const EMPLOYED = ['正式', '试用', '劳务派遣', '退休返聘', '实习', '临时工'] as const;
export const AGES = ['25岁以下', '25–34岁', '35–44岁', '45–54岁', '55岁及以上', '未登记'] as const;
export const TENURES = ['不满1年', '1–3年', '3–5年', '5–10年', '10年及以上', '未登记'] as const;
/** Hours on duty in a month above which somebody works too much. */
export const MOST_DUTY_HOURS = 200;

const FILTERS = {
  asOf: f.date('截止日期', { default: 'today' }),
  from: f.month('流动期间自', { hint: '不选为当年1月' }),
  to: f.month('流动期间至', { hint: '不选为截止日期所在月' }),
  dept: f.dept('部门或区域'),
  project: f.project('项目'),
  role: f.enum('岗位角色', Object.values(ROLES)),
  employType: f.enum('用工性质', EMPLOYED),
} as const;
const ASKED = keysOf(FILTERS);

const people = (label: string, hint?: string) =>
  f.integer(label, { unit: '人', ...(hint === undefined ? {} : { hint }) });
const years = (label: string, unit: '岁' | '年') => f.decimal(1, label, { unit });
const hours = (label: string) => f.decimal(1, label, { unit: 'h' });

/** How a group of people is made up. */
const makeUp = {
  people: people('在岗'),
  operators: people('运行工'),
  technicians: people('技师'),
  managers: people('项目经理'),
  others: people('其他'),
};
const means = {
  dispatched: f.percent('派遣占比'),
  age: years('平均年龄', '岁'),
  tenure: years('平均工龄', '年'),
  certRate: f.percent('持证率', { hint: '有效持证 ÷ 应持证（运行、维修岗位）' }),
  hours: hours('人均月工时'),
  leftRate: f.percent('月离职率', { hint: '期间各月离职 ÷ 各月（月初＋月末）÷2 之和' }),
};

export const staffPeople = defineView({
  id: 'staffPeople',
  title: '人员名单',
  purpose: '截止日期在岗的人员：部门、项目、岗位、用工、学历、年龄段、工龄与持证；不含证件号与薪资',
  register: { title: '在岗人员名单', paper: 'A3' },
  screen: SCREEN,
  calls: calls('People'),
  asks: FILTERS,
  columns: {
    person: f.user('姓名', { required: true }),
    jobNo: f.text('工号'),
    place: f.dept('所在部门'),
    site: f.project('所在项目'),
    post: f.text('岗位'),
    employed: f.enum('用工', EMPLOYED),
    education: f.text('学历'),
    grade: f.text('技能等级'),
    ageBand: f.enum('年龄段', AGES, { required: true }),
    tenureBand: f.enum('工龄段', TENURES, { required: true }),
    entryDate: f.date('入职日期'),
    tenure: years('工龄', '年'),
    certified: f.enum('持证', ['持证', '缺证', '不要求'], { required: true }),
  },
  list: {
    columns: [
      'person',
      'jobNo',
      'place',
      'site',
      'post',
      'employed',
      'education',
      'grade',
      'ageBand',
      'entryDate',
      'tenure',
      'certified',
    ],
    filters: ['post', 'certified', 'education', 'ageBand', ...ASKED],
  },
  figures: {
    people: people('在岗人数'),
    certRate: f.percent('持证率', { hint: '有效持证 ÷ 应持证（运行、维修岗位）' }),
  },
  charts: {
    posts: { label: '岗位构成', kind: 'pie', by: 'post', series: { people: people('人数') } },
    ages: { label: '年龄', kind: 'bar', by: 'ageBand', inOrder: true, series: { people: people('人数') } },
    tenures: { label: '工龄', kind: 'bar', by: 'tenureBand', inOrder: true, series: { people: people('人数') } },
    educations: { label: '学历', kind: 'bar', by: 'education', series: { people: people('人数') } },
    grades: { label: '技能等级', kind: 'bar', by: 'grade', known: true, series: { people: people('人数') } },
  },
});

export const staffMonths = defineView({
  id: 'staffMonths',
  title: '入离职与调动',
  purpose: '各月入职、离职、调入、调出与期末人数，离职率与排班工时',
  screen: SCREEN,
  calls: calls('Months'),
  asks: FILTERS,
  columns: {
    month: f.month('月份', { required: true }),
    atFirst: people('月初人数'),
    hired: people('入职'),
    left: people('离职'),
    movedIn: people('调入'),
    movedOut: people('调出'),
    atLast: people('期末人数'),
    leftRate: f.percent('离职率', { hint: '当月离职 ÷ ((月初＋月末) ÷ 2)' }),
    onDuty: people('排班人数'),
    hours: hours('人均工时'),
    overworked: people('超时人数', `当月排班超过${MOST_DUTY_HOURS}小时`),
  },
  list: {
    columns: [
      'month',
      'atFirst',
      'hired',
      'left',
      'movedIn',
      'movedOut',
      'atLast',
      'leftRate',
      'onDuty',
      'hours',
      'overworked',
    ],
    filters: ASKED,
    sum: ['hired', 'left', 'movedIn', 'movedOut'],
  },
  figures: { leftRate: f.percent('月离职率'), hours: hours('人均月工时') },
  charts: {
    flow: {
      label: '入离职与调动',
      kind: 'line',
      by: 'month',
      series: {
        hired: people('入职'),
        left: people('离职'),
        movedIn: people('调入'),
        movedOut: people('调出'),
        atLast: people('期末人数'),
      },
    },
  },
});

export const staffProjects = defineView({
  id: 'staffProjects',
  title: '项目人员',
  purpose: '各项目的编制与驻场在岗、缺编、持证、工时、人工成本与人均管理面积',
  register: { title: '项目人员表', paper: 'A3' },
  screen: SCREEN,
  calls: calls('Projects'),
  asks: FILTERS,
  columns: {
    place: f.project('所在项目', { required: true }),
    region: f.dept('所在区域'),
    quota: f.decimal(1, '编制', { unit: '人', hint: '项目岗位台账中当日有效的约定人数' }),
    ...makeUp,
    short: f.decimal(1, '缺编', { unit: '人', hint: '编制 − 在岗的驻场岗位人员' }),
    ...means,
    labour: f.money('人工成本', { unit: '元', classified: 'salary', hint: '流动期间内的人工支出' }),
    perHead: f.decimal(2, '人均面积', { unit: '万m²/人', hint: '供能面积 ÷ 运行维修人员' }),
  },
  list: {
    columns: ['place', 'region', 'quota', ...keysOf(makeUp), 'short', ...keysOf(means), 'labour', 'perHead'],
    filters: ASKED,
    // Whoever has several projects is there in each of them, so that heads do not add up.
    sum: ['quota', 'short', 'labour'],
  },
  figures: {
    quota: f.decimal(1, '项目编制', { unit: '人' }),
    short: f.decimal(1, '缺编', { unit: '人' }),
    perHead: f.decimal(2, '人均管理面积', { unit: '万m²/人' }),
  },
});

export const staffDepts = defineView({
  id: 'staffDepts',
  title: '部门人员',
  purpose: '各部门在岗人员的构成、年龄、工龄、持证、工时与离职率',
  register: { title: '部门人员表', paper: 'A3' },
  screen: SCREEN,
  calls: { index: '/webapi/UserInfo/PersonnelStatIndex', export: '/webapi/UserInfo/ExportStat' },
  asks: FILTERS,
  columns: {
    place: f.dept('所在部门'),
    quota: people('编制', '部门管理中的编制，含下级'),
    ...makeUp,
    short: people('缺编', '编制 − 部门及下级的在岗'),
    ...means,
  },
  list: {
    columns: ['place', 'quota', ...keysOf(makeUp), 'short', ...keysOf(means)],
    filters: ASKED,
    sum: keysOf(makeUp),
  },
});

export const staffRoles = defineView({
  id: 'staffRoles',
  title: '角色统计',
  purpose: '流动期间内各角色处理审批的数量、时长与超时，以及录入、巡检与培训的次数',
  screen: SCREEN,
  calls: { index: '/webapi/UserInfo/RoleSubjectStatIndex', export: '/webapi/UserInfo/ExportStatRoles' },
  asks: FILTERS,
  columns: {
    name: f.text('角色', { required: true }),
    people: people('人数'),
    handled: f.integer('处理审批', { unit: '件' }),
    took: hours('平均处理时长'),
    late: f.percent('超时率', { hint: '超过时限处理的 ÷ 有时限的' }),
    readings: f.integer('录入', { unit: '笔', hint: '人工录入的表计读数' }),
    rounds: f.integer('巡检', { unit: '次', hint: '值班巡查与公司巡检' }),
    trainings: f.integer('培训', { unit: '人次', hint: '已审结培训的到课' }),
  },
  list: { columns: ['name', 'people', 'handled', 'took', 'late', 'readings', 'rounds', 'trainings'], filters: ASKED },
});

export const STAFF_RISKS = [
  '证书过期',
  '证书90天内到期',
  '合同到期',
  '试用期将满',
  '超时工作',
  '流失风险高',
  '班组无持证人',
] as const;

export const staffRisks = defineView({
  id: 'staffRisks',
  title: '风险清单',
  purpose: '截止日期的人员风险：证书、合同、试用期到期，超时工作，流失风险高，班组没有持证人',
  screen: SCREEN,
  calls: calls('Risks'),
  asks: FILTERS,
  columns: {
    person: f.user('姓名'),
    site: f.project('所在项目'),
    place: f.dept('所在部门'),
    post: f.text('岗位'),
    risk: f.enum('风险', STAFF_RISKS, { required: true }),
    detail: f.text('说明'),
    on: f.date('日期'),
    leftDays: f.integer('剩余', { unit: '天' }),
    owner: f.user('责任人'),
    pending: f.text('办理中单号'),
  },
  list: {
    columns: ['person', 'site', 'place', 'post', 'risk', 'detail', 'on', 'leftDays', 'owner', 'pending'],
    filters: ['risk', ...ASKED],
  },
  charts: {
    kinds: {
      label: '风险',
      kind: 'bar',
      by: 'risk',
      inOrder: true,
      series: { count: f.integer('条数', { unit: '条' }) },
    },
  },
});

export const staffBoard = defineBoard({
  id: 'staff',
  title: '人员分析',
  purpose: '编制与在岗、结构、流动、持证、工时与人均效能，提前发现缺人缺证',
  screen: SCREEN,
  filters: FILTERS,
  head: [staffPeople, staffProjects, staffMonths, staffRisks],
  lists: [staffDepts, staffProjects, staffRoles, staffRisks, staffMonths, staffPeople],
});
