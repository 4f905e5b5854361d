/** What payments leave open: advances and deposits to be claimed or returned, invoices to come, money kept back for warranties. */
import { defineBook, f } from '@hengneng/form-kit';

export const payBalance = defineBook({
  id: 'payBalance',
  title: '非能源付款往来台账',
  purpose: '非能源付款留下的预付款、保证金余额与未到票金额：冲抵与退回（均含在途）不超过已付，到票不超过已付',
  columns: {
    payment: f.ref('paymentNotEnergy', '付款单', { required: true }),
    project: f.project('项目', { required: true }),
    payeeName: f.text('收款户名', { required: true }),
    payeeTaxNo: f.text('收款方税号或身份证号', { required: true }),
    kind: f.enum('类别', ['预付款', '保证金', '先款后票'], { required: true }),
    paid: f.money('已付', { required: true, unit: '元' }),
    /** What may be claimed or returned: nothing of a payment whose invoice alone is missing. */
    advance: f.money('可冲抵金额', { required: true, unit: '元' }),
    claimPending: f.money('冲抵在途', { unit: '元' }),
    claimed: f.money('已冲抵', { unit: '元' }),
    returnPending: f.money('退回在途', { unit: '元' }),
    returned: f.money('已退回', { unit: '元' }),
    ticketPending: f.money('到票在途', { unit: '元' }),
    ticketed: f.money('已到票', { unit: '元' }),
    ticketDeadline: f.date('承诺补票日期'),
  },
  key: ['payment'],
  limits: [
    {
      sum: ['claimPending', 'claimed', 'returnPending', 'returned'],
      within: ['advance'],
      error: '冲抵与退回合计超过原单已付的预付款或保证金，请核对是否有其他单据',
    },
    {
      sum: ['ticketPending', 'ticketed'],
      within: ['paid'],
      error: '补票合计超过原单未到票金额，请核对是否有其他补票单',
    },
  ],
  inUse: ['claimPending', 'claimed', 'returnPending', 'returned', 'ticketPending'],
  list: {
    columns: [
      'payment',
      'project',
      'payeeName',
      'kind',
      'paid',
      'claimPending',
      'claimed',
      'returnPending',
      'returned',
      'ticketPending',
      'ticketed',
      'ticketDeadline',
    ],
    filters: ['project', 'payeeName', 'kind', 'ticketDeadline'],
    sum: ['paid', 'claimed', 'returned', 'ticketed'],
  },
});

export const invoiceUse = defineBook({
  id: 'invoiceUse',
  title: '发票使用台账',
  purpose: '已登记的进项发票被哪些单据付款使用、被哪些红字发票冲减；使用与红冲合计不超过票面',
  columns: {
    invoice: f.ref('invoiceRegister', '发票', { required: true }),
    kind: f.enum('用途', ['付款', '红冲'], { required: true }),
    amount: f.money('金额', { required: true, unit: '元' }),
    project: f.project('项目'),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: ['invoice', 'kind', 'amount', 'project', 'document'],
    filters: ['project', 'kind'],
    sum: ['amount'],
  },
});

export const retention = defineBook({
  id: 'retention',
  title: '质保金台账',
  purpose: '付款时扣留、质保期满再付的质保金，到期提醒付款',
  columns: {
    document: f.text('扣留单号', { required: true }),
    project: f.project('项目', { required: true }),
    supplier: f.supplier('供应商'),
    payeeName: f.text('收款户名', { required: true }),
    buyerContract: f.ref('buyerContract', '采购或外包合同'),
    projectContract: f.ref('projectContract', '工程合同'),
    amount: f.money('质保金', { required: true, unit: '元' }),
    payPending: f.money('在途', { unit: '元' }),
    paid: f.money('已付', { unit: '元' }),
    dueOn: f.date('到期日'),
  },
  limits: [{ sum: ['payPending', 'paid'], within: ['amount'], error: '支付的质保金超过扣留的金额' }],
  inUse: ['payPending', 'paid'],
  list: {
    columns: [
      'document',
      'project',
      'payeeName',
      'buyerContract',
      'projectContract',
      'amount',
      'payPending',
      'paid',
      'dueOn',
    ],
    filters: ['project', 'supplier', 'buyerContract', 'projectContract', 'dueOn'],
    sum: ['amount', 'payPending', 'paid'],
  },
});

export const behalfBill = defineBook({
  id: 'behalfBill',
  title: '代缴账单台账',
  purpose: '替别人缴过的户号与账期，一个账期只缴一次',
  columns: {
    project: f.project('项目', { required: true }),
    feeType: f.text('费用类别', { required: true }),
    payeeUnit: f.text('收费单位', { required: true }),
    accountNo: f.text('户号或表号', { required: true }),
    month: f.month('账期', { required: true }),
    amount: f.money('账单金额', { required: true, unit: '元' }),
    behalfName: f.text('被代缴单位', { required: true }),
    document: f.text('单号', { required: true }),
  },
  key: ['payeeUnit', 'accountNo', 'month'],
  list: {
    columns: ['project', 'feeType', 'payeeUnit', 'accountNo', 'month', 'amount', 'behalfName', 'document'],
    filters: ['project', 'feeType', 'behalfName', 'month'],
    sum: ['amount'],
  },
});
