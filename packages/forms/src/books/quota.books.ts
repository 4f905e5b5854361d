/** Yearly quotas of people and projects for small expenses, and the petty cash that was paid out on them. */
import { defineBook, f } from '@hengneng/form-kit';
import { QUOTA_KINDS } from '../options.ts';

export const quotaAccount = defineBook({
  id: 'quotaAccount',
  title: '报销额度账户',
  purpose: '年度＋归属＋类别一个账户：下达的额度与用去的，拨出的备用金与核销、退回的（均含在途）',
  columns: {
    accountName: f.text('账户', { required: true }),
    year: f.integer('年度', { required: true }),
    quotaOwner: f.enum('额度归属', ['个人', '项目'], { required: true }),
    quotaKind: f.enum('额度类别', QUOTA_KINDS, { required: true }),
    employee: f.user('员工'),
    project: f.project('项目'),
    keeper: f.user('备用金保管人'),
    monthStandard: f.money('月标准', { unit: '元/月' }),
    carryIn: f.money('上期结转额度', { unit: '元' }),
    granted: f.money('累计下达额度', { unit: '元' }),
    usePending: f.money('额度在途', { unit: '元' }),
    usedDone: f.money('额度已用', { unit: '元' }),
    appropriated: f.money('累计已拨款', { unit: '元' }),
    clearPending: f.money('拨款核销在途', { unit: '元' }),
    cleared: f.money('拨款已核销', { unit: '元' }),
    returnPending: f.money('拨款退回在途', { unit: '元' }),
    returned: f.money('拨款已退回', { unit: '元' }),
  },
  key: ['accountName'],
  name: ['accountName'],
  limits: [
    { sum: ['usePending', 'usedDone'], within: ['carryIn', 'granted'], error: '报销金额超过可用额度' },
    {
      sum: ['clearPending', 'cleared', 'returnPending', 'returned'],
      within: ['appropriated'],
      error: '核销与退回合计不能大于已拨款',
    },
  ],
  list: {
    columns: [
      'accountName',
      'year',
      'quotaOwner',
      'quotaKind',
      'employee',
      'project',
      'keeper',
      'monthStandard',
      'carryIn',
      'granted',
      'usePending',
      'usedDone',
      'appropriated',
      'clearPending',
      'cleared',
      'returnPending',
      'returned',
    ],
    filters: ['year', 'quotaOwner', 'quotaKind', 'employee', 'project', 'keeper'],
    sum: ['granted', 'usePending', 'usedDone', 'appropriated', 'cleared', 'returned'],
  },
});

export const quotaLedger = defineBook({
  id: 'quotaLedger',
  title: '报销额度流水',
  purpose: '每次导入对额度做的事：下达、结转与调整各记一行，合计即账户的额度',
  columns: {
    account: f.ref('quotaAccount', '额度账户', { required: true }),
    year: f.integer('年度', { required: true }),
    quotaKind: f.enum('额度类别', QUOTA_KINDS, { required: true }),
    employee: f.user('员工'),
    project: f.project('项目'),
    happenedOn: f.date('日期', { required: true }),
    kind: f.enum('流水类别', ['下达', '结转', '调整'], { required: true }),
    amount: f.money('金额', { required: true, unit: '元' }),
    batchNo: f.text('批次', { required: true }),
    note: f.text('说明'),
  },
  list: {
    columns: ['happenedOn', 'account', 'employee', 'project', 'quotaKind', 'kind', 'amount', 'batchNo', 'note'],
    filters: ['year', 'quotaKind', 'employee', 'project', 'account', 'batchNo'],
    sum: ['amount'],
  },
});

export const appropriationLedger = defineBook({
  id: 'appropriationLedger',
  title: '拨款流水',
  purpose: '给项目备用金与班组经费的每笔拨款，银行流水号只登记一次',
  columns: {
    account: f.ref('quotaAccount', '额度账户', { required: true }),
    project: f.project('项目', { required: true }),
    quotaKind: f.enum('额度类别', QUOTA_KINDS, { required: true }),
    keeper: f.user('保管人', { required: true }),
    paidOn: f.date('拨款日期', { required: true }),
    amount: f.money('拨款', { required: true, unit: '元' }),
    voucherNo: f.text('付款凭证号', { required: true }),
    bankSerial: f.text('银行流水号', { required: true }),
    batchNo: f.text('批次', { required: true }),
  },
  key: ['bankSerial'],
  list: {
    columns: ['paidOn', 'project', 'quotaKind', 'keeper', 'amount', 'voucherNo', 'bankSerial', 'batchNo', 'account'],
    filters: ['project', 'quotaKind', 'keeper', 'paidOn', 'batchNo'],
    sum: ['amount'],
  },
});
