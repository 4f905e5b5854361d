/** 投标总结统计: bids, why they were lost, against whom, by whom, and the deposits that are still out. */
import { defineBoard, defineView, f } from '@hengneng/form-kit';

const SCREEN = '/sale/saleStatistics/EMCProjectBidSummaryStatistics';
const calls = (name: string) => ({
  index: `/bpmapi/StatisticalAnalysis/BidSummary${name}`,
  export: `/bpmapi/StatisticalAnalysis/ExportBidSummary${name}`,
});
const RESULTS = ['中标', '未中标', '废标', '流标', '弃标'] as const;

const FILTERS = {
  from: f.date('开标自'),
  to: f.date('开标至'),
  businessMode: f.enum('合作模式', [
    '节能效益分享',
    '能源费用托管',
    '节能量保证',
    'BOT供冷供热',
    '委托运营维护',
    '融资租赁',
  ]),
  buildingType: f.enum('建筑类型', [
    '医院',
    '酒店',
    '商业综合体',
    '写字楼',
    '学校',
    '工厂',
    '数据中心',
    '交通枢纽',
    '机关办公',
    '区域能源站',
  ]),
  bidMode: f.enum('招标方式', ['公开招标', '邀请招标', '竞争性磋商', '竞争性谈判', '单一来源', '询价']),
  applicant: f.user('业务员'),
  area: f.dept('部门'),
} as const;
const ASKED = ['from', 'to', 'businessMode', 'buildingType', 'bidMode', 'applicant', 'area'] as const;
const WON = '中标 ÷（中标＋未中标＋废标）';

export const bidList = defineView({
  id: 'bidList',
  title: '投标明细',
  purpose: '每次投标的报价、评分、结果与费用；同一项目多次开标的只计最后一次',
  register: { title: '投标总结统计表', paper: 'A3' },
  screen: SCREEN,
  calls: calls(''),
  asks: FILTERS,
  columns: {
    bidName: f.text('招标项目', { required: true }),
    result: f.enum('结果', RESULTS, { required: true }),
    counted: f.enum('计入', ['计入', '后又开标'], { required: true }),
    openOn: f.date('开标日期'),
    month: f.month('开标月份'),
    tenderee: f.text('招标人'),
    mode: f.text('招标方式'),
    business: f.text('合作模式'),
    building: f.text('建筑类型'),
    salesman: f.user('业务员'),
    dept: f.dept('部门'),
    ourPrice: f.money('我方报价', { unit: '万元' }),
    winPrice: f.money('中标价', { unit: '万元' }),
    deviation: f.percent('报价偏离', { hint: '我方报价 ÷ 中标价' }),
    techScore: f.decimal(2, '技术分', { unit: '分' }),
    ourScore: f.decimal(2, '我方总分', { unit: '分' }),
    ranking: f.integer('名次'),
    winner: f.text('中标单位'),
    cost: f.money('投标费用', { unit: '元' }),
    serial: f.text('单号'),
  },
  list: {
    columns: [
      'bidName',
      'result',
      'counted',
      'openOn',
      'tenderee',
      'mode',
      'business',
      'building',
      'salesman',
      'dept',
      'ourPrice',
      'winPrice',
      'deviation',
      'techScore',
      'ourScore',
      'ranking',
      'winner',
      'cost',
      'serial',
    ],
    filters: ASKED,
    sum: ['cost'],
  },
  figures: {
    bids: f.integer('投标', { unit: '个' }),
    rate: f.percent('中标率', { hint: WON }),
    wonAmount: f.decimal(2, '中标金额', { unit: '万元', classified: 'amount' }),
    cost: f.money('投标费用', { unit: '元' }),
    costPerWin: f.money('单个中标费用', { unit: '元/个' }),
    dropped: f.integer('流标弃标', { unit: '个' }),
  },
  charts: {
    months: {
      label: '中标率走势',
      kind: 'bar',
      by: 'month',
      series: {
        bids: f.integer('投标', { unit: '个' }),
        won: f.integer('中标', { unit: '个' }),
        rate: f.percent('中标率'),
      },
    },
    deviation: {
      label: '报价偏离与技术分',
      kind: 'scatter',
      by: 'bidName',
      coloured: '技术分',
      series: {
        deviation: f.percent('我方报价÷中标价', { unit: '%', classified: 'amount' }),
        won: f.decimal(2, '中标', { unit: '分' }),
        lost: f.decimal(2, '未中标', { unit: '分' }),
      },
    },
  },
});

