/** Calls of the approval that are not a module's own: to-dos, history, steps of a record, its chain, who may be picked, notices. */
import { z } from 'zod';
import { call, listInput, listOutput } from './call.ts';
import { flag } from './common.ts';

/** In a form-encoded body an empty text is "not asked for". */
const maybe = <T extends z.ZodType>(shape: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), shape.optional());
const day = z.iso.date('日期格式应为 YYYY-MM-DD');
const range = z.object({ from: maybe(day), to: maybe(day) });
const id = z.string().regex(/^\d{1,18}$/, '编号格式不正确');
const procedureId = z.coerce.number('模块编号必须是数字').int('模块编号必须是整数').positive('模块编号必须是正数');
/** One value or several: a form-encoded body with one value has no list. */
const several = <T extends z.ZodType>(item: T, max: number, tooMany: string) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(max, tooMany),
  );

/** Steps of one module by their keys (`s1`), which stay when a step is renamed; needs `ProcedureId`. */
const stepKey = maybe(several(z.string().regex(/^s\d{1,4}$/, '步骤编号格式不正确'), 20, '一次最多选择20个步骤'));
const taskFilters = {
  ProcedureId: maybe(procedureId),
  project: z.string().max(50).optional(),
  /** Name of the step. */
  step: z.string().max(50).optional(),
  stepKey,
};
const record = { ProcedureId: procedureId, BusinessId: id };

/** What every list of approvals says of a record. */
const recordRow = {
  ProcedureId: z.number(),
  BusinessId: z.string(),
  /** Module id, e.g. `constructionNotice`. */
  moduleId: z.string(),
  module: z.string(),
  serial: z.string().nullable(),
  title: z.string(),
  applicantId: z.string(),
  applicant: z.string(),
  projectCode: z.string().nullable(),
  project: z.string().nullable(),
  amount: z.string().nullable(),
  Status: z.string(),
};

export const waitRow = z.object({
  NodeRecordId: z.string(),
  ...recordRow,
  step: z.string(),
  stepKey: z.string(),
  arrivedAt: z.string(),
  /** Working hours since then, one decimal. */
  waitedHours: z.string(),
  dueAt: z.string().nullable(),
  overdue: z.boolean(),
  urgency: z.enum(['overdue', 'soon', 'normal']),
  /** May be agreed to in a batch: nothing required to fill in, and less than 5,000 元. */
  batchable: z.boolean(),
  /** What the person sees; an agreement to something else is refused. */
  FormVersion: z.number(),
  /** Several people may handle it: one of them may claim it. */
  pool: z.boolean(),
  /** Somebody else of the candidates has it open. */
  claimedBy: z.string().nullable(),
  /** Claimed by this person, until then. */
  heldUntil: z.string().nullable(),
  /** Whose to-do it is, where this person stands in for them. */
  onBehalfOf: z.string().nullable(),
  /** Why it waits for this person. */
  why: z.string(),
  /** Who was asked for an opinion only, is offered a reply in place of an agreement. */
  taskKind: z.enum(['approve', 'revise', 'sign', 'delegate']),
  /** What can be done with it without opening the record, besides agreeing. */
  actions: z.array(z.enum(['Transfer', 'AddSign', 'Delegate'])),
  /** The amount that 95 of 100 records of its module stay below, where this one does not; null for all others. */
  outlierAbove: z.string().nullable(),
});

export const getWaitList = call('POST', '/bpmapi/NodeRecord/GetWaitList', '待我处理', {
  input: listInput.extend({ ...taskFilters, Overdue: maybe(flag), arrivedAt: range.optional() }),
  output: listOutput(waitRow),
});

export const historyRow = z.object({
  NodeRecordId: z.string().nullable(),
  ...recordRow,
  step: z.string(),
  /** 同意, 驳回, 转办, 回复意见, 抄送. */
  conclusion: z.string(),
  Opinion: z.string().nullable(),
  arrivedAt: z.string().nullable(),
  handledAt: z.string(),
  workingHours: z.string().nullable(),
  /** For whom it was handled, where that is somebody else. */
  onBehalfOf: z.string().nullable(),
  /** Copies only: who sent it, and whether it has been read. */
  from: z.string().nullable(),
  read: z.boolean(),
});

/** Handled tasks are counted up to here: one more stands for any number above it. */
export const MOST_COUNTED = 20_000;

