import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 综合评级：年度或合同完结时汇总履约得分、售后和商务，评定A、B、C等级并执行优惠、限制或停用 */
export const ServiceEvaluationC = defineForm({
  id: 'ServiceEvaluationC',
  purpose: '综合评级：年度或合同完结时汇总履约得分、售后和商务，评定A、B、C等级并执行优惠、限制或停用',
  links: { supplier: f.supplier('服务商', { required: true }) },
  serial: 'PJC-{yyyy}-{seq4}',
  fields: {
    evalScope: f.enum('评级范围', ['年度评级', '合同完结评级', '专项降级'], { required: true }),
    evalYear: f.integer('评级年度', { required: true, min: 2000, max: 2100 }),
    projectContract: f.ref('projectContract', '完结合同', { required: true, showIf: "evalScope == '合同完结评级'" }),
    currentGrade: f.text('现等级', { from: 'supplier.grade', locked: true }),
    processAvg: f.decimal(1, '履约过程均分', {
      unit: '分',
      hint: '取评级期内B表平均',
      from: 'supplier.processAvg',
      locked: true,
    }),
    processTimes: f.integer('B表次数', { unit: '次', from: 'supplier.processTimes', locked: true }),
    yearAmount: f.money('年度合同额', { unit: '元', from: 'supplier.yearAmount', locked: true }),
    yearFine: f.money('年度罚款', { unit: '元', from: 'supplier.yearFine', locked: true }),
    priceScore: f.decimal(1, '价格水平', {
      required: true,
      unit: '分',
      min: 0,
      max: 100,
      hint: '与询价均价及行业比较',
    }),
    afterScore: f.decimal(1, '质保售后', { required: true, unit: '分', min: 0, max: 100 }),
    warrantyTimes: f.integer('质保报修次数', { required: true, unit: '次', min: 0 }),
    responseAvg: f.decimal(1, '平均响应时间', { required: true, unit: 'h', min: 0 }),
    invoiceScore: f.decimal(1, '开票与对账配合', { required: true, unit: '分', min: 0, max: 100 }),
    disputes: f.integer('诉讼或投诉', { unit: '起', min: 0, default: 0 }),
    vetoItem: f.enum(
      '一票否决',
      ['无', '围标串标', '行贿', '重大安全事故', '假冒伪劣', '拖欠农民工工资致投诉', '擅自停供停工'],
      { required: true, default: '无' },
    ),
    vetoProof: f.files('否决证据', { required: true, showIf: "vetoItem != '无'" }),
  },
  details: {
    records: {
      label: '履约合同汇总',
      fields: {
        recordContract: f.ref('projectContract', '合同', { required: true }),
        recordAmount: f.money('合同额', { unit: '元', from: 'recordContract.amount', locked: true }),
        recordScore: f.decimal(1, 'B表均分', { unit: '分', from: 'recordContract.processAvg', locked: true }),
        delayDays: f.integer('逾期', { unit: '天', min: 0, default: 0 }),
        recordFine: f.money('罚款', { unit: '元', from: 'recordContract.fineTotal', locked: true }),
        weighted: f.decimal(2, '加权分', { formula: 'recordAmount * recordScore' }),
      },
    },
  },
  computed: {
    weightedScore: f.decimal(1, '按合同额加权过程分', {
      unit: '分',
      formula: 'sum(records.weighted) / sum(records.recordAmount)',
    }),
    totalScore: f.decimal(1, '综合得分', {
      unit: '分',
      formula: 'weightedScore * 0.6 + priceScore * 0.15 + afterScore * 0.15 + invoiceScore * 0.1',
    }),
    recordTotal: f.money('合同额合计', { unit: '元', formula: 'sum(records.recordAmount)' }),
  },
  steps: [
    {
      name: '采购初评',
      by: 'role(purchaser)',
      fields: {
        suggestGrade: f.enum('建议等级', ['A', 'B', 'C', 'D'], { required: true }),
        gradeReason: f.textarea('评级理由', { required: true }),
      },
    },
    {
      name: '技术总监复评',
      by: 'role(technicalDirector)',
      fields: {
        techOpinion: f.textarea('技术意见', { required: true }),
      },
    },
    {
      name: '财务复核',
      by: 'role(finance)',
      fields: {
        invoiceOpinion: f.textarea('往来与票据意见'),
      },
    },
    {
      name: '总经理定级',
      by: 'role(generalManager)',
      final: true,
      fields: {
        finalGrade: f.enum('评定等级', ['A', 'B', 'C', 'D'], { required: true }),
        effectDate: f.date('执行日期', { required: true }),
        rectifyDue: f.date('整改期限', { required: true, showIf: "finalGrade == 'C'" }),
        banYears: f.integer('禁用年限', { required: true, unit: '年', min: 1, max: 10, showIf: "finalGrade == 'D'" }),
      },
    },
  ],
  cc: ['role(purchaser)', 'role(emcDirector)'],
  list: {
    columns: [
      'serial',
      'supplier',
      'evalScope',
      'evalYear',
      'currentGrade',
      'recordTotal',
      'weightedScore',
      'totalScore',
      'yearFine',
      'vetoItem',
      'finalGrade',
      'effectDate',
      'status',
    ],
    filters: ['supplier', 'evalScope', 'evalYear', 'finalGrade', 'vetoItem', 'status'],
    sum: ['recordTotal', 'yearFine'],
  },
  rules: [
    { if: "vetoItem != '无' and finalGrade != 'D'", error: '存在一票否决事项必须评为D级（停用）' },
    { if: "totalScore < 60 and finalGrade != 'D'", error: '综合得分低于60分必须评为D级（停用）' },
    { if: "totalScore < 75 and (finalGrade == 'A' or finalGrade == 'B')", error: '综合得分低于75分不能评为A级或B级' },
    { if: "totalScore < 90 and finalGrade == 'A'", error: '综合得分低于90分不能评为A级' },
    { if: "finalGrade == 'A' and (processTimes < 2 or disputes > 0)", error: 'A级须有两次以上过程评价且无诉讼投诉' },
    { if: 'count(records) == 0', error: '请带出履约合同汇总' },
  ],
  onApproved: [
    { at: 'submit', do: 'ServiceEvaluationC.check' },
    'ServiceEvaluationC.grade',
    'ServiceEvaluationC.suspend',
    'ServiceEvaluationC.mail',
  ],
  print: 'A4',
  reports: ['serviceProviderList', 'providerAnnualReviewList'],
});
