/** 停用: applying, looking on the spot, what it does to bills, and what householders sent from outside. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, count, day, flag, idText, several } from '../common.ts';
import { uploaded } from '../files.ts';
import { requestId } from './common.ts';
import {
  ARREARS_HANDLES,
  CHECK_RESULTS,
  SUSPEND_REASONS,
  SUSPEND_SEASONS,
  SUSPEND_SOURCES,
  SUSPEND_STATES,
  SUSPEND_TABS,
  SUSPEND_TYPES,
  VALVE_ACTIONS,
  WISH_MATCHES,
  WISH_RELATIONS,
  WISH_STATES,
} from './suspension-words.ts';

const API = '/pmsapi/BillSuspend';

/** What bills come to with an application, against what they come to without. Days are the community's; amounts yuan. */
export const suspendWhatIf = z.object({
  /** First and last day that change. */
  from: z.string(),
  to: z.string().nullable(),
  days: z.number(),
  /** % that is still charged. */
  keepRate: z.string(),
  minDays: z.number(),
  seasonDays: z.number().nullable(),
  area: z.string().nullable(),
  unit: z.string(),
  unitPrice: z.string().nullable(),
  arrears: z.string(),
  rows: z.array(
    z.object({
      /** Null where it is not billed yet. */
      billId: z.string().nullable(),
      billNo: z.string(),
      cycle: z.string(),
      period: z.string(),
      from: z.string(),
      to: z.string(),
      stopDays: z.number(),
      days: z.number(),
      before: z.string(),
      paid: z.string(),
      after: z.string(),
      reduction: z.string(),
      state: z.string(),
    }),
  ),
  /** Of bills that are out, and of those to come. */
  billed: z.string(),
  future: z.string(),
  /** 预计减收: negative where more is charged again. */
  reduction: z.string(),
  notes: z.array(z.string()),
});
export type SuspendWhatIf = z.output<typeof suspendWhatIf>;

export const suspendApply = call(
  'POST',
  `${API}/Suspend`,
  '申请停用、恢复或延长，或受理微信申请；preview 只试算受影响账单',
  {
    input: z.object({
      requestId: requestId.optional(),
      preview: flag.default(false),
      /** Takes what a householder sent; what is given besides goes before it. */
      wxId: blankable(idText).default(null),
      roomId: blankable(idText).default(null),
      feeId: blankable(idText).default(null),
      applyType: blankable(z.enum(SUSPEND_TYPES, '请选择申请类型')).default(null),
      startDate: blankable(day).default(null),
      /** The last day; nothing where supply begins again. */
      endDate: blankable(day).default(null),
      reason: blankable(z.enum(SUSPEND_REASONS, '请选择停用原因')).default(null),
      season: blankable(z.enum(SUSPEND_SEASONS, '停用季节不正确')).default(null),
      source: z.enum(SUSPEND_SOURCES, '申请来源不正确').default('前台受理'),
      handlerName: z.string().trim().max(50, '经办人最多50字').default(''),
      knowRule: flag.default(false),
      /** Who takes an application although something is owed says how that is settled. */
      arrearsHandle: blankable(z.enum(ARREARS_HANDLES, '请选择欠费处理')).default(null),
      files: several(uploaded, 5, '证件最多5张').default([]),
      sign: blankable(uploaded).default(null),
    }),
    output: z.object({ BusinessId: z.string().nullable(), serial: z.string().nullable(), whatIf: suspendWhatIf }),
  },
);

export const suspendCheck = call('POST', `${API}/Check`, '现场关阀核查，或退回微信申请', {
  input: z.object({
    BusinessId: blankable(idText).default(null),
    /** What the person saw; another one answers 409. */
    FormVersion: count('版本', 0).optional(),
    wxId: blankable(idText).default(null),
    visitTime: blankable(z.iso.datetime({ offset: true, error: '时间格式不正确' })).default(null),
    valveAction: blankable(z.enum(VALVE_ACTIONS, '请选择阀门操作')).default(null),
    sealNo: z.string().trim().max(50, '铅封号最多50字').default(''),
    reading: blankable(
      z
        .string()
        .trim()
        .regex(/^\d{1,12}(\.\d{1,3})?$/, '读数应为不小于0的数，最多3位小数'),
    ).default(null),
    photos: several(uploaded, 6, '现场照片最多6张').default([]),
    result: z.enum([...CHECK_RESULTS, '退回'], '请选择核查结论'),
    note: z.string().trim().max(500, '说明最多500字').default(''),
  }),
  output: z.object({
    /** 待核查 … of an application, 已退回 of what a householder sent. */
    state: z.string(),
    /** From which day it counts: the later of the look on the spot and the day that was asked for; null where it was not fit. */
    effectiveFrom: z.string().nullable(),
  }),
});

