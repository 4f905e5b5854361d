import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 登记供应商发票，与合同单价和验收数量三单匹配，匹配额进应付、差额挂起处理 */
export const purchaseInvoice = defineForm({
  id: 'purchaseInvoice',
  purpose: '登记供应商发票，与合同单价和验收数量三单匹配，匹配额进应付、差额挂起处理',
  links: { project: f.project('项目', { required: true }), supplier: f.supplier('供应商', { required: true }) },
  serial: 'GYFP-{yyyy}{MM}-{seq4}',
  fields: {
    projectContract: f.ref('projectContract', '工程合同', { required: true }),
    matchBasis: f.enum('匹配依据', ['采购验收', '进度产值确认', '竣工结算', '质保到期', '服务完成单'], {
      required: true,
    }),
    invoiceKind: f.enum('发票种类', ['数电专票', '数电普票', '纸质专票', '纸质普票', '红字发票'], { required: true }),
    invoiceCode: f.text('发票代码', {
      required: true,
      showIf: "invoiceKind == '纸质专票' or invoiceKind == '纸质普票'",
    }),
    invoiceNo: f.text('发票号码', {
      required: true,
      hint: '数电票20位；按销方税号＋发票代码＋发票号码在进项发票登记簿查重',
    }),
    otherUses: f.integer('校验：已被其他单据使用', { from: 'invoiceRegister.otherUses', locked: true }),
    blueInvoice: f.ref('purchaseInvoice', '对应蓝字发票', {
      required: true,
      offeredBy: ['projectContract'],
      showIf: "invoiceKind == '红字发票'",
    }),
    invoiceDate: f.date('开票日期', { required: true }),
    sellerName: f.text('销方名称', { required: true }),
    sellerTaxNo: f.text('销方税号', { required: true }),
    providerTaxNo: f.text('服务商信用代码', { from: 'supplier.taxNo', locked: true }),
    buyerCompany: f.dept('购方主体', { required: true }),
    netAmount: f.money('不含税金额', { required: true, unit: '元' }),
    taxRate: f.percent('税率', { required: true, min: 0, max: 13 }),
    contractTaxRate: f.percent('合同税率', { from: 'projectContract.taxRate', locked: true }),
    taxAmount: f.money('税额', { required: true, unit: '元' }),
    invoiceTotal: f.money('价税合计', { required: true, unit: '元' }),
    verifyResult: f.enum('税务查验', ['查验一致', '查无此票', '已作废', '待查验'], { required: true }),
    billNote: f.check('备注栏合规', { hint: '建筑服务须注明工程地点与项目名称' }),
    invoiceScan: f.files('发票影像', { required: true }),
  },
  details: {
    matches: {
      label: '三单匹配',
      fields: {
        orderLine: f.ref('purchaseOrderLine', '采购订单行', { required: true }),
        acceptBill: f.ref('purchaseCheckAccept', '验收单'),
        goods: f.text('物料或工作内容', { from: 'orderLine.goods', locked: true }),
        orderPrice: f.money4('合同单价', { unit: '元', from: 'orderLine.price', locked: true }),
        acceptedQty: f.decimal(3, '已验收数量', { from: 'orderLine.acceptedQty', locked: true }),
        billedQty: f.decimal(3, '已开票数量', { from: 'orderLine.billedQty', locked: true }),
        billQty: f.decimal(3, '本票数量', { required: true, hint: '红字发票填负数' }),
        billPrice: f.money4('本票含税单价', { required: true, unit: '元', min: 0 }),
        billAmount: f.money('本票金额', { formula: 'billQty * billPrice' }),
        openQty: f.decimal(3, '可开票数量', { formula: 'acceptedQty - billedQty' }),
        qtyDiff: f.decimal(3, '量差', { formula: 'billQty + billedQty - acceptedQty' }),
        priceDiff: f.percent('价差率', { formula: '(billPrice - orderPrice) / orderPrice * 100' }),
        matched: f.integer('匹配', {
          formula: '(billQty + billedQty <= acceptedQty and billPrice <= orderPrice * 1.01) * 1',
        }),
        matchedAmount: f.money('匹配金额', {
          formula: '(billQty + billedQty <= acceptedQty and billPrice <= orderPrice * 1.01) * billQty * billPrice',
        }),
        qtyOver: f.integer('量超', { flag: true, formula: '(billQty + billedQty > acceptedQty) * 1' }),
        priceOver: f.integer('价超', { flag: true, formula: '(billPrice > orderPrice * 1.01) * 1' }),
      },
    },
  },
  computed: {
    lineTotal: f.money('明细合计', { unit: '元', formula: 'sum(matches.billAmount)' }),
    matchTotal: f.money('系统匹配金额', { unit: '元', formula: 'sum(matches.matchedAmount)' }),
    diffTotal: f.money('差异金额', { unit: '元', formula: 'sum(matches.billAmount) - sum(matches.matchedAmount)' }),
    qtyOverCount: f.integer('量超项数', { unit: '项', formula: 'sum(matches.qtyOver)' }),
    priceOverCount: f.integer('价超项数', { unit: '项', formula: 'sum(matches.priceOver)' }),
    matchedTotal: f.money('入应付金额', {
      unit: '元',
      formula:
        "sum(matches.matchedAmount) + (diffHandle == '特批全额入账') * (sum(matches.billAmount) - sum(matches.matchedAmount))",
      capital: true,
    }),
  },
  steps: [
    {
      name: '采购核对差异',
      by: 'role(purchaser)',
      when: 'diffTotal > 0',
      fields: {
        diffHandle: f.enum('差异处理', ['退票重开', '差额挂起待补验收', '按匹配额入账余额作废', '特批全额入账'], {
          required: true,
        }),
        diffReason: f.textarea('差异原因', { required: true }),
      },
    },
    {
      name: '项目经理确认',
      by: 'projectManager',
      when: "matchBasis != '采购验收'",
      fields: {
        workConfirm: f.textarea('完成情况确认', { required: true }),
      },
    },
    {
      name: '财务审核入账',
      by: 'role(finance)',
      fields: {
        deductible: f.boolean('可抵扣', { required: true }),
        certifyMonth: f.month('勾选认证月份', { required: true, showIf: 'deductible' }),
        voucherNo: f.text('凭证号', { required: true }),
      },
    },
    { name: '总经理特批', by: 'role(generalManager)', when: "diffHandle == '特批全额入账'", final: true },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'supplier',
      'projectContract',
      'invoiceKind',
      'invoiceNo',
      'invoiceDate',
      'invoiceTotal',
      'matchTotal',
      'diffTotal',
      'matchedTotal',
      'diffHandle',
      'verifyResult',
      'certifyMonth',
      'status',
    ],
    filters: [
      'project',
      'supplier',
      'projectContract',
      'invoiceKind',
      'invoiceDate',
      'diffHandle',
      'verifyResult',
      'status',
    ],
    sum: ['netAmount', 'taxAmount', 'invoiceTotal', 'matchedTotal', 'diffTotal'],
  },
  rules: [
    {
      if: 'netAmount + taxAmount - invoiceTotal > 0.01 or invoiceTotal - netAmount - taxAmount > 0.01',
      error: '不含税金额加税额必须等于价税合计',
    },
    {
      if: 'netAmount * taxRate / 100 - taxAmount > 0.06 or taxAmount - netAmount * taxRate / 100 > 0.06',
      error: '税额与税率不符',
    },
    { if: 'lineTotal - invoiceTotal > 0.05 or invoiceTotal - lineTotal > 0.05', error: '匹配明细合计必须等于价税合计' },
    { if: 'otherUses > 0', error: '发票已被其他单据使用（按销方税号、发票代码、发票号码历年查重）' },
    { if: 'sellerTaxNo != providerTaxNo', error: '销方税号与服务商信用代码不一致' },
    { if: "verifyResult == '查无此票' or verifyResult == '已作废'", error: '税务查验不通过的发票不能登记' },
    { if: "verifyResult != '查验一致' and voucherNo", error: '税务查验一致后才能入账' },
    { if: 'taxRate < contractTaxRate and voucherNo', error: '发票税率低于合同税率，须先签补充协议调整价款' },
    { if: "invoiceKind == '红字发票' and invoiceTotal >= 0", error: '红字发票金额须为负数' },
    { if: "invoiceKind != '红字发票' and invoiceTotal <= 0", error: '蓝字发票金额须大于0' },
    { if: "diffHandle == '退票重开'", error: '退票重开请驳回本单' },
    {
      if: "diffHandle == '差额挂起待补验收' and priceOverCount > 0",
      error: '价超的行补验收也不能匹配，请退票、按匹配额入账或特批',
    },
    { if: 'invoiceDate > createdAt', error: '开票日期不能晚于今天' },
  ],
  onApproved: [
    { at: 'submit', do: 'purchaseInvoice.hold' },
    'purchaseInvoice.post',
    'purchaseInvoice.estimate',
    'purchaseInvoice.bill',
    'purchaseInvoice.suspend',
    'purchaseInvoice.inputTax',
  ],
  print: 'A4',
  reports: ['payMoneyList', 'engineering/contract/contractList', 'costAnalysis'],
});