export const getHistoryList = call('POST', '/bpmapi/NodeRecord/GetHistoryList', '我处理过的（Kind=cc 为抄送我的）', {
  input: listInput.extend({
    ...taskFilters,
    Kind: z.enum(['handled', 'cc'], '类型只能是 handled 或 cc').default('handled'),
    handledAt: range.optional(),
  }),
  output: listOutput(historyRow),
});

export const mineRow = z.object({
  ...recordRow,
  currentStep: z.string().nullable(),
  handlers: z.string().nullable(),
  submittedAt: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** Working hours since submission, or from submission to the end. */
  usedHours: z.string().nullable(),
  /** When it is likely to end, from the median time of its remaining steps in the last 180 days; null without history. */
  eta: z.string().nullable(),
  /** Nobody has handled it yet: it can be taken back. */
  withdrawable: z.boolean(),
});

export const FLOW_STATUSES = [
  'draft',
  'running',
  'returned',
  'approved',
  'rejected',
  'withdrawn',
  'cancelled',
] as const;

export const getMyList = call('POST', '/bpmapi/NodeRecord/GetMyList', '我发起的', {
  input: listInput.extend({
    ProcedureId: maybe(procedureId),
    project: z.string().max(50).optional(),
    Status: maybe(several(z.enum(FLOW_STATUSES, '状态不存在'), 7, '最多选择7个状态')),
    submittedAt: range.optional(),
  }),
  output: listOutput(mineRow),
});

export const TASK_TABS = ['wait', 'handled', 'mine', 'cc'] as const;

/** `at` is the time that the tab's list is by: arrival, handling, submission, sending. */
export const exportTasks = call('POST', '/bpmapi/NodeRecord/Export', '导出一个页签的待办（.xlsx，全部符合条件的）', {
  input: z.object({
    Tab: z.enum(TASK_TABS, '页签只能是 wait、handled、mine 或 cc'),
    Keyword: listInput.shape.Keyword,
    ...taskFilters,
    Overdue: maybe(flag),
    Status: maybe(several(z.enum(FLOW_STATUSES, '状态不存在'), 7, '最多选择7个状态')),
    at: range.optional(),
  }),
  output: z.unknown(),
});

export const stepHandler = z.object({
  UserId: z.string(),
  /** 「李四代张三」 where somebody handled it for somebody else. */
  UserName: z.string(),
  /** Id of that somebody else. */
  OnBehalfOf: z.string().nullable(),
  /** Who may handle it for this person now. */
  StandIns: z.array(z.object({ UserId: z.string(), UserName: z.string() })),
  state: z.enum(['waiting', 'active', 'agreed', 'rejected', 'transferred', 'skipped', 'cancelled', 'removed']),
  handledAt: z.string().nullable(),
  Opinion: z.string().nullable(),
  /** The step's own handler; a signer added before or after one (加签); a delegate, who only replies (委派). */
  part: z.enum(['own', 'before', 'after', 'delegate']),
  /** Name of who added them. */
  addedBy: z.string().nullable(),
  /** What they were told by who brought them in: 「石安平委派：请看安全」. */
  asked: z.string().nullable(),
  /** Drawn by hand with the agreement. */
  signature: z.object({ URL: z.string(), Size: z.number(), Name: z.string() }).nullable(),
});
export type StepHandler = z.output<typeof stepHandler>;

/** One step of a record; the applicant's own comes first with key `start`. */
export const stepView = z.object({
  NodeRecordId: z.string().nullable(),
  key: z.string(),
  name: z.string(),
  IsFinal: z.boolean(),
  CreatedByUserId: z.string().nullable(),
  NextHandlerUserId: z.string().nullable(),
  handlers: z.array(stepHandler),
  state: z.enum(['future', 'active', 'done', 'returned', 'skipped', 'cancelled']),
  Opinion: z.string().nullable(),
  handledAt: z.string().nullable(),
  why: z.string(),
  round: z.number(),
  mode: z.enum(['any', 'all', 'turn', 'vote']),
  /** In a vote: how many have to agree. */
  votesNeeded: z.number().nullable(),
  /** The parallel block and the branch of it that the step belongs to, by name. */
  parallel: z.object({ block: z.string(), branch: z.string() }).nullable(),
  arrivedAt: z.string().nullable(),
  dueAt: z.string().nullable(),
  /** What happens when its time is up. */
  timeout: z.enum(['remind', 'escalate', 'return', 'agree']),
  workingHours: z.string().nullable(),
  /** Of a step that is left: working hours that half and nine of ten took in the last 180 days, one decimal; of few, nobody knows the latter. */
  usual: z.object({ half: z.string(), most: z.string().nullable(), count: z.number() }).nullable(),
  /** Of a step that is left: when it is likely to be through; null where a step before it has no history. */
  expectedAt: z.string().nullable(),
  /** Whoever handles the step before has to pick the handler of this one. */
  chosen: z.boolean(),
  /** Whether its section and its row of the approval are on the printed copy. */
  printed: z.boolean(),
  /** Signatures given in this step where it has been taken again since, by field; the record holds the last ones. */
  signed: z.record(z.string(), z.unknown()).optional(),
});