const filters = {
  Scope: z.enum(['task', 'all'], '范围只能是 task、all').default('all'),
  tab: blankable(z.enum(SUSPEND_TABS, '页签不正确')).default(null),
  community: blankable(idText).default(null),
  building: blankable(idText).default(null),
  fee: blankable(idText).default(null),
  source: blankable(z.enum(SUSPEND_SOURCES, '来源不正确')).default(null),
  applyType: blankable(z.enum(SUSPEND_TYPES, '类型不正确')).default(null),
  startFrom: blankable(day).default(null),
  startTo: blankable(day).default(null),
  effective: blankable(z.enum(SUSPEND_STATES, '生效状态不正确')).default(null),
  season: blankable(z.enum(SUSPEND_SEASONS, '季节不正确')).default(null),
};

export const suspendRow = z.object({
  BusinessId: z.string(),
  FormVersion: z.number(),
  serial: z.string(),
  communityId: z.string(),
  community: z.string(),
  roomId: z.string(),
  room: z.string(),
  owner: z.string(),
  /** Masked. */
  phone: z.string(),
  applyType: z.enum(SUSPEND_TYPES),
  feeId: z.string(),
  fee: z.string(),
  season: z.string(),
  /** As asked for; the last day. */
  startDate: z.string(),
  endDate: z.string().nullable(),
  /** As it counts; null where it does not. */
  effectiveFrom: z.string().nullable(),
  effectiveTo: z.string().nullable(),
  days: z.number().nullable(),
  keepRate: z.string(),
  /** Amounts are null for those who may not see any. */
  arrears: z.string().nullable(),
  reduction: z.string().nullable(),
  /** What bills are less by; what is expected where none of its days is billed yet, which the note says. */
  lost: z.string().nullable(),
  lostNote: z.string(),
  sealNo: z.string(),
  checker: z.string(),
  source: z.string(),
  state: z.enum(SUSPEND_STATES),
  tab: z.enum(SUSPEND_TABS),
  step: z.string(),
  /** Working hours. */
  waitHours: z.string().nullable(),
  dueAt: z.string().nullable(),
  overdue: z.boolean(),
  /** The task that waits for whoever asks. */
  NodeRecordId: z.string().nullable(),
});
export type SuspendRow = z.output<typeof suspendRow>;

export const suspendPage = call('POST', `${API}/GetPage`, '停用申请与停用记录', {
  input: listInput.extend(filters),
  output: listOutput(suspendRow).extend({ counts: z.record(z.string(), z.number()) }),
});

export const suspendExport = call('POST', `${API}/ExportPage`, '导出停用记录或待办', {
  input: z.object({ ...filters, Keyword: z.string().max(100, '关键字最多100字').optional() }),
  output: z.unknown(),
});

export const suspendFigures = call('POST', `${API}/GetFigures`, '停用户数、本季减收、待核查、将到期与按楼栋停用率', {
  input: z.object({ community: blankable(idText).default(null) }),
  output: z.object({
    asOf: z.string(),
    stopped: z.number(),
    charged: z.number(),
    /** %; null where nobody is charged. */
    rate: z.number().nullable(),
    /** Of bills that are out in seasons (or years) of today. */
    reduction: z.string().nullable(),
    toCheck: z.number(),
    /** Within 7 days. */
    ending: z.number(),
    buildings: z.array(
      z.object({
        id: z.string(),
        community: z.string(),
        building: z.string(),
        stopped: z.number(),
        charged: z.number(),
        rate: z.number(),
        high: z.boolean(),
      }),
    ),
  }),
});
export type SuspendFigures = z.output<typeof suspendFigures.output>;

