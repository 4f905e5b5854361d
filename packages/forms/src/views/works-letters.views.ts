/** Letters to and from suppliers of building works, and the same ones exchange by exchange. */
import { WORKS_LETTER_KINDS, WORKS_LETTER_STATES, WORKS_REPLY_STATES } from '@hengneng/core';
import { defineView, f } from '@hengneng/form-kit';

const SCREEN = '/engineering/fileData/lettersList';

const columns = {
  title: f.text('标题', { required: true }),
  code: f.text('函号', { required: true }),
  theirNo: f.text('来函文号'),
  project: f.project('项目', { required: true }),
  counterpart: f.supplier('单位', { required: true }),
  kind: f.enum('类别', WORKS_LETTER_KINDS, { required: true }),
  direction: f.enum('方向', ['发函', '收函'], { required: true }),
  madeOn: f.date('函件日期', { required: true }),
  replyBy: f.date('要求回复日'),
  repliedOn: f.date('回复日'),
  replyState: f.enum('回复', WORKS_REPLY_STATES),
  lateDays: f.integer('逾期', { unit: '天' }),
  urged: f.integer('催办', { unit: '次' }),
  amount: f.money('涉及金额', { unit: '元' }),
  drafter: f.user('经办', { required: true }),
  auditor: f.user('审核'),
  mailState: f.text('邮件状态'),
  state: f.enum('状态', WORKS_LETTER_STATES, { required: true }),
  /** The first letter of the exchange, by its number. */
  thread: f.text('往来串', { required: true }),
} as const;

export const worksLetters = defineView({
  id: 'worksLetters',
  title: '工程函件列表',
  purpose: '发给服务商的联系、整改、索赔、工期、付款等函与收到的来函，盯住要求回复而没有回复的',
  register: { title: '工程函件登记簿', paper: 'A3' },
  screen: SCREEN,
  calls: { index: '/srmapi/DataManagement/Letters', export: '/srmapi/DataManagement/ExportLetters' },
  columns,
  list: {
    columns: [
      'title',
      'code',
      'project',
      'counterpart',
      'kind',
      'direction',
      'state',
      'madeOn',
      'replyBy',
      'repliedOn',
      'replyState',
      'lateDays',
      'urged',
      'amount',
      'drafter',
      'auditor',
      'mailState',
      'theirNo',
    ],
    filters: ['project', 'kind', 'counterpart', 'direction', 'replyState', 'state', 'madeOn', 'drafter'],
    sum: ['amount'],
  },
  figures: {
    checking: f.integer('待审核与法务', { unit: '封' }),
    sending: f.integer('待发送', { unit: '封' }),
    waiting: f.integer('待回复', { unit: '封' }),
    late: f.integer('逾期未回', { unit: '封' }),
    claimed: f.money('已发索赔', { unit: '元' }),
  },
  charts: {
    suppliers: {
      label: '各单位的函件与逾期',
      kind: 'bar',
      by: 'counterpart',
      series: {
        count: f.integer('函件', { unit: '封' }),
        late: f.integer('回复逾期', { unit: '封' }),
      },
    },
    kinds: { label: '函件类别', kind: 'pie', by: 'kind', series: { count: f.integer('函件', { unit: '封' }) } },
  },
});

export const worksLetterThreads = defineView({
  id: 'worksLetterThreads',
  title: '往来串',
  purpose: '来函与复函连成一串，按项目与先后排列',
  screen: SCREEN,
  calls: { index: '/srmapi/DataManagement/LetterThreads', export: '/srmapi/DataManagement/ExportLetterThreads' },
  columns,
  list: {
    columns: [
      'title',
      'thread',
      'code',
      'direction',
      'project',
      'counterpart',
      'kind',
      'state',
      'madeOn',
      'replyBy',
      'repliedOn',
      'replyState',
      'lateDays',
    ],
    filters: ['project', 'counterpart', 'thread', 'kind', 'madeOn'],
  },
});
