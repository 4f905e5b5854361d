/** Tenders from the application to the contract: who was asked, who bid, and, once opened, for how much. */
import { BID_REPLIES } from '@hengneng/core';
import { defineView, f } from '@hengneng/form-kit';
import { TENDER_PACKAGES } from '../options.ts';

const SCREEN = '/engineering/tender/projectList';
/** The application's form has the plain names of its controller. */
const calls = (name: string) => ({ index: `/srmapi/Bid/${name}`, export: `/srmapi/Bid/Export${name}` });

/** 招标阶段, in their order. */
export const TENDER_STAGES = ['待发标', '邀标中', '待开标', '评标中', '已定标', '已签约', '流标'] as const;

const tender = f.ref('tenderApplication', '标段', { required: true });
const yuan = (label: string) => f.money(label, { unit: '元' });

export const tenderProjects = defineView({
  id: 'tenderProjects',
  title: '招标项目列表',
  purpose: '每个标段从立项、邀标、回标、开标、定标到签约；控制价与报价开标后才出现，点标段看单位、答疑与开标结果',
  register: { title: '招标台账', paper: 'A3' },
  screen: SCREEN,
  calls: calls('Ledger'),
  columns: {
    serial: f.text('标段编号', { required: true }),
    project: f.project('项目', { required: true }),
    packageName: f.text('标段名称', { required: true }),
    packageKind: f.enum('类别', TENDER_PACKAGES),
    tenderMode: f.enum('方式', ['公开招标', '邀请招标', '竞争性谈判', '单一来源']),
    stage: f.enum('阶段', TENDER_STAGES, { required: true }),
    publishDate: f.date('发标日'),
    askDeadline: f.datetime('答疑截止'),
    bidDeadline: f.datetime('截标'),
    openTime: f.datetime('开标时间'),
    leftDays: f.integer('倒计时', { unit: '天', hint: '截标前到截标，截标后到开标' }),
    invited: f.integer('受邀', { unit: '家' }),
    replied: f.integer('回执', { unit: '家', hint: '回执说参加的' }),
    received: f.integer('回标', { unit: '家' }),
    deposits: f.integer('保证金到账', { unit: '家', hint: '含A级免交' }),
    controlPrice: yuan('控制价'),
    winner: f.supplier('中标单位'),
    awardAmount: yuan('中标价'),
    saveAmount: yuan('节约'),
    saveRate: f.percent('节约率'),
    /** The invitation that is under way for it, if any. */
    invitation: f.text('邀标单'),
    approved: f.boolean('已批准'),
  },
  list: {
    columns: [
      'packageName',
      'serial',
      'stage',
      'project',
      'packageKind',
      'tenderMode',
      'publishDate',
      'askDeadline',
      'bidDeadline',
      'openTime',
      'leftDays',
      'invited',
      'replied',
      'received',
      'deposits',
      'controlPrice',
      'winner',
      'awardAmount',
      'saveAmount',
      'saveRate',
    ],
    filters: ['project', 'packageKind', 'tenderMode', 'stage', 'openTime', 'winner'],
    sum: ['controlPrice', 'awardAmount', 'saveAmount'],
    carries: ['invitation', 'approved'],
  },
  figures: {
    waiting: f.integer('待发标', { unit: '个' }),
    inviting: f.integer('邀标中', { unit: '个' }),
    closing: f.integer('待开标', { unit: '个' }),
    judging: f.integer('评标中', { unit: '个' }),
    awarded: f.integer('已定标与签约', { unit: '个' }),
    failed: f.integer('流标', { unit: '个' }),
    saved: yuan('累计节约'),
  },
});

export const tenderUnits = defineView({
  id: 'tenderUnits',
  title: '受邀与回标单位',
  purpose: '一个标段邀请了谁、谁回了标、保证金到没到；报价不在这里',
  screen: SCREEN,
  calls: calls('Units'),
  columns: {
    tender,
    project: f.project('项目', { required: true }),
    supplier: f.supplier('单位', { required: true }),
    unitName: f.text('单位名称', { required: true }),
    grade: f.text('等级'),
    lastScore: f.decimal(1, '履约分', { unit: '分' }),
    certExpire: f.date('最早到期资质'),
    contactMan: f.text('联系人'),
    contactPhone: f.phone('电话'),
    reply: f.enum('回执', [...BID_REPLIES, '未回执'], { required: true }),
    repliedOn: f.date('回执日期'),
    replyNote: f.text('回执说明'),
    receiveTime: f.datetime('收标时间'),
    depositState: f.text('保证金'),
    state: f.enum('回标', ['未回标', '接收', '逾期拒收', '未密封拒收', '保证金未到拒收'], { required: true }),
  },
  list: {
    columns: [
      'supplier',
      'grade',
      'lastScore',
      'certExpire',
      'contactMan',
      'contactPhone',
      'reply',
      'repliedOn',
      'replyNote',
      'receiveTime',
      'depositState',
      'state',
    ],
    filters: ['tender', 'project', 'supplier', 'reply', 'state'],
    carries: ['unitName'],
  },
});

export const tenderQuotes = defineView({
  id: 'tenderQuotes',
  title: '开标一览',
  purpose: '两人确认开标后各家的报价；得分与名次评标汇总后才出现',
  register: { title: '开标记录' },
  screen: SCREEN,
  calls: calls('Quotes'),
  columns: {
    tender,
    project: f.project('项目', { required: true }),
    rank: f.integer('名次'),
    supplier: f.supplier('单位', { required: true }),
    price: yuan('报价'),
    controlPrice: yuan('控制价'),
    offRate: f.percent('偏离控制价'),
    days: f.integer('工期', { unit: '天' }),
    warranty: f.integer('质保', { unit: '月' }),
    techMark: f.decimal(2, '技术均分', { unit: '分' }),
    bizMark: f.decimal(2, '商务均分', { unit: '分' }),
    priceMark: f.decimal(2, '价格分', { unit: '分' }),
    finalMark: f.decimal(2, '总分', { unit: '分' }),
    validity: f.text('有效性', { required: true }),
    won: f.boolean('中标', { required: true }),
  },
  list: {
    columns: [
      'supplier',
      'rank',
      'tender',
      'project',
      'price',
      'controlPrice',
      'offRate',
      'days',
      'warranty',
      'techMark',
      'bizMark',
      'priceMark',
      'finalMark',
      'validity',
      'won',
    ],
    filters: ['tender', 'project', 'supplier', 'validity', 'won'],
  },
  charts: {
    prices: {
      label: '报价对比',
      kind: 'bar',
      by: 'supplier',
      series: { price: yuan('报价'), control: yuan('控制价') },
    },
  },
});

export const tenderAddenda = defineView({
  id: 'tenderAddenda',
  title: '答疑与补遗',
  purpose: '投标人的提问（不显示单位）与答复，答复和补遗同时发给每家受邀单位',
  screen: SCREEN,
  calls: calls('Addenda'),
  columns: {
    tender,
    project: f.project('项目', { required: true }),
    answeredAt: f.datetime('时间', { required: true }),
    asker: f.text('提问单位', { hint: '匿名编号' }),
    question: f.textarea('问题'),
    content: f.textarea('答复或补遗', { required: true }),
    addendum: f.boolean('补遗', { required: true }),
    files: f.files('附件'),
    author: f.user('答复人', { required: true }),
  },
  list: {
    columns: ['answeredAt', 'asker', 'question', 'content', 'addendum', 'author'],
    filters: ['tender', 'project', 'addendum', 'answeredAt'],
    carries: ['files'],
  },
});
