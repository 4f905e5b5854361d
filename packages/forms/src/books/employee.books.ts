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

export const salaryChange = defineBook({
  id: 'salaryChange',
  title: '薪资台账',
  purpose: '转正核薪、班长津贴、技师费用和夜班津贴，自哪月起按多少执行',
  columns: {
    employee: f.user('员工', { required: true }),
    project: f.project('项目'),
    kind: f.enum('类别', ['转正核薪', '技师费用', '班长津贴', '夜班津贴'], { required: true }),
    fromMonth: f.month('起始月', { required: true }),
    toMonth: f.month('截止月'),
    amount: f.money('月额', { required: true, unit: '元', classified: 'salary' }),
    /** Whether it is the salary of the employee's file by now; allowances never are. */
    applied: f.boolean('已执行', { required: true }),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: ['employee', 'project', 'kind', 'fromMonth', 'toMonth', 'amount', 'applied', 'document'],
    filters: ['employee', 'project', 'kind', 'fromMonth'],
    sum: ['amount'],
  },
});

export const employeeAssessment = defineBook({
  id: 'employeeAssessment',
  title: '员工考核档案',
  purpose: '转正考核与技师评价的得分、等级变化和结论',
  columns: {
    employee: f.user('员工', { required: true }),
    project: f.project('项目'),
    kind: f.enum('类别', ['转正考核', '技师评价'], { required: true }),
    period: f.text('考核期', { required: true }),
    score: f.decimal(2, '综合得分', { unit: '分' }),
    fromGrade: f.text('原等级'),
    grade: f.text('评定等级'),
    conclusion: f.text('结论', { required: true }),
    supplier: f.supplier('派遣单位'),
    assessedOn: f.date('评定日期', { required: true }),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: [
      'employee',
      'project',
      'kind',
      'period',
      'score',
      'fromGrade',
      'grade',
      'conclusion',
      'supplier',
      'assessedOn',
      'document',
    ],
    filters: ['employee', 'project', 'kind', 'conclusion', 'supplier', 'assessedOn'],
  },
});

export const resignation = defineBook({
  id: 'resignation',
  title: '离职与缺编台账',
  purpose: '批准的离职：最后工作日次日停用账号，空出的岗位计为缺编',
  columns: {
    employee: f.user('员工', { required: true }),
    project: f.project('项目'),
    position: f.text('岗位', { required: true }),
    resignType: f.text('离职类型', { required: true }),
    reasons: f.text('离职原因'),
    lastWorkDay: f.date('最后工作日', { required: true }),
    handoverTo: f.user('接手人', { required: true }),
    netSettle: f.money('离职结算净额', { unit: '元', classified: 'salary' }),
    postPlan: f.text('顶岗方案'),
    state: f.enum('状态', ['待离职', '已离职'], { required: true }),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: [
      'employee',
      'project',
      'position',
      'resignType',
      'reasons',
      'lastWorkDay',
      'handoverTo',
      'netSettle',
      'postPlan',
      'state',
      'document',
    ],
    filters: ['employee', 'project', 'resignType', 'lastWorkDay', 'state'],
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
