/** What we owe suppliers. */
import { defineBook, f } from '@hengneng/form-kit';

export const supplierPayable = defineBook({
  id: 'supplierPayable',
  title: '供应商应付台账',
  purpose: '由采购验收、药剂申请、外协服务、租房等生成的应付款，付款时引用；已付与在途之和不超过应付金额',
  columns: {
    payableNo: f.text('应付单号', { required: true }),
    supplier: f.supplier('供应商'),
    payeeName: f.text('收款方', { required: true }),
    project: f.project('项目'),
    contract: f.ref('purchaseContract', '采购或外包合同'),
    subject: f.text('事项', { required: true }),
    amount: f.money('应付金额', { required: true, unit: '元' }),
    payPending: f.money('付款在途', { unit: '元' }),
    paid: f.money('已付', { unit: '元' }),
    dueDate: f.date('约定付款日'),
    costBooked: f.boolean('来源单已计成本', { required: true }),
    state: f.enum('状态', ['未付清', '已付清'], { required: true }),
  },
  name: ['payableNo', 'payeeName', 'subject'],
  offered: { state: ['未付清'] },
  limits: [{ sum: ['payPending', 'paid'], within: ['amount'], error: '本次付款与冲抵超过应付单未付金额' }],
  list: {
    columns: [
      'payableNo',
      'payeeName',
      'subject',
      'amount',
      'supplier',
      'project',
      'contract',
      'payPending',
      'paid',
      'dueDate',
      'costBooked',
      'state',
    ],
    filters: ['supplier', 'project', 'contract', 'dueDate', 'state'],
    sum: ['amount', 'payPending', 'paid'],
  },
});
