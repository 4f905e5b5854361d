/** 收费公告: announcements and dunning — templates, drafts, sending household by household, what came of it. Amounts are yuan with two places. */
import { z } from 'zod';
import { call, listInput } from '../call.ts';
import { blankable, count, day, done, flag, idText, several } from '../common.ts';
import { chargeReason, communityId, yuan } from './common.ts';

export const NOTICE_KINDS = [
  '出账通知',
  '一次催缴',
  '二次催缴',
  '律师函前告知',
  '停供通知',
  '恢复通知',
  '调价公告',
  '缴费优惠',
  '一般公告',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
/** Only for those who owe something; the ones after the first want what is overdue. */
export const DEBT_KINDS: readonly NoticeKind[] = ['出账通知', '一次催缴', '二次催缴', '律师函前告知', '停供通知'];
export const DUNNING_KINDS: readonly NoticeKind[] = ['一次催缴', '二次催缴', '律师函前告知', '停供通知'];
/** Sent only when another person has agreed. */
export const CHECKED_KINDS: readonly NoticeKind[] = ['停供通知', '律师函前告知', '调价公告'];
export const NOTICE_STATES = ['草稿', '待审核', '定时', '发送中', '已发送', '已撤回'] as const;
export const NOTICE_CHANNELS = ['微信', '短信', '公示', '纸质'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
export const NOTICE_SEND_STATES = ['待发送', '发送中', '已提交', '待投递', '送达', '失败', '跳过', '已撤回'] as const;

const noticeId = z.string('请选择公告').regex(/^\d{1,18}$/, '编号格式不正确');
const kind = z.enum(NOTICE_KINDS, '请选择类别');
const channels = several(z.enum(NOTICE_CHANNELS, '渠道不正确'), 4, '渠道最多4种').pipe(
  z.array(z.enum(NOTICE_CHANNELS)).min(1, '请选择渠道'),
);
const title = z.string('请填写标题').trim().min(2, '标题应为2至50字').max(50, '标题应为2至50字');
const body = z.string('请填写正文').trim().min(1, '请填写正文').max(2000, '正文最多2000字');

const filters = {
  community: blankable(communityId).optional(),
  kind: blankable(z.enum(NOTICE_KINDS, '类别不正确')).optional(),
  state: blankable(z.enum(NOTICE_STATES, '状态不正确')).optional(),
  sentFrom: blankable(day).optional(),
  sentTo: blankable(day).optional(),
};

const noticeRow = z.object({
  id: z.string(),
  no: z.string(),
  title: z.string(),
  kind,
  communityId: z.string(),
  community: z.string(),
  rooms: z.number(),
  channels: z.array(z.enum(NOTICE_CHANNELS)),
  state: z.enum(NOTICE_STATES),
  planAt: z.string().nullable(),
  sentAt: z.string().nullable(),
  stopDay: z.string().nullable(),
  /** Messages and letters that have come to an end, of all. */
  done: z.number(),
  parts: z.number(),
  failed: z.number(),
  /** %; null where nothing was to arrive. */
  delivered: z.number().nullable(),
  read: z.number().nullable(),
  /** Households that paid within 7 days, and what of it was owed then; null where nothing was sent to single households. */
  paidRooms: z.number().nullable(),
  paidAmount: z.string().nullable(),
  maker: z.string(),
  checker: z.string(),
  opinion: z.string(),
  /** Drafted by whoever asks: somebody else has to agree. */
  mine: z.boolean(),
  /** Whoever asks may agree to it. */
  mayCheck: z.boolean(),
  version: z.number(),
});
export type ChargeNoticeRow = z.output<typeof noticeRow>;

export const feeAnnouncementIndex = call('POST', '/pmsapi/FeeAnnouncement/Index', '收费公告列表与效果', {
  input: listInput.extend(filters),
  output: z.object({
    rows: z.array(noticeRow),
    total: z.number(),
    stats: z.object({
      states: z.record(z.string(), z.number()),
      paidRooms: z.number(),
      paidAmount: z.string(),
    }),
  }),
});

const audience = z.object({
  buildings: several(idText, 500, '楼栋最多500个').default([]),
  fees: several(idText, 50, '收费项目最多50个').default([]),
  arrearsMin: blankable(yuan('欠费')).default(null),
  overdueMin: blankable(count('逾期天数', 0, 10_000)).default(null),
  suspended: blankable(flag).default(null),
  rooms: several(idText, 1_000, '房间最多1000间').default([]),
  run: blankable(idText).default(null),
});
export type NoticeAudience = z.output<typeof audience>;

const meant = {
  communityId,
  kind,
  audience: audience.default({
    buildings: [],
    fees: [],
    arrearsMin: null,
    overdueMin: null,
    suspended: null,
    rooms: [],
    run: null,
  }),
  again: flag.default(false),
};
const written = {
  ...meant,
  templateId: blankable(idText).default(null),
  title,
  body,
  smsSign: z.string().trim().max(12, '短信签名最多12字').default(''),
  channels,
  skipMissing: flag.default(false),
  stopDay: blankable(day).default(null),
  planAt: blankable(
    z.string().regex(/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$/, '计划发送时间格式应为 YYYY-MM-DD HH:mm'),
  ).default(null),
};

const missing = z.object({
  variable: z.string(),
  label: z.string(),
  count: z.number(),
  /** Some of the rooms. */
  rooms: z.array(z.string()),
});
const counted = {
  rooms: z.number(),
  /** Told of the same within 7 days. */
  recent: z.number(),
  missing: z.array(missing),
  smsCount: z.number(),
  /** Yuan; null where nobody has said what one costs. */
  cost: z.string().nullable(),
};

export const feeAnnouncementCount = call('POST', '/pmsapi/FeeAnnouncement/Count', '对象条件下的户数', {
  input: z.object(meant),
  output: z.object({ rooms: z.number(), recent: z.number() }),
});

export const feeAnnouncementPreview = call('POST', '/pmsapi/FeeAnnouncement/Preview', '随机三户的实际内容与短信条数', {
  input: z.object({ ...written, seed: z.string().trim().max(40, '随机种子最多40字').default('') }),
  output: z.object({
    ...counted,
    samples: z.array(
      z.object({
        room: z.string(),
        owner: z.string(),
        text: z.string(),
        length: z.number(),
        sms: z.number(),
      }),
    ),
  }),
});

export const feeAnnouncementDraft = call('POST', '/pmsapi/FeeAnnouncement/Draft', '存草稿', {
  input: z.object({
    ...written,
    id: blankable(noticeId).default(null),
    version: count('版本', 0).default(0),
  }),
  output: z.object({ id: z.string(), version: z.number(), ...counted }),
});

export const feeAnnouncementSend = call('POST', '/pmsapi/FeeAnnouncement/Send', '提交、审核、发送，或重发失败的', {
  input: z.object({
    id: noticeId,
    version: count('版本', 0),
    /** 1 agrees, 0 sends it back to its maker. */
    approve: blankable(flag).default(null),
    opinion: z.string().trim().max(200, '意见最多200字').default(''),
    onlyFailed: flag.default(false),
  }),
  output: z.object({
    state: z.enum(NOTICE_STATES),
    queued: z.number(),
    skipped: z.array(z.object({ reason: z.string(), count: z.number() })),
  }),
});

export const feeAnnouncementWithdraw = call('POST', '/pmsapi/FeeAnnouncement/Withdraw', '撤回还没有发出的部分', {
  input: z.object({ id: noticeId, reason: chargeReason }),
  output: z.object({ withdrawn: z.number() }),
});

export const feeAnnouncementDeliver = call('POST', '/pmsapi/FeeAnnouncement/Deliver', '登记纸质通知已投递', {
  input: z.object({ id: noticeId, sendIds: several(idText, 1_000, '一次最多1000份').default([]) }),
  output: z.object({ delivered: z.number() }),
});

const sendRow = z.object({
  id: z.string(),
  roomId: z.string(),
  room: z.string(),
  owner: z.string(),
  phone: z.string(),
  channel: z.enum(NOTICE_CHANNELS),
  content: z.string(),
  owed: z.string(),
  state: z.enum(NOTICE_SEND_STATES),
  reason: z.string(),
  at: z.string().nullable(),
  readAt: z.string().nullable(),
  paid: z.string(),
});
export type NoticeSendRow = z.output<typeof sendRow>;

export const feeAnnouncementDetail = call('POST', '/pmsapi/FeeAnnouncement/Detail', '公告内容与发送明细', {
  input: listInput.extend({
    id: noticeId,
    state: blankable(z.enum(NOTICE_SEND_STATES, '结果不正确')).optional(),
  }),
  output: z.object({
    notice: noticeRow.extend({
      body: z.string(),
      smsSign: z.string(),
      templateId: z.string().nullable(),
      audience,
      again: z.boolean(),
      skipMissing: z.boolean(),
      boardReads: z.number(),
      /** Where everybody reads it; null where it is not put up. */
      boardPath: z.string().nullable(),
      company: z.string(),
      phone: z.string(),
    }),
    /** Whom it would go to now; null once it was sent. */
    meant: z
      .object({
        total: z.number(),
        /** The first 200. */
        rows: z.array(
          z.object({
            roomId: z.string(),
            room: z.string(),
            owner: z.string(),
            bills: z.number(),
            /** The oldest day on which something was due. */
            since: z.string(),
            owed: z.string(),
          }),
        ),
      })
      .nullable(),
    counts: z.array(z.object({ state: z.string(), reason: z.string(), count: z.number() })),
    rows: z.array(sendRow),
    total: z.number(),
  }),
});
export type NoticeDetail = z.output<typeof feeAnnouncementDetail.output>;

export const feeAnnouncementExport = call('POST', '/pmsapi/FeeAnnouncement/Export', '导出发送明细', {
  input: z.object({ id: noticeId, state: blankable(z.enum(NOTICE_SEND_STATES, '结果不正确')).optional() }),
  output: z.unknown(),
});

const letter = z.object({
  id: z.string(),
  no: z.string(),
  room: z.string(),
  owner: z.string(),
  content: z.string(),
  date: z.string(),
  /** What was asked for when it was written. */
  bills: z.array(
    z.object({
      fee: z.string(),
      period: z.string(),
      span: z.string(),
      principal: z.string(),
      penalty: z.string(),
      dueDay: z.string(),
      /** How a part of what rooms share came about; empty where nothing was shared. */
      share: z.string(),
    }),
  ),
  total: z.string(),
  penalty: z.string(),
  capital: z.string(),
  path: z.string(),
});
export type NoticeLetter = z.output<typeof letter>;

export const feeAnnouncementPrint = call('POST', '/pmsapi/FeeAnnouncement/Print', '入户通知与催缴函的内容', {
  input: z.object({ id: noticeId }),
  output: z.object({
    title: z.string(),
    dunning: z.boolean(),
    community: z.string(),
    company: z.string(),
    phone: z.string(),
    letters: z.array(letter),
  }),
});

const template = z.object({
  id: z.string(),
  name: z.string(),
  kind,
  channels: z.array(z.enum(NOTICE_CHANNELS)),
  title: z.string(),
  body: z.string(),
  variables: z.array(z.string()),
  wechatNo: z.string(),
  smsSign: z.string(),
  smsNo: z.string(),
  state: z.enum(['启用', '停用']),
  version: z.number(),
});
export type NoticeTemplate = z.output<typeof template>;

export const feeAnnouncementTemplates = call(
  'POST',
  '/pmsapi/FeeAnnouncement/TemplateIndex',
  '模板、变量表与可用的渠道',
  {
    input: z.object({
      kind: blankable(z.enum(NOTICE_KINDS, '类别不正确')).optional(),
      channel: blankable(z.enum(NOTICE_CHANNELS, '渠道不正确')).optional(),
    }),
    output: z.object({
      rows: z.array(template),
      variables: z.array(z.object({ name: z.string(), label: z.string(), personal: z.boolean() })),
      channels: z.array(
        z.object({
          name: z.enum(NOTICE_CHANNELS),
          /** Why it can't be chosen; empty where it can. */
          reason: z.string(),
        }),
      ),
    }),
  },
);

export const feeAnnouncementSaveTemplate = call('POST', '/pmsapi/FeeAnnouncement/SaveTemplate', '新增、修改模板', {
  input: z.discriminatedUnion('action', [
    z.object({
      action: z.literal('save'),
      id: blankable(idText).default(null),
      version: count('版本', 0).default(0),
      name: z.string('请填写名称').trim().min(1, '请填写名称').max(50, '名称最多50字'),
      kind,
      channels,
      title,
      body,
      wechatNo: z.string().trim().max(60, '微信模板号最多60字').default(''),
      smsSign: z.string().trim().max(12, '短信签名最多12字').default(''),
      smsNo: z.string().trim().max(40, '报备号最多40字').default(''),
      state: z.enum(['启用', '停用'], '状态不正确').default('启用'),
    }),
    /** The usual ones, those of a name that is there already left alone. */
    z.object({ action: z.literal('usual') }),
  ]),
  output: z.object({ saved: z.number() }),
});

const token = z
  .string('链接不正确')
  .regex(/^[\w-]{22}$/, '链接不正确')
  .meta({ description: '公告链接' });

export const feeAnnouncementOpen = call('POST', '/pmsapi/FeeAnnouncement/Open', '按链接阅读公告', {
  input: z.object({ token }),
  output: z.object({
    title: z.string(),
    text: z.string(),
    community: z.string(),
    company: z.string(),
    phone: z.string(),
    day: z.string(),
    /** Null on the notice board. */
    household: z
      .object({
        no: z.string(),
        room: z.string(),
        /** As of the day it was written. */
        bills: z.array(z.object({ fee: z.string(), period: z.string(), principal: z.string(), dueDay: z.string() })),
        penalty: z.string(),
        /** What is still open of it. */
        open: z.string(),
        /** Masked; null where it came on paper. */
        smsPhone: z.string().nullable(),
        optedOut: z.boolean(),
      })
      .nullable(),
  }),
});
export type OpenedNotice = z.output<typeof feeAnnouncementOpen.output>;

/** What a gateway tells about a message that it took. */
export const noticeReceipt = z.object({
  id: z.string('缺少消息编号').regex(/^notice-\d{1,18}(-\d{1,4})?$/, '消息编号不正确'),
  state: z.enum(['delivered', 'failed'], '回执状态不正确'),
  reason: z.string().trim().max(100, '原因最多100字').default(''),
  /** Seconds since 1970. */
  time: z.coerce.string().regex(/^\d{10}$/, '时间格式不正确'),
  sign: z.string('缺少签名').regex(/^[0-9a-f]{64}$/, '签名格式不正确'),
});
export const feeAnnouncementReceipt = call(
  'POST',
  '/pmsapi/FeeAnnouncement/Receipt',
  '短信送达回执（验签，重复的不改变结果）',
  { input: noticeReceipt, output: z.object({ received: z.boolean() }) },
);

export const feeAnnouncementOptOut = call('POST', '/pmsapi/FeeAnnouncement/OptOut', '退订或恢复短信', {
  input: z.object({ token, out: flag }),
  output: done,
});
