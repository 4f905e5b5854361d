import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 履约过程评价：按合同到货、进度、完工等节点由项目、质量、安全、采购分别打分，低分即时预警和扣款 */
export const ServiceEvaluationB = defineForm({
  id: 'ServiceEvaluationB',
  purpose: '履约过程评价：按合同到货、进度、完工等节点由项目、质量、安全、采购分别打分，低分即时预警和扣款',
  links: { project: f.project('项目', { required: true }), supplier: f.supplier('服务商', { required: true }) },
  serial: 'PJB-{yyyy}{MM}-{seq4}',
  fields: {
    projectContract: f.ref('projectContract', '工程合同', { required: true }),
    evalNode: f.enum('评价节点', ['首批到货', '进度过半', '安装完成', '调试完成', '竣工验收', '质保期内', '季度例评'], {
      required: true,
    }),
    periodFrom: f.date('评价期起', { required: true }),
    periodTo: f.date('评价期止', { required: true }),
    planBatches: f.integer('应交货或应完节点数', { required: true, unit: '次', min: 1 }),
    onTimeBatches: f.integer('按期数', { required: true, unit: '次', min: 0 }),
    maxDelayDays: f.integer('最长逾期', { required: true, unit: '天', min: 0 }),
    inspectLines: f.integer('验收批项数', { required: true, unit: '项', min: 1 }),
    firstPass: f.integer('一次合格项数', { required: true, unit: '项', min: 0 }),
    personPlan: f.integer('承诺到岗人数', { unit: '人', min: 0 }),
    personActual: f.integer('实际到岗人数', { unit: '人', min: 0 }),
    docMissing: f.integer('缺交资料数', { unit: '份', min: 0, default: 0 }),
    evidence: f.files('评价依据', { hint: '验收单、施工日志、整改通知、函件' }),
  },
  details: {
    defects: {
      label: '问题与扣款',
      fields: {
        defectKind: f.enum(
          '问题类别',
          [
            '延期交货',
            '规格不符',
            '制造缺陷',
            '安装质量',
            '安全违章',
            '文明施工',
            '资料缺失',
            '响应迟缓',
            '擅自分包',
            '偷工减料',
          ],
          { required: true },
        ),
        occurDate: f.date('发生日期', { required: true }),
        defectDesc: f.text('情况', { required: true }),
        severity: f.enum('程度', ['轻微', '一般', '严重'], { required: true }),
        fine: f.money('罚款', { unit: '元', min: 0, default: 0 }),
        rectified: f.boolean('已整改', { default: false }),
        serious: f.integer('严重', { tally: true, formula: "(severity == '严重') * 1" }),
        pending: f.integer('未整改', { tally: true, formula: '(rectified == 0) * 1' }),
      },
    },
  },
  computed: {
    onTimeRate: f.percent('按期率', { formula: 'onTimeBatches / planBatches * 100' }),
    passRate: f.percent('一次合格率', { formula: 'firstPass / inspectLines * 100' }),
    objectiveScore: f.decimal(1, '客观分（50分）', { unit: '分', formula: 'onTimeRate * 0.25 + passRate * 0.25' }),
    subjectiveScore: f.decimal(1, '主观分（50分）', {
      unit: '分',
      formula: 'qualityScore + siteScore + safetyScore + serviceScore',
    }),
    seriousCount: f.integer('严重问题数', { unit: '项', formula: 'sum(defects.serious)' }),
    processScore: f.decimal(1, '过程得分', {
      unit: '分',
      formula: 'objectiveScore + subjectiveScore - seriousCount * 5',
    }),
    fineTotal: f.money('罚款合计', { unit: '元', formula: 'sum(defects.fine)', capital: true }),
  },
  steps: [
    {
      name: '项目经理评分',
      by: 'projectManager',
      fields: {
        siteScore: f.decimal(1, '进度与配合（15分）', { required: true, min: 0, max: 15 }),
        siteComment: f.textarea('项目部意见', { required: true }),
      },
    },
    {
      name: '暖通工程师评质量',
      by: 'role(hvacEngineer)',
      fields: {
        qualityScore: f.decimal(1, '实体质量（15分）', { required: true, min: 0, max: 15 }),
      },
    },
    {
      name: '安全员评安全',
      by: 'role(safetyOfficer)',
      fields: {
        safetyScore: f.decimal(1, '安全文明（10分）', { required: true, min: 0, max: 10 }),
      },
    },
    {
      name: '采购评商务服务',
      by: 'role(purchaser)',
      fields: {
        serviceScore: f.decimal(1, '商务与售后（10分）', { required: true, min: 0, max: 10 }),
        fineConfirmed: f.boolean('服务商已确认罚款', { required: true, showIf: 'fineTotal > 0' }),
      },
    },
    {
      name: '技术总监核定',
      by: 'role(technicalDirector)',
      when: 'processScore < 75 or fineTotal >= 5000 or seriousCount > 0',
      final: true,
      fields: {
        measure: f.enum('处置措施', ['口头警告', '约谈整改', '暂停供货或停工整改', '启动C表降级'], { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'supplier',
      'projectContract',
      'evalNode',
      'onTimeRate',
      'passRate',
      'seriousCount',
      'processScore',
      'fineTotal',
      'measure',
      'createdAt',
      'status',
    ],
    filters: ['project', 'supplier', 'evalNode', 'measure', 'createdAt', 'status'],
    sum: ['seriousCount', 'fineTotal'],
  },
  rules: [
    { if: 'periodTo < periodFrom', error: '评价期止不能早于起' },
    { if: 'periodTo > createdAt', error: '评价期止不能晚于今天' },
    { if: 'onTimeBatches > planBatches', error: '按期数不能大于应交货或应完节点数' },
    { if: 'firstPass > inspectLines', error: '一次合格项数不能大于验收批项数' },
    { if: 'onTimeBatches < planBatches and maxDelayDays == 0', error: '有逾期时须填写最长逾期天数' },
    { if: 'serviceScore and fineTotal > 0 and not fineConfirmed', error: '罚款须经服务商书面确认后才能入账' },
  ],
  uniqueTogether: [['projectContract', 'evalNode', 'periodFrom']],
  onApproved: [
    { at: 'submit', do: 'ServiceEvaluationB.check' },
    'ServiceEvaluationB.record',
    'ServiceEvaluationB.fines',
    'ServiceEvaluationB.rectify',
    'ServiceEvaluationB.warn',
  ],
  print: 'A4',
  reports: ['serviceProviderList', 'engineerInfoList'],
});
