/** Contracts that headquarters watch: by which rules they were picked, who looks after them, and when somebody did last. */
import { defineView, f } from '@hengneng/form-kit';

const SCREEN = '/projectContent/contractContent/importContractSetList';
const REASONS = ['合同额大', '年收入大', '战略客户', '到期临近', '欠费', '亏损', '投诉多', '手工'] as const;

export const keyContracts = defineView({
  id: 'keyContracts',
  title: '重点合同',
  purpose: '按规则或手工列入的重点合同：原因、欠费、毛利、满意度与最近跟进；超过关注频次没有跟进的标红',
  register: { paper: 'A3' },
  screen: SCREEN,
  calls: { index: '/bpmapi/KeyContract/Index', export: '/bpmapi/KeyContract/Export' },
  columns: {
    contractNo: f.text('合同编号', { required: true }),
    area: f.dept('区域'),
    project: f.project('项目', { required: true }),
    customer: f.text('客户'),
    reason: f.multiEnum('原因', REASONS),
    note: f.text('说明'),
    amount: f.money('合同额', { unit: '元' }),
    yearAmount: f.money('年收入', { unit: '元', hint: '合同约定的年合同额' }),
    leftDays: f.integer('到期', { unit: '天' }),
    overdue: f.money('欠费', { unit: '元', hint: '已过约定付款日的未收' }),
    margin: f.percent('毛利率', { hint: '近12个已核算月份' }),
    satisfaction: f.decimal(1, '满意度', { unit: '分' }),
    owner: f.user('责任人'),
    everyDays: f.integer('关注频次', { unit: '天' }),
    lastFollow: f.date('最近跟进'),
    silentDays: f.integer('未跟进', { unit: '天' }),
    late: f.boolean('超频次'),
    state: f.enum('状态', ['关注中', '已移出'], { required: true }),
    leftWhy: f.text('移出依据'),
  },
  list: {
    columns: [
      'contractNo',
      'state',
      'area',
      'project',
      'customer',
      'reason',
      'note',
      'amount',
      'yearAmount',
      'leftDays',
      'overdue',
      'margin',
      'satisfaction',
      'owner',
      'everyDays',
      'lastFollow',
      'silentDays',
      'late',
      'leftWhy',
    ],
    filters: ['reason', 'area', 'project', 'owner', 'late', 'state'],
    sum: ['amount', 'yearAmount', 'overdue'],
  },
  figures: {
    watched: f.integer('关注中', { unit: '份' }),
    amount: f.money('关注合同额', { unit: '元' }),
    overdue: f.money('关注合同欠费', { unit: '元' }),
    late: f.integer('超频次未跟进', { unit: '份' }),
  },
});

export const keyContractRules = defineView({
  id: 'keyContractRules',
  title: '重点合同规则',
  purpose: '自动列入重点合同的规则，每夜重算；改了阈值立即重算',
  screen: SCREEN,
  calls: { index: '/bpmapi/KeyContract/Rules', export: '/bpmapi/KeyContract/ExportRules' },
  columns: {
    kind: f.text('规则', { required: true }),
    threshold: f.decimal(2, '阈值'),
    counts: f.text('说明'),
    hits: f.integer('命中', { unit: '份' }),
    enabled: f.boolean('启用'),
    savedBy: f.user('修改人'),
    savedAt: f.datetime('修改时间'),
  },
  list: { columns: ['kind', 'threshold', 'counts', 'hits', 'enabled', 'savedBy', 'savedAt'], filters: ['enabled'] },
});

export const keyContractFollows = defineView({
  id: 'keyContractFollows',
  title: '跟进记录',
  purpose: '一份重点合同每次跟进的内容',
  screen: SCREEN,
  calls: { index: '/bpmapi/KeyContract/Follows', export: '/bpmapi/KeyContract/ExportFollows' },
  columns: {
    contract: f.contract('合同', { required: true }),
    project: f.project('项目', { required: true }),
    followedOn: f.date('日期', { required: true }),
    content: f.text('内容', { required: true }),
    followedBy: f.user('跟进人', { required: true }),
  },
  list: { columns: ['followedOn', 'content', 'followedBy'], filters: ['contract', 'followedOn'] },
});
