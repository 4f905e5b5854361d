/** What is agreed on with employees, and what becomes of them. */
import { defineBook, f } from '@hengneng/form-kit';

export const employeeContract = defineBook({
  id: 'employeeContract',
  title: '员工合同台账',
  purpose: '劳动合同与取证培训的服务期协议：起止与费用，到期提醒和离职结算的依据',
  columns: {
    employee: f.user('员工', { required: true }),
    kind: f.enum('类别', ['劳动合同', '服务期协议'], { required: true }),
    employType: f.text('用工形式'),
    subject: f.text('事项'),
    startOn: f.date('开始日期', { required: true }),
    endOn: f.date('结束日期', { required: true }),
    probationEnd: f.date('试用期结束日期'),
    fee: f.money('公司承担费用', { unit: '元' }),
    document: f.text('单号'),
  },
  list: {
    columns: ['employee', 'kind', 'employType', 'subject', 'startOn', 'endOn', 'probationEnd', 'fee', 'document'],
    filters: ['employee', 'kind', 'endOn'],
    sum: ['fee'],
  },
});

export const attendance = defineBook({
  id: 'attendance',
  title: '考勤登记台账',
  purpose: '出差等不在岗的日子，汇总考勤时取用',
  columns: {
    employee: f.user('员工', { required: true }),
    kind: f.enum('类别', ['出差'], { required: true }),
    startOn: f.date('开始', { required: true }),
    endOn: f.date('结束', { required: true }),
    days: f.decimal(1, '天数', { required: true, unit: '天' }),
    place: f.text('地点'),
    sourceNo: f.text('来源单号', { required: true }),
  },
  list: {
    columns: ['employee', 'kind', 'startOn', 'endOn', 'days', 'place', 'sourceNo'],
    filters: ['employee', 'kind', 'startOn'],
    sum: ['days'],
  },
});
