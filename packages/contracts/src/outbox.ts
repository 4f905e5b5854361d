/** 消息管理: everything that the product told people, by whatever way, and what became of it. */
import { z } from 'zod';
import { call, listInput, listOutput } from './call.ts';
import { day, done, flag, idText, several } from './common.ts';

export const OUTBOX_CHANNELS = ['站内', '短信', '微信', '邮件', '纸质'] as const;
export const OUTBOX_STATES = ['待发', '已发', '送达', '失败', '已读', '未发'] as const;
export const OUTBOX_KINDS = ['审批', '抄送', '催办', '到期', '公告', '收费', '验证码', '系统'] as const;
/** Longest span that is looked through at once; without one, the last week. */
export const OUTBOX_DAYS = 92;
export const OUTBOX_USUAL_DAYS = 7;

const outboxRow = z.object({
  /** Where it is kept (m message, n notice of an approval, f left to be followed up, e e-mail, c charging), and its number there. */
  Id: z.string(),
  At: z.string(),
  Kind: z.enum(OUTBOX_KINDS),
  /** What is told of, more closely. */
  Label: z.string(),
  Channel: z.enum(OUTBOX_CHANNELS),
  User: z.string().nullable(),
  /** Masked number or address. */
  Target: z.string().nullable(),
  Title: z.string(),
  Content: z.string(),
  State: z.enum(OUTBOX_STATES),
  Reason: z.string().nullable(),
  SentAt: z.string().nullable(),
  /** When it reached them: their open pages fetched it, or the provider says so; null where nobody can know. */
  DeliveredAt: z.string().nullable(),
  ReadAt: z.string().nullable(),
  /** Of announcements to households: the batch. */
  Batch: z.string().nullable(),
  /** What a short message cost, in yuan; null where it costs nothing, or nobody said what one costs. */
  Cost: z.string().nullable(),
  /** It may be sent again from here. */
  MayRetry: z.boolean(),
});
export type OutboxRow = z.output<typeof outboxRow>;

const filters = {
  kind: z.enum(OUTBOX_KINDS, '类别不存在').optional(),
  channel: z.enum(OUTBOX_CHANNELS, '通道不存在').optional(),
  state: z.enum(OUTBOX_STATES, '状态不存在').optional(),
  user: idText.optional(),
  range: z.object({ from: day.optional(), to: day.optional() }).optional(),
};

export const outboxIndex = call('POST', '/webapi/Message/Outbox', '站内消息、短信、微信与邮件发件箱', {
  input: listInput.extend(filters),
  output: listOutput(outboxRow),
});

export const outboxExport = call('POST', '/webapi/Message/Export', '导出发件箱', {
  input: z.object({ ...filters, Keyword: z.string().max(100, '关键字最多100字').optional() }),
  output: z.unknown(),
});

export const outboxRetry = call('POST', '/webapi/Message/Retry', '重发失败的邮件', {
  input: z.object({ Ids: several(z.string().regex(/^e\d{1,18}$/, '只有邮件可以在这里重发'), 100, '一次最多100封') }),
  output: z.object({ again: z.number() }),
});

export const outboxChannels = call('POST', '/webapi/Message/Channels', '各通道是否可用，今日与近 7 日发了多少', {
  input: z.object({}),
  output: z.object({
    rows: z.array(
      z.object({
        Channel: z.enum(OUTBOX_CHANNELS),
        /** Whether this system sends by it; the demo takes short messages down without sending them. */
        State: z.enum(['可用', '演示', '未配置', '已停用']),
        Setting: z.string(),
        Today: z.number(),
        Week: z.number(),
        Failed: z.number(),
        /** Failed of all that were sent in the week, in percent; null where nothing was. */
        FailedRate: z.number().nullable(),
      }),
    ),
    days: z.array(z.object({ Day: z.string(), Sent: z.number(), Failed: z.number() })),
  }),
});

/** By these something leaves the house: administrators may stop it, and what is due waits. */
export const STOPPABLE_CHANNELS = ['短信', '邮件'] as const;
export type StoppableChannel = (typeof STOPPABLE_CHANNELS)[number];

export const outboxSetChannel = call('POST', '/webapi/Message/SetChannel', '停用或启用一个通道', {
  input: z
    .object({
      Channel: z.enum(STOPPABLE_CHANNELS, '该通道不能停用'),
      Enabled: flag,
      Reason: z.string().trim().max(200, '原因最多200字').default(''),
    })
    .refine((of) => of.Enabled || of.Reason !== '', { message: '请填写停用原因', path: ['Reason'] }),
  output: done,
});

export const TEST_CHANNELS = ['站内', '短信', '邮件'] as const;

export const outboxTest = call('POST', '/webapi/Message/TestChannel', '发一条测试消息给自己，看通道通不通', {
  input: z.object({ Channel: z.enum(TEST_CHANNELS, '该通道不能测试') }),
  output: z.object({
    /** Where it went. */
    to: z.string(),
  }),
});
