/** One contract from all sides: what was billed and paid, what changed, which records, papers, letters and approvals belong to it. */
import { defineView, f } from '@hengneng/form-kit';

const SCREEN = '/projectContent/contractContent/contractInfo';
const calls = (name: string) => ({
  index: `/emcapi/Contract/${name}`,
  export: `/emcapi/Contract/Export${name}`,
});
const contract = f.contract('合同', { required: true });
const project = f.project('项目', { required: true });
const RECORD_STATES = ['审批中', '已退回', '已通过', '未同意', '已撤回', '已作废'] as const;
/** Where a row leads: module and number of the record. */
const place = { module: f.text('模块'), record: f.text('记录') };

export const contractPeriods = defineView({
  id: 'contractPeriods',
  title: '收付',
  purpose: '一份合同各期的应收、开票与到账',
  screen: SCREEN,
  calls: calls('Periods'),
  columns: {
    contract,
    project,
    period: f.text('期间'),
    month: f.month('月份'),
    receivable: f.text('应收单', { required: true }),
    source: f.text('来源'),
    settlement: f.text('结算单'),
    dueOn: f.date('约定付款日'),
    due: f.money('应收', { unit: '元', hint: '已减取消' }),
    invoiced: f.money('开票', { unit: '元' }),
    received: f.money('到账', { unit: '元' }),
    unpaid: f.money('未收', { unit: '元' }),
    lateDays: f.integer('逾期', { unit: '天' }),
    record: f.text('记录'),
  },
  list: {
    columns: [
      'period',
      'receivable',
      'source',
      'settlement',
      'dueOn',
      'due',
      'invoiced',
      'received',
      'unpaid',
      'lateDays',
    ],
    filters: ['month'],
    sum: ['due', 'invoiced', 'received', 'unpaid'],
    carries: ['record'],
  },
  figures: {
    due: f.money('应收', { unit: '元' }),
    received: f.money('到账', { unit: '元' }),
    unpaid: f.money('未收', { unit: '元' }),
    overdue: f.money('其中逾期', { unit: '元' }),
    rate: f.percent('收款率'),
  },
  charts: {
    months: {
      label: '应收与到账',
      kind: 'line',
      by: 'month',
      known: true,
      series: {
        due: f.money('应收', { unit: '元' }),
        received: f.money('到账', { unit: '元' }),
        unpaid: f.money('未收', { unit: '元' }),
      },
    },
  },
});

export const contractPlans = defineView({
  id: 'contractPlans',
  title: '收款计划',
  purpose: '一份合同约定的每一笔收款；条件变了的旧一笔记为已调整',
  screen: SCREEN,
  calls: calls('Plans'),
  columns: {
    contract,
    project,
    item: f.text('款项', { required: true }),
    periodFrom: f.date('期间起'),
    periodTo: f.date('期间止'),
    dueOn: f.date('计划日期'),
    amount: f.money('计划金额', { unit: '元' }),
    state: f.enum('状态', ['有效', '已调整'], { required: true }),
  },
  list: {
    columns: ['item', 'periodFrom', 'periodTo', 'dueOn', 'amount', 'state'],
    filters: ['state', 'dueOn'],
    sum: ['amount'],
  },
});

export const contractChanges = defineView({
  id: 'contractChanges',
  title: '变更',
  purpose: '一份合同签订以来的续签、补充与单价变化，以及在办的变更',
  screen: SCREEN,
  calls: calls('Changes'),
  columns: {
    contract,
    project,
    kind: f.enum('类型', ['签订', '补充', '续签', '单价'], { required: true }),
    document: f.text('单号'),
    before: f.text('变更前', { classified: 'amount' }),
    after: f.text('变更后', { classified: 'amount' }),
    effectOn: f.date('生效日'),
    approval: f.enum('审批', RECORD_STATES, { required: true }),
    ...place,
  },
  list: {
    columns: ['kind', 'document', 'before', 'after', 'effectOn', 'approval'],
    filters: ['kind', 'effectOn'],
    carries: ['module', 'record'],
  },
});

