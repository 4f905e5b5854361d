/** 消息管理: what was told to people by every way, from where each way keeps it. */
import {
  OUTBOX_DAYS,
  OUTBOX_USUAL_DAYS,
  type outboxChannels,
  type outboxExport,
  type outboxIndex,
} from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { MESSAGE_CODES, templateOf } from '../../platform/messages/templates.ts';
import { post } from '../../platform/jobs/jobs.ts';
import { MAIL_TOPIC } from '../../platform/mail/queue.ts';
import { likeText, pageOf, trail, workbook } from '../identity/index.ts';
import { channelStops } from './channel-stops.ts';

type Input = z.output<typeof outboxExport.input>;
type Row = z.input<typeof outboxIndex.output>['rows'][number];

export interface Ways {
  /** Codes are shown as they were sent, and short messages are only taken down. */
  readonly demo: boolean;
  readonly mailOn: boolean;
  readonly smsOn: boolean;
  /** Fen a short message; null where nobody said. */
  readonly smsPrice: number | null;
}

/** The kind of a message by its wording; of older ones by what people saw before it. */
const KIND_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(MESSAGE_CODES.map((code) => [templateOf(code).label, templateOf(code).kind])),
  ...Object.fromEntries(MESSAGE_CODES.map((code) => [code, templateOf(code).kind])),
  公告: '公告',
};

const DAY = 86_400_000;
const dayOf = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);

/** First and last day that are looked through. */
const spanOf = ({ now }: Ctx, range: Input['range']): readonly [from: string, to: string] => {
  const to = range?.to ?? dayOf(now.getTime());
  const from = range?.from ?? dayOf(Date.parse(to) - (OUTBOX_USUAL_DAYS - 1) * DAY);
  if (from > to) throw invalid([{ path: 'range', message: '结束日期不能早于开始日期' }]);
  if (Date.parse(to) - Date.parse(from) >= OUTBOX_DAYS * DAY)
    throw invalid([{ path: 'range', message: `一次最多查询${OUTBOX_DAYS}天` }]);
  return [from, to];
};

/** A letter keeps its last two places before the @, a number its ends. */
const phone = (column: RawBuilder<unknown>) => sql`regexp_replace(${column}, '^(\\d{3})\\d{4}(\\d{4})$', '\\1****\\2')`;
const address = (column: RawBuilder<unknown>) => sql`regexp_replace(${column}, '^(.).*@', '\\1***@')`;

/** What a provider counts as one message, and as one of several that it cuts a long one into. */
const PIECES = sql`case when char_length(s.content) <= 70 then 1 else ceil(char_length(s.content) / 67.0) end`;

