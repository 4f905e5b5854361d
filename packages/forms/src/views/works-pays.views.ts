/** Payments for building works: what became of each application, and of each batch. */
import { defineView, f } from '@hengneng/form-kit';

const SCREEN = '/engineering/payMoney/payMoneyList';
const yuan = (label: string) => f.money(label, { unit: '元' });

export const worksPays = defineView({
  id: 'worksPays',
  title: '付款进度',
  purpose: '每笔工程付款申请走到了哪一步：批准、排款、实付与退汇；点申请单看单据',
  register: { title: '工程付款清单' },
  screen: SCREEN,
  calls: { index: '/srmapi/PaymentApply/Progress', export: '/srmapi/PaymentApply/ExportProgress' },
  columns: {
    serial: f.text('申请单', { required: true }),
    project: f.project('项目', { required: true }),
    contract: f.ref('projectContract', '工程合同', { required: true }),
    supplier: f.supplier('单位', { required: true }),
    payKind: f.enum('付款类别', ['预付款', '投料款', '到货款', '进度款', '竣工款', '结算款', '质保金'], {
      required: true,
    }),
    amount: yuan('申请'),
    cut: yuan('核减'),
    approved: yuan('批准'),
    offset: yuan('抵扣预付'),
    fine: yuan('扣罚'),
    scheduled: yuan('排款中'),
    paid: yuan('实付'),
    left: yuan('未付'),
    invoices: f.text('发票号'),
    planDate: f.date('希望付款'),
    paidOn: f.date('付款日'),
    bankSerial: f.text('流水号'),
    lateDays: f.integer('超期', { unit: '天', hint: '过了希望付款日还没有付清的天数' }),
    state: f.enum('状态', ['审批中', '已退回', '待排款', '排款中', '退汇', '部分已付', '已付清'], { required: true }),
  },
  list: {
    columns: [
      'serial',
      'project',
      'supplier',
      'payKind',
      'amount',
      'state',
      'lateDays',
      'contract',
      'cut',
      'approved',
      'scheduled',
      'paid',
      'left',
      'offset',
      'fine',
      'invoices',
      'planDate',
      'paidOn',
      'bankSerial',
    ],
    filters: ['project', 'supplier', 'contract', 'payKind', 'planDate', 'state'],
    sum: ['amount', 'cut', 'approved', 'offset', 'fine', 'scheduled', 'paid', 'left'],
  },
  figures: {
    running: yuan('审批中'),
    waiting: yuan('待排款'),
    scheduled: yuan('排款中'),
    month: yuan('本月实付'),
    bounced: f.integer('退汇待处理', { unit: '笔' }),
  },
});

export const worksPayBatches = defineView({
  id: 'worksPayBatches',
  title: '排款批次',
  purpose: '每一批的申请、核定与实付，没有付出去的写明原因；点批次看单据',
  screen: SCREEN,
  calls: { index: '/srmapi/PaymentReview/Batches', export: '/srmapi/PaymentReview/ExportBatches' },
  columns: {
    serial: f.text('批次', { required: true }),
    month: f.month('月份', { required: true }),
    kind: f.text('批次类型', { required: true }),
    count: f.integer('笔数', { unit: '笔' }),
    applied: yuan('申请'),
    approved: yuan('核定'),
    paid: yuan('实付'),
    unpaid: f.text('未付原因'),
    planDate: f.date('计划付款日'),
    state: f.enum('状态', ['审批中', '待付款', '已付待入账', '已完成'], { required: true }),
  },
  list: {
    columns: ['serial', 'month', 'kind', 'state', 'count', 'applied', 'approved', 'paid', 'unpaid', 'planDate'],
    filters: ['month', 'kind', 'planDate', 'state'],
    sum: ['count', 'applied', 'approved', 'paid'],
  },
});
