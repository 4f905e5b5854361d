/** What the money statistics have in common: what they ask, what they call the items of income and cost. */
import { f } from '@hengneng/form-kit';
import { CHARGE_MODELS, COST_BEARERS, COST_SOURCES } from '../options.ts';

/** No page of statistics spans more months than these. */
export const MOST_MONTHS = 36;

/** 统计期间: whole months, both included; where nothing is said, the year so far. */
export const SPAN = {
  from: f.month('开始月份', { hint: '不选为当年1月' }),
  to: f.month('结束月份', { default: 'month' }),
};

/** Where: an area or a single project; neither is every project that the person may see. */
export const WHERE = { area: f.dept('区域'), project: f.project('项目') };

/** 支出项: what the accounts of 项目成本台账 are summed up as. */
export const COST_ITEMS = [
  '电费',
  '燃气费',
  '水费',
  '外购热',
  '人工',
  '维修',
  '水处理',
  '外协',
  '租房',
  '办公差旅',
  '税费',
  '其他',
] as const;

/** Paths of a view of one of these pages. */
export const statisticsCalls = (name: string) => ({
  index: `/bpmapi/StatisticalAnalysis/${name}`,
  export: `/bpmapi/StatisticalAnalysis/Export${name}`,
});

export const yuan = (label: string, hint?: string) =>
  f.money(label, { unit: '元', ...(hint === undefined ? {} : { hint }) });

/** 万元, for figures that stand alone. */
export const wan = (label: string, hint?: string) =>
  f.decimal(2, label, { unit: '万元', classified: 'amount', ...(hint === undefined ? {} : { hint }) });

/** 收支分析 */
export const INCOME_ASKS = {
  ...SPAN,
  ...WHERE,
  chargeMode: f.enum('收费模式', CHARGE_MODELS),
  basis: f.enum('口径', ['权责', '收付'], { default: '权责' }),
  withRunning: f.enum('含审批中', ['不含', '包含'], { default: '不含' }),
};

/** 维修成本分析 */
export const REPAIR_ASKS = {
  ...SPAN,
  ...WHERE,
  device: f.device('设备'),
  category: f.text('设备类别'),
  cause: f.text('原因'),
  bearer: f.enum('费用承担', COST_BEARERS),
  source: f.enum('来源', COST_SOURCES),
  upkeep: f.enum('保养费', ['不计', '计入'], { default: '不计' }),
};

/** 水质管理分析 */
export const WATER_ASKS = {
  ...SPAN,
  ...WHERE,
  waterSystem: f.enum('水系统', ['冷却水', '冷温水', '采暖水', '卫生热水', '软化水', '软化补水', '原水']),
  index: f.enum('指标', [
    'pH值',
    '电导率',
    '浊度',
    '总硬度',
    '总碱度',
    '氯离子',
    '总铁',
    '药剂浓度',
    '异养菌总数',
    '军团菌',
  ]),
  serviceMode: f.enum('水处理方式', ['项目自管', '药剂商托管', '公司水质组托管']),
};

/** 成本分析 */
export const COST_ASKS = {
  ...SPAN,
  baseFrom: f.month('对比期起', { hint: '不选为去年同期' }),
  baseTo: f.month('对比期止'),
  ...WHERE,
  item: f.enum('成本项', COST_ITEMS),
};

/** 经营分析 */
export const BUSINESS_ASKS = {
  month: f.month('月份', { hint: '不选为最近有核算的月份' }),
  cumulative: f.enum('累计', ['当月', '本年累计'], { default: '当月' }),
  ...WHERE,
  buildType: f.word('buildingType', '建筑类型'),
  mode: f.text('合作模式'),
};

/** What somebody said about a month on one of these pages. */
export const COMMENT_COLUMNS = {
  about: f.month('点评月份', { required: true }),
  of: f.dept('所评区域', { hint: '空为全公司' }),
  words: f.textarea('内容', { required: true, max: 500 }),
  by: f.user('填写人', { required: true }),
  at: f.datetime('时间', { required: true }),
};
