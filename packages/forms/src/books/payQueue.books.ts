import { defineBook, f } from '@hengneng/form-kit';

export const payQueue = defineBook({
  id: 'payQueue',
  title: '待排款清单',
  purpose: '已批准的工程付款申请，付款批次从中排款，核减与退汇的部分留下重排',
  columns: {
    apply: f.ref('payMoney', '付款申请', { required: true }),
    project: f.project('项目', { required: true }),
    supplier: f.supplier('收款单位', { required: true }),
    contract: f.ref('projectContract', '工程合同', { required: true }),
    payKind: f.text('付款类别', { required: true }),
    amount: f.money('申请金额', { required: true, unit: '元' }),
    scheduled: f.money('已排款', { unit: '元' }),
    paid: f.money('已付', { unit: '元' }),
    planPayDate: f.date('希望付款日期'),
  },
  key: ['apply'],
  limits: [
    { sum: ['scheduled', 'paid'], within: ['amount'], error: '核定金额超过付款申请未付的部分，请核对是否已在其他批次' },
  ],
  inUse: ['scheduled', 'paid'],
  list: {
    columns: ['apply', 'project', 'supplier', 'contract', 'payKind', 'amount', 'scheduled', 'paid', 'planPayDate'],
    filters: ['apply', 'project', 'supplier', 'contract', 'planPayDate'],
    sum: ['amount', 'scheduled', 'paid'],
  },
});

export const pendingMatch = defineBook({
  id: 'pendingMatch',
  title: '待匹配清单',
  purpose: '发票中验收数量不足而挂起的部分，补验收后自动匹配入应付',
  columns: {
    invoice: f.ref('purchaseInvoice', '发票登记单', { required: true }),
    project: f.project('项目', { required: true }),
    supplier: f.supplier('供应商', { required: true }),
    contract: f.ref('projectContract', '工程合同', { required: true }),
    orderLine: f.ref('purchaseOrderLine', '采购订单行', { required: true }),
    quantity: f.decimal(3, '挂起数量', { required: true }),
    matchedQty: f.decimal(3, '已补匹配'),
    price: f.money4('本票含税单价', { required: true, unit: '元' }),
  },
  limits: [{ sum: ['matchedQty'], within: ['quantity'], error: '补匹配数量超过挂起数量' }],
  inUse: ['matchedQty'],
  list: {
    columns: ['invoice', 'project', 'supplier', 'contract', 'orderLine', 'quantity', 'matchedQty', 'price'],
    filters: ['project', 'supplier', 'contract', 'orderLine'],
  },
});
