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