export type StepView = z.output<typeof stepView>;

/** A step that is likely to be left out: nobody has come to it yet, and whether it is depends on what the record says by then. */
export const isForeseen = ({ state, arrivedAt }: Pick<StepView, 'state' | 'arrivedAt'>): boolean =>
  state === 'skipped' && arrivedAt === null;
export type WaitRow = z.output<typeof waitRow>;
export type HistoryRow = z.output<typeof historyRow>;
export type MineRow = z.output<typeof mineRow>;

/** One entry of a record's log, newest last. */
export const actionRow = z.object({
  seq: z.number(),
  kind: z.string(),
  label: z.string(),
  step: z.string().nullable(),
  UserId: z.string(),
  UserName: z.string(),
  /** Whom it brought in, took out, or passed the matter to. */
  to: z.array(z.string()),
  Opinion: z.string().nullable(),
  at: z.string(),
});

export const getList = call('POST', '/bpmapi/NodeRecord/GetList', '一张单据的审批步骤与操作记录', {
  input: z.object(record),
  output: z.object({ steps: z.array(stepView), actions: z.array(actionRow) }),
});

/** What a role's to-do page shows of its records besides; those that the person may not see are left out. */
export const getTaskColumns = call('POST', '/bpmapi/NodeRecord/GetTaskColumns', '岗位待办页的附加列', {
  input: z.object({
    /** Path of the page: it says which columns. */
    Page: z.string('请指明页面').min(1, '请指明页面').max(100, '没有这个页面'),
    BusinessId: several(id, 100, '一次最多100件'),
  }),
  output: z.object({
    rows: z.array(z.looseObject({ id: z.string() })),
    labels: z.record(z.string(), z.record(z.string(), z.string())),
    /** Columns that are no fields of the module: their key in the rows, what they are called and how they are read. */
    beside: z.array(z.object({ key: z.string(), label: z.string(), as: z.enum(['money', 'number', 'text']) })),
  }),
});

export const getNodeRecord = call('POST', '/bpmapi/NodeRecord/GetNodeRecord', '一个步骤的详情与当时的单据内容', {
  input: z
    .object({
      NodeRecordId: id,
      /** Takes a task of several people for a while. */
      Claim: maybe(flag).transform((value) => value ?? false),
      /** Gives it back to all of them. */
      Release: maybe(flag).transform((value) => value ?? false),
    })
    .refine((value) => !(value.Claim && value.Release), { message: '不能同时认领和退回', path: ['Release'] }),
  output: z.object({
    ...recordRow,
    step: stepView,
    /** Content of the record when the step was handled; null while it waits. */
    snapshot: z.record(z.string(), z.unknown()).nullable(),
    FormVersion: z.number().nullable(),
    /** Somebody else of the candidates has it open, until then. */
    claimedBy: z.string().nullable(),
    claimedUntil: z.string().nullable(),
    /** Opinions that the viewer writes most. */
    phrases: z.array(z.string()),
  }),
});

export const getFinalNodeRecord = call('POST', '/bpmapi/NodeRecord/GetFinalNodeRecord', '末步与结论，打印和归档用', {
  input: z.object(record),
  output: z.object({
    Status: z.string(),
    finishedAt: z.string().nullable(),
    step: stepView.nullable(),
    /** Head of the record's hash chain, as printed in the QR code. */
    hash: z.string(),
    /** The log recomputes to that hash. */
    verified: z.boolean(),
    copies: z.number(),
  }),
});

export const getNextId = call('POST', '/bpmapi/NodeRecord/GetNextId', '下一件待办', {
  input: z.object({ NodeRecordId: maybe(id), ...taskFilters, Overdue: maybe(flag) }),
  output: z.object({ ProcedureId: z.number(), BusinessId: z.string(), NodeRecordId: z.string() }).nullable(),
});

