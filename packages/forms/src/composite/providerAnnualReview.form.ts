import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 每年对外协与材料供方按资质、质量、交付、价格、服务、安全打分定级，决定续用或淘汰 */
export const providerAnnualReview = defineForm({
  id: 'providerAnnualReview',
  purpose: '每年对外协与材料供方按资质、质量、交付、价格、服务、安全打分定级，决定续用或淘汰',
  links: { supplier: f.supplier('供应商', { required: true }) },
  serial: 'GFPS-{yyyy}-{seq4}',
  fields: {
    reviewYear: f.integer('评审年度', { required: true, min: 2000, max: 2100 }),
    providerType: f.enum(
      '供方类别',
      [
        '主机厂家',
        '燃烧器及配件',
        '水处理药剂',
        '水泵冷却塔',
        '阀门管材',
        '自控仪表',
        '保养维修外协',
        '检测检验机构',
        '安装施工',
        '劳务派遣',
        '灯具电料',
        '其他',
      ],
      { required: true },
    ),
    cooperateSince: f.date('首次合作日期', { required: true, from: 'supplier.cooperateSince' }),
    currentGrade: f.enum('现等级', ['A', 'B', 'C', 'D', '未评级'], { required: true, from: 'supplier.grade' }),
    licenseTo: f.date('营业执照有效期至'),
    qualifyTo: f.date('资质证书有效期至'),
    safeLicenseTo: f.date('安全生产许可证有效期至'),
    insuranceTo: f.date('工伤/雇主责任险有效期至'),
    creditCheck: f.enum('信用查询结果', ['正常', '有行政处罚', '经营异常', '失信被执行'], { required: true }),
    creditShot: f.images('信用查询截图', { required: true, max: 5 }),
    orderCount: f.integer('年度订单/合同数', { required: true, min: 0, from: 'supplier.yearDeliveries' }),
    onTimeCount: f.integer('按期交付数', { required: true, min: 0, from: 'supplier.yearOnTime' }),
    rejectCount: f.integer('退换货/返工次数', { required: true, unit: '次', min: 0, from: 'supplier.yearFaults' }),
    okRate: f.percent('到货平均合格率', { from: 'supplier.yearOkRate', locked: true, hint: '由供方供货台账带出' }),
    qualityPoints: f.integer('质量异常扣分', {
      unit: '分',
      from: 'supplier.yearFaultPoints',
      locked: true,
      hint: '由供应商质量台账按严重程度累计',
    }),
    serviceAvg: f.decimal(1, '外协服务平均分', {
      unit: '分',
      from: 'supplier.yearServiceAvg',
      locked: true,
      hint: '由服务商评价台账带出',
    }),
    emergencyCount: f.integer('应急响应次数', { unit: '次', min: 0, default: 0 }),
    hasSafetyAccident: f.boolean('是否发生安全事故', { required: true }),
    hasBribery: f.boolean('是否有商业贿赂/转包', { required: true }),
    hasMajorQuality: f.boolean('是否发生重大质量问题', { required: true }),
    problemNote: f.textarea('主要问题'),
  },
  details: {
    deals: {
      label: '年度合作明细',
      fields: {
        dealContract: f.ref('purchaseContract', '合同/订单', { required: true, within: ['dealProject'] }),
        dealProject: f.project('项目'),
        dealAmount: f.money('合同金额', { required: true, min: 0, from: 'dealContract.totalAmount' }),
        paidAmount: f.money('已付金额', { required: true, min: 0, from: 'dealContract.paidAmount' }),
        unpaid: f.money('未付金额', { formula: 'dealAmount - paidAmount' }),
        delayDays: f.integer('延期天数', { unit: '天', min: 0, default: 0 }),
        acceptState: f.enum('验收情况', ['一次合格', '整改后合格', '不合格', '执行中'], { required: true }),
        userScore: f.decimal(1, '使用项目评分', { min: 0, max: 100 }),
      },
    },
  },
  computed: {
    dealTotal: f.money('年度合同总额', { formula: 'sum(deals.dealAmount)' }),
    unpaidTotal: f.money('未付总额', { formula: 'sum(deals.unpaid)' }),
    onTimeRate: f.percent('交付及时率', { formula: 'onTimeCount / orderCount * 100' }),
    totalScore: f.decimal(1, '评审总分', {
      formula: 'qualityScore + deliverScore + serviceScore + safetyScore + priceScore + complyScore',
    }),
  },
  steps: [
    {
      name: '使用部门评分',
      by: 'role(operationDirector)',
      fields: {
        qualityScore: f.decimal(1, '质量(满分30)', { required: true, min: 0, max: 30 }),
        serviceScore: f.decimal(1, '服务与应急响应(满分15)', { required: true, min: 0, max: 15 }),
      },
    },
    {
      name: '采购评分',
      by: 'role(purchaser)',
      fields: {
        deliverScore: f.decimal(1, '交付(满分20)', { required: true, min: 0, max: 20 }),
        priceScore: f.decimal(1, '价格与账期(满分20)', { required: true, min: 0, max: 20 }),
      },
    },
    {
      name: '安全员评分',
      by: 'role(safetyOfficer)',
      fields: {
        safetyScore: f.decimal(1, '安全文明作业(满分10)', { required: true, min: 0, max: 10 }),
      },
    },
    {
      name: '财务评分',
      by: 'role(finance)',
      fields: {
        complyScore: f.decimal(1, '发票与合规(满分5)', { required: true, min: 0, max: 5 }),
      },
    },
    {
      name: '总经理定级',
      by: 'role(generalManager)',
      fields: {
        newGrade: f.enum('评定等级', ['A', 'B', 'C', 'D'], { required: true }),
        conclusion: f.enum('评审结论', ['优先采用', '继续合作', '限期整改', '减少份额', '淘汰拉黑'], {
          required: true,
        }),
        rectifyDeadline: f.date('整改期限'),
        shareNextYear: f.percent('下年度份额建议', { min: 0, max: 100 }),
      },
    },
  ],
  cc: ['role(legal)', 'role(hr)'],
  list: {
    columns: [
      'serial',
      'reviewYear',
      'supplier',
      'providerType',
      'dealTotal',
      'onTimeRate',
      'rejectCount',
      'totalScore',
      'currentGrade',
      'newGrade',
      'conclusion',
      'status',
    ],
    filters: ['reviewYear', 'supplier', 'providerType', 'newGrade', 'conclusion', 'status'],
    sum: ['dealTotal', 'unpaidTotal'],
  },
  rules: [
    { if: 'onTimeCount > orderCount', error: '按期交付数不能大于年度订单数' },
    {
      if: '(hasSafetyAccident or hasBribery or hasMajorQuality) and not problemNote',
      error: '存在否决项，请说明主要问题',
    },
    {
      if: "hasBribery and (conclusion == '优先采用' or conclusion == '继续合作' or conclusion == '限期整改' or conclusion == '减少份额')",
      error: '存在商业贿赂或转包的供方只能淘汰拉黑',
    },
    {
      if: "(hasSafetyAccident or hasMajorQuality) and (newGrade == 'A' or newGrade == 'B')",
      error: '存在安全或重大质量否决项，等级不得高于C',
    },
    { if: 'qualityScore + qualityPoints > 30', error: '质量得分应扣除质量异常扣分，两者之和不能超过30分' },
    { if: "conclusion == '淘汰拉黑' and newGrade != 'D'", error: '淘汰拉黑的供方等级应评为D' },
    { if: "newGrade == 'A' and totalScore < 90", error: '总分低于90分不得评为A级' },
    { if: "newGrade == 'B' and totalScore < 75", error: '总分低于75分不得评为B级' },
    { if: "newGrade == 'D' and conclusion == '优先采用'", error: 'D级供方不得优先采用' },
    { if: "conclusion == '限期整改' and not rectifyDeadline", error: '限期整改请填写整改期限' },
    { if: "creditCheck == '失信被执行' and conclusion == '优先采用'", error: '失信被执行供方不得优先采用' },
  ],
  onApproved: [
    { at: 'submit', do: 'providerAnnualReview.check' },
    'providerAnnualReview.grade',
    'providerAnnualReview.ban',
    'providerAnnualReview.recheck',
    'providerAnnualReview.labor',
  ],
  print: 'A4',
  reports: ['serviceProviderList', 'pharmaceuticalSupplierManage'],
});
