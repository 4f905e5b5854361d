import { defineBook, f } from '@hengneng/form-kit';

export const investProject = defineBook({
  id: 'investProject',
  title: '投资项目台账',
  purpose: '同意投资的项目：批准额占用年度投资额度，签约前有效，到期未签约失效',
  columns: {
    review: f.ref('projectInvestReview', '评审单', { required: true }),
    consultProject: f.ref('consultProject', '咨询项目', { required: true }),
    project: f.project('项目'),
    reviewKind: f.text('评审类型', { required: true }),
    investMode: f.text('投资模式', { required: true }),
    year: f.integer('额度年度', { required: true }),
    totalInvest: f.money('评审总投资', { unit: '元' }),
    approvedInvest: f.money('批准投资额', { required: true, unit: '元' }),
    payback: f.decimal(2, '静态回收期', { unit: '年' }),
    npv: f.money('净现值', { unit: '元' }),
    irr: f.percent('内部收益率', { unit: '%' }),
    approvedOn: f.date('批准日期', { required: true }),
    validUntil: f.date('批准有效期至', { required: true }),
    conditions: f.textarea('批准条件'),
    conditionsMet: f.textarea('条件落实情况'),
    state: f.enum('状态', ['有效', '已签约', '已失效'], { required: true }),
  },
  key: ['review'],
  list: {
    columns: [
      'consultProject',
      'project',
      'investMode',
      'year',
      'totalInvest',
      'approvedInvest',
      'payback',
      'irr',
      'validUntil',
      'state',
    ],
    filters: ['project', 'year', 'validUntil', 'state'],
    sum: ['totalInvest', 'approvedInvest'],
  },
});

export const investQuota = defineBook({
  id: 'investQuota',
  title: '年度投资额度',
  purpose: '公司一年最多批准多少投资；没有登记额度的年度不限',
  columns: {
    year: f.integer('年度', { required: true }),
    amount: f.money('额度', { required: true, unit: '元' }),
  },
  key: ['year'],
  list: { columns: ['year', 'amount'], filters: ['year'] },
});

export const equityInvestment = defineBook({
  id: 'equityInvestment',
  title: '长期股权投资台账',
  purpose: '合资公司里我方认缴与实缴多少、占多少股、怎样控制',
  columns: {
    agreementNo: f.text('协议编号', { required: true }),
    venture: f.text('被投资公司', { required: true }),
    ventureForm: f.text('合作形式', { required: true }),
    controlKind: f.enum('控制方式', ['控股并表', '共同控制', '参股'], { required: true }),
    subscribed: f.money('我方认缴', { required: true, unit: '元' }),
    ratio: f.percent('持股比例', { unit: '%' }),
    paidIn: f.money('已实缴', { required: true, unit: '元' }),
    since: f.date('签署日期'),
    dept: f.dept('对应公司'),
  },
  key: ['agreementNo'],
  name: ['venture'],
  list: {
    columns: ['agreementNo', 'venture', 'controlKind', 'subscribed', 'ratio', 'paidIn', 'since'],
    filters: ['controlKind', 'since'],
    sum: ['subscribed', 'paidIn'],
  },
});
