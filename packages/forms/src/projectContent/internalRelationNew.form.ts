import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';
import { assign } from './common.ts';

/** 项目从咨询到交付各阶段的部门间协同事项发出、分派、办理、回复和验收，明确期限、工期和费用影响；各步可驳回 */
export const internalRelationNew = defineForm({
  id: 'internalRelationNew',
  purpose: '项目从咨询到交付各阶段的部门间协同事项发出、分派、办理、回复和验收，明确期限、工期和费用影响；各步可驳回',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同') },
  serial: 'LXD-{yyyy}{MM}-{seq4}',
  emptyMinus: 'zero',
  fields: {
    relationKind: f.enum(
      '联系类别',
      [
        '图纸资料提交',
        '技术条件变更',
        '设备选型变更',
        '供货到货协调',
        '施工配合',
        '调试配合',
        '计费结算数据',
        '客户诉求转办',
        '移交接管',
        '停机停能协调',
      ],
      { required: true },
    ),
    fromDept: f.dept('发出部门', { required: true }),
    toDept: f.dept('受理部门', { required: true }),
    toLeader: f.user('受理部门负责人', { required: true, hint: '发出部门负责人审核后转此人' }),
    ccUsers: f.users('知会人员'),
    relatedConsult: f.ref('consult', '关联技术咨询'),
    projectPhase: f.enum('项目阶段', ['售前', '设计', '采购', '施工', '调试', '运营', '质保', '退场'], {
      required: true,
    }),
    background: f.textarea('事由', { required: true }),
    level: f.enum('缓急', ['一般（5日）', '急（2日）', '特急（当日）'], { required: true, default: '一般（5日）' }),
    replyBy: f.datetime('要求回复时间', { required: true }),
    scheduleImpact: f.integer('影响工期', { unit: '天', min: 0, default: 0 }),
    delayedWork: f.ref('subProject', '受影响的子项目', { showIf: 'scheduleImpact > 0' }),
    costImpact: f.money('影响费用', { unit: '元', min: 0, default: 0 }),
    costBearer: f.enum('费用承担', ['发出部门', '受理部门', '项目成本', '客户', '供应商'], {
      required: true,
      showIf: 'costImpact > 0',
    }),
    costSupplier: f.supplier('承担费用的供应商', {
      required: true,
      showIf: "costImpact > 0 and costBearer == '供应商'",
    }),
    stopSupply: f.boolean('需停机停能', { default: false }),
    stopFrom: f.datetime('停能开始', { required: true, showIf: 'stopSupply' }),
    stopTo: f.datetime('停能结束', { required: true, showIf: 'stopSupply' }),
    customerInformed: f.boolean('已通知客户', { showIf: 'stopSupply' }),
    enclosures: f.files('附件'),
  },
  details: {
    matters: {
      label: '联系事项',
      fields: {
        matter: f.text('事项', { required: true }),
        expectResult: f.text('要求成果', { required: true }),
        matterDue: f.date('要求完成日期', { required: true }),
      },
    },
    replies: {
      label: '办理回复',
      step: '经办人办理',
      fields: {
        replyMatter: f.text('对应事项', { required: true }),
        replyResult: f.enum('办理结果', ['已完成', '部分完成', '无法办理'], { required: true }),
        replyText: f.textarea('回复内容', { required: true }),
        finishDate: f.date('完成日期', { required: true }),
        replyFile: f.files('成果附件'),
        done: f.integer('完成', { formula: "(replyResult == '已完成') * 1" }),
      },
    },
  },
  computed: {
    matterCount: f.integer('事项数', { unit: '项', formula: 'count(matters)' }),
    doneRate: f.percent('事项完成率', { formula: 'sum(replies.done) / count(matters) * 100' }),
  },
  resume: 'direct',
  steps: [
    { name: '发出部门负责人审核', by: 'deptManager' },
    {
      name: '受理部门负责人分派',
      by: 'field(toLeader)',
      fields: {
        handler: assign('经办人'),
        acceptNote: f.textarea('受理意见', { required: true }),
        promiseTime: f.datetime('承诺完成时间', { required: true }),
      },
    },
    {
      name: '经办人办理',
      by: 'chosen',
      fields: {
        handleSummary: f.textarea('办理情况', { required: true }),
        workHours: f.decimal(1, '投入工时', { unit: 'h', min: 0 }),
      },
    },
    {
      name: '受理部门负责人确认',
      by: 'field(toLeader)',
      fields: {
        confirmOpinion: f.textarea('确认意见'),
      },
    },
    {
      name: '财务核费用',
      by: 'role(finance)',
      when: 'costImpact >= 10000',
      fields: {
        verifiedCost: f.money('核定费用', { required: true, unit: '元', min: 0 }),
      },
    },
    {
      name: '申请人验收',
      by: 'applicant',
      final: true,
      fields: {
        acceptResult: f.enum('验收结果', ['满意', '基本满意', '不满意'], { required: true }),
        acceptComment: f.textarea('评价说明', { required: true, showIf: "acceptResult == '不满意'" }),
      },
    },
  ],
  cc: ['field(ccUsers)', 'projectManager'],
  list: {
    columns: [
      'serial',
      'project',
      'relationKind',
      'projectPhase',
      'fromDept',
      'toDept',
      'level',
      'replyBy',
      'handler',
      'matterCount',
      'doneRate',
      'scheduleImpact',
      'costImpact',
      'acceptResult',
      'applicant',
      'status',
    ],
    filters: [
      'project',
      'relationKind',
      'projectPhase',
      'fromDept',
      'toDept',
      'level',
      'handler',
      'acceptResult',
      'createdAt',
      'status',
    ],
    sum: ['matterCount', 'scheduleImpact', 'costImpact', 'workHours'],
  },
  rules: [
    {
      if: "scheduleImpact > 0 and not delayedWork and (projectPhase == '施工' or projectPhase == '调试')",
      error: '影响施工、调试工期的，请指明受影响的子项目',
    },
    { if: 'fromDept == toDept', error: '发出部门和受理部门不能相同' },
    { if: 'count(matters) == 0', error: '至少填写一项联系事项' },
    { if: 'replyBy < createdAt', error: '要求回复时间不能早于当前时间' },
    { if: 'stopTo < stopFrom', error: '停能结束时间不能早于开始时间' },
    { if: 'stopSupply and not customerInformed', error: '停机停能事项须先通知客户再发出' },
    {
      if: "relationKind == '设备选型变更' and not contract and not relatedConsult",
      error: '设备选型变更须关联合同或技术咨询',
    },
    { if: 'handleSummary and count(replies) < count(matters)', error: '每个事项都要有办理回复' },
  ],
  onApproved: [
    'internalRelationNew.cost',
    'internalRelationNew.schedule',
    'internalRelationNew.stop',
    'internalRelationNew.cooperation',
  ],
  print: 'A4',
  reports: ['internalRelationNewList', 'assessmentReportList', 'engineerInfoList'],
});
