/** 培训报表: what was planned and held, who learnt how much, what they thought of it. */
import { defineBoard, defineView, f } from '@hengneng/form-kit';

const SCREEN = '/formFlow/statisticalAnalysis/trainingReport';
const calls = (name: string) => ({
  index: `/bpmapi/StatisticalAnalysis/Training${name}`,
  export: `/bpmapi/StatisticalAnalysis/ExportTraining${name}`,
});

const FILTERS = {
  from: f.month('月份自', { hint: '不选为当年1月' }),
  to: f.month('月份至', { default: 'month' }),
  dept: f.dept('部门或区域'),
  project: f.project('项目'),
  category: f.ref('trainingCategory', '课程类别'),
  planLevel: f.enum('层级', ['公司级', '区域级', '项目级', '班组级']),
} as const;
const ASKED = ['from', 'to', 'dept', 'project', 'category', 'planLevel'] as const;
const courses = (label: string) => f.integer(label, { unit: '门' });
const hours = (label: string, hint?: string) =>
  f.decimal(1, label, { unit: '学时', ...(hint === undefined ? {} : { hint }) });
const people = (label: string) => f.integer(label, { unit: '人' });

export const trainingRecords = defineView({
  id: 'trainingRecords',
  title: '培训明细',
  purpose: '每次培训的学时、到课、成绩、费用与学员反馈；只计人事已核定的',
  register: { title: '培训报表', paper: 'A3' },
  screen: SCREEN,
  calls: calls('Record'),
  asks: FILTERS,
  columns: {
    topic: f.text('课程', { required: true }),
    heldOn: f.date('日期'),
    place: f.project('项目'),
    region: f.dept('部门或区域'),
    kind: f.ref('trainingCategory', '类别'),
    planned: f.text('计划属性'),
    teacher: f.user('讲师'),
    hours: hours('学时'),
    should: people('应到'),
    actual: people('实到'),
    attended: f.percent('到课率'),
    credit: hours('核定学时'),
    score: f.decimal(1, '平均成绩', { unit: '分' }),
    passed: f.percent('合格率', { hint: '合格 ÷ 参加考核' }),
    fee: f.money('费用', { unit: '元' }),
    rated: f.decimal(2, '反馈均分', { unit: '分' }),
  },
  list: {
    columns: [
      'topic',
      'heldOn',
      'place',
      'region',
      'kind',
      'planned',
      'teacher',
      'hours',
      'should',
      'actual',
      'attended',
      'credit',
      'score',
      'passed',
      'fee',
      'rated',
    ],
    filters: ASKED,
    sum: ['hours', 'should', 'actual', 'credit', 'fee'],
  },
  figures: {
    attended: f.percent('到课率'),
    passed: f.percent('考核合格率'),
    rated: f.decimal(2, '培训满意度', { unit: '分（5分制）' }),
  },
});

export const trainingMonths = defineView({
  id: 'trainingMonths',
  title: '逐月',
  purpose: '各月计划与完成的课程，人均学时累计与目标',
  screen: SCREEN,
  calls: calls(''),
  asks: FILTERS,
  columns: {
    month: f.month('月份', { required: true }),
    planned: courses('计划课程'),
    done: courses('完成课程'),
    extra: courses('计划外'),
    rate: f.percent('完成率'),
    credit: hours('总学时'),
    average: hours('人均学时累计', '所选项目在岗人员自起月起的累计'),
    target: hours('目标累计', '年度人均学时目标 × 月数 ÷ 12'),
  },
  list: {
    columns: ['month', 'planned', 'done', 'extra', 'rate', 'credit', 'average', 'target'],
    filters: ASKED,
    sum: ['planned', 'done', 'extra', 'credit'],
  },
  figures: { rate: f.percent('计划完成率') },
  charts: {
    courses: {
      label: '计划与完成',
      kind: 'bar',
      by: 'month',
      series: { planned: courses('计划课程'), done: courses('完成课程'), extra: courses('计划外') },
    },
    hours: {
      label: '人均学时累计',
      kind: 'line',
      by: 'month',
      series: { average: hours('实际累计'), target: hours('目标累计') },
    },
  },
});

