import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 学员对培训课程和讲师评价，并由项目经理跟踪一个月后的应用效果 */
export const trainingFeedback = defineForm({
  id: 'trainingFeedback',
  purpose: '学员对培训课程和讲师评价，并由项目经理跟踪一个月后的应用效果',
  links: { project: f.project('项目') },
  serial: 'PXFK-{yyyy}{MM}-{seq4}',
  fields: {
    processRecord: f.ref('monthlyTrainingProcessRecord', '培训记录', { required: true }),
    topic: f.text('课程名称', { required: true, from: 'processRecord.topic' }),
    trainer: f.user('讲师', { required: true, from: 'processRecord.trainer' }),
    trainDate: f.datetime('培训时间', { required: true, from: 'processRecord.startTime' }),
    post: f.text('本人岗位', { required: true, from: 'applicant.position' }),
    practicalRate: f.integer('内容贴合机房实际(1-5分)', { required: true, min: 1, max: 5 }),
    depthRate: f.integer('难易程度适当(1-5分)', { required: true, min: 1, max: 5 }),
    lecturerRate: f.integer('讲师专业与讲解(1-5分)', { required: true, min: 1, max: 5 }),
    interactRate: f.integer('实操与互动安排(1-5分)', { required: true, min: 1, max: 5 }),
    coursewareRate: f.integer('课件资料质量(1-5分)', { required: true, min: 1, max: 5 }),
    organizeRate: f.integer('时间场地组织(1-5分)', { required: true, min: 1, max: 5 }),
    gains: f.textarea('主要收获', { required: true }),
    notUnderstood: f.textarea('仍未掌握的内容'),
    applyPlan: f.textarea('在本岗位的应用计划', {
      required: true,
      hint: '如每班记录真空泵抽气情况、按浓缩倍数调整排污',
    }),
    applyDeadline: f.date('计划应用完成日期', { required: true }),
    wishTopics: f.multiEnum(
      '希望增加的培训',
      [
        '主机原理与操作',
        '真空与溶液',
        '燃烧系统',
        '水质管理',
        '电气与变频',
        '自控平台',
        '能效分析',
        '安全应急',
        '客户沟通',
        '持证取证',
      ],
      { required: true },
    ),
    suggestion: f.textarea('对讲师和组织的建议'),
    anonymous: f.boolean('对讲师匿名', { default: false }),
  },
  computed: {
    avgRate: f.decimal(2, '满意度均分', {
      formula: '(practicalRate + depthRate + lecturerRate + interactRate + coursewareRate + organizeRate) / 6',
    }),
    satisfyPercent: f.percent('满意度', {
      formula: '(practicalRate + depthRate + lecturerRate + interactRate + coursewareRate + organizeRate) / 30 * 100',
    }),
  },
  steps: [
    {
      name: '讲师回复',
      by: 'field(trainer)',
      fields: {
        lecturerReply: f.textarea('讲师答疑与改进', { required: true }),
      },
    },
    {
      name: '项目经理跟踪应用效果',
      by: 'projectManager',
      fields: {
        trackDate: f.date('跟踪日期', { required: true }),
        behaviorRate: f.integer('行为改变评分(1-5分)', { required: true, min: 1, max: 5 }),
        behaviorProof: f.textarea('应用证据', { required: true }),
        needRetrain: f.boolean('是否需补训', { required: true }),
      },
    },
    {
      name: '人事归档',
      by: 'role(hr)',
      final: true,
      fields: {
        feedbackClass: f.enum('建议分类', ['课程内容', '讲师', '教具设备', '组织安排', '无建议'], { required: true }),
        adopt: f.enum('是否采纳', ['采纳', '部分采纳', '不采纳', '不适用'], { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'applicant',
      'topic',
      'trainer',
      'trainDate',
      'avgRate',
      'satisfyPercent',
      'behaviorRate',
      'needRetrain',
      'status',
    ],
    filters: ['project', 'applicant', 'topic', 'trainer', 'trainDate', 'status'],
  },
  rules: [
    { if: 'trainDate > createdAt', error: '培训尚未开始，不能提交反馈' },
    { if: 'applyDeadline < trainDate', error: '应用完成日期不能早于培训时间' },
    { if: 'lecturerRate <= 2 and not suggestion', error: '讲师评分为2分及以下，请填写建议' },
    { if: 'trackDate < trainDate', error: '跟踪日期不能早于培训时间' },
  ],
  onApproved: [
    'trainingFeedback.markLecturer',
    'trainingFeedback.listRetraining',
    'trainingFeedback.countWishes',
    'trainingFeedback.noteBehaviour',
  ],
  print: 'none',
  reports: ['trainingReport'],
});
