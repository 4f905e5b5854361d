/** What the institute works on: topics, milestones, months, what came of them and where it is of use. */
import { defineView, f } from '@hengneng/form-kit';

const SCREEN = '/researchProjectSummary';
const calls = (name: string) => ({
  index: `/bpmapi/ResearchProject/${name}Index`,
  export: `/bpmapi/ResearchProject/Export${name}`,
});
const FIELDS = ['吸收式制冷', '热泵', '余热利用', '水质', '自控算法', '能耗模型', '末端', '新材料', '储能'] as const;
const STAGES = ['立项', '研究', '试验', '鉴定', '应用', '结题', '终止'] as const;
/** Sums in ten thousands are amounts all the same. */
const tenThousands = (label: string) => f.decimal(2, label, { unit: '万元', classified: 'amount' });
const of = {
  topic: f.text('课题', { required: true }),
  code: f.text('课题编号', { required: true }),
} as const;

export const researchProjects = defineView({
  id: 'researchProjects',
  title: '研究项目总结',
  purpose: '研究所课题的目标、进展、里程碑、经费、成果与应用效益；效益以财务核定的为准',
  register: { title: '研究课题一览表', paper: 'A3' },
  screen: SCREEN,
  calls: { index: '/bpmapi/ResearchProject/Index', export: '/bpmapi/ResearchProject/Export' },
  asks: { year: f.integer('年度') },
  columns: {
    ...of,
    field: f.enum('方向', FIELDS, { required: true }),
    stage: f.enum('阶段', STAGES, { required: true }),
    leader: f.user('负责人', { required: true }),
    leaderName: f.text('负责人姓名'),
    members: f.text('成员编号'),
    memberNames: f.text('成员'),
    partner: f.text('合作单位'),
    fromOn: f.date('起', { required: true }),
    toOn: f.date('止', { required: true }),
    progress: f.percent('完成率', { required: true }),
    lateDays: f.integer('延期', { unit: '天' }),
    budget: tenThousands('预算'),
    spent: tenThousands('已支出'),
    budgetYuan: f.money('预算金额', { unit: '元' }),
    spentYuan: f.money('支出金额', { unit: '元' }),
    milestones: f.text('里程碑（已/总）'),
    met: f.integer('按时里程碑', { unit: '个' }),
    owed: f.integer('应完成里程碑', { unit: '个' }),
    outcomes: f.text('成果'),
    used: f.integer('应用项目', { unit: '个' }),
    benefit: tenThousands('年化效益'),
    secret: f.boolean('保密', { required: true }),
    objective: f.text('研究目标'),
    files: f.files('结题报告'),
    mine: f.boolean('可办理', { required: true }),
  },
  list: {
    columns: [
      'topic',
      'code',
      'field',
      'stage',
      'leader',
      'memberNames',
      'partner',
      'fromOn',
      'toOn',
      'progress',
      'lateDays',
      'budget',
      'spent',
      'milestones',
      'outcomes',
      'used',
      'benefit',
      'secret',
    ],
    filters: ['year', 'topic', 'field', 'leader', 'stage'],
    sum: ['budget', 'spent', 'used', 'benefit'],
    carries: ['leaderName', 'members', 'budgetYuan', 'spentYuan', 'objective', 'files', 'mine'],
  },
  figures: {
    running: f.integer('在研课题', { unit: '个' }),
    spent: f.percent('经费执行率', { hint: '已支出 ÷ 预算' }),
    onTime: f.percent('里程碑准时率', { hint: '按时完成 ÷ 应完成' }),
    benefit: tenThousands('年化效益'),
    late: f.integer('延期课题', { unit: '个' }),
  },
  charts: {
    stages: {
      label: '课题阶段',
      kind: 'bar',
      by: 'stage',
      inOrder: true,
      series: { count: f.integer('课题', { unit: '个' }) },
    },
    fields: { label: '研究方向', kind: 'pie', by: 'field', series: { count: f.integer('课题', { unit: '个' }) } },
  },
});

