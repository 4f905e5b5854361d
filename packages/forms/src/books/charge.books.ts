/** 物业收费: communities and rooms, what is charged, what was billed, and what households have paid ahead. */
import { defineBook, f } from '@hengneng/form-kit';

const FEE_KINDS = ['供冷费', '采暖费', '空调基本费', '计量费', '生活热水费', '水费', '电费', '其他'] as const;

export const community = defineBook({
  id: 'community',
  title: '小区',
  purpose: '收费的小区、园区与写字楼，房间与收费项目按它管理',
  columns: {
    name: f.text('名称', { required: true }),
    project: f.project('项目', { required: true }),
    address: f.text('地址'),
    company: f.text('收费公司'),
  },
  key: ['name'],
  name: ['name'],
  list: { columns: ['name', 'project', 'address', 'company'], filters: ['project'] },
});

export const room = defineBook({
  id: 'room',
  title: '房间',
  purpose: '房间与业主、计费面积',
  columns: {
    community: f.community('小区', { required: true }),
    project: f.project('项目', { required: true }),
    roomName: f.text('房号', { required: true }),
    ownerName: f.text('业主', { required: true }),
    ownerPhone: f.phone('联系电话', { classified: 'phone' }),
    chargeArea: f.decimal(2, '计费面积', { required: true, unit: 'm²' }),
    basicPrice: f.money4('基本费单价', { unit: '元/m²·月' }),
    state: f.enum('房态', ['未交付', '自住', '出租', '空置', '商用', '停用'], { required: true }),
  },
  key: ['community', 'roomName'],
  name: ['roomName', 'ownerName'],
  list: {
    columns: ['community', 'roomName', 'ownerName', 'chargeArea', 'state', 'project'],
    filters: ['community', 'project', 'state'],
    sum: ['chargeArea'],
  },
});

export const fee = defineBook({
  id: 'fee',
  title: '收费项目',
  purpose: '收费项目与单价、税率',
  columns: {
    name: f.text('名称', { required: true }),
    kind: f.enum('类别', FEE_KINDS, { required: true }),
    unitPrice: f.money4('单价', { required: true }),
    priceUnit: f.text('计价单位', { required: true }),
    taxRate: f.percent('税率', { required: true, unit: '%' }),
    state: f.enum('状态', ['启用', '停用'], { required: true }),
  },
  key: ['name'],
  name: ['name'],
  offered: { state: ['启用'] },
  list: { columns: ['name', 'kind', 'unitPrice', 'priceUnit', 'taxRate', 'state'], filters: ['kind', 'state'] },
});

export const roomFee = defineBook({
  id: 'roomFee',
  title: '房间收费状态',
  purpose: '房间的每个收费项目在用或停用，停用的起止与基本费比例，出账按它计算',
  columns: {
    room: f.room('房间', { required: true }),
    fee: f.ref('fee', '收费项目', { required: true }),
    state: f.enum('状态', ['在用', '停用'], { required: true }),
    stopFrom: f.date('停用起日'),
    stopTo: f.date('停用止日'),
    keepRate: f.percent('停用基本费比例', { unit: '%' }),
  },
  key: ['room', 'fee'],
  list: { columns: ['room', 'fee', 'state', 'stopFrom', 'stopTo', 'keepRate'], filters: ['fee', 'state', 'stopTo'] },
});

