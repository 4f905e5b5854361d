import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 项目申请采购备品备件、材料和工具，询比价定供方，批准后形成待发货订单 */
export const operatePurchase = defineForm({
  id: 'operatePurchase',
  purpose: '项目申请采购备品备件、材料和工具，询比价定供方，批准后形成待发货订单',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同') },
  serial: 'YYCG-{yyyy}{MM}-{seq4}',
  fields: {
    purchaseType: f.enum('采购类别', ['备品备件', '维修材料', '工具仪表', '劳保用品', '办公与低值易耗', '设备更新'], {
      required: true,
    }),
    urgency: f.enum('紧急程度', ['正常', '加急', '抢修'], { required: true, default: '正常' }),
    needDate: f.date('要求到货日期', { required: true }),
    relatedRepair: f.ref('maintenanceRecords', '关联维修记录', { required: true, showIf: "urgency == '抢修'" }),
    budgetSubject: f.enum('预算科目', ['维修费', '保养费', '工具费', '劳保费', '办公费', '技改费'], { required: true }),
    budgetLeft: f.money('科目预算余额', {
      unit: '元',
      hint: '按预算科目取资金预算余额',
      from: 'project.purchaseBudgetLeft',
      locked: 'known',
    }),
    costBearer: f.enum('费用承担', ['公司承担', '客户承担'], { required: true }),
    customerConfirm: f.files('客户确认单', { required: true, showIf: "costBearer == '客户承担'" }),
    purchaseWay: f.enum('采购方式', ['询比价', '战略协议供方', '单一来源', '网上采购', '项目零星自购'], {
      required: true,
    }),
    singleReason: f.textarea('单一来源理由', { required: true, showIf: "purchaseWay == '单一来源'" }),
    applyReason: f.textarea('采购用途说明', { required: true }),
    consignee: f.user('收货人', { required: true }),
    consigneePhone: f.phone('收货人电话', { required: true, from: 'consignee.phone' }),
    deliveryAddress: f.text('收货地址', { required: true, from: 'project.address' }),
    techFiles: f.files('技术要求与图片'),
  },
  details: {
    items: {
      label: '采购明细',
      fields: {
        part: f.ref('sparePart', '物料', { required: true }),
        spec: f.text('规格型号', { required: true, from: 'part.spec' }),
        brand: f.text('品牌要求'),
        unit: f.enum('单位', ['个', '台', '套', '件', '米', '千克', '桶', '箱'], { required: true, from: 'part.unit' }),
        stockQty: f.decimal(2, '项目库存', { from: 'part.stock', locked: 'known' }),
        quantity: f.decimal(2, '申请数量', { required: true, min: 0.01 }),
        lastPrice: f.money('最近采购价', { unit: '元', from: 'part.lastPrice' }),
        estPrice: f.money('预估单价', { required: true, unit: '元', min: 0 }),
        amount: f.money('预估金额', { unit: '元', formula: 'quantity * estPrice' }),
        useFor: f.device('用于设备'),
      },
    },
    quotes: {
      label: '询比价',
      fields: {
        quoteSupplier: f.supplier('报价单位', { required: true }),
        quoteTotal: f.money('报价总额', { required: true, unit: '元', min: 0.01 }),
        deliveryDays: f.integer('交货期', { required: true, unit: '天', min: 0 }),
        warrantyMonths: f.integer('质保期', { unit: '月', min: 0 }),
        taxRate: f.percent('税率', { min: 0, max: 13 }),
        chosen: f.boolean('选定', { default: false }),
        chosenTotal: f.money('选定金额', { unit: '元', formula: 'quoteTotal * chosen' }),
      },
    },
  },
  computed: {
    itemCount: f.integer('物料项数', { unit: '项', formula: 'count(items)' }),
    totalAmount: f.money('预估总金额', { unit: '元', formula: 'sum(items.amount)', capital: true }),
    chosenAmount: f.money('选定报价', { unit: '元', formula: 'sum(quotes.chosenTotal)' }),
    overBudget: f.money('超预算金额', {
      unit: '元',
      formula: '(totalAmount > budgetLeft) * (totalAmount - budgetLeft)',
    }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    { name: '区域经理审核', by: 'areaManager', when: 'totalAmount >= 1000 or overBudget > 0' },
    {
      name: '采购定价',
      by: 'role(purchaser)',
      fields: {
        orderSupplier: f.supplier('定标供方', { required: true }),
        orderAmount: f.money('订单金额', { required: true, unit: '元', min: 0.01 }),
        orderNo: f.text('订单号', { required: true }),
        payTerm: f.enum('付款方式', ['货到付款', '月结30天', '月结60天', '预付三成', '款到发货'], { required: true }),
        orderDelivery: f.date('约定交货日期', { required: true }),
      },
    },
    {
      name: '财务审核',
      by: 'role(finance)',
      when: "orderAmount >= 5000 or payTerm == '款到发货' or payTerm == '预付三成'",
    },
    { name: '运营总监批准', by: 'role(operationDirector)', when: 'orderAmount >= 20000 or overBudget > 0' },
  ],
  cc: ['field(consignee)'],
  list: {
    columns: [
      'serial',
      'project',
      'purchaseType',
      'urgency',
      'needDate',
      'itemCount',
      'totalAmount',
      'orderSupplier',
      'orderAmount',
      'orderDelivery',
      'status',
    ],
    filters: ['project', 'purchaseType', 'urgency', 'needDate', 'budgetSubject', 'orderSupplier'],
    sum: ['totalAmount', 'orderAmount'],
  },
  rules: [
    { if: 'count(items) == 0', error: '请填写采购明细' },
    { if: 'needDate < createdAt', error: '要求到货日期不能早于申请日期' },
    {
      if: "purchaseWay == '询比价' and totalAmount >= 2000 and count(quotes) < 3",
      error: '2000元以上询比价采购至少需要三家报价',
    },
    {
      if: "purchaseWay == '询比价' and count(quotes) > 0 and sum(quotes.chosen) == 0",
      error: '请选定一家报价单位',
    },
    { if: 'sum(quotes.chosen) > 1', error: '只能选定一家报价单位' },
    { if: "purchaseWay == '项目零星自购' and totalAmount > 500", error: '项目零星自购不能超过500元' },
    { if: 'chosenAmount > 0 and orderAmount > chosenAmount', error: '订单金额不能高于选定报价' },
    { if: "orderDelivery > needDate and urgency != '正常'", error: '加急和抢修采购的约定交货日期不能晚于要求到货日期' },
  ],
  onApproved: [
    { at: 'submit', do: 'operatePurchase.check' },
    { at: 'step:采购定价', do: 'operatePurchase.holdBudget' },
    'operatePurchase.order',
    'operatePurchase.draftSend',
    'operatePurchase.partPrice',
  ],
  print: 'A4',
  reports: ['operatePurchaseList', 'costAnalysis', 'maintenanceCost'],
});
