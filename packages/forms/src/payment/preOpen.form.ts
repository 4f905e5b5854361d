import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';
import { OUTPUT_INVOICE_KINDS } from '../options.ts';

/** 客户付款前要求先开发票时，按合同与结算单申请预开票，财务开具后登记发票号并跟踪签收与回款 */
export const preOpen = defineForm({
  id: 'preOpen',
  purpose: '客户付款前要求先开发票时，按合同与结算单申请预开票，财务开具后登记发票号并跟踪签收与回款',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同', { required: true }) },
  serial: 'YKFP-{yyyy}{MM}-{seq4}',
  emptyMinus: 'zero',
  fields: {
    preType: f.enum('预开类型', ['已结算先票后款', '已结算已收款', '未结算预开', '季前预收开票', '代缴费用开票'], {
      required: true,
    }),
    sellerUnit: f.text('开票主体', { required: true, from: 'contract.partyB' }),
    customerName: f.text('客户名称', { required: true, from: 'contract.customerName', locked: 'known' }),
    openKind: f.enum('发票种类', OUTPUT_INVOICE_KINDS, { required: true }),
    buyerTitle: f.text('购方名称', { required: true, from: 'contract.invoiceTitle' }),
    buyerTaxNo: f.text('购方税号', { from: 'contract.invoiceTaxNo' }),
    buyerAddress: f.text('购方地址电话', { from: 'contract.invoiceAddress' }),
    buyerBank: f.text('购方开户行账号', { from: 'contract.invoiceBank' }),
    feeFrom: f.month('费用所属起月', { required: true }),
    feeTo: f.month('费用所属止月', { required: true }),
    preReason: f.enum('预开原因', ['客户见票付款', '财政集中支付', '客户年末预算', '整季预收', '合同约定'], {
      required: true,
    }),
    promiseDate: f.date('承诺回款日期', { required: true, showIf: "preType != '已结算已收款'" }),
    collector: f.user('回款责任人', { required: true }),
    contractTotal: f.money('合同含税总额', { unit: '元', from: 'contract.totalAmount', locked: true }),
    contractInvoiced: f.money('合同已开票净额', {
      unit: '元',
      hint: '已开减已红冲减已作废，含在途',
      from: 'contract.invoicedNet',
      locked: true,
    }),
    preUnpaid: f.money('已预开未回款', { unit: '元', from: 'contract.preOpenUnpaid', locked: true }),
    preOverdue: f.money('其中逾期未回款', { unit: '元', from: 'contract.preOpenOverdue', locked: true }),
    deliverMode: f.enum('交付方式', ['电子邮箱', '税务数字账户', '快递', '项目转交'], { required: true }),
    receiver: f.text('收票人', { required: true }),
    receiverPhone: f.phone('收票人电话', { required: true }),
    receiverAddress: f.text('收票邮箱或地址', { required: true }),
    invoiceNote: f.text('发票备注栏', { hint: '项目名称、费用期间、合同号' }),
    promiseFile: f.files('付款承诺或客户开票函', {
      required: true,
      max: 5,
      showIf: "preType == '未结算预开' or preType == '季前预收开票'",
    }),
  },
  details: {
    lines: {
      label: '开票内容',
      fields: {
        settlement: f.ref('userSettlement', '结算单', { hint: '已结算的必选', offeredBy: ['contract'] }),
        uninvoiced: f.money('该结算未开票余额', { unit: '元', from: 'settlement.uninvoicedAmount', locked: true }),
        taxName: f.enum(
          '税收分类名称',
          [
            '*供热*采暖费',
            '*供冷*供冷费',
            '*现代服务*能源管理服务费',
            '*供电*电费',
            '*供水*水费',
            '*生活服务*卫生热水费',
            '*维修服务*空调维修费',
            '*节能服务*节能效益分享',
          ],
          { required: true },
        ),
        quantity: f.decimal(2, '数量', { min: 0, default: 1 }),
        unitName: f.enum('单位', ['m²', 'kWh', 'GJ', 'm³', 't', '月', '季', '项'], { required: true }),
        lineAmount: f.money('含税金额', { required: true, unit: '元', min: 0.01 }),
        taxRate: f.percent('税率', { required: true, min: 0, max: 13 }),
        lineNet: f.money('不含税金额', { unit: '元', formula: 'lineAmount / (1 + taxRate / 100)' }),
        lineTax: f.money('税额', { unit: '元', formula: 'lineAmount - lineNet' }),
        overOpen: f.integer('校验：超未开票余额', { flag: true, formula: '(lineAmount > uninvoiced) * 1' }),
        noSettle: f.integer('校验：未选结算单', { flag: true, formula: '(not settlement) * 1' }),
      },
    },
    issued: {
      label: '已开发票',
      step: '财务开票',
      fields: {
        issuedCode: f.text('发票代码', { hint: '数电票无代码' }),
        issuedNo: f.text('发票号码', { required: true }),
        issuedKey: f.text('销项发票唯一码', {
          hint: '系统生成：发票代码＋发票号码',
          from: 'outputInvoice.key',
          locked: true,
        }),
        issuedDate: f.date('开票日期', { required: true }),
        issuedNet: f.money('不含税金额', { required: true, unit: '元', min: 0.01 }),
        issuedTax: f.money('税额', { required: true, unit: '元', min: 0 }),
        issuedAmount: f.money('价税合计', { unit: '元', formula: 'issuedNet + issuedTax' }),
        issuedFile: f.file('发票文件', { required: true }),
      },
    },
  },
  computed: {
    openTotal: f.money('申请开票总额', { unit: '元', formula: 'sum(lines.lineAmount)', capital: true }),
    netTotal: f.money('不含税合计', { unit: '元', formula: 'sum(lines.lineNet)' }),
    taxTotal: f.money('税额合计', { unit: '元', formula: 'sum(lines.lineTax)' }),
    issuedTotal: f.money('实开合计', { unit: '元', formula: 'sum(issued.issuedAmount)' }),
    issuedTaxTotal: f.money('实开税额', { unit: '元', formula: 'sum(issued.issuedTax)' }),
    riskAmount: f.money('开票后未回款总额', { unit: '元', formula: 'preUnpaid + openTotal' }),
    contractLeft: f.money('开票后合同可开余额', {
      unit: '元',
      formula: 'contractTotal - contractInvoiced - openTotal',
    }),
  },
  steps: [
    {
      name: '区域经理审核',
      by: 'areaManager',
      fields: {
        recoverOpinion: f.enum('回款可靠性', ['可靠', '一般需跟催', '有风险'], { required: true }),
      },
    },
    {
      name: '财务审核',
      by: 'role(finance)',
      fields: {
        taxChecked: f.enum('税目税率与抬头核对', ['正确', '已更正'], { required: true }),
        taxOpinion: f.text('纳税义务时点意见', { required: true }),
      },
    },
    {
      name: '总经理审批',
      by: 'role(generalManager)',
      when: "openTotal >= 200000 or preOverdue > 0 or recoverOpinion == '有风险'",
    },
    {
      name: '财务开票',
      by: 'role(finance)',
      fields: {
        openDone: f.date('开票完成日期', { required: true }),
      },
    },
    {
      name: '客户签收登记',
      by: 'applicant',
      final: true,
      fields: {
        signDate: f.date('签收日期', { required: true }),
        signer: f.text('签收人', { required: true }),
        signFile: f.files('签收凭证', { required: true, max: 3 }),
      },
    },
  ],
  cc: ['field(collector)'],
  list: {
    columns: [
      'serial',
      'project',
      'contract',
      'customerName',
      'preType',
      'openKind',
      'openTotal',
      'issuedTotal',
      'issuedTaxTotal',
      'openDone',
      'promiseDate',
      'collector',
      'signDate',
      'status',
    ],
    filters: ['project', 'customerName', 'preType', 'openKind', 'openDone', 'promiseDate', 'collector', 'status'],
    sum: ['openTotal', 'netTotal', 'taxTotal', 'issuedTotal', 'issuedTaxTotal'],
  },
  rules: [
    { if: 'feeTo < feeFrom', error: '费用止月不能早于起月' },
    { if: 'count(lines) == 0', error: '请填写开票内容' },
    {
      if: "(preType == '已结算先票后款' or preType == '已结算已收款') and sum(lines.noSettle) > 0",
      error: '已结算的开票每行须选择结算单',
    },
    { if: 'sum(lines.overOpen) > 0', error: '开票金额超过该结算单未开票余额，不能重复开票' },
    {
      if: "(openKind == '数电专票' or openKind == '纸质专票') and not buyerTaxNo",
      error: '开具专用发票须填写购方税号',
    },
    {
      if: "openKind == '纸质专票' and (not buyerAddress or not buyerBank)",
      error: '纸质专票须填写购方地址电话和开户行账号',
    },
    { if: 'promiseDate < createdAt', error: '承诺回款日期不能早于申请日期' },
    { if: 'contractTotal > 0 and contractLeft < 0', error: '累计开票超过合同总额，请先签补充协议' },
    { if: "preOverdue > 0 and preType == '未结算预开'", error: '该合同有逾期未回款的预开票，不能再申请未结算预开' },
    {
      if: 'openDone and (issuedTotal != openTotal or issuedTaxTotal != taxTotal)',
      error: '实开价税合计和税额须与申请一致',
    },
    { if: 'issued.issuedDate > createdAt', error: '开票日期不能晚于今天' },
  ],
  onApproved: [
    { at: 'submit', do: 'preOpen.hold' },
    { at: 'step:财务开票', do: 'preOpen.issue' },
    { at: 'step:财务开票', do: 'preOpen.tax' },
    'preOpen.remindPayment',
  ],
  print: 'A4',
  reports: ['paymentStatisticsTotal', 'incomeExpenseAnalysis', 'contractRenewal'],
});