export const researchMilestones = defineView({
  id: 'researchMilestones',
  title: '里程碑',
  purpose: '各课题节点的计划与实际、交付物与评价',
  screen: SCREEN,
  calls: calls('Milestone'),
  columns: {
    name: f.text('节点', { required: true }),
    ...of,
    dueOn: f.date('计划', { required: true }),
    doneOn: f.date('实际'),
    lateDays: f.integer('延期', { unit: '天' }),
    deliverable: f.text('交付物', { required: true }),
    score: f.decimal(1, '评价', { unit: '分' }),
    lateReason: f.text('延期原因'),
    state: f.enum('状态', ['未到期', '逾期', '按时完成', '延期完成'], { required: true }),
    research: f.text('课题记录', { required: true }),
    mine: f.boolean('可办理', { required: true }),
  },
  list: {
    columns: ['name', 'topic', 'code', 'dueOn', 'doneOn', 'lateDays', 'deliverable', 'score', 'lateReason', 'state'],
    filters: ['topic', 'state', 'dueOn'],
    carries: ['research', 'mine'],
  },
});

export const researchMonths = defineView({
  id: 'researchMonths',
  title: '经费与进度',
  purpose: '各课题逐月的支出、累计与完成率',
  screen: SCREEN,
  calls: calls('Month'),
  columns: {
    ...of,
    month: f.month('月份', { required: true }),
    stage: f.enum('阶段', STAGES, { required: true }),
    spent: f.money('本月支出', { unit: '元' }),
    total: f.money('累计支出', { unit: '元' }),
    budget: f.money('预算', { unit: '元' }),
    progress: f.percent('完成率', { required: true }),
    note: f.text('进展说明', { required: true }),
    reporter: f.user('填报人', { required: true }),
  },
  list: {
    columns: ['topic', 'code', 'month', 'stage', 'spent', 'total', 'budget', 'progress', 'note', 'reporter'],
    filters: ['topic', 'code', 'month', 'stage'],
    sum: ['spent'],
  },
  charts: {
    months: {
      label: '逐月支出与完成率',
      kind: 'bar',
      by: 'month',
      series: { spent: tenThousands('支出'), progress: f.percent('平均完成率') },
    },
  },
});

export const researchOutcomes = defineView({
  id: 'researchOutcomes',
  title: '成果',
  purpose: '课题取得的专利、论文、标准与产品',
  screen: SCREEN,
  calls: calls('Outcome'),
  columns: {
    title: f.text('成果名称', { required: true }),
    kind: f.enum('类别', ['专利', '论文', '标准', '产品'], { required: true }),
    gotOn: f.date('取得日期', { required: true }),
    ...of,
  },
  list: { columns: ['title', 'kind', 'gotOn', 'topic', 'code'], filters: ['kind', 'topic', 'gotOn'] },
});

export const researchBenefits = defineView({
  id: 'researchBenefits',
  title: '应用效益',
  purpose: '成果用在哪些项目、实测节能节费多少；财务核定后计入年化效益',
  register: { title: '研究成果应用效益表', paper: 'A3' },
  screen: SCREEN,
  calls: calls('Benefit'),
  columns: {
    content: f.text('应用内容', { required: true }),
    ...of,
    project: f.project('项目', { required: true }),
    usedFrom: f.date('对比期起', { required: true }),
    usedTo: f.date('对比期止', { required: true }),
    days: f.integer('应用天数', { required: true, unit: '天' }),
    savedKwh: f.decimal(2, '节能量', { unit: 'kWh' }),
    savedMoney: f.money('节费', { unit: '元' }),
    yearly: f.money('年化节费', { unit: '元', hint: '节费 ÷ 应用天数 × 365' }),
    basis: f.text('依据', { required: true }),
    files: f.files('测试报告'),
    writer: f.user('登记人', { required: true }),
    confirmer: f.user('核定人'),
    confirmedOn: f.date('核定日期'),
    state: f.enum('状态', ['待核定', '已核定'], { required: true }),
  },
  list: {
    columns: [
      'content',
      'topic',
      'code',
      'project',
      'usedFrom',
      'usedTo',
      'days',
      'savedKwh',
      'savedMoney',
      'yearly',
      'basis',
      'writer',
      'confirmer',
      'confirmedOn',
      'state',
    ],
    filters: ['topic', 'project', 'state', 'usedFrom'],
    sum: ['savedKwh', 'savedMoney', 'yearly'],
    carries: ['files'],
  },
});
