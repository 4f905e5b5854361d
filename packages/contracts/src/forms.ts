/**
 * The calls that every form module has, by its controller path (`/bpmapi/ConstructionNotice`). What a record holds is the definition's
 * matter; here is what stands around it.
 *
 * References are answered as values; their words come beside them in `labels`: field path (`project`, `chemicals.name`) → value → label.
 */
import { z } from 'zod';
import { stepView } from './approval.ts';
import { type CallContract, call, listInput } from './call.ts';
import { flag } from './common.ts';

const id = z.string().regex(/^[1-9]\d{0,17}$/, '编号格式不正确');
const opinion = z.string().max(2000, '意见最多2000字').default('');
/** Words that an action cannot do without. */
const reason = (missing: string) => z.string(missing).trim().min(1, missing).max(2000, '意见最多2000字');
const version = z.coerce.number('版本必须是数字').int('版本必须是整数').min(0).max(2_000_000_000);
const user = z.preprocess((value) => (value === '' ? undefined : value), id.optional());
const severalUsers = z.preprocess(
  (value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]),
  z.array(id).max(50, '一次最多50人'),
);

/** As Upload answered it. */
const signature = z
  .object(
    { URL: z.string().min(1).max(500), Size: z.coerce.number().min(0), Name: z.string().max(255) },
    '签名格式不正确',
  )
  .optional();

export const labelMap = z.record(z.string(), z.record(z.string(), z.string()));
const values = z.record(z.string(), z.unknown());

export const attachment = z.object({
  Id: z.string(),
  URL: z.string(),
  Size: z.number(),
  Name: z.string(),
  /** Step at which it was attached: `start`, `s1`, … */
  BusinessNode: z.string().nullable(),
  UserId: z.string(),
  UserName: z.string(),
  at: z.string(),
});
export type Attachment = z.output<typeof attachment>;

/** A new record, before it is saved. */
export const initInfo = z.object({
  record: values,
  labels: labelMap,
  ProcedureId: z.number(),
  /** The number that the next submission would get. */
  serialPreview: z.string(),
  /** Predicted steps. */
  steps: z.array(stepView),
  /** Labels of what a copy comes without, since it may not be pointed at any more. */
  omitted: z.array(z.string()).optional(),
});
export type InitInfo = z.output<typeof initInfo>;

export const formInfo = z.object({
  BusinessId: z.string(),
  record: values,
  labels: labelMap,
  ProcedureId: z.number(),
  Status: z.string(),
  FormVersion: z.number(),
  ApplyUserId: z.string(),
  ApplyUserName: z.string(),
  steps: z.array(stepView),
  allowedActions: z.array(z.string()),
  /** The task that waits for this person, and its step (`start` for a returned record). */
  NodeRecordId: z.string().nullable(),
  stepKey: z.string().nullable(),
  /** All tasks of the record that wait for this person: several where steps side by side ask the same one. */
  tasks: z.array(z.object({ NodeRecordId: z.string(), step: z.string() })),
  /** Name of whose task it is, where this person stands in for them. */
  OnBehalfOf: z.string().nullable(),
  /** Name of who has claimed that task; until they are done or their time is over, nobody else handles it. */
  claimedBy: z.string().nullable(),
  /** What the task asks for: the step with its section, a revision, a further signature, or only an opinion. */
  taskKind: z.enum(['approve', 'revise', 'sign', 'delegate']).nullable(),
  /** What an agreement here cannot do without. */
  needs: z.object({ opinion: z.boolean(), signature: z.boolean() }),
  /** Fields and details of the step's section that are not filled in here, and those that must be although the form leaves them open. */
  rights: z.object({ closed: z.array(z.string()), required: z.array(z.string()) }),
  /** Where this person may reject to: `starter`, `previous`, a step's key, `end`. */
  rejectTo: z.array(z.string()),
  /** Whom this person may take out of the step, and a task of that step for the call. */
  removable: z
    .object({ NodeRecordId: z.string(), people: z.array(z.object({ UserId: z.string(), UserName: z.string() })) })
    .nullable(),
  /** The task whose agreement this person may take back. */
  takeBackId: z.string().nullable(),
  /** Keys whose values this person may not see; they are null in `record`. */
  withheld: z.array(z.string()),
  attachments: z.array(attachment),
});
export type FormInfo = z.output<typeof formInfo>;

