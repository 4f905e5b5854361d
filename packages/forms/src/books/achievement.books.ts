/** What people found out and made better, and what they were given for it. */
import { defineBook, f } from '@hengneng/form-kit';

export const techAchievement = defineBook({
  id: 'techAchievement',
  title: '技术成果库',
  purpose: '评定等级的技术革新、节能优化、疑难案例与专利：要点、效益和适用推广范围',
  columns: {
    project: f.project('项目', { required: true }),
    device: f.device('设备'),
    achievement: f.text('成果名称', { required: true }),
    kind: f.text('成果类型', { required: true }),
    specialty: f.text('专业方向', { required: true }),
    keyPoint: f.text('创新点与操作要点', { required: true }),
    spread: f.text('适用推广范围', { required: true }),
    saving: f.money('核定年效益', { unit: '元' }),
    grade: f.text('成果等级', { required: true }),
    patentNo: f.text('专利/软著号'),
    finishedOn: f.date('投用日期', { required: true }),
    document: f.text('登记单号', { required: true }),
  },
  list: {
    columns: [
      'project',
      'achievement',
      'kind',
      'specialty',
      'keyPoint',
      'spread',
      'saving',
      'grade',
      'patentNo',
      'finishedOn',
      'document',
    ],
    filters: ['project', 'kind', 'specialty', 'grade', 'finishedOn'],
    sum: ['saving'],
  },
});

export const payReward = defineBook({
  id: 'payReward',
  title: '薪资奖励台账',
  purpose: '批准的一次性奖励：奖给谁、多少、随哪月工资发放',
  columns: {
    employee: f.user('员工', { required: true }),
    project: f.project('项目'),
    month: f.month('发放月份', { required: true }),
    kind: f.enum('类别', ['技术成果'], { required: true }),
    reason: f.text('事由', { required: true }),
    amount: f.money('奖励金额', { required: true, unit: '元', classified: 'salary' }),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: ['employee', 'project', 'month', 'kind', 'reason', 'amount', 'document'],
    filters: ['employee', 'project', 'month', 'kind'],
    sum: ['amount'],
  },
});
