import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 设备、材料、安装施工等采购合同的条款、清单和付款节点审批，签订后生成付款计划和工程合同台账 */
export const purchaseContract = defineForm({
  id: 'purchaseContract',
  purpose: '设备、材料、安装施工等采购合同的条款、清单和付款节点审批，签订后生成付款计划和工程合同台账',
  links: { project: f.project('项目', { required: true }), supplier: f.supplier('供应商', { required: true }) },
  serial: 'CGHT-{yyyy}{MM}-{seq4}',
  fields: {
    purchaseKind: f.enum(
      '合同类别',
      ['主机设备', '辅机设备', '工程材料', '备品备件', '安装施工', '设计服务', '自控系统', '办公资产'],
      { required: true },
    ),
    subject: f.text('合同标的', { required: true }),
    subProject: f.ref('subProject', '子项目', { hint: '工程类合同请选择，预算、进度和付款按它归集' }),
    providerGrade: f.text('服务商等级', { from: 'supplier.grade', locked: true }),
    sourcing: f.enum('采购方式', ['公开招标', '邀请招标', '竞争性谈判', '询价比价', '单一来源', '战略协议内订货'], {
      required: true,
    }),
    bidResult: f.ref('InvitationUnit', '定标记录', {
      required: true,
      showIf: "sourcing == '公开招标' or sourcing == '邀请招标'",
    }),
    awardAmount: f.money('中标金额', {
      unit: '元',
      showIf: 'bidResult',
      from: 'bidResult.awardAmount',
      locked: true,
    }),
    frame: f.ref('strategicAgreement', '战略协议', {
      required: true,
      offeredBy: ['supplier'],
      showIf: "sourcing == '战略协议内订货'",
    }),
    singleReason: f.textarea('单一来源理由', { required: true, showIf: "sourcing == '单一来源'" }),
    purchaseApply: f.ref('purchase', '采购申请'),
    deliveryDate: f.date('交货或完工日期', { required: true }),
    durationDays: f.integer('合同工期', { required: true, unit: '天', min: 1, showIf: "purchaseKind == '安装施工'" }),
    deliveryPlace: f.text('交货地点', { required: true }),
    taxRate: f.percent('税率', { required: true, min: 0, max: 13, default: 13 }),
    invoiceKind: f.enum('发票类型', ['增值税专用发票', '增值税普通发票'], {
      required: true,
      default: '增值税专用发票',
    }),
    warrantyMonths: f.integer('质保期', { required: true, unit: '月', min: 0, max: 60, default: 24 }),
    retentionRate: f.percent('质保金比例', { required: true, min: 0, max: 10, default: 5 }),
    prepayOffsetRate: f.percent('每次付款抵扣预付比例', { min: 0, max: 100, default: 30 }),
    performanceBond: f.money('履约保证金', { unit: '元', min: 0, default: 0 }),
    latePenalty: f.decimal(2, '逾期违约金', { required: true, unit: '‰/天', min: 0, max: 10, default: 0.5 }),
    penaltyCap: f.percent('违约金上限', { min: 0, max: 30, default: 10 }),
    acceptStandard: f.textarea('验收标准', { required: true, hint: '出厂检验、开箱验收、168小时试运行、性能考核' }),
    contractText: f.files('合同文本与技术附件', { required: true }),
  },
  details: {
    lines: {
      label: '采购清单',
      fields: {
        goods: f.text('名称', { required: true }),
        model: f.text('规格型号', { required: true }),
        brand: f.text('品牌产地'),
        unitName: f.text('单位', { required: true }),
        quantity: f.decimal(3, '数量', { required: true, min: 0 }),
        unitPrice: f.money4('含税单价', { required: true, unit: '元', min: 0 }),
        budgetPrice: f.money4('预算单价', { unit: '元', min: 0 }),
        lineAmount: f.money('金额', { formula: 'quantity * unitPrice' }),
        overAmount: f.money('超预算金额', {
          formula: '(budgetPrice > 0 and unitPrice > budgetPrice) * (unitPrice - budgetPrice) * quantity',
        }),
      },
    },
    payNodes: {
      label: '付款节点',
      fields: {
        payNode: f.enum('节点', ['预付款', '投料款', '发货款', '到货款', '进度款', '安装调试款', '结算款', '质保金'], {
          required: true,
        }),
        nodeRatio: f.percent('比例', { required: true, min: 0, max: 100 }),
        nodeCondition: f.text('付款条件', { required: true }),
        planDate: f.date('计划付款日期', { required: true }),
        prepayRatio: f.percent('预付比例', { formula: "(payNode == '预付款') * nodeRatio" }),
        retainRatio: f.percent('质保金节点比例', { formula: "(payNode == '质保金') * nodeRatio" }),
      },
    },
  },
  computed: {
    contractAmount: f.money('合同含税总价', { unit: '元', formula: 'sum(lines.lineAmount)', capital: true }),
    netAmount: f.money('不含税金额', { unit: '元', formula: 'contractAmount / (1 + taxRate / 100)' }),
    taxAmount: f.money('税额', { unit: '元', formula: 'contractAmount - netAmount' }),
    retentionAmount: f.money('质保金', { unit: '元', formula: 'contractAmount * retentionRate / 100' }),
    ratioTotal: f.percent('付款比例合计', { formula: 'sum(payNodes.nodeRatio)' }),
    prepayRate: f.percent('预付款比例', { formula: 'sum(payNodes.prepayRatio)' }),
    overTotal: f.money('超预算合计', { unit: '元', formula: 'sum(lines.overAmount)' }),
  },
  steps: [
    { name: '项目经理确认需求', by: 'projectManager' },
    {
      name: '技术总监审技术附件',
      by: 'role(technicalDirector)',
      when: "purchaseKind != '办公资产'",
      fields: {
        techOpinion: f.textarea('技术意见', { required: true }),
      },
    },
    {
      name: '法务审条款',
      by: 'role(legal)',
      fields: {
        clauseOpinion: f.textarea('条款修改意见', { required: true }),
      },
    },
    {
      name: '财务审核',
      by: 'role(finance)',
      fields: {
        budgetItem: f.text('预算科目', { required: true }),
        fundOpinion: f.textarea('资金意见'),
      },
    },
    {
      name: '总经理审批',
      by: 'role(generalManager)',
      when: "contractAmount >= 300000 or overTotal > 0 or sourcing == '单一来源'",
    },
    {
      name: '签订归档',
      by: 'applicant',
      final: true,
      fields: {
        signDate: f.date('签订日期', { required: true }),
        sealKind: f.enum('用印', ['合同专用章', '公章', '电子签章'], { required: true }),
        signedFile: f.files('双方盖章件', { required: true }),
        bondReceived: f.boolean('履约保证金已收', { required: true, showIf: 'performanceBond > 0' }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'purchaseKind',
      'subject',
      'supplier',
      'sourcing',
      'contractAmount',
      'prepayRate',
      'retentionAmount',
      'deliveryDate',
      'overTotal',
      'signDate',
      'applicant',
      'status',
    ],
    filters: ['project', 'supplier', 'purchaseKind', 'sourcing', 'signDate', 'deliveryDate', 'status'],
    sum: ['contractAmount', 'taxAmount', 'retentionAmount', 'overTotal'],
  },
  rules: [
    { if: 'count(lines) == 0 or contractAmount <= 0', error: '请填写采购清单，合同总价应大于0' },
    { if: 'ratioTotal != 100', error: '付款节点比例合计必须等于100%' },
    { if: 'sum(payNodes.retainRatio) != retentionRate', error: '付款节点中的质保金比例必须与质保金比例一致' },
    { if: 'bidResult and contractAmount > awardAmount', error: '合同总价不能高于中标金额' },
    { if: "providerGrade == 'D'", error: 'D级（停用）服务商不得签订合同' },
    { if: "providerGrade == 'C' and prepayRate > 0", error: 'C级服务商不得约定预付款' },
    { if: "providerGrade == 'B' and prepayRate > 20", error: 'B级服务商预付款不得超过20%' },
    { if: 'prepayRate > 30', error: '预付款不得超过合同总价的30%' },
    {
      if: "(purchaseKind == '主机设备' or purchaseKind == '安装施工') and retentionRate < 3",
      error: '主机设备和安装施工的质保金不得低于3%',
    },
    { if: "sourcing == '询价比价' and contractAmount >= 500000", error: '50万元以上不得采用询价比价，请走招标' },
  ],
  onApproved: [
    { at: 'submit', do: 'purchaseContract.check' },
    'purchaseContract.ledger',
    'purchaseContract.orderLines',
    'purchaseContract.sign',
    'purchaseContract.frame',
    'purchaseContract.deposits',
  ],
  print: 'A4',
  reports: ['buyerContract', 'engineering/contract/contractList', 'contractManage/contractList', 'costAnalysis'],
});