export const saved = z.object({ BusinessId: z.string(), FormVersion: z.number() });
export const moved = z.object({
  BusinessId: z.string(),
  FormVersion: z.number(),
  Status: z.string(),
  serial: z.string().nullable(),
  /** After an agreement: until when `TakeBack` undoes it even if it ended the approval; people are told only then. */
  undoUntil: z.string().nullable(),
  steps: z.array(stepView),
});
export type Moved = z.output<typeof moved>;

/** A field of the form in a list: values by key, beside what every row has. */
export const formRow = z.looseObject({
  BusinessId: z.string(),
  Status: z.string(),
  FormVersion: z.number(),
  serial: z.string().nullable(),
  applicant: z.string(),
  createdAt: z.string(),
  currentStep: z.string().nullable(),
  handlers: z.string().nullable(),
  /** Only in lists of what was opened to the person: a copy and its sender, or a part in the approval. */
  openedBy: z.string().optional(),
  /** Only where the organisation of then is asked for: what the record's departments were called, by field key. */
  deptNames: z.record(z.string(), z.string()).optional(),
});
export type FormRow = z.output<typeof formRow>;

export const formRows = z.object({
  rows: z.array(formRow),
  total: z.number(),
  /** Of what counts: what was cancelled or rejected for good is listed and not in them. */
  sums: z.record(z.string(), z.string()),
  /** How many of what is listed the sums leave out. */
  uncounted: z.number(),
  /** Only of pages that show it: how many of what matches, whatever step is asked for, stand at each step. */
  stepCounts: z.array(z.object({ step: z.string(), count: z.number() })).optional(),
  labels: labelMap,
});
export type FormRows = z.output<typeof formRows>;

/** Filters come beside these by their field keys (`planStart[from]`), so that unknown names are let through to the engine, which names bad ones. */
const indexInput = listInput.extend({
  Scope: z.enum(['all', 'area', 'limit', 'mine', 'person'], '范围只能是 all、area、limit、mine、person').default('all'),
  /** Names of steps: records that stand at one of them. */
  Step: z.union([z.string().max(60), z.array(z.string().max(60)).max(50)]).optional(),
  /** Path of the page that asks, where one module has several: it says which columns. */
  Page: z.string().max(100).optional(),
  /** Departments by the organisation of today, or by that of the moment at which a record was filed. */
  Org: z.enum(['now', 'then'], '组织口径只能是 now、then').default('now'),
});

/** Field values come beside these by their keys. */
const withFields = <S extends z.ZodRawShape>(shape: S) => z.looseObject(shape);
const task = { NodeRecordId: id, Opinion: opinion };

/** What the calls take; the same schemas serve every module. */
const INPUTS = {
  init: withFields({ ProjectCode: z.string().max(50).optional(), CopyFrom: id.optional() }),
  /** With a task: the section of its step, as its handler fills it in. */
  preview: withFields({ BusinessId: id.optional(), NodeRecordId: id.optional() }),
  draft: withFields({ BusinessId: id.optional(), FormVersion: version.optional() }),
  /** With a task: which of several that wait for the person is meant; without, or where it waits no longer, the first. */
  info: z.object({ BusinessId: id, NodeRecordId: id.optional() }),
  index: z.looseObject(indexInput.shape),
  exported: z.looseObject({ ...indexInput.shape, BusinessId: id.optional() }),
  submit: z.object({ BusinessId: id, FormVersion: version, NextHandlerUserId: user, Opinion: opinion }),
  approve: withFields({
    ...task,
    FormVersion: version,
    NextHandlerUserId: user,
    Signature: signature,
    /** One of several, agreed to without being looked at: refused where the step asks for a look. */
    Batch: flag.optional(),
  }),
  reject: z.object({
    NodeRecordId: id,
    FormVersion: version,
    Opinion: reason('请填写驳回原因'),
    To: z
      .union([z.enum(['starter', 'previous', 'end']), z.templateLiteral(['s', z.int()])], '退回步骤不正确')
      .default('starter'),
    /** Without it, as the form has it. */
    Resume: z.enum(['replay', 'direct'], '重走方式只能是 replay 或 direct').optional(),
  }),
  record: z.object({ BusinessId: id, Opinion: opinion }),
  cancel: z.object({ BusinessId: id, Opinion: reason('请填写作废原因') }),
  transfer: z.object({ NodeRecordId: id, UserId: id, Opinion: reason('请填写转办原因') }),
  addSign: z.object({
    NodeRecordId: id,
    UserIds: severalUsers,
    Where: z.enum(['before', 'after'], '加签位置只能是 before 或 after').default('before'),
    Mode: z.enum(['any', 'all', 'turn'], '加签方式只能是 any、all 或 turn').default('all'),
    Opinion: reason('请填写加签原因'),
  }),
  removeSign: z.object({ NodeRecordId: id, UserIds: severalUsers, Opinion: opinion }),
  delegate: z.object({ NodeRecordId: id, UserId: id, Opinion: reason('请填写委派原因') }),
  takeBack: z.object({ NodeRecordId: id, Opinion: opinion }),
  copy: z.object({ BusinessId: id, UserIds: severalUsers, Opinion: opinion }),
};
const file = z.unknown();

