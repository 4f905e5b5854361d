/** 资金排程: what budgets say will be paid and come in, day by day; the cashier works by it. */
import { defineBook, f } from '@hengneng/form-kit';

export const paySchedule = defineBook({
  id: 'paySchedule',
  title: '资金排程',
  purpose: '已批准的资金预算和出资协议约定的付款与到账及各自的日期；暂缓的等通知再付',
  columns: {
    dueOn: f.date('计划日期', { required: true }),
    kind: f.enum('收付', ['付款', '到账'], { required: true }),
    project: f.project('项目'),
    dept: f.dept('部门'),
    subject: f.text('科目或来源', { required: true }),
    counterparty: f.text('收付单位或个人'),
    payAmount: f.money('应付', { unit: '元' }),
    comeAmount: f.money('预计到账', { unit: '元' }),
    sureRate: f.percent('到账把握'),
    priority: f.text('优先级'),
    state: f.enum('安排', ['按期', '暂缓'], { required: true }),
    sourceNo: f.text('来源单号', { required: true }),
  },
  list: {
    columns: [
      'dueOn',
      'kind',
      'project',
      'dept',
      'subject',
      'counterparty',
      'payAmount',
      'comeAmount',
      'sureRate',
      'priority',
      'state',
      'sourceNo',
    ],
    filters: ['dueOn', 'kind', 'project', 'dept', 'subject', 'state'],
    sum: ['payAmount', 'comeAmount'],
  },
});
