/** What sales knows of projects that are still to be won: how they were followed, what was bid for, against whom. */
import { defineBook, f } from '@hengneng/form-kit';

export const prospectFollow = defineBook({
  id: 'prospectFollow',
  title: '潜在项目跟进记录',
  purpose: '参观接待、技术支持出差和投标对潜在项目的每次推进：阶段、意向与下一步，最新一条即当前状态',
  columns: {
    prospect: f.text('潜在项目', { required: true }),
    customerName: f.text('客户', { required: true }),
    kind: f.enum('跟进方式', ['项目参观', '技术支持出差', '投标'], { required: true }),
    followedOn: f.date('日期', { required: true }),
    stage: f.text('阶段'),
    outcome: f.text('结果或意向', { required: true }),
    amount: f.money('预计金额', { unit: '万元' }),
    content: f.text('情况说明'),
    follower: f.user('跟进人', { required: true }),
    sourceNo: f.text('来源单号', { required: true }),
  },
  list: {
    columns: [
      'prospect',
      'customerName',
      'kind',
      'followedOn',
      'stage',
      'outcome',
      'amount',
      'content',
      'follower',
      'sourceNo',
    ],
    filters: ['prospect', 'customerName', 'kind', 'followedOn', 'follower'],
  },
});

export const salesBid = defineBook({
  id: 'salesBid',
  title: '投标台账',
  purpose: '参加的每次投标：报价、得分、名次、结果与投标费用',
  columns: {
    bidName: f.text('招标项目', { required: true }),
    bidNo: f.text('招标编号', { required: true }),
    tenderee: f.text('招标人', { required: true }),
    businessMode: f.text('合作模式', { required: true }),
    buildingType: f.text('建筑类型'),
    openedOn: f.date('开标日期', { required: true }),
    ourPrice: f.money('我方报价', { required: true, unit: '万元' }),
    ourScore: f.decimal(2, '我方总分', { unit: '分' }),
    ranking: f.integer('名次'),
    result: f.text('投标结果', { required: true }),
    winner: f.text('中标单位'),
    winPrice: f.money('中标价', { unit: '万元' }),
    rivals: f.integer('竞争单位数', { unit: '家' }),
    cost: f.money('投标费用', { unit: '元' }),
    sourceNo: f.text('复盘单号', { required: true }),
  },
  list: {
    columns: [
      'bidName',
      'bidNo',
      'tenderee',
      'businessMode',
      'openedOn',
      'ourPrice',
      'ourScore',
      'ranking',
      'result',
      'winner',
      'winPrice',
      'rivals',
      'cost',
      'sourceNo',
    ],
    filters: ['tenderee', 'businessMode', 'buildingType', 'openedOn', 'result'],
    sum: ['ourPrice', 'cost'],
  },
});

export const rivalQuote = defineBook({
  id: 'rivalQuote',
  title: '竞争对手库',
  purpose: '竞争对手在各次投标中的报价、得分与优势，下次投标前查阅',
  columns: {
    rival: f.text('竞争对手', { required: true }),
    bidName: f.text('招标项目', { required: true }),
    openedOn: f.date('开标日期', { required: true }),
    price: f.money('报价', { required: true, unit: '万元' }),
    totalScore: f.decimal(2, '总分', { unit: '分' }),
    won: f.boolean('中标', { required: true }),
    strength: f.text('优势分析'),
    sourceNo: f.text('复盘单号', { required: true }),
  },
  list: {
    columns: ['rival', 'bidName', 'openedOn', 'price', 'totalScore', 'won', 'strength', 'sourceNo'],
    filters: ['rival', 'openedOn', 'won'],
  },
});