const everything = (ctx: Ctx, { range }: Input, { demo, smsPrice }: Ways): RawBuilder<unknown> => {
  const [from, to] = spanOf(ctx, range);
  const within = (column: string) => sql`${sql.ref(column)} >= ${from}::date::timestamp at time zone 'Asia/Shanghai'
    and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`;
  return sql`
    select 'm' || m.id as id, m.created_at as at,
        coalesce(${JSON.stringify(KIND_OF)}::jsonb ->> coalesce(m.template, m.kind), '系统') as kind,
        m.kind as label, m.channel, m.user_id, ${phone(sql`m.phone`)} as target, m.title,
        case when m.kind = '验证码' and not ${demo} then '（不显示）' else m.body end as content,
        case when m.read_at is not null then '已读' when m.state = '失败' then '失败' when m.held_until > ${ctx.now} then '待发'
          when m.delivered_at is not null then '送达' else '已发' end as state,
        case when m.held_until > ${ctx.now} then '静默时段，次日晨间发出' else m.fault end as reason, case when m.held_until is null then m.created_at when m.held_until <= ${ctx.now} then m.held_until end as sent_at, coalesce(m.delivered_at, m.read_at) as delivered_at, m.read_at, null::text as batch, null::numeric as cost, false as may_retry
      -- What the demo takes down of households' short messages is below, as what was sent.
      from message m where m.kind <> '收费公告' and ${within('m.created_at')}
    union all
    select 'n' || n.id, n.created_at, case n.kind when 'cc' then '抄送' when 'urged' then '催办' when 'late' then '催办' else '审批' end,
        case n.kind when 'todo' then '待办' when 'returned' then '退回' when 'ended' then '结果' when 'cc' then '抄送' when 'urged' then '催办'
          when 'comment' then '评论' when 'delegated' then '代办' else '超时' end,
        '站内', n.user_id, null, n.title, '', case when n.read_at is not null then '已读' when n.held_until > ${ctx.now} then '待发'
          when n.delivered_at is not null then '送达' else '已发' end,
        null, n.created_at, coalesce(n.delivered_at, n.read_at), n.read_at, null, null, false
      from wf_notice n where ${within('n.created_at')}
    union all
    select 'f' || f.id || '-' || r.user_id, f.created_at, case f.kind when '到期提醒' then '到期' else '系统' end, f.kind, '站内', r.user_id, null, f.title, '',
        case when r.read_at is not null then '已读' when r.delivered_at is not null then '送达' else '已发' end, null, f.created_at,
        coalesce(r.delivered_at, r.read_at), r.read_at, null, null, false
      from follow_up f join follow_up_reader r on r.follow_up_id = f.id where f.cancelled_at is null and ${within('f.created_at')}
    union all
    select 'e' || e.id, e.created_at, case e.topic when 'system' then '系统' when 'reminder' then '到期' when 'cc' then '抄送' when 'urged' then '催办' else '审批' end, '邮件', '邮件', e.user_id,
        ${address(sql`u.email`)}, e.title, '',
        case e.state when 'queued' then '待发' when 'sending' then '待发' when 'sent' then '已发' when 'dropped' then '未发' else '失败' end,
        case e.state when 'unknown' then '发送中断，不知是否送达' when 'dropped' then '已不需要' else e.error end, e.sent_at, null, null, null, null, e.state = 'failed'
      from mail e left join app_user u on u.id = e.user_id where ${within('e.created_at')}
    union all
    select 'c' || s.id, coalesce(s.sent_at, n.made_at), '收费', n.kind, s.channel, null, ${phone(sql`s.target`)}, n.title, left(s.content, 200),
        case s.state when '待发送' then '待发' when '发送中' then '待发' when '待投递' then '待发' when '送达' then case when s.read_at is not null then '已读' else '送达' end
          when '失败' then '失败' else '未发' end,
        nullif(s.reason, ''), s.sent_at, case when s.state = '送达' then s.sent_at end, s.read_at, n.no,
        case when s.channel = '短信' and s.sent_at is not null then ${PIECES} * ${smsPrice}::numeric / 100 end, false
      from notice_send s join notice n on n.id = s.notice_id where ${within('n.made_at')}`;
};

const found = (ctx: Ctx, input: Input, ways: Ways): RawBuilder<unknown> => sql`
  select m.id as "Id", to_jsonb(m.at) #>> '{}' as "At", m.kind as "Kind", m.label as "Label", m.channel as "Channel", u.user_name as "User",
      m.target as "Target", m.title as "Title", m.content as "Content", m.state as "State", m.reason as "Reason",
      to_jsonb(m.sent_at) #>> '{}' as "SentAt", to_jsonb(m.delivered_at) #>> '{}' as "DeliveredAt", to_jsonb(m.read_at) #>> '{}' as "ReadAt", m.batch as "Batch", to_char(m.cost, 'FM999999990.00') as "Cost",
      m.may_retry and ${ways.mailOn} as "MayRetry", m.at as _order
    from (${everything(ctx, input, ways)}) m left join app_user u on u.id = m.user_id
    where true
      ${input.kind === undefined ? sql`` : sql`and m.kind = ${input.kind}`}
      ${input.channel === undefined ? sql`` : sql`and m.channel = ${input.channel}`}
      ${input.state === undefined ? sql`` : sql`and m.state = ${input.state}`}
      ${input.user === undefined ? sql`` : sql`and m.user_id = ${input.user}`}
      ${input.Keyword ? sql`and m.title ilike ${likeText(input.Keyword)}` : sql``}`;

const LATEST = sql`_order desc, "Id"`;

export const listOutbox = (
  ctx: Ctx,
  input: z.output<typeof outboxIndex.input>,
  ways: Ways,
): Promise<{ rows: Row[]; total: number }> => pageOf<Row>(ctx.db, input, found(ctx, input, ways), LATEST);

const MOST_ROWS = 200_000;
const local = (at: string | null): string =>
  at === null ? '' : new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

