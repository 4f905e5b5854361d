import { defineImport, f } from '@hengneng/form-kit';
import { QUOTA_KINDS } from '../options.ts';

const calls = {
  template: '/bpmapi/QuotaReimburse/ImportTemplate',
  import: '/bpmapi/QuotaReimburse/Import',
  rows: '/bpmapi/QuotaReimburse/ImportRows',
  faults: '/bpmapi/QuotaReimburse/ImportFaults',
} as const;

/** 按年下达个人和项目的报销额度；已有的额度按差额调整 */
export const quotaImport = defineImport({
  id: 'quotaImport',
  title: '报销额度导入',
  purpose: '按年导入个人和项目的报销额度；已有的额度按差额调整，年中入职的按剩余月份计算',
  screen: '/formFlow/payment/expenseReimbursement/expenseReimbursementImport',
  calls,
  kind: 'quota',
  columns: {
    quotaOwner: f.enum('归属', ['个人', '项目'], { required: true }),
    ownerCode: f.text('工号或项目代码', { required: true, max: 40, hint: '个人填工号，项目填项目代码' }),
    ownerName: f.text('姓名或项目', { max: 100, hint: '用于核对，与工号或代码不符时提示' }),
    quotaKind: f.enum('类别', QUOTA_KINDS, { required: true }),
    year: f.integer('年度', { required: true, min: 2000, max: 2099 }),
    monthStandard: f.money('月标准', { unit: '元', min: 0, hint: '按月下达的类别填写' }),
    yearQuota: f.money('年额度', { unit: '元', min: 0, hint: '空着按 月标准×剩余月数＋上年结转 计算' }),
    carryIn: f.money('上年结转', { unit: '元', min: 0, hint: '没有结转可空' }),
    fromMonth: f.month('生效月', { hint: '本年内的月份，空着为1月' }),
  },
  example: [
    {
      quotaOwner: '个人',
      ownerCode: 'HN0001',
      ownerName: '张三',
      quotaKind: '通讯费',
      year: '2026',
      monthStandard: '150.00',
      yearQuota: '1800.00',
      carryIn: '0.00',
      fromMonth: '2026-01',
    },
    {
      quotaOwner: '项目',
      ownerCode: 'EMC01001',
      ownerName: '浦江国际大厦',
      quotaKind: '班组活动费',
      year: '2026',
      yearQuota: '3600.00',
    },
  ],
  found: {
    owner: f.text('归属核对'),
    quota: f.money('额度合计', { unit: '元' }),
    before: f.money('已有额度', { unit: '元' }),
    difference: f.money('差额', { unit: '元' }),
    used: f.money('已用（含在途）', { unit: '元' }),
  },
  facts: {
    total: f.money('额度合计', { unit: '元' }),
    change: f.money('净增加', { unit: '元' }),
  },
  shown: [
    'quotaOwner',
    'ownerCode',
    'owner',
    'quotaKind',
    'year',
    'monthStandard',
    'yearQuota',
    'carryIn',
    'fromMonth',
    'quota',
    'before',
    'difference',
  ],
});

/** 给项目备用金与班组经费的拨款，作为拨款内核销的来源 */
export const appropriationImport = defineImport({
  id: 'appropriationImport',
  title: '拨款导入',
  purpose: '导入给项目备用金与班组经费的拨款，作为拨款内核销的来源；确认后记入银行流水',
  screen: '/formFlow/payment/expenseReimbursement/appropriationImport',
  calls,
  kind: 'appropriation',
  columns: {
    projectCode: f.text('项目代码', { required: true, max: 40 }),
    projectName: f.text('项目', { max: 100, hint: '用于核对' }),
    quotaKind: f.enum('类别', QUOTA_KINDS, { required: true }),
    keeperNo: f.text('保管人工号', { required: true, max: 40, hint: '该项目在岗人员' }),
    keeperName: f.text('保管人', { max: 50, hint: '用于核对' }),
    payDate: f.date('拨款日期', { required: true }),
    amount: f.money('金额', { required: true, unit: '元', min: 0.01 }),
    voucherNo: f.text('付款凭证号', { required: true, max: 60 }),
    bankSerial: f.text('银行流水号', { required: true, max: 60, hint: '不能与任何已登记的流水重复' }),
  },
  example: [
    {
      projectCode: 'EMC01001',
      projectName: '浦江国际大厦',
      quotaKind: '机房零星用品',
      keeperNo: 'HN0005',
      keeperName: '李四',
      payDate: '2026-01-15',
      amount: '2000.00',
      voucherNo: '付-0012',
      bankSerial: '2026011500012345',
    },
  ],
  found: {
    project: f.text('项目核对'),
    keeper: f.text('保管人核对'),
    left: f.money('拨款前可拨额度', { unit: '元' }),
  },
  facts: {
    total: f.money('拨款合计', { unit: '元' }),
    days: f.text('按日合计'),
  },
  shown: [
    'projectCode',
    'project',
    'quotaKind',
    'keeperNo',
    'keeper',
    'payDate',
    'amount',
    'voucherNo',
    'bankSerial',
    'left',
  ],
});