const past = z.object({
  from: z.string(),
  to: z.string().nullable(),
  fee: z.string(),
  kind: z.string(),
  keepRate: z.string(),
  sealNo: z.string(),
  document: z.string(),
});

export type PastSuspension = z.output<typeof past>;

export const suspendDetail = call('POST', `${API}/GetDetail`, '一份停用申请的房间、受影响账单与历史停用', {
  input: z.object({ BusinessId: idText }),
  output: z.object({
    row: suspendRow,
    reason: z.string(),
    handlerName: z.string(),
    building: z.string(),
    area: z.string().nullable(),
    roomState: z.string(),
    usage: z.string(),
    balance: z.string().nullable(),
    /** What was agreed about arrears when a householder's application was taken. */
    arrearsHandle: z.string(),
    /** Null once it has ended: the bills tell by themselves. */
    whatIf: suspendWhatIf.nullable(),
    history: z.array(past),
    /** Who took it cannot look on the spot. */
    checkable: z.boolean(),
    visitTime: z.string().nullable(),
    valveAction: z.string(),
    reading: z.string().nullable(),
    checkResult: z.string(),
    checkNote: z.string(),
    company: z.string(),
  }),
});
export type SuspendDetail = z.output<typeof suspendDetail.output>;

/* ---- what householders sent ---- */

export const wishRow = z.object({
  wxId: z.string(),
  no: z.string(),
  appliedAt: z.string(),
  communityId: z.string(),
  community: z.string(),
  roomId: z.string(),
  room: z.string(),
  applicant: z.string(),
  relation: z.enum(WISH_RELATIONS),
  /** Masked. */
  phone: z.string(),
  type: z.enum(SUSPEND_TYPES),
  feeId: z.string(),
  fee: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  reason: z.string(),
  /** How many photos. */
  files: z.number(),
  match: z.enum(WISH_MATCHES),
  arrears: z.string().nullable(),
  /** Working hours. */
  waitHours: z.string(),
  /** Longer than two working hours. */
  late: z.boolean(),
  /** Others of the room and fee that wait as well. */
  duplicates: z.number(),
  state: z.enum(WISH_STATES),
  note: z.string(),
  BusinessId: z.string().nullable(),
});
export type WishRow = z.output<typeof wishRow>;

export const wishPage = call('POST', `${API}/GetWxPage`, '业主从微信提交的申请', {
  input: listInput.extend({
    community: blankable(idText).default(null),
    state: blankable(z.enum(WISH_STATES, '状态不正确')).default(null),
    applyFrom: blankable(day).default(null),
    applyTo: blankable(day).default(null),
  }),
  output: listOutput(wishRow).extend({ counts: z.record(z.string(), z.number()) }),
});

export const wishDetail = call('POST', `${API}/GetWxDetail`, '一份微信申请与档案的比对', {
  input: z.object({ wxId: idText }),
  output: z.object({
    row: wishRow,
    owner: z.string(),
    ownerPhone: z.string(),
    residents: z.string(),
    building: z.string(),
    area: z.string().nullable(),
    roomState: z.string(),
    balance: z.string().nullable(),
    history: z.array(past),
    others: z.array(
      z.object({ wxId: z.string(), no: z.string(), type: z.string(), from: z.string(), state: z.string() }),
    ),
    /** A form of this room and fee is under way already. */
    running: z.string().nullable(),
    arrearsHandle: z.string(),
    handledBy: z.string(),
    handledAt: z.string().nullable(),
  }),
});
export type WishDetail = z.output<typeof wishDetail.output>;

export const wishPhone = call('POST', `${API}/RevealWxPhone`, '查看申请人完整电话，入审计', {
  input: z.object({ wxId: idText }),
  output: z.object({ phone: z.string() }),
});
export const wishPhoto = call('POST', `${API}/GetWxPhoto`, '查看一张证件照（带水印），入审计', {
  input: z.object({ wxId: idText, at: count('序号', 0, 20) }),
  output: z.unknown(),
});
export const wishLink = call('POST', `${API}/ApplyLink`, '小区的业主申请地址；renew 换新后旧地址作废', {
  input: z.object({ communityId: idText, renew: flag.default(false) }),
  output: z.object({ path: z.string().nullable(), madeAt: z.string().nullable() }),
});
