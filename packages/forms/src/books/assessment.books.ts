/** What people, departments and projects are assessed by, as it comes in over the month. */
import { defineBook, f } from '@hengneng/form-kit';

export const assessmentItem = defineBook({
  id: 'assessmentItem',
  title: '考核事项台账',
  purpose: '各单据记到责任人、部门或项目名下的考核事项，编制当月考核报告时取数',
  columns: {
    month: f.month('考核月份', { required: true }),
    employee: f.user('责任人'),
    dept: f.dept('部门'),
    project: f.project('项目'),
    kind: f.text('事项', { required: true }),
    content: f.text('内容', { required: true }),
    amount: f.money('涉及金额', { unit: '元' }),
    sourceNo: f.text('来源单号', { required: true }),
  },
  list: {
    columns: ['month', 'employee', 'dept', 'project', 'kind', 'content', 'amount', 'sourceNo'],
    filters: ['month', 'employee', 'dept', 'project', 'kind'],
    sum: ['amount'],
  },
});

export const projectAssessment = defineBook({
  id: 'projectAssessment',
  title: '项目考核台账',
  purpose: '每个项目每个考核期的得分、等级、能源费与回款情况和发放的奖金，经营分析从中取数',
  columns: {
    project: f.project('项目', { required: true }),
    cycle: f.text('考核周期', { required: true }),
    periodStart: f.month('考核开始月', { required: true }),
    periodEnd: f.month('考核结束月', { required: true }),
    score: f.decimal(2, 'KPI总分', { required: true, unit: '分' }),
    grade: f.text('项目等级', { required: true }),
    energyRate: f.percent('能源费控制率'),
    unitEnergyCost: f.money('单位面积能源费', { unit: '元/m²' }),
    collectRate: f.percent('回款率'),
    accidentLevel: f.text('安全质量事故'),
    complaints: f.integer('有效投诉', { unit: '次' }),
    bonusPool: f.money('可分配奖金', { unit: '元' }),
    bonus: f.money('应发奖金', { unit: '元' }),
    payMonth: f.month('奖金发放月'),
    sourceNo: f.text('考核单号', { required: true }),
  },
  key: ['project', 'cycle', 'periodStart'],
  list: {
    columns: [
      'project',
      'cycle',
      'periodStart',
      'periodEnd',
      'score',
      'grade',
      'energyRate',
      'unitEnergyCost',
      'collectRate',
      'accidentLevel',
      'complaints',
      'bonusPool',
      'bonus',
      'payMonth',
      'sourceNo',
    ],
    filters: ['project', 'cycle', 'periodStart', 'periodEnd', 'grade', 'accidentLevel'],
    sum: ['bonusPool', 'bonus'],
  },
});