export const bill = defineBook({
  id: 'bill',
  title: '物业账单',
  purpose: '每户每项每期的应收：减免与已缴不超过账单金额；改动走红冲重开，原账单不改',
  columns: {
    billNo: f.text('账单号', { required: true }),
    project: f.project('项目'),
    community: f.community('小区', { required: true }),
    room: f.room('房间', { required: true }),
    fee: f.ref('fee', '收费项目', { required: true }),
    month: f.month('账期', { required: true }),
    periodFrom: f.date('费用起'),
    periodTo: f.date('费用止'),
    quantity: f.decimal(3, '数量'),
    unitPrice: f.money4('单价'),
    suspendDays: f.integer('停用天数', { unit: '天' }),
    amount: f.money('账单金额', { required: true, unit: '元' }),
    reduced: f.money('减免', { unit: '元' }),
    paid: f.money('已缴', { unit: '元' }),
    invoicePending: f.money('预开票在途', { unit: '元' }),
    invoiced: f.money('已开票', { unit: '元' }),
    dueOn: f.date('到期日'),
    suspended: f.boolean('停用账单'),
    /** A negated copy names what it takes back; what is billed instead names it as well. */
    reverses: f.ref('bill', '红冲账单'),
    replaces: f.ref('bill', '重开自'),
    state: f.enum('状态', ['未缴', '部分缴', '已缴', '已红冲', '已作废'], { required: true }),
  },
  key: ['billNo'],
  name: ['billNo'],
  offered: { state: ['未缴', '部分缴', '已缴'] },
  limits: [
    { sum: ['reduced', 'paid'], within: ['amount'], error: '减免与已缴合计超过账单金额，请核对是否已缴' },
    { sum: ['invoicePending', 'invoiced'], within: ['amount'], error: '开票合计超过账单金额，请核对是否已预开票' },
  ],
  inUse: ['paid', 'invoicePending', 'invoiced'],
  list: {
    columns: ['billNo', 'community', 'room', 'fee', 'month', 'amount', 'reduced', 'paid', 'invoiced', 'dueOn', 'state'],
    filters: ['community', 'room', 'fee', 'month', 'dueOn', 'state'],
    sum: ['amount', 'reduced', 'paid', 'invoiced'],
  },
});

export const roomAccount = defineBook({
  id: 'roomAccount',
  title: '房间预存账户',
  purpose: '一间房一个账户：存入与用去，余额不得为负',
  columns: {
    room: f.room('房间', { required: true }),
    paidIn: f.money('累计存入', { unit: '元' }),
    used: f.money('累计使用', { unit: '元' }),
    refunded: f.money('累计退款', { unit: '元' }),
  },
  key: ['room'],
  limits: [{ sum: ['used', 'refunded'], within: ['paidIn'], error: '预存余额不足' }],
  list: { columns: ['room', 'paidIn', 'used', 'refunded'], filters: ['room'], sum: ['paidIn', 'used', 'refunded'] },
});

export const chargeFlow = defineBook({
  id: 'chargeFlow',
  title: '收费流水',
  purpose: '每笔收到的费用与预存的转入转出，收入报表按它汇总',
  columns: {
    community: f.community('小区', { required: true }),
    room: f.room('房间', { required: true }),
    bill: f.ref('bill', '账单'),
    fee: f.ref('fee', '收费项目'),
    kind: f.enum('类别', ['回款', '预存转入', '预存抵扣'], { required: true }),
    amount: f.money('金额', { required: true, unit: '元' }),
    happenedOn: f.date('日期', { required: true }),
    payMode: f.text('支付方式'),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: ['happenedOn', 'community', 'room', 'fee', 'kind', 'amount', 'payMode', 'document'],
    filters: ['community', 'room', 'fee', 'kind', 'happenedOn'],
    sum: ['amount'],
  },
});

export const roomRecord = defineBook({
  id: 'roomRecord',
  title: '房间设施履历',
  purpose: '入户阀门的关闭、铅封与解除，核查时的表读数与照片',
  columns: {
    room: f.room('房间', { required: true }),
    happenedAt: f.datetime('时间', { required: true }),
    action: f.text('操作', { required: true }),
    sealNo: f.text('铅封号'),
    reading: f.decimal(3, '表读数', { unit: 'kWh' }),
    result: f.text('结论'),
    note: f.text('说明'),
    photos: f.images('照片'),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: ['room', 'happenedAt', 'action', 'sealNo', 'reading', 'result', 'document'],
    filters: ['room', 'action'],
  },
});

export const ownerMessage = defineBook({
  id: 'ownerMessage',
  title: '业主消息发件箱',
  purpose: '要告知业主的审批结果与账单，按通知方式发送',
  columns: {
    room: f.room('房间', { required: true }),
    phone: f.phone('电话', { classified: 'phone' }),
    way: f.text('方式', { required: true }),
    content: f.textarea('内容', { required: true }),
    state: f.enum('状态', ['待发送', '已发送'], { required: true }),
  },
  list: { columns: ['room', 'way', 'content', 'state'], filters: ['room', 'way', 'state'] },
});

