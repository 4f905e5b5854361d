import { OTHER_CONTRACT_KINDS, SECRECIES } from '@hengneng/core';
import { defineBook, f } from '@hengneng/form-kit';

/**
 * Forms that pay point at it as `ref(purchaseContract)`. `reserved`, `paid` and `ticketed` are added to by the forms that pay and take
 * invoices (`addEntry`), so that a form asks what is left without its own share.
 */
export const buyerContract = defineBook({
  id: 'buyerContract',
  title: '采购合同台账',
  purpose: '付款侧的合同：采购、外包与水处理，付款、到票与质保都按它控制',
  columns: {
    contractNo: f.text('合同编号', { required: true }),
    name: f.text('合同名称', { required: true }),
    kind: f.enum(
      '类别',
      [
        '设备采购',
        '材料采购',
        '安装施工',
        '设计服务',
        '备品办公',
        '外包检测',
        '外包维修',
        '外包保养',
        '水处理',
        '其他外包',
      ],
      { required: true },
    ),
    project: f.project('项目'),
    supplier: f.supplier('供应商', { required: true }),
    keeper: f.user('经办人', { required: true }),
    /** The application that the contract was signed for. */
    purchaseApply: f.ref('purchase', '采购申请'),
    totalAmount: f.money('合同额', { required: true, unit: '元' }),
    taxRate: f.percent('税率', { unit: '%' }),
    signDate: f.date('签订日期'),
    startDate: f.date('开始日期'),
    endDate: f.date('结束日期'),
    warrantyTo: f.date('质保到期'),
    payTerm: f.text('付款条款'),
    noticeDays: f.integer('终止通知期', { unit: '天' }),
    deposit: f.money('保证金', { unit: '元' }),
    secrecy: f.enum('密级', SECRECIES),
    payChannel: f.enum('付款方式', ['工程付款申请', '非能源付款'], { required: true }),
    reserved: f.money('在途付款', { required: true, unit: '元' }),
    paid: f.money('已付', { required: true, unit: '元' }),
    ticketed: f.money('已到票', { required: true, unit: '元' }),
    state: f.enum('状态', ['履行中', '已完结', '已终止'], { required: true }),
  },
  key: ['contractNo'],
  name: ['contractNo', 'name'],
  offered: { state: ['履行中'] },
  limits: [
    {
      sum: ['reserved', 'paid'],
      within: ['totalAmount'],
      error: '合同累计付款（含在途）不能超过合同额，请核对或先签补充协议',
    },
  ],
  inUse: ['reserved', 'paid', 'ticketed'],
  list: {
    columns: [
      'contractNo',
      'name',
      'kind',
      'project',
      'supplier',
      'totalAmount',
      'reserved',
      'paid',
      'ticketed',
      'signDate',
      'endDate',
      'warrantyTo',
      'state',
    ],
    filters: ['project', 'supplier', 'kind', 'signDate', 'endDate', 'state'],
    sum: ['totalAmount', 'reserved', 'paid', 'ticketed'],
  },
});

export const agreement = defineBook({
  id: 'agreement',
  title: '其他合同台账',
  purpose:
    '不按项目收付的协议：战略协议、合资协议，以及直接登记的保密、框架意向、租赁与保险，查对方、期限、承诺额与执行额',
  columns: {
    agreementNo: f.text('协议编号', { required: true }),
    name: f.text('协议名称', { required: true }),
    kind: f.enum('类别', ['战略协议', '合资协议', ...OTHER_CONTRACT_KINDS], { required: true }),
    counterpart: f.text('对方', { required: true }),
    supplier: f.supplier('服务商'),
    keeper: f.user('经办人', { required: true }),
    amount: f.money('承诺额', { unit: '元' }),
    executed: f.money('执行累计', { required: true, unit: '元' }),
    signDate: f.date('签订日期'),
    startDate: f.date('开始日期'),
    endDate: f.date('结束日期'),
    autoRenew: f.boolean('自动续期'),
    noticeDays: f.integer('终止通知期', { unit: '天' }),
    deposit: f.money('保证金', { unit: '元' }),
    secrecy: f.enum('密级', SECRECIES),
    state: f.enum('状态', ['履行中', '已终止'], { required: true }),
  },
  key: ['agreementNo'],
  name: ['agreementNo', 'name'],
  list: {
    columns: ['agreementNo', 'name', 'kind', 'counterpart', 'amount', 'executed', 'startDate', 'endDate', 'state'],
    filters: ['kind', 'counterpart', 'endDate', 'keeper', 'state'],
    sum: ['amount', 'executed'],
  },
});

export const contractPlan = defineBook({
  id: 'contractPlan',
  title: '收付款计划',
  purpose: '合同约定的每一笔收款与付款；条件变了，旧的一笔记为已调整，另立新的',
  columns: {
    direction: f.enum('方向', ['收', '付'], { required: true }),
    project: f.project('项目'),
    contract: f.contract('客户合同'),
    buyerContract: f.ref('buyerContract', '采购合同'),
    item: f.text('款项', { required: true }),
    periodFrom: f.date('期间起'),
    periodTo: f.date('期间止'),
    dueOn: f.date('计划日期', { required: true }),
    amount: f.money('计划金额', { required: true, unit: '元' }),
    state: f.enum('状态', ['有效', '已调整'], { required: true }),
  },
  list: {
    columns: ['direction', 'project', 'contract', 'buyerContract', 'item', 'dueOn', 'amount', 'state'],
    filters: ['direction', 'project', 'contract', 'dueOn', 'state'],
    sum: ['amount'],
  },
});

export const contractVersion = defineBook({
  id: 'contractVersion',
  title: '合同版本台账',
  purpose: '合同每次签订、续签与补充后的条款，旧版可查',
  columns: {
    contract: f.contract('合同', { required: true }),
    versionNo: f.integer('版本', { required: true }),
    kind: f.enum('事由', ['签订', '续签', '补充协议'], { required: true }),
    documentNo: f.text('单号', { required: true }),
    effectDate: f.date('生效日期', { required: true }),
    party: f.text('对方', { required: true }),
    amount: f.money('合同额', { unit: '元' }),
    yearAmount: f.money('年合同额', { unit: '元' }),
    endDate: f.date('到期日'),
    summary: f.textarea('变更内容'),
  },
  key: ['contract', 'versionNo'],
  list: {
    columns: ['contract', 'versionNo', 'kind', 'documentNo', 'effectDate', 'party', 'amount', 'yearAmount', 'endDate'],
    filters: ['contract', 'kind', 'effectDate'],
  },
});
