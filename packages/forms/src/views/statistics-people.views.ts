/** Statistics of people and customers, one board a page: 合同续签分析. */
import { defineBoard, defineView, f } from '@hengneng/form-kit';

const RENEWAL = '/formFlow/statisticalAnalysis/contractRenewal';
const CHARGE_MODES = ['按面积包干', '按冷热量计量', '能源托管', '节能分享', '人工运维费', '成本加酬金'] as const;
const RISKS = ['绿（稳定）', '黄（有隐忧）', '红（可能流失）'] as const;
const RESULTS = ['未启动', '到期未跟踪', '跟踪中', '已续签', '短期延期', '不续签退场', '转为新模式'] as const;
const REASONS = ['价格', '服务质量', '设备状况', '客户自营', '竞争对手', '项目关停', '我方主动放弃'] as const;
/** Stages of a tracking as people speak of them, and the end that is wished for. */
const PHASES = ['启动', '接触', '谈判', '方案报价', '招投标', '会签', '到期未签', '已续签'] as const;

const RENEWAL_FILTERS = {
  from: f.month('到期月份自', { default: 'month' }),
  to: f.month('到期月份至', { hint: '不选为起始月起12个月' }),
  area: f.dept('区域'),
  project: f.project('项目'),
  chargeMode: f.enum('收费模式', CHARGE_MODES),
  risk: f.enum('风险', RISKS),
  result: f.enum('结果', RESULTS),
} as const;
const RENEWAL_ASKED = ['from', 'to', 'area', 'project', 'chargeMode', 'risk', 'result'] as const;
const tenThousand = (label: string) => f.decimal(2, label, { unit: '万元', classified: 'amount' });
const share = (label: string, hint?: string) => f.percent(label, hint === undefined ? {} : { hint });

export const renewalContracts = defineView({
  id: 'renewalContracts',
  title: '合同清单',
  purpose: '所选月份到期的合同：跟踪到哪一步、把握多大、拟续与签订的单价和年收入、结果与流失原因',
  register: { title: '合同续签分析清单', paper: 'A3' },
  screen: RENEWAL,
  calls: { index: '/bpmapi/StatisticalAnalysis/Renewal', export: '/bpmapi/StatisticalAnalysis/ExportRenewal' },
  asks: RENEWAL_FILTERS,
  columns: {
    contract: f.contract('合同', { required: true }),
    project: f.project('项目', { required: true }),
    area: f.dept('区域'),
    result: f.enum('结果', RESULTS, { required: true }),
    endDate: f.date('到期日', { required: true }),
    month: f.month('到期月份', { required: true }),
    leftDays: f.integer('剩余', { unit: '天' }),
    chargeMode: f.text('收费模式'),
    income: f.money('年收入', { unit: '元', hint: '跟踪单的现合同年收入；没有跟踪单的按合同额除以年限' }),
    price: f.money4('现单价', { unit: '元' }),
    expectPrice: f.money4('拟续单价', { unit: '元' }),
    priceChange: share('单价变动'),
    expectIncome: f.money('拟续年收入', { unit: '元' }),
    probability: share('把握'),
    weighted: f.money('加权预计年收入', { unit: '元', hint: '跟踪中的：拟续年收入 × 把握' }),
    profitRate: share('上年利润率'),
    overdue: f.money('欠费', { unit: '元' }),
    satisfaction: f.decimal(1, '满意度', { unit: '分' }),
    phase: f.enum('阶段', PHASES),
    risk: f.enum('风险', RISKS),
    nextDate: f.date('下次跟踪'),
    manager: f.user('负责人'),
    newIncome: f.money('签订年收入', { unit: '元' }),
    lostReason: f.enum('流失原因', REASONS),
    record: f.text('跟踪单'),
  },
  list: {
    columns: [
      'contract',
      'project',
      'area',
      'result',
      'endDate',
      'leftDays',
      'chargeMode',
      'income',
      'price',
      'expectPrice',
      'priceChange',
      'expectIncome',
      'probability',
      'weighted',
      'profitRate',
      'overdue',
      'satisfaction',
      'phase',
      'risk',
      'nextDate',
      'manager',
      'newIncome',
      'lostReason',
    ],
    filters: RENEWAL_ASKED,
    sum: ['income', 'expectIncome', 'weighted', 'overdue', 'newIncome'],
    carries: ['record'],
  },
  figures: {
    due: f.integer('到期合同', { unit: '份' }),
    dueIncome: tenThousand('到期年收入'),
    renewed: share('续签率（份数）'),
    renewedIncome: share('续签率（金额）'),
    weighted: tenThousand('加权预计年收入'),
    notStarted: f.integer('未启动跟踪', { unit: '份' }),
    extended: f.integer('短期延期', { unit: '份' }),
    lost: f.integer('不续签退场', { unit: '份' }),
  },
  charts: {
    calendar: {
      label: '到期日历',
      kind: 'stacked',
      by: 'month',
      series: {
        green: f.integer('绿', { unit: '份' }),
        yellow: f.integer('黄', { unit: '份' }),
        red: f.integer('红', { unit: '份' }),
        none: f.integer('未跟踪', { unit: '份' }),
      },
    },
    phases: {
      label: '跟踪阶段',
      kind: 'funnel',
      by: 'phase',
      inOrder: true,
      known: true,
      series: { count: f.integer('合同', { unit: '份' }) },
    },
    months: {
      label: '续签率走势',
      kind: 'bar',
      by: 'month',
      series: {
        due: f.integer('到期', { unit: '份' }),
        renewed: f.integer('已续签', { unit: '份' }),
        rate: share('续签率'),
      },
    },
    reasons: {
      label: '流失原因',
      kind: 'bar',
      by: 'lostReason',
      known: true,
      series: { count: f.integer('合同', { unit: '份' }), income: tenThousand('年收入') },
    },
  },
});