export const trainingProjects = defineView({
  id: 'trainingProjects',
  title: '项目培训',
  purpose: '各项目计划完成、人均学时与目标、到课、成绩、费用与反馈；缺安全课程的月份',
  register: { title: '项目培训表', paper: 'A3' },
  screen: SCREEN,
  calls: calls('Project'),
  asks: FILTERS,
  columns: {
    place: f.project('项目', { required: true }),
    region: f.dept('区域'),
    people: people('人数'),
    planned: courses('计划'),
    done: courses('完成'),
    rate: f.percent('完成率'),
    credit: hours('总学时'),
    average: hours('人均学时'),
    target: hours('年度目标'),
    reached: f.percent('达标率', { hint: '学时不低于年度目标 × 月数 ÷ 12 的人数 ÷ 在岗人数' }),
    attended: f.percent('到课率'),
    score: f.decimal(1, '平均成绩', { unit: '分' }),
    passed: f.percent('合格率'),
    fee: f.money('费用', { unit: '元' }),
    rated: f.decimal(2, '反馈均分', { unit: '分' }),
    unsafe: f.integer('缺安全课', { unit: '个月', hint: '每项目每月至少一次安全类培训' }),
  },
  list: {
    columns: [
      'place',
      'region',
      'people',
      'planned',
      'done',
      'rate',
      'credit',
      'average',
      'target',
      'reached',
      'attended',
      'score',
      'passed',
      'fee',
      'rated',
      'unsafe',
    ],
    filters: ASKED,
    sum: ['people', 'planned', 'done', 'credit', 'fee'],
  },
  figures: { average: hours('人均学时') },
});

export const trainingTrainers = defineView({
  id: 'trainingTrainers',
  title: '讲师评价',
  purpose: '每个讲师讲了几门、多少学时、学员怎样评价',
  screen: SCREEN,
  calls: calls('Trainer'),
  asks: FILTERS,
  columns: {
    teacher: f.user('讲师', { required: true }),
    courses: courses('课程数'),
    hours: hours('学时'),
    learners: f.integer('学员数', { unit: '人次' }),
    rated: f.decimal(2, '均分', { unit: '分' }),
    lowest: f.text('最低项'),
    fee: f.money('课酬', { unit: '元' }),
  },
  list: {
    columns: ['teacher', 'courses', 'hours', 'learners', 'rated', 'lowest', 'fee'],
    filters: ASKED,
    sum: ['courses', 'hours', 'learners', 'fee'],
  },
});

export const trainingPeople = defineView({
  id: 'trainingPeople',
  title: '未达标人员',
  purpose: '所选月份学时不到目标、有考核未合格或没上过安全课的在岗人员',
  screen: SCREEN,
  calls: calls('People'),
  asks: FILTERS,
  columns: {
    person: f.user('姓名', { required: true }),
    place: f.project('项目'),
    post: f.text('岗位'),
    credit: hours('学时'),
    target: hours('目标', '年度目标 × 月数 ÷ 12'),
    short: hours('差额'),
    absent: f.integer('缺课', { unit: '次' }),
    failed: f.text('未考合格课程'),
    safety: f.enum('安全培训', ['已上', '缺'], { required: true }),
  },
  list: {
    columns: ['person', 'place', 'post', 'credit', 'target', 'short', 'absent', 'failed', 'safety'],
    filters: ASKED,
    sum: ['short', 'absent'],
  },
});

export const trainingBoard = defineBoard({
  id: 'training',
  title: '培训报表',
  purpose: '培训计划完成、学时、成绩、反馈与谁没学够',
  screen: SCREEN,
  filters: FILTERS,
  head: [trainingMonths, trainingProjects, trainingRecords],
  lists: [trainingProjects, trainingTrainers, trainingPeople, trainingMonths, trainingRecords],
});
