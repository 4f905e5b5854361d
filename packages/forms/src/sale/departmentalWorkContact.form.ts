import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 部门之间书面提出技术支持、资料、人员、费用等协作事项，限时接收、承办、答复并由提出方评价 */
export const departmentalWorkContact = defineForm({
  id: 'departmentalWorkContact',
  purpose: '部门之间书面提出技术支持、资料、人员、费用等协作事项，限时接收、承办、答复并由提出方评价',
  links: {
    project: f.project('项目'),
  },
  serial: 'BMLX-{yyyy}{MM}-{seq4}',
  fields: {
    fromDept: f.dept('提出部门', { required: true, default: 'myDept' }),
    toDept: f.dept('接收部门', { required: true }),
    receiver: f.user('接收部门负责人', { required: true }),
    contactType: f.enum(
      '联系事项类别',
      [
        '技术支持',
        '图纸资料需求',
        '设备故障协调',
        '备件调拨',
        '人员支援',
        '费用确认',
        '合同条款确认',
        '催收协助',
        '施工配合',
        '培训需求',
      ],
      { required: true },
    ),
    urgency: f.enum('紧急程度', ['一般', '紧急', '特急'], { required: true, default: '一般' }),
    replyBefore: f.date('要求答复日期', { required: true }),
    finishBefore: f.date('要求完成日期', { required: true }),
    background: f.textarea('事由与背景', { required: true }),
    involveCost: f.boolean('涉及费用', { default: false }),
    costBearer: f.enum('费用承担方', ['提出部门', '接收部门', '项目承担', '客户承担', '供应商承担'], {
      required: true,
      showIf: 'involveCost',
    }),
    estimateCost: f.money('预计费用', { required: true, unit: '元', min: 0, showIf: 'involveCost' }),
    copyUsers: f.users('抄送人员'),
    contactFiles: f.files('附件资料'),
  },
  details: {
    matters: {
      label: '协作事项清单',
      fields: {
        matter: f.text('协作事项', { required: true }),
        demand: f.text('具体要求', { required: true }),
        deliverable: f.enum(
          '交付成果',
          ['书面答复', '计算书', '图纸', '现场服务', '备件物资', '资金', '人员到岗', '会议纪要'],
          { required: true },
        ),
        quantity: f.decimal(2, '数量', { min: 0, default: 1 }),
        needDate: f.date('需要日期', { required: true }),
        coordinator: f.user('提出方对接人', { required: true }),
      },
    },
  },
  computed: {
    matterCount: f.integer('事项数', { unit: '项', formula: 'count(matters)' }),
    costOver: f.money('实际超预计费用', {
      unit: '元',
      formula: '(actualCost > estimateCost) * (actualCost - estimateCost)',
    }),
    averageMark: f.decimal(1, '协作评价均分', { unit: '分', formula: '(timelyMark + qualityMark) / 2' }),
  },
  steps: [
    { name: '提出部门负责人审核', by: 'deptManager' },
    {
      name: '接收部门负责人签收',
      by: 'field(receiver)',
      fields: {
        acceptOpinion: f.enum('签收意见', ['接受', '部分接受', '退回协商'], { required: true }),
        promiseDate: f.date('承诺完成日期', { required: true }),
        acceptRemark: f.textarea('说明', {
          required: true,
          showIf: "acceptOpinion == '部分接受' or acceptOpinion == '退回协商'",
        }),
      },
    },
    {
      name: '分管领导协调',
      by: 'role(operationDirector)',
      when: "acceptOpinion == '退回协商' or estimateCost >= 10000",
      fields: {
        coordinateOpinion: f.textarea('协调意见', { required: true }),
      },
    },
    {
      name: '承办人办理',
      by: 'chosen',
      fields: {
        handleResult: f.textarea('办理结果', { required: true }),
        finishDate: f.date('实际完成日期', { required: true }),
        workHours: f.decimal(1, '投入工时', { required: true, unit: 'h', min: 0 }),
        actualCost: f.money('实际费用', { unit: '元', min: 0, default: 0 }),
        resultFiles: f.files('成果附件'),
      },
    },
    {
      name: '提出人确认评价',
      by: 'applicant',
      final: true,
      fields: {
        timelyMark: f.integer('及时性评分', { required: true, unit: '分', min: 1, max: 10 }),
        qualityMark: f.integer('质量评分', { required: true, unit: '分', min: 1, max: 10 }),
      },
    },
  ],
  cc: ['field(copyUsers)'],
  list: {
    columns: [
      'serial',
      'project',
      'fromDept',
      'toDept',
      'contactType',
      'urgency',
      'matterCount',
      'replyBefore',
      'promiseDate',
      'finishDate',
      'workHours',
      'actualCost',
      'averageMark',
      'status',
    ],
    filters: ['project', 'fromDept', 'toDept', 'contactType', 'urgency', 'finishBefore', 'status'],
    sum: ['matterCount', 'workHours', 'estimateCost', 'actualCost'],
  },
  rules: [
    { if: 'fromDept == toDept', error: '接收部门不能与提出部门相同' },
    { if: 'finishBefore < replyBefore', error: '要求完成日期不能早于要求答复日期' },
    { if: 'count(matters) == 0', error: '请至少填写一项协作事项' },
    { if: "costBearer == '项目承担' and not project", error: '费用由项目承担的请选择项目', at: 'project' },
    {
      if: "promiseDate > finishBefore and acceptOpinion == '接受'",
      error: '承诺完成日期晚于要求完成日期，应选择部分接受并说明',
    },
    { if: 'not involveCost and actualCost > 0', error: '未声明涉及费用，不能填写实际费用，请退回提出人补充费用承担方' },
  ],
  onApproved: [
    'departmentalWorkContact.ledger',
    'departmentalWorkContact.mark',
    'departmentalWorkContact.cost',
    'departmentalWorkContact.dispatchDraft',
  ],
  print: 'A4',
  reports: ['assessmentReport', 'personnelAnalysis', 'costAnalysis'],
});