export const bidReasons = defineView({
  id: 'bidReasons',
  title: '失标原因',
  purpose: '未中标与废标的原因；一次投标可有几个原因，各计一次',
  screen: SCREEN,
  calls: calls('Reason'),
  asks: FILTERS,
  columns: {
    reason: f.text('失标原因', { required: true }),
    count: f.integer('次数', { unit: '次' }),
    share: f.percent('占失标投标'),
    price: f.money('涉及报价', { unit: '万元' }),
  },
  list: { columns: ['reason', 'count', 'share', 'price'], filters: ASKED },
  charts: {
    reasons: { label: '失标原因', kind: 'bar', by: 'reason', series: { count: f.integer('次数', { unit: '次' }) } },
  },
});

export const bidRivals = defineView({
  id: 'bidRivals',
  title: '对手矩阵',
  purpose: '与每个对手相遇几次、谁胜、报价与技术分差多少',
  screen: SCREEN,
  calls: calls('Rival'),
  asks: FILTERS,
  columns: {
    rival: f.text('竞争单位', { required: true }),
    met: f.integer('相遇', { unit: '次' }),
    won: f.integer('我方胜', { unit: '次' }),
    lost: f.integer('对方胜', { unit: '次' }),
    rate: f.percent('胜率', { hint: '我方中标 ÷ 相遇' }),
    priceGap: f.percent('平均报价差', { hint: '（我方 − 对方）÷ 对方', classified: 'amount' }),
    techGap: f.decimal(2, '平均技术分差', { unit: '分', hint: '我方 − 对方' }),
    strength: f.text('优势'),
  },
  list: {
    columns: ['rival', 'met', 'won', 'lost', 'rate', 'priceGap', 'techGap', 'strength'],
    filters: ASKED,
  },
});

export const bidSales = defineView({
  id: 'bidSales',
  title: '业务员',
  purpose: '每个业务员投了多少、中了多少、花了多少',
  screen: SCREEN,
  calls: calls('Sales'),
  asks: FILTERS,
  columns: {
    salesman: f.user('业务员', { required: true }),
    bids: f.integer('投标', { unit: '个' }),
    won: f.integer('中标', { unit: '个' }),
    rate: f.percent('中标率', { hint: WON }),
    wonAmount: f.money('中标额', { unit: '万元' }),
    void: f.integer('废标', { unit: '个' }),
    cost: f.money('投标费用', { unit: '元' }),
    travels: f.integer('支持出差', { unit: '次', hint: '已通过的技术支持出差，按其需求提出人，出发日期在所选期间' }),
  },
  list: {
    columns: ['salesman', 'bids', 'won', 'rate', 'wonAmount', 'void', 'cost', 'travels'],
    filters: ASKED,
    sum: ['bids', 'won', 'wonAmount', 'void', 'cost', 'travels'],
  },
});

export const bidDeposits = defineView({
  id: 'bidDeposits',
  title: '保证金',
  purpose: '每笔投标保证金退回多少、还有多少在外',
  screen: SCREEN,
  calls: calls('Deposit'),
  asks: FILTERS,
  columns: {
    bidName: f.text('招标项目', { required: true }),
    tenderee: f.text('招标人'),
    deposit: f.money('金额', { unit: '元' }),
    returned: f.money('已退', { unit: '元' }),
    left: f.money('未退', { unit: '元' }),
    openOn: f.date('开标日期'),
    returnedOn: f.date('退回日期'),
    days: f.integer('开标后未退', { unit: '天' }),
    salesman: f.user('责任人'),
  },
  list: {
    columns: ['bidName', 'left', 'tenderee', 'deposit', 'returned', 'openOn', 'returnedOn', 'days', 'salesman'],
    filters: ASKED,
    sum: ['deposit', 'returned', 'left'],
  },
  figures: { left: f.money('未退保证金', { unit: '元' }) },
});

export const bidBoard = defineBoard({
  id: 'bids',
  title: '投标总结统计',
  purpose: '投标数量、中标率、报价水平、失标原因、对手与保证金占用',
  screen: SCREEN,
  filters: FILTERS,
  head: [bidList, bidDeposits, bidReasons],
  lists: [bidList, bidRivals, bidSales, bidDeposits, bidReasons],
});