/** Contracts of one module's calls. */
export const formCalls = (api: string, title: string) =>
  ({
    getInitInfo: call('GET', `${api}/GetInitInfo`, `${title}：新建时的默认值、带出与预计审批链`, {
      input: INPUTS.init,
      output: initInfo,
    }),
    preview: call('POST', `${api}/Preview`, `${title}：按填写内容带出、计算并预计审批链`, {
      input: INPUTS.preview,
      output: initInfo,
    }),
    previewSaved: call('GET', `${api}/Preview`, `${title}：已保存单据的预计审批链`, {
      input: INPUTS.preview,
      output: initInfo,
    }),
    draft: call('POST', `${api}/Draft`, `${title}：暂存草稿`, { input: INPUTS.draft, output: saved }),
    getInfo: call('GET', `${api}/GetInfo`, `${title}：单据、步骤、可做的操作`, {
      input: INPUTS.info,
      output: formInfo,
    }),
    index: call('POST', `${api}/Index`, `${title}：列表`, { input: INPUTS.index, output: formRows }),
    exportRows: call('POST', `${api}/Export`, `${title}：导出列表；带 BusinessId 为导出这一张单据`, {
      input: INPUTS.exported,
      output: file,
    }),
    submit: call('POST', `${api}/Submit`, `${title}：提交审批`, { input: INPUTS.submit, output: moved }),
    approve: call('POST', `${api}/Approve`, `${title}：同意`, { input: INPUTS.approve, output: moved }),
    reject: call('POST', `${api}/Reject`, `${title}：驳回`, { input: INPUTS.reject, output: moved }),
    withdraw: call('POST', `${api}/Withdraw`, `${title}：撤回`, { input: INPUTS.record, output: moved }),
    cancel: call('POST', `${api}/Cancel`, `${title}：作废`, { input: INPUTS.cancel, output: moved }),
    transfer: call('POST', `${api}/Transfer`, `${title}：转办`, { input: INPUTS.transfer, output: moved }),
    addSign: call('POST', `${api}/AddSign`, `${title}：加签（前加签先于本人，后加签在本人同意之后）`, {
      input: INPUTS.addSign,
      output: moved,
    }),
    removeSign: call('POST', `${api}/RemoveSign`, `${title}：减签`, { input: INPUTS.removeSign, output: moved }),
    delegate: call('POST', `${api}/Delegate`, `${title}：委派他人给出意见，之后由本人决定`, {
      input: INPUTS.delegate,
      output: moved,
    }),
    takeBack: call('POST', `${api}/TakeBack`, `${title}：拿回自己的同意（下一步尚未处理时）`, {
      input: INPUTS.takeBack,
      output: moved,
    }),
    urge: call('POST', `${api}/Urge`, `${title}：催办`, { input: INPUTS.record, output: moved }),
    copy: call('POST', `${api}/Cc`, `${title}：抄送`, { input: INPUTS.copy, output: moved }),
  }) satisfies Readonly<Record<string, CallContract>>;

/** Search for what a field may point at. */
export const referenceIndex = call('POST', '/webapi/Reference/Index', '选择器：按名称、编码、拼音查找', {
  input: z.looseObject({
    Entity: z.string('请指明查找对象').max(60),
    /** The field that is filled in, `borrowing.origin`: it may take less than the entity has. */
    Field: z.string().max(120).optional(),
    Keyword: z.string().max(100, '关键字最多100字').default(''),
    ProjectCode: z.string().max(50).optional(),
    PageIndex: listInput.shape.PageIndex,
    PageSize: listInput.shape.PageSize,
  }),
  output: z.object({
    rows: z.array(z.looseObject({ value: z.string(), label: z.string() })),
    total: z.number(),
    /** Where nothing is found: how many there are that the field may not take. */
    withheld: z.number(),
  }),
});
