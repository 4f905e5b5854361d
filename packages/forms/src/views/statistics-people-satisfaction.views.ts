/** 满意度分析: what customers say in four ways, in which respects they are not content, and what became of their opinions. */
import { defineBoard, defineView, f } from '@hengneng/form-kit';

const SCREEN = '/formFlow/statisticalAnalysis/satisfactionAnalysis';
const SOURCES = ['季度回访', '现场走访', '电话回访', '问卷'] as const;
const DIMENSIONS = [
  '制冷效果',
  '采暖效果',
  '卫生热水',
  '空气品质与噪音',
  '设备运行稳定',
  '报修响应速度',
  '服务态度与仪容',
  '机房卫生与标识',
  '账单透明准确',
  '节能建议与成效',
] as const;

const FILTERS = {
  year: f.integer('年度', { default: 'year', min: 2000, max: 2100 }),
  quarter: f.enum('季度', ['第一季度', '第二季度', '第三季度', '第四季度']),
  area: f.dept('区域'),
  project: f.project('项目'),
  source: f.enum('来源', SOURCES),
  season: f.enum('供能季', ['制冷季', '采暖季', '过渡季', '全年热水']),
} as const;
const ASKED = ['year', 'quarter', 'area', 'project', 'source', 'season'] as const;
const points = (label: string, hint?: string) =>
  f.decimal(1, label, { unit: '分', ...(hint === undefined ? {} : { hint }) });
const calls = (name: string) => ({
  index: `/bpmapi/InterviewRecordAnalysis/${name}`,
  export: `/bpmapi/InterviewRecordAnalysis/Export${name}`,
});

export const satisfactionProjects = defineView({
  id: 'satisfactionProjects',
  title: '项目满意度',
  purpose: '各项目本期的综合满意度、比上期增减、最低的维度、推荐意愿、意见闭环与投诉；没有回访的也在内',
  register: { title: '项目满意度表', paper: 'A3' },
  screen: SCREEN,
  calls: calls('Index'),
  asks: FILTERS,
  columns: {
    place: f.project('项目', { required: true }),
    region: f.dept('区域'),
    rank: f.integer('名次'),
    standing: f.enum('样本', ['足够', '样本不足', '未回访'], { required: true }),
    visits: f.integer('回访次数', { unit: '次' }),
    score: points('综合'),
    change: points('较上期'),
    quarterly: points('季度回访'),
    walked: points('现场走访'),
    called: points('电话回访'),
    answered: points('问卷'),
    lowest: f.enum('最低维度', DIMENSIONS),
    lowestScore: points('最低分'),
    nps: f.decimal(1, 'NPS', { unit: '百分点' }),
    opinions: f.integer('意见数', { unit: '条' }),
    solved: f.integer('已解决', { unit: '条' }),
    closed: f.percent('闭环率'),
    complaints: f.integer('投诉数', { unit: '件' }),
    intention: f.text('续签意向'),
    lastVisit: f.date('末次回访'),
  },
  list: {
    columns: [
      'place',
      'region',
      'rank',
      'standing',
      'visits',
      'score',
      'change',
      'quarterly',
      'walked',
      'called',
      'answered',
      'lowest',
      'lowestScore',
      'nps',
      'opinions',
      'solved',
      'closed',
      'complaints',
      'intention',
      'lastVisit',
    ],
    filters: ASKED,
    sum: ['visits', 'opinions', 'solved', 'complaints'],
  },
  figures: {
    score: points('综合满意度'),
    nps: f.decimal(1, 'NPS', { unit: '百分点' }),
    coverage: f.percent('回访覆盖率', { hint: '有有效回访的项目 ÷ 在运项目' }),
    closed: f.percent('意见闭环率'),
    low: f.integer('低于80分项目', { unit: '个' }),
    unvisited: f.integer('未回访项目', { unit: '个' }),
  },
});

export const satisfactionDimensions = defineView({
  id: 'satisfactionDimensions',
  title: '十维得分',
  purpose: '季度回访十个维度的均分，与上期、与有权查看的全部项目相比',
  screen: SCREEN,
  calls: calls('Dimension'),
  asks: FILTERS,
  columns: {
    dimension: f.enum('维度', DIMENSIONS, { required: true }),
    score: points('本期'),
    before: points('上期'),
    change: points('增减'),
    all: points('全部项目'),
    low: f.integer('6分及以下', { unit: '次' }),
  },
  list: { columns: ['dimension', 'score', 'before', 'change', 'all', 'low'], filters: ASKED, sum: ['low'] },
  charts: {
    dimensions: {
      label: '十维得分',
      kind: 'radar',
      by: 'dimension',
      inOrder: true,
      series: { score: points('本期'), before: points('上期'), all: points('全部项目') },
    },
  },
});

export const satisfactionQuarters = defineView({
  id: 'satisfactionQuarters',
  title: '季度走势',
  purpose: '截至本期的八个季度：综合满意度，最高与最低的项目',
  screen: SCREEN,
  calls: calls('Quarter'),
  asks: FILTERS,
  columns: {
    quarterName: f.text('季度', { required: true }),
    visits: f.integer('回访次数', { unit: '次' }),
    score: points('综合'),
    highest: points('最高项目'),
    lowest: points('最低项目'),
  },
  list: { columns: ['quarterName', 'visits', 'score', 'highest', 'lowest'], filters: ASKED, sum: ['visits'] },
  charts: {
    trend: {
      label: '满意度趋势',
      kind: 'line',
      by: 'quarterName',
      series: { score: points('综合'), highest: points('最高项目'), lowest: points('最低项目') },
    },
  },
});

export const satisfactionOpinions = defineView({
  id: 'satisfactionOpinions',
  title: '客户意见',
  purpose: '本期回访与走访登记的意见：谁负责、承诺何时答复、解决了没有；未闭环的排在前面',
  screen: SCREEN,
  calls: calls('Opinion'),
  asks: FILTERS,
  columns: {
    opinion: f.text('意见', { required: true }),
    place: f.project('项目', { required: true }),
    way: f.enum('来源', SOURCES, { required: true }),
    kind: f.text('类别'),
    owner: f.user('责任人'),
    promised: f.date('承诺日期'),
    lateDays: f.integer('逾期', { unit: '天' }),
    state: f.enum('状态', ['处理中', '未全部解决', '已解决'], { required: true }),
    module: f.text('模块'),
    record: f.text('记录'),
  },
  list: {
    columns: ['opinion', 'place', 'state', 'way', 'kind', 'owner', 'promised', 'lateDays'],
    filters: ASKED,
    carries: ['module', 'record'],
  },
  charts: {
    kinds: {
      label: '意见分类',
      kind: 'bar',
      by: 'kind',
      series: { all: f.integer('意见', { unit: '条' }), solved: f.integer('已解决', { unit: '条' }) },
    },
  },
});

export const satisfactionBoard = defineBoard({
  id: 'satisfaction',
  title: '满意度分析',
  purpose: '满意度得分、十维短板、意见闭环与回访覆盖，决定去哪个项目补救',
  screen: SCREEN,
  filters: FILTERS,
  head: [satisfactionProjects, satisfactionDimensions, satisfactionQuarters, satisfactionOpinions],
  lists: [satisfactionProjects, satisfactionOpinions, satisfactionDimensions, satisfactionQuarters],
});