export const exportOutbox = async (ctx: Ctx, input: Input, ways: Ways): Promise<FileAnswer> => {
  const { rows, total } = await pageOf<Row>(
    ctx.db,
    { PageIndex: 1, PageSize: MOST_ROWS },
    found(ctx, input, ways),
    LATEST,
  );
  if (total > MOST_ROWS) throw refused('数据超过20万行，请缩小筛选范围');
  const [from, to] = spanOf(ctx, input.range);
  return workbook(ctx, {
    title: '消息发件箱',
    head: [
      '时间',
      '类别',
      '事项',
      '通道',
      '收件人',
      '号码',
      '标题',
      '内容摘要',
      '状态',
      '失败原因',
      '发出时间',
      '送达时间',
      '已读时间',
      '费用（元）',
      '批次',
    ],
    rows: rows.map((row) => [
      local(row.At),
      row.Kind,
      row.Label,
      row.Channel,
      row.User ?? '',
      row.Target ?? '',
      row.Title,
      row.Content,
      row.State,
      row.Reason ?? '',
      local(row.SentAt),
      local(row.DeliveredAt),
      local(row.ReadAt),
      row.Cost ?? '',
      row.Batch ?? '',
    ]),
    filters: [
      ['期间', `${from} 至 ${to}`],
      ...(input.kind === undefined ? [] : [['类别', input.kind] as const]),
      ...(input.channel === undefined ? [] : [['通道', input.channel] as const]),
      ...(input.state === undefined ? [] : [['状态', input.state] as const]),
      ...(input.Keyword ? [['标题', input.Keyword] as const] : []),
    ],
  });
};

/** Puts e-mail that the server refused back into the queue; what may have arrived is not sent twice. */
export const retryMail = (ctx: Ctx, ids: readonly string[], { mailOn }: Ways): Promise<{ again: number }> =>
  ctx.write(async (tx) => {
    if (!mailOn) throw refused('没有配置邮件服务器，不能重发');
    const { rows } = await sql<{
      id: string;
    }>`update mail set state = 'queued', attempts = 0, error = null, created_at = ${ctx.now}
      where id = any(${ids.map((id) => id.slice(1))}::bigint[]) and state = 'failed' returning id::text`.execute(tx);
    if (rows.length === 0) throw refused('所选邮件不是失败状态，请刷新后再看');
    for (const { id } of rows) await post(tx, MAIL_TOPIC, { mail: id });
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '重发邮件',
      object: '消息发件箱',
      summary: `${rows.length}封`,
    });
    return { again: rows.length };
  });

const CHANNELS = ['站内', '短信', '微信', '邮件', '纸质'] as const;
const NOT_SENT = ['待发', '未发'];

export const readChannels = async (ctx: Ctx, ways: Ways): Promise<z.input<typeof outboxChannels.output>> => {
  const today = dayOf(ctx.now.getTime());
  const { rows } = await sql<{ channel: string; day: string; sent: number; failed: number }>`
    select channel, to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
        count(*) filter (where state <> all(${NOT_SENT}::text[]))::int as sent, count(*) filter (where state = '失败')::int as failed
      from (${everything(ctx, {}, ways)}) m group by 1, 2`.execute(ctx.db);
  const stops = await channelStops(ctx.db);
  const stateOf = (channel: string): readonly ['可用' | '演示' | '未配置' | '已停用', string] => {
    const stop = stops.get(channel);
    if (stop !== undefined) return ['已停用', `${stop.by}停用：${stop.reason}`];
    if (channel === '站内') return ['可用', '消息抽屉与待办铃铛'];
    if (channel === '纸质') return ['可用', '打印后人工投递'];
    if (channel === '邮件')
      return ways.mailOn ? ['可用', 'SMTP_URL 已配置'] : ['未配置', '由 SMTP_URL、MAIL_FROM 配置'];
    if (channel === '短信' && ways.smsOn) return ['可用', 'SMS_URL 已配置'];
    if (ways.demo) return ['演示', '只记录，不真正发出'];
    return ['未配置', channel === '短信' ? '由 SMS_URL、SMS_KEY 配置' : '本系统尚未接入微信公众号'];
  };
  const days = Array.from({ length: OUTBOX_USUAL_DAYS }, (_, at) =>
    dayOf(ctx.now.getTime() - (OUTBOX_USUAL_DAYS - 1 - at) * DAY),
  );
  const sum = (of: readonly { readonly sent: number; readonly failed: number }[], key: 'sent' | 'failed'): number =>
    of.reduce((all, one) => all + one[key], 0);
  return {
    rows: CHANNELS.map((channel) => {
      const own = rows.filter((row) => row.channel === channel);
      const [Week, Failed] = [sum(own, 'sent'), sum(own, 'failed')];
      const [State, Setting] = stateOf(channel);
      return {
        Channel: channel,
        State,
        Setting,
        Today: sum(
          own.filter((row) => row.day === today),
          'sent',
        ),
        Week,
        Failed,
        FailedRate: Week === 0 ? null : (Failed / Week) * 100,
      };
    }),
    days: days.map((Day) => {
      const own = rows.filter((row) => row.day === Day);
      return { Day, Sent: sum(own, 'sent'), Failed: sum(own, 'failed') };
    }),
  };
};