export const renewalAreas = defineView({
  id: 'renewalAreas',
  title: '区域续签',
  purpose: '各区域所选月份到期的合同续了多少、丢了多少',
  screen: RENEWAL,
  calls: { index: '/bpmapi/StatisticalAnalysis/RenewalArea', export: '/bpmapi/StatisticalAnalysis/ExportRenewalArea' },
  asks: RENEWAL_FILTERS,
  columns: {
    place: f.dept('区域', { required: true }),
    due: f.integer('到期', { unit: '份' }),
    notStarted: f.integer('未启动', { unit: '份' }),
    running: f.integer('跟踪中', { unit: '份' }),
    renewed: f.integer('已续签', { unit: '份' }),
    extended: f.integer('短期延期', { unit: '份' }),
    changed: f.integer('转为新模式', { unit: '份' }),
    lost: f.integer('不续签退场', { unit: '份' }),
    rate: share('续签率（份数）'),
    income: f.money('到期年收入', { unit: '元' }),
    newIncome: f.money('续签年收入', { unit: '元' }),
    incomeRate: share('续签率（金额）', '续签合同的新年收入 ÷ 到期合同年收入'),
    weighted: f.money('加权预计年收入', { unit: '元' }),
  },
  list: {
    columns: [
      'place',
      'due',
      'notStarted',
      'running',
      'renewed',
      'extended',
      'changed',
      'lost',
      'rate',
      'income',
      'newIncome',
      'incomeRate',
      'weighted',
    ],
    filters: RENEWAL_ASKED,
    sum: ['due', 'notStarted', 'running', 'renewed', 'extended', 'changed', 'lost', 'income', 'newIncome', 'weighted'],
  },
});

export const renewalBoard = defineBoard({
  id: 'renewal',
  title: '合同续签分析',
  purpose: '到期的合同、续签率、跟踪进度与流失原因',
  screen: RENEWAL,
  filters: RENEWAL_FILTERS,
  head: [renewalContracts],
  lists: [renewalContracts, renewalAreas],
});
