import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 在营合同到期续签，对比原合同价格与经营结果，审批新价格和新期限并顺延合同 */
export const operationRenewal = defineForm({
  id: 'operationRenewal',
  purpose: '在营合同到期续签，对比原合同价格与经营结果，审批新价格和新期限并顺延合同',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同', { required: true }) },
  serial: 'XQ-{yyyy}-{seq4}',
  emptyMinus: 'zero',
  fields: {
    tracking: f.ref('renewalTracking', '续签跟踪单'),
    oldEndDate: f.date('原合同到期日', { required: true, from: 'contract.endDate' }),
    oldYearAmount: f.money('原合同年收入', {
      required: true,
      unit: '元',
      from: 'contract.yearAmount',
      locked: 'known',
    }),
    renewKind: f.enum('续签方式', ['原条件顺延', '调价续签', '变更模式续签', '重新招标中标', '短期过渡'], {
      required: true,
    }),
    newStart: f.date('续签开始', { required: true }),
    newEnd: f.date('续签结束', { required: true }),
    newMonths: f.integer('续签月数', { required: true, unit: '月', min: 1, max: 240 }),
    modeChange: f.textarea('模式变更说明', { required: true, showIf: "renewKind == '变更模式续签'" }),
    threeYearProfit: f.money('近三年利润', {
      required: true,
      unit: '元',
      from: 'project.threeYearProfit',
      locked: 'known',
    }),
    arrears: f.money('客户欠款余额', {
      required: true,
      unit: '元',
      min: 0,
      from: 'contract.receivableBalance',
      locked: 'known',
    }),
    arrearsPlan: f.textarea('欠款清偿安排', { required: true, showIf: 'arrears > 0' }),
    satisfyScore: f.decimal(1, '最近满意度', {
      unit: '分',
      min: 0,
      max: 100,
      from: 'project.satisfyScore',
      locked: 'known',
    }),
    newInvest: f.money('续签需投入', { unit: '元', min: 0, default: 0, hint: '设备更新、大修、计量改造' }),
    investUse: f.text('投入用途', { required: true, showIf: 'newInvest > 0' }),
    rivals: f.text('竞争对手与报价'),
    customerAsk: f.textarea('客户主要诉求', { required: true }),
    paymentChange: f.enum('付款条件变化', ['不变', '变好', '变差'], { required: true }),
    staffChange: f.integer('人员编制变化', { unit: '人', min: -200, max: 200, default: 0 }),
    renewText: f.files('续签文本', { required: true }),
  },
  details: {
    priceChanges: {
      label: '单价对比',
      fields: {
        priceItem: f.enum(
          '计费项目',
          [
            '供冷',
            '采暖',
            '卫生热水',
            '蒸汽',
            '基本容量费',
            '加班用能',
            '托管年费',
            '代收电费',
            '代收水费',
            '运营服务费',
          ],
          { required: true },
        ),
        billBasis: f.enum('计费基础', ['元/m²·月', '元/m²·季', '元/kWh', '元/GJ', '元/t', '元/h', '元/年'], {
          required: true,
        }),
        oldPrice: f.money4('原单价', { required: true, min: 0 }),
        newPrice: f.money4('续签单价', { required: true, min: 0 }),
        yearQuantity: f.decimal(2, '预计年计费量', { required: true, min: 0 }),
        changeRate: f.percent('涨跌幅', { formula: '(newPrice - oldPrice) / oldPrice * 100' }),
        oldAmount: f.money('按原价年额', { formula: 'oldPrice * yearQuantity' }),
        newAmount: f.money('按新价年额', { formula: 'newPrice * yearQuantity' }),
      },
    },
  },
  computed: {
    newYearIncome: f.money('续签年收入', { unit: '元', formula: 'sum(priceChanges.newAmount)', capital: true }),
    priceEffect: f.money('调价影响', {
      unit: '元/年',
      formula: 'sum(priceChanges.newAmount) - sum(priceChanges.oldAmount)',
    }),
    incomeRate: f.percent('年收入变化率', { formula: '(newYearIncome - oldYearAmount) / oldYearAmount * 100' }),
    renewTotal: f.money('续签总额', { unit: '元', formula: 'newYearIncome * newMonths / 12' }),
  },
  steps: [
    {
      name: '区域经理审核',
      by: 'areaManager',
      fields: {
        areaOpinion: f.textarea('区域意见', { required: true }),
      },
    },
    {
      name: '财务审核',
      by: 'role(finance)',
      fields: {
        newMargin: f.percent('续签测算毛利率', { required: true, min: -100, max: 100 }),
        taxNote: f.text('税率与开票意见'),
      },
    },
    {
      name: '法务审核',
      by: 'role(legal)',
      when: "renewKind != '原条件顺延'",
      fields: {
        legalOpinion: f.textarea('法务意见', { required: true }),
      },
    },
    { name: '运营总监审批', by: 'role(operationDirector)' },
    {
      name: '总经理审批',
      by: 'role(generalManager)',
      when: 'priceEffect < 0 or newInvest > 0 or newMargin < 10 or renewTotal >= 3000000',
    },
    {
      name: '签订归档',
      by: 'applicant',
      final: true,
      fields: {
        signDate: f.date('签订日期', { required: true }),
        signedFile: f.files('双方盖章件', { required: true }),
      },
    },
  ],
  cc: ['projectManager'],
  list: {
    columns: [
      'serial',
      'project',
      'contract',
      'oldEndDate',
      'renewKind',
      'newStart',
      'newEnd',
      'oldYearAmount',
      'newYearIncome',
      'incomeRate',
      'arrears',
      'newMargin',
      'signDate',
      'status',
    ],
    filters: ['project', 'contract', 'renewKind', 'oldEndDate', 'newEnd', 'signDate', 'status'],
    sum: ['oldYearAmount', 'newYearIncome', 'priceEffect', 'renewTotal', 'arrears'],
  },
  rules: [
    { if: 'newEnd <= newStart', error: '续签结束必须晚于续签开始' },
    { if: 'newStart <= oldEndDate', error: '续签开始必须在原合同到期之后，避免计费重叠' },
    { if: 'count(priceChanges) == 0', error: '请填写单价对比' },
    { if: "renewKind == '原条件顺延' and priceEffect != 0", error: '原条件顺延不应有调价，请改选调价续签' },
    {
      if: "arrears > oldYearAmount * 0.5 and renewKind != '短期过渡'",
      error: '欠款超过年收入50%的合同只能短期过渡，清偿后再续签',
    },
    { if: "renewKind == '短期过渡' and newMonths > 6", error: '短期过渡不得超过6个月' },
  ],
  onApproved: [
    'operationRenewal.extend',
    'operationRenewal.prices',
    'operationRenewal.replan',
    'operationRenewal.investDraft',
  ],
  print: 'A4',
  reports: ['contractRenewal', 'trackingAllList', 'contractManage/contractList', 'contractInfo', 'businessAnalysis'],
});
