import { defineBook, f } from '@hengneng/form-kit';

export const trainingCategory = defineBook({
  id: 'trainingCategory',
  title: '培训类别',
  purpose: '课程的分类，计划和记录从中选择',
  columns: {
    name: f.text('类别', { required: true }),
    safety: f.boolean('安全类', { required: true }),
  },
  key: ['name'],
  name: ['name'],
  list: { columns: ['name', 'safety'], filters: ['name'] },
});

export const trainRecord = defineBook({
  id: 'trainRecord',
  title: '员工培训台账',
  purpose: '每人每课的学时、成绩与应用效果，学时统计和上岗资格的依据',
  columns: {
    employee: f.user('员工', { required: true }),
    project: f.project('项目'),
    topic: f.text('课程名称', { required: true }),
    category: f.ref('trainingCategory', '课程类别', { required: true }),
    trainer: f.user('讲师'),
    trainedAt: f.datetime('培训时间', { required: true }),
    creditHours: f.decimal(1, '计入学时', { required: true, unit: '学时' }),
    score: f.decimal(1, '综合成绩'),
    result: f.text('考核结论'),
    behaviorRate: f.integer('行为改变评分', { unit: '分' }),
  },
  list: {
    columns: [
      'employee',
      'project',
      'topic',
      'category',
      'trainer',
      'trainedAt',
      'creditHours',
      'score',
      'result',
      'behaviorRate',
    ],
    filters: ['employee', 'project', 'category', 'trainedAt', 'result'],
    sum: ['creditHours'],
  },
});

export const trainingCourse = defineBook({
  id: 'trainingCourse',
  title: '培训课程计划台账',
  purpose: '月度计划中的每门课程及其完成情况',
  columns: {
    plan: f.ref('monthlyTrainingPlan', '月度计划', { required: true }),
    project: f.project('项目'),
    dept: f.dept('部门'),
    month: f.month('计划月份', { required: true }),
    topic: f.text('课程名称', { required: true }),
    category: f.ref('trainingCategory', '课程类别', { required: true }),
    planTime: f.datetime('计划时间', { required: true }),
    hours: f.decimal(1, '学时', { unit: '学时' }),
    fee: f.money('费用预算'),
    done: f.boolean('已完成', { required: true }),
    doneAt: f.datetime('完成时间'),
  },
  list: {
    columns: ['plan', 'project', 'dept', 'month', 'topic', 'category', 'planTime', 'hours', 'fee', 'done', 'doneAt'],
    filters: ['project', 'month', 'category', 'done'],
    sum: ['hours', 'fee'],
  },
});

export const trainingNeed = defineBook({
  id: 'trainingNeed',
  title: '培训需求池',
  purpose: '补考补训、未掌握和希望增加的内容，编次月计划时取用',
  columns: {
    month: f.month('列入月份', { required: true }),
    project: f.project('项目'),
    employee: f.user('员工'),
    kind: f.enum('来源', ['补考', '补训', '应用效果不足', '希望增加', '技能短板'], { required: true }),
    topic: f.text('内容', { required: true }),
  },
  list: {
    columns: ['month', 'project', 'employee', 'kind', 'topic'],
    filters: ['month', 'project', 'employee', 'kind'],
  },
});

export const trainResource = defineBook({
  id: 'trainResource',
  title: '学习资料库',
  purpose: '课件与案例，发布后供学习',
  columns: {
    title: f.text('资料名称', { required: true }),
    category: f.ref('trainingCategory', '类别'),
    kind: f.enum('来源', ['课件', '技术成果', '案例'], { required: true }),
    files: f.files('文件', { required: true }),
    state: f.enum('状态', ['待发布', '已发布'], { required: true }),
  },
  list: { columns: ['title', 'category', 'kind', 'state', 'files'], filters: ['title', 'category', 'kind', 'state'] },
});

export const trainingBudget = defineBook({
  id: 'trainingBudget',
  title: '年度培训预算台账',
  purpose: '计划占用与实际核销的培训费用',
  columns: {
    year: f.integer('年度', { required: true }),
    project: f.project('项目'),
    dept: f.dept('部门'),
    kind: f.enum('类型', ['计划占用', '实际核销', '释放占用'], { required: true }),
    amount: f.money('金额', { required: true }),
    topic: f.text('事项', { required: true }),
  },
  list: {
    columns: ['year', 'project', 'dept', 'kind', 'amount', 'topic'],
    filters: ['year', 'project', 'dept', 'kind'],
    sum: ['amount'],
  },
});

export const lecturerMark = defineBook({
  id: 'lecturerMark',
  title: '讲师评价台账',
  purpose: '学员对讲师与课程的满意度，课程评分取平均',
  columns: {
    lecturer: f.user('讲师', { required: true }),
    project: f.project('项目'),
    topic: f.text('课程名称', { required: true }),
    trainedAt: f.datetime('培训时间'),
    lecturerRate: f.integer('讲师评分', { unit: '分' }),
    satisfaction: f.percent('满意度', { unit: '%' }),
  },
  list: {
    columns: ['lecturer', 'project', 'topic', 'trainedAt', 'lecturerRate', 'satisfaction'],
    filters: ['lecturer', 'project', 'trainedAt'],
  },
});
