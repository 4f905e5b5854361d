import { defineBook, f } from '@hengneng/form-kit';

export const supplierEvaluation = defineBook({
  id: 'supplierEvaluation',
  title: '服务商评价台账',
  purpose:
    '每次评价的得分、结论与等级变化：准入、过程、综合评级、年度评审、到货验收、现场安全检查、施工与保养验收和外协服务评分',
  columns: {
    supplier: f.supplier('服务商', { required: true }),
    kind: f.enum(
      '评价类别',
      ['准入评价', '过程评价', '综合评级', '年度评审', '到货验收', '现场安全', '技师评价', '外协服务', '施工验收'],
      {
        required: true,
      },
    ),
    project: f.project('项目'),
    contract: f.ref('projectContract', '工程合同'),
    node: f.text('评价节点'),
    evaluatedOn: f.date('评价日期', { required: true }),
    score: f.decimal(1, '得分', { unit: '分' }),
    result: f.text('结论'),
    fromGrade: f.text('原等级'),
    toGrade: f.text('新等级'),
    effectDate: f.date('执行日期'),
    bannedUntil: f.date('禁用至'),
    inEffect: f.boolean('已执行'),
    nextShare: f.percent('下年度份额建议'),
  },
  list: {
    columns: [
      'supplier',
      'kind',
      'project',
      'contract',
      'node',
      'evaluatedOn',
      'score',
      'result',
      'fromGrade',
      'toGrade',
      'nextShare',
    ],
    filters: ['supplier', 'kind', 'project', 'evaluatedOn'],
  },
});

export const supplierCertificate = defineBook({
  id: 'supplierCertificate',
  title: '服务商证照台账',
  purpose: '服务商的资质证照与有效期，到期提醒和限制的依据',
  columns: {
    supplier: f.supplier('服务商', { required: true }),
    kind: f.text('证照', { required: true }),
    certNo: f.text('证号', { required: true }),
    level: f.text('等级'),
    expiresOn: f.date('有效期至', { required: true }),
    scan: f.file('扫描件'),
    replaced: f.boolean('已换证', { required: true }),
  },
  list: {
    columns: ['supplier', 'kind', 'certNo', 'level', 'expiresOn', 'replaced'],
    filters: ['supplier', 'kind', 'expiresOn'],
  },
});

export const supplierAccount = defineBook({
  id: 'supplierAccount',
  title: '服务商账户台账',
  purpose: '经财务电话核实的收款账户及其变更，付款前比对',
  columns: {
    supplier: f.supplier('服务商', { required: true }),
    bankName: f.text('开户行', { required: true }),
    bankAccount: f.text('银行账号', { required: true }),
    bankNo: f.text('联行号'),
    verifiedOn: f.date('核实日期', { required: true }),
    changed: f.boolean('变更账户', { required: true }),
  },
  list: {
    columns: ['supplier', 'bankName', 'bankAccount', 'bankNo', 'verifiedOn', 'changed'],
    filters: ['supplier', 'verifiedOn'],
  },
});

export const supplierFine = defineBook({
  id: 'supplierFine',
  title: '罚款台账',
  purpose: '对服务商的罚款、违约金和扣款，已确认的在付款申请中扣清',
  columns: {
    supplier: f.supplier('服务商', { required: true }),
    project: f.project('项目'),
    contract: f.ref('projectContract', '工程合同'),
    kind: f.enum(
      '扣款类别',
      ['过程评价罚款', '逾期违约金', '质量扣款', '现场罚款', '安全罚款', '工期违约金', '返工采购', '协作费用'],
      { required: true },
    ),
    amount: f.money('金额', { required: true, unit: '元' }),
    happenedOn: f.date('发生日期', { required: true }),
    reason: f.text('事由', { required: true }),
    state: f.enum('状态', ['待确认', '已确认'], { required: true }),
  },
  list: {
    columns: ['supplier', 'project', 'contract', 'kind', 'amount', 'happenedOn', 'reason', 'state'],
    filters: ['supplier', 'project', 'contract', 'kind', 'happenedOn', 'state'],
    sum: ['amount'],
  },
});

export const supplierMail = defineBook({
  id: 'supplierMail',
  title: '服务商函件发件箱',
  purpose: '发给服务商的通知：整改、评级、邀标与中标结果、付款',
  columns: {
    supplier: f.supplier('服务商'),
    address: f.text('收件邮箱'),
    project: f.project('项目'),
    kind: f.enum(
      '类别',
      [
        '整改通知',
        '评级结果',
        '招标公告',
        '投标邀请',
        '答疑补遗',
        '中标通知',
        '未中标通知',
        '退换货通知',
        '付款通知',
        '工程函件',
      ],
      { required: true },
    ),
    subject: f.text('主题', { required: true }),
    body: f.textarea('正文', { required: true }),
    state: f.enum('状态', ['待发送', '已发送'], { required: true }),
  },
  list: {
    columns: ['supplier', 'address', 'project', 'kind', 'subject', 'state'],
    filters: ['supplier', 'project', 'kind', 'state'],
  },
});

export const supplierDelivery = defineBook({
  id: 'supplierDelivery',
  title: '供方供货台账',
  purpose: '每次到货的品名、供货价、数量、是否及时与合格率；最近供货价、供货次数和及时率由此统计',
  columns: {
    supplier: f.supplier('供方', { required: true }),
    project: f.project('项目'),
    kind: f.enum('类别', ['水处理药剂', '备件材料'], { required: true }),
    goods: f.text('品名', { required: true }),
    spec: f.text('规格'),
    quantity: f.decimal(2, '数量', { required: true }),
    price: f.money4('供货价', { unit: '元' }),
    promisedOn: f.date('约定到货日期'),
    arrivedOn: f.date('实际到货日期', { required: true }),
    lateDays: f.integer('延误天数', { required: true, unit: '天' }),
    onTime: f.boolean('及时', { required: true }),
    okRate: f.percent('合格率', { unit: '%' }),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: [
      'supplier',
      'project',
      'kind',
      'goods',
      'spec',
      'quantity',
      'price',
      'promisedOn',
      'arrivedOn',
      'lateDays',
      'onTime',
      'okRate',
      'document',
    ],
    filters: ['supplier', 'project', 'kind', 'arrivedOn', 'onTime'],
    sum: ['quantity'],
  },
});