export const userExamineNumber = call(
  'POST',
  '/bpmapi/NodeRecord/UserExamineNumber',
  '待办数、各模块待办数与四个页签的数字',
  {
    input: z.object({ ProcedureId: maybe(procedureId), stepKey, Compare: maybe(flag) }),
    output: z.object({
      total: z.number(),
      overdue: z.number(),
      modules: z.array(
        z.object({
          ProcedureId: z.number(),
          moduleId: z.string(),
          module: z.string(),
          count: z.number(),
          overdue: z.number(),
          /** The same by step, for pages of single steps. */
          steps: z.array(z.object({ key: z.string(), count: z.number() })),
        }),
      ),
      /** 待我处理, 我已处理, 我发起, 抄送我（未读）. */
      tabs: z.object({ wait: z.number(), handled: z.number(), mine: z.number(), cc: z.number() }),
      /** 我发起在途, 退回给我, 抄送未读, 本月已处理. */
      cards: z.object({
        running: z.number(),
        returned: z.number(),
        ccUnread: z.number(),
        handledThisMonth: z.number(),
        /** Mean working hours of those; null where there are none. */
        meanHours: z.string().nullable(),
        /** The same of everybody in the person's department; only where `Compare` asks for it. */
        deptMeanHours: z.string().nullable(),
      }),
    }),
  },
);

export const editPrintNumber = call('POST', '/bpmapi/NodeRecord/EditPrintNumber', '登记一次打印，答第几份', {
  input: z.object({ ProcedureId: procedureId, BusinessId: several(id, 50, '一次最多打印50份') }),
  output: z.object({
    /** Of the (first) record printed. */
    copy: z.number(),
    /** `code` goes on the paper, see `verifyPrint`; null before the record was submitted. */
    copies: z.array(z.object({ BusinessId: z.string(), copy: z.number(), code: z.string().nullable() })),
  }),
});

export const verifyPrint = call('GET', '/bpmapi/NodeRecord/Verify', '核验打印件：纸上的内容与系统是否一致', {
  input: z.object({ code: z.string().regex(/^[0-9a-f]{32}-[1-9]\d{0,5}$/, '核验码不完整，请重新扫码') }),
  output: z.object({
    ProcedureId: z.number(),
    BusinessId: z.string(),
    module: z.string(),
    serial: z.string().nullable(),
    Status: z.string(),
    copy: z.number(),
    /** Printed so far. */
    copies: z.number(),
    printedAt: z.string(),
    /** The log's hashes fit one another, and the content fits the log. */
    intact: z.boolean(),
    /** The content is not what was printed. */
    changed: z.boolean(),
    /** What happened to the record after it was printed. */
    later: z.array(z.object({ label: z.string(), at: z.string() })),
  }),
});

export const delMyList = call('POST', '/bpmapi/NodeRecord/DelMyList', '删除我的草稿，逐条答成败', {
  input: z.object({ ProcedureId: maybe(procedureId), BusinessId: several(id, 100, '一次最多删除100条') }),
  output: z.object({
    deleted: z.number(),
    results: z.array(z.object({ BusinessId: z.string(), ok: z.boolean(), message: z.string() })),
  }),
});

export const noticeRow = z.object({
  id: z.string(),
  kind: z.enum(['todo', 'returned', 'ended', 'cc', 'urged', 'comment', 'delegated', 'late']),
  /** 审批, 退回, 结果, 抄送, 催办, 评论, 代办, 超时. */
  label: z.string(),
  title: z.string(),
  ProcedureId: z.number(),
  BusinessId: z.string(),
  NodeRecordId: z.string().nullable(),
  project: z.string().nullable(),
  at: z.string(),
  read: z.boolean(),
});
export type NoticeRow = z.output<typeof noticeRow>;

export const getFirstNotice = call('POST', '/bpmapi/NodeRecord/GetFirstNotice', '最新通知', {
  input: z.object({
    Top: z.coerce.number('条数必须是数字').int('条数必须是整数').min(1, '至少1条').max(100, '最多100条').default(8),
    /** Read ones, too. */
    All: maybe(flag).transform((value) => value ?? false),
  }),
  output: z.object({ rows: z.array(noticeRow), unread: z.number() }),
});

export const editNodeInform = call('POST', '/bpmapi/NodeInform/Edit', '把通知标为已读', {
  input: z.object({
    Ids: several(id, 500, '一次最多500条').optional(),
    All: maybe(flag).transform((value) => value ?? false),
  }),
  output: z.object({ unread: z.number() }),
});

