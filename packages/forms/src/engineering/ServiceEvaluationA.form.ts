import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 准入评价：入库前按资信、能力、质量、业绩和现场考察打分，决定是否列为合格供方及限额 */
export const ServiceEvaluationA = defineForm({
  id: 'ServiceEvaluationA',
  purpose: '准入评价：入库前按资信、能力、质量、业绩和现场考察打分，决定是否列为合格供方及限额',
  links: { supplier: f.supplier('服务商', { required: true }) },
  serial: 'PJA-{yyyy}-{seq4}',
  fields: {
    providerKind: f.text('服务商类别', { from: 'supplier.providerKind', locked: true }),
    evalReason: f.enum('评价原因', ['新增准入', '停用后复评', '扩大供货范围', 'C级整改复评'], { required: true }),
    visitDate: f.date('考察日期', { required: true }),
    visitPlace: f.text('考察地点', { required: true, hint: '工厂、在建工地或已完工项目' }),
    visitors: f.users('考察人员', { required: true }),
    plantArea: f.decimal(1, '厂房或基地面积', { unit: 'm²', min: 0 }),
    monthCapacity: f.text('月产能或可投入班组', { required: true }),
    keyEquip: f.textarea('关键设备与检测手段', { required: true, hint: '氦检漏、耐压试验台、焊接设备、标定装置' }),
    techStaff: f.integer('技术人员数', { required: true, unit: '人', min: 0 }),
    welderCount: f.integer('持证焊工数', { unit: '人', min: 0 }),
    sampleTest: f.enum('样品或样板检测', ['合格', '不合格', '不需要'], { required: true }),
    sampleReport: f.file('样品检测报告', { required: true, showIf: "sampleTest == '合格'" }),
    customerCall: f.textarea('业绩回访情况', { required: true }),
    visitPhotos: f.images('考察照片', { required: true, max: 20 }),
  },
  details: {
    scores: {
      label: '准入评分',
      fields: {
        dimension: f.enum(
          '评分项',
          [
            '企业资信与财务',
            '资质证照齐全',
            '生产或施工能力',
            '质量保证体系',
            '检验检测手段',
            '同类业绩与用户评价',
            '价格竞争力',
            '交货与工期保障',
            '售后服务网点',
            '安全与环保',
          ],
          { required: true, prefillRows: true, hint: '新建时按选项逐项带出' },
        ),
        fullScore: f.decimal(1, '满分', { required: true, unit: '分', min: 0, max: 20, default: 10 }),
        score: f.decimal(1, '得分', { required: true, unit: '分', min: 0 }),
        finding: f.text('依据与问题', { required: true }),
        overScore: f.integer('超满分', { flag: true, formula: '(score > fullScore) * 1' }),
      },
    },
  },
  computed: {
    fullTotal: f.decimal(1, '满分合计', { unit: '分', formula: 'sum(scores.fullScore)' }),
    totalScore: f.decimal(1, '准入总分', { unit: '分', formula: 'sum(scores.score)' }),
  },
  steps: [
    {
      name: '考察组会签',
      by: 'field(visitors)',
      mode: 'all',
      fields: {
        visitOpinion: f.textarea('考察意见', { required: true }),
      },
    },
    {
      name: '技术总监审核',
      by: 'role(technicalDirector)',
      fields: {
        techConclusion: f.enum('技术结论', ['推荐', '限范围推荐', '不推荐'], { required: true }),
        limitScope: f.text('限定范围', { required: true, showIf: "techConclusion == '限范围推荐'" }),
      },
    },
    {
      name: '采购核定限额',
      by: 'role(purchaser)',
      fields: {
        singleLimit: f.money('单笔合同限额', { required: true, unit: '元', min: 0 }),
        trialOrders: f.integer('试用合同数', { required: true, unit: '个', min: 0, default: 1 }),
      },
    },
    {
      name: '总经理批准',
      by: 'role(generalManager)',
      final: true,
      fields: {
        admitResult: f.enum('准入结论', ['合格', '试用', '不合格'], { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'supplier',
      'providerKind',
      'evalReason',
      'visitDate',
      'totalScore',
      'techConclusion',
      'singleLimit',
      'admitResult',
      'applicant',
      'status',
    ],
    filters: ['supplier', 'evalReason', 'admitResult', 'visitDate', 'status'],
    sum: ['singleLimit'],
  },
  rules: [
    { if: 'visitDate > createdAt', error: '考察日期不能晚于今天' },
    { if: 'fullTotal != 100', error: '评分项满分合计必须为100分' },
    { if: 'sum(scores.overScore) > 0', error: '单项得分不能超过满分' },
    { if: "sampleTest == '不合格' and admitResult == '合格'", error: '样品检测不合格不能准入' },
    { if: "totalScore < 60 and admitResult != '不合格'", error: '总分低于60分只能评为不合格' },
    { if: "totalScore < 75 and admitResult == '合格'", error: '60至75分只能评为试用' },
    { if: "techConclusion == '不推荐' and admitResult != '不合格'", error: '技术总监不推荐的单位不能准入' },
  ],
  onApproved: [
    { at: 'submit', do: 'ServiceEvaluationA.check' },
    'ServiceEvaluationA.admit',
    'ServiceEvaluationA.trial',
    'ServiceEvaluationA.refuse',
    'ServiceEvaluationA.restoreInvite',
  ],
  print: 'A4',
  reports: ['serviceProviderList'],
});