export const propertyInvoice = defineBook({
  id: 'propertyInvoice',
  title: '物业发票台账',
  purpose: '给业主和租户开出的发票，预开的跟踪到回款',
  columns: {
    invoiceCode: f.text('发票代码'),
    invoiceNo: f.text('发票号码', { required: true }),
    invoiceKind: f.text('发票种类', { required: true }),
    community: f.community('小区', { required: true }),
    room: f.room('主房间', { required: true }),
    buyerTitle: f.text('发票抬头', { required: true }),
    buyerTaxNo: f.text('纳税人识别号'),
    invoiceDate: f.date('开票日期', { required: true }),
    amount: f.money('价税合计', { required: true, unit: '元' }),
    net: f.money('不含税金额', { unit: '元' }),
    tax: f.money('税额', { unit: '元' }),
    received: f.money('已回款', { unit: '元' }),
    promisedOn: f.date('承诺付款日'),
    document: f.text('单号', { required: true }),
  },
  key: ['invoiceNo'],
  limits: [{ sum: ['received'], within: ['amount'], error: '回款金额超过发票金额' }],
  list: {
    columns: [
      'invoiceNo',
      'invoiceKind',
      'community',
      'room',
      'buyerTitle',
      'invoiceDate',
      'amount',
      'tax',
      'received',
      'promisedOn',
    ],
    filters: ['community', 'room', 'buyerTitle', 'invoiceDate', 'promisedOn'],
    sum: ['amount', 'tax', 'received'],
  },
});

export const roomMeter = defineBook({
  id: 'roomMeter',
  title: '房间表计档案',
  purpose: '每只户表的单价、末次读数与上期用量，抄表时取作上次读数',
  columns: {
    project: f.project('项目', { required: true }),
    room: f.room('房间'),
    userName: f.text('用户', { required: true }),
    meterKind: f.text('计量类别', { required: true }),
    meterNo: f.text('表号', { required: true }),
    unitPrice: f.money4('计量单价'),
    lastReading: f.decimal(3, '末次读数'),
    lastUse: f.decimal(3, '上期用量'),
    lastMonth: f.month('末次计费月份'),
  },
  key: ['project', 'meterKind', 'meterNo'],
  list: {
    columns: [
      'project',
      'room',
      'userName',
      'meterKind',
      'meterNo',
      'unitPrice',
      'lastReading',
      'lastUse',
      'lastMonth',
    ],
    filters: ['project', 'room', 'meterKind', 'lastMonth'],
  },
});

export const meterCharge = defineBook({
  id: 'meterCharge',
  title: '抄表计费台账',
  purpose: '每只户表每月计费一次：读数、用量与应收，换表与估抄记明',
  columns: {
    project: f.project('项目', { required: true }),
    room: f.room('房间'),
    userName: f.text('用户', { required: true }),
    meterKind: f.text('计量类别', { required: true }),
    meterNo: f.text('表号', { required: true }),
    month: f.month('计费月份', { required: true }),
    readState: f.text('抄表状态', { required: true }),
    lastReading: f.decimal(3, '上次读数'),
    thisReading: f.decimal(3, '本次读数'),
    changeQuantity: f.decimal(3, '换表或估抄量'),
    quantity: f.decimal(3, '用量'),
    amount: f.money('应收', { unit: '元' }),
    state: f.enum('状态', ['出账在途', '已出账'], { required: true }),
    document: f.text('单号', { required: true }),
  },
  key: ['project', 'meterKind', 'meterNo', 'month'],
  list: {
    columns: [
      'project',
      'room',
      'userName',
      'meterKind',
      'meterNo',
      'month',
      'readState',
      'quantity',
      'amount',
      'state',
    ],
    filters: ['project', 'room', 'meterKind', 'month', 'readState', 'state'],
    sum: ['amount'],
  },
});