export const commentRow = z.object({
  Id: z.string(),
  UserId: z.string(),
  UserName: z.string(),
  /** Null once its author took it back. */
  Content: z.string().nullable(),
  /** People named with @, who were told. */
  mentions: z.array(z.object({ UserId: z.string(), UserName: z.string() })),
  at: z.string(),
  mine: z.boolean(),
});
export type CommentRow = z.output<typeof commentRow>;

export const COMMENT_MAX = 500;

export const getComments = call('POST', '/bpmapi/NodeComment/GetList', '一张单据的评论', {
  input: z.object(record),
  output: z.object({ rows: z.array(commentRow) }),
});

export const addComment = call('POST', '/bpmapi/NodeComment/Add', '写评论，可 @ 提醒能看到单据的人', {
  input: z.object({
    ...record,
    Content: z.string('请填写评论').trim().min(1, '请填写评论').max(COMMENT_MAX, `评论最多${COMMENT_MAX}字`),
    UserIds: several(id, 20, '一次最多提醒20人').optional(),
  }),
  output: z.object({ Id: z.string() }),
});

export const delComment = call('POST', '/bpmapi/NodeComment/Del', '收回自己的评论', {
  input: z.object({ Id: id }),
  output: z.object({ Id: z.string() }),
});

const chainStep = z.object({
  key: z.string(),
  name: z.string(),
  by: z.string(),
  /** The rule in words, e.g. 角色「财务」. */
  byLabel: z.string(),
  mode: z.enum(['any', 'all', 'turn', 'vote']),
  /** In a vote: percentage of those asked who have to agree. */
  pass: z.number().nullable(),
  among: z.string().nullable(),
  when: z.string().nullable(),
  IsFinal: z.boolean(),
  hours: z.number(),
  fields: z.array(z.string()),
  /** Its policies with their defaults; see `StepPolicy` of form-kit. */
  policy: z.object({
    self: z.enum(['others', 'pass', 'skip']),
    repeat: z.enum(['next', 'all', 'none']),
    /** In words. */
    nobody: z.string(),
    rejectTo: z.array(z.enum(['starter', 'previous', 'step', 'end'])),
    addSign: z.boolean(),
    transfer: z.boolean(),
    delegate: z.boolean(),
    removeSign: z.enum(['added', 'any']),
    opinion: z.enum(['optional', 'required']),
    signature: z.enum(['optional', 'required']),
  }),
  watch: z.array(z.string()),
});

/** Absent: the one that new submissions take. */
const chainVersion = maybe(
  z.coerce.number('版本必须是数字').int('版本必须是整数').min(0, '版本不能小于0').max(1_000_000, '版本过大'),
);

export const getNodeItem = call('POST', '/bpmapi/Node/GetItem', '一个步骤的定义', {
  input: z.object({ ProcedureId: procedureId, key: z.string().max(20), version: chainVersion }),
  output: chainStep,
});

export const getNodeDetail = call('POST', '/bpmapi/Node/GetDetail', '一个模块的审批链与版本', {
  input: z.object({ ProcedureId: procedureId, version: chainVersion }),
  output: z.object({
    ProcedureId: z.number(),
    module: z.string(),
    /** 0: the program's own. */
    version: z.number(),
    publishedAt: z.string().nullable(),
    /** Records on their way. */
    running: z.number(),
    steps: z.array(chainStep),
    /** Steps taken side by side. */
    parallel: z.array(
      z.object({
        name: z.string(),
        branches: z.array(z.object({ name: z.string(), when: z.string().nullable(), steps: z.array(z.string()) })),
      }),
    ),
    cc: z.array(z.string()),
  }),
});

export const getNodeUser = call('POST', '/bpmapi/NodeUser/GetNodeUser', '可选的下一处理人', {
  input: z.object({
    ...record,
    /** The step to be handled; by default the next one that has to be chosen. */
    key: z.string().max(20).optional(),
    Keyword: z.string().max(50, '关键字最多50字').optional(),
  }),
  output: z.object({
    key: z.string().nullable(),
    step: z.string().nullable(),
    rows: z.array(
      z.object({
        userId: z.string(),
        userName: z.string(),
        dept: z.string().nullable(),
        /** To-dos that wait for the person now. */
        pending: z.number(),
        /** Who stands in for them today; null where they are there themselves. */
        delegate: z.string().nullable(),
        why: z.string(),
      }),
    ),
  }),
});