export const contractRecords = defineView({
  id: 'contractRecords',
  title: '往来单据',
  purpose: '挂在一份合同下的全部单据：结算、收款、付款、续签、变更、维修与资料',
  screen: SCREEN,
  calls: calls('Records'),
  columns: {
    contract,
    project,
    kind: f.text('单据', { required: true }),
    serial: f.text('单号'),
    title: f.text('摘要'),
    amount: f.money('金额', { unit: '元' }),
    applicant: f.user('申请人'),
    submittedOn: f.date('提交日期'),
    state: f.enum('状态', RECORD_STATES, { required: true }),
    ...place,
  },
  list: {
    columns: ['kind', 'serial', 'title', 'amount', 'applicant', 'submittedOn', 'state'],
    filters: ['kind', 'state', 'submittedOn'],
    carries: ['module', 'record'],
  },
  charts: {
    kinds: { label: '各类单据', kind: 'bar', by: 'kind', series: { count: f.integer('份数', { unit: '份' }) } },
  },
});

export const contractBases = defineView({
  id: 'contractBases',
  title: '表计面积',
  purpose: '经客户确认的面积、冷热量与用量，按合同逐月；结算各引用一次',
  screen: SCREEN,
  calls: calls('Bases'),
  columns: {
    contract,
    project,
    kind: f.text('类别', { required: true }),
    item: f.text('内容', { required: true }),
    month: f.month('月份'),
    periodFrom: f.date('起'),
    periodTo: f.date('止'),
    quantity: f.decimal(3, '数量'),
    unit: f.text('单位'),
    document: f.text('依据单号'),
    state: f.text('状态', { required: true }),
  },
  list: {
    columns: ['kind', 'item', 'month', 'periodFrom', 'periodTo', 'quantity', 'unit', 'document', 'state'],
    filters: ['kind', 'month', 'state'],
  },
});

export const contractLetters = defineView({
  id: 'contractLetters',
  title: '函件',
  purpose: '提到一份合同的往来函件与回复',
  screen: SCREEN,
  calls: calls('Letters'),
  columns: {
    contract,
    project,
    docNo: f.text('文号'),
    docName: f.text('标题'),
    direction: f.text('方向'),
    counterpart: f.text('对方'),
    docDate: f.date('日期'),
    replyBefore: f.date('回复期限'),
    replyState: f.text('回复', { required: true }),
  },
  list: {
    columns: ['docNo', 'docName', 'direction', 'counterpart', 'docDate', 'replyBefore', 'replyState'],
    filters: ['direction', 'docDate', 'replyState'],
  },
});

export const contractFiles = defineView({
  id: 'contractFiles',
  title: '附件',
  purpose: '合同名下的文件：直接上传的与各单据里的',
  screen: SCREEN,
  calls: calls('Files'),
  columns: {
    contract,
    project,
    paper: f.text('文件', { required: true }),
    paperUrl: f.text('文件地址', { required: true }),
    paperSize: f.integer('文件大小'),
    kind: f.text('类型', { required: true }),
    version: f.integer('版本'),
    document: f.text('单号'),
    uploader: f.user('上传人'),
    uploadedAt: f.datetime('时间'),
    ...place,
  },
  list: {
    columns: ['kind', 'paper', 'version', 'document', 'uploader', 'uploadedAt'],
    filters: ['kind', 'uploader'],
    carries: ['module', 'record', 'paperUrl', 'paperSize'],
  },
});

export const contractApprovals = defineView({
  id: 'contractApprovals',
  title: '审批',
  purpose: '合同与其变更、续签各环节的处理人、意见与时间',
  screen: SCREEN,
  calls: calls('Approvals'),
  columns: {
    contract,
    project,
    kind: f.text('单据', { required: true }),
    serial: f.text('单号'),
    step: f.text('环节', { required: true }),
    act: f.text('处理', { required: true }),
    actor: f.user('处理人'),
    opinion: f.text('意见'),
    at: f.datetime('时间'),
    ...place,
  },
  list: {
    columns: ['kind', 'serial', 'step', 'act', 'actor', 'opinion', 'at'],
    filters: ['kind', 'actor'],
    carries: ['module', 'record'],
  },
});
