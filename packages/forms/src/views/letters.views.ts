import { defineView, f } from '@hengneng/form-kit';

const SCREEN = '/formFlow/resourceManage/lettersList';

const COLUMNS = {
  archiveNo: f.text('档案号'),
  docNo: f.text('文号', { required: true }),
  project: f.project('项目', { required: true }),
  direction: f.enum('方向', ['收函', '发函'], { required: true }),
  counterpart: f.text('往来单位'),
  docName: f.text('名称'),
  summary: f.text('摘要'),
  docDate: f.date('函件日期'),
  replyBefore: f.date('回复期限'),
  leftDays: f.integer('剩余', { unit: '天' }),
  replyUser: f.user('回复经办人'),
  replyNo: f.text('回函文号'),
  replyDate: f.date('回函日期'),
  replyState: f.enum('回复', ['无需回复', '待回复', '已回复', '逾期'], { required: true }),
  secrecy: f.enum('密级', ['公开', '内部', '秘密', '机密'], { required: true }),
  files: f.integer('附件', { unit: '个' }),
  archived: f.enum('归档状态', ['办理中', '已归档'], { required: true }),
  /** Number of the letter with which the exchange began. */
  thread: f.text('往来串'),
} as const;

export const letters = defineView({
  id: 'letters',
  title: '往来函件',
  purpose: '与客户、物业、供能单位的往来函件，盯需要回复的函；登记和回复都在日常资料里办理',
  register: { title: '函件登记簿' },
  screen: SCREEN,
  calls: { index: '/bpmapi/DailyInformation/Letters', export: '/bpmapi/DailyInformation/ExportLetters' },
  columns: COLUMNS,
  list: {
    columns: [
      'docNo',
      'archiveNo',
      'project',
      'direction',
      'counterpart',
      'docName',
      'summary',
      'docDate',
      'replyBefore',
      'leftDays',
      'replyUser',
      'replyNo',
      'replyDate',
      'replyState',
      'secrecy',
      'files',
      'archived',
    ],
    filters: ['project', 'direction', 'counterpart', 'docDate', 'replyState', 'secrecy'],
    sum: ['files'],
  },
  figures: {
    waiting: f.integer('待回复', { unit: '件' }),
    late: f.integer('逾期', { unit: '件' }),
    received: f.integer('本月收函', { unit: '件' }),
    sent: f.integer('本月发函', { unit: '件' }),
  },
});

export const letterThreads = defineView({
  id: 'letterThreads',
  title: '往来串',
  purpose: '来函与复函按文号连成一串，同一串按日期先后',
  screen: SCREEN,
  calls: { index: '/bpmapi/DailyInformation/Threads', export: '/bpmapi/DailyInformation/ExportThreads' },
  columns: COLUMNS,
  list: {
    columns: [
      'docNo',
      'thread',
      'project',
      'direction',
      'counterpart',
      'docName',
      'docDate',
      'replyBefore',
      'replyNo',
      'replyDate',
      'replyState',
      'archived',
    ],
    filters: ['project', 'thread', 'direction', 'counterpart', 'docDate', 'replyState'],
  },
});
