/** What stands out in the audit log: rules over a span of it, and the mark that somebody has dealt with a find. */
import {
  ANOMALY_RULES,
  type AnomalyRow,
  type AnomalyRule,
  type auditAnomalies,
  type auditHandleAnomaly,
} from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { conflict, notFound, refused } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';
import { type Span, spanOf } from './span.ts';

/** A night belongs to the day it began on. */
const NIGHT_ENDS = 6;
const NIGHT_BEGINS = 22;
const DEFAULT_DAYS = 30;

interface Rule {
  readonly meaning: string;
  /** So many within the window make it stand out. */
  readonly least: number;
  readonly minutes: number;
  /** Occurrences among the rows of the span: `user_id`, `subject`, `at`. */
  readonly events: (span: Span) => RawBuilder<unknown>;
}

/** Rows of the log that a condition takes, each its person's. */
const rowsOf = (span: Span, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select a.user_id, coalesce('u:' || a.user_id, a.object) as subject, a.at
    from audit_log a where a.at >= ${span.from} and a.at < ${span.to} and ${condition}`;

const RULES: Readonly<Record<AnomalyRule, Rule>> = {
  nightExport: {
    meaning: `${NIGHT_BEGINS}点至次日${NIGHT_ENDS}点导出3次以上`,
    least: 3,
    minutes: 8 * 60,
    events: (span) =>
      rowsOf(
        span,
        sql`a.kind = '导出' and a.result = '成功' and (extract(hour from a.at at time zone 'Asia/Shanghai') >= ${NIGHT_BEGINS}
          or extract(hour from a.at at time zone 'Asia/Shanghai') < ${NIGHT_ENDS})`,
      ),
  },
  manyRefused: {
    meaning: '10分钟内被拒绝访问10次以上',
    least: 10,
    minutes: 10,
    events: (span) => rowsOf(span, sql`a.kind = '拒绝访问'`),
  },
  elsewhere: {
    meaning: '1小时内从不同地址登录成功',
    least: 1,
    minutes: 60,
    events: (span) => sql`select user_id, subject, at from (
        select a.user_id, 'u:' || a.user_id as subject, a.at, a.ip, lag(a.ip) over w as last_ip, lag(a.at) over w as last_at
        from audit_log a
        where a.at >= ${span.from} and a.at < ${span.to} and a.kind = '登录' and a.result = '成功' and a.user_id is not null
          and a.action in ('登录', '验证码登录') and a.ip <> ''
        window w as (partition by a.user_id order by a.at, a.id)) s
      where ip <> last_ip and at - last_at < interval '1 hour'`,
  },
  selfGrant: {
    meaning: '试图修改自己的权限，或给自己所在的角色增加授权',
    least: 1,
    minutes: 60,
    events: (span) =>
      rowsOf(
        span,
        sql`a.kind = '权限' and (a.action = '修改自己的权限' or a.action = '保存授权' and a.after ->> '增加' is not null
          and exists (select from role r join user_role ur on ur.role_id = r.id
            where '角色 ' || r.name = a.object and ur.user_id = a.user_id))`,
      ),
  },
  manySensitive: {
    meaning: '1小时内查看敏感信息20次以上',
    least: 20,
    minutes: 60,
    events: (span) => rowsOf(span, sql`a.kind = '敏感查看'`),
  },
  manyFailures: {
    meaning: '15分钟内登录失败5次以上',
    least: 5,
    minutes: 15,
    events: (span) => rowsOf(span, sql`a.kind = '登录' and a.result = '失败'`),
  },
};

const isRule = (name: string): name is AnomalyRule => name in RULES;
const NAMES = Object.keys(RULES).filter(isRule);

/** A rule's finds: person and day where so many came together, with all of that day. */
const found = (name: AnomalyRule, span: Span): RawBuilder<unknown> => {
  const { least, minutes, events } = RULES[name];
  return sql`select ${name} as rule, subject, user_id, day, count(*)::int as times, min(at) as first_at, max(at) as last_at
    from (
      select e.*, (e.at at time zone 'Asia/Shanghai' - make_interval(hours => ${NIGHT_ENDS}))::date as day,
        count(*) over (partition by e.subject order by e.at range between make_interval(mins => ${minutes}) preceding and current row) as n
      from (${events(span)}) e) counted
    group by subject, user_id, day having max(n) >= ${least}`;
};

const finds = (rules: readonly AnomalyRule[], span: Span): RawBuilder<unknown> =>
  sql`select f.rule, f.subject, f.user_id::text as "userId", u.user_name as "userName", f.day::text as day, f.times,
      to_char(f.first_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "firstAt",
      to_char(f.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "lastAt",
      coalesce(f.last_at <= m.handled_until, false) as handled, h.user_name as "handledBy",
      to_char(m.handled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "handledAt", coalesce(m.note, '') as note,
      f.last_at as _order
    from (${sql.join(
      rules.map((rule) => found(rule, span)),
      sql` union all `,
    )}) f
    left join app_user u on u.id = f.user_id
    left join audit_anomaly_mark m on m.rule = f.rule and m.subject = f.subject and m.day = f.day
    left join app_user h on h.id = m.handled_by`;

type Found = Omit<AnomalyRow, 'ruleName' | 'meaning'>;

export const listAnomalies = async (
  ctx: Ctx,
  input: z.output<typeof auditAnomalies.input>,
): Promise<z.input<typeof auditAnomalies.output>> => {
  const span = spanOf(ctx, input.range, DEFAULT_DAYS);
  const wanted = input.handled === undefined ? sql`true` : sql`handled = ${input.handled}`;
  // The rules walk the log: once for the page, its total and what is open.
  const { rows } = await sql<{ rows: Found[]; total: number; open: number }>`
    with found as materialized (select * from (${finds(NAMES, span)}) a
      where ${input.user === undefined ? sql`true` : sql`a."userId" = ${input.user}`})
    select (select count(*)::int from found where ${wanted}) as total,
      (select count(*)::int from found where not handled) as open,
      coalesce((select json_agg(to_jsonb(p) - '_order') from (select * from found where ${wanted}
        order by handled, _order desc limit ${input.PageSize} offset ${(input.PageIndex - 1) * input.PageSize}) p), '[]') as rows`.execute(
    ctx.db,
  );
  const [answer] = rows;
  return {
    total: answer?.total ?? 0,
    open: answer?.open ?? 0,
    rows: (answer?.rows ?? []).map((row) => ({
      ...row,
      ruleName: ANOMALY_RULES[row.rule],
      meaning: RULES[row.rule].meaning,
    })),
  };
};

type Handle = z.output<typeof auditHandleAnomaly.input>;

/** The one find that is meant, as it stands now. */
const findOne = async (db: Db | Tx, { rule, subject, day }: Handle): Promise<Found | undefined> => {
  const from = new Date(`${day}T00:00:00+08:00`);
  const span = { from, to: new Date(from.getTime() + 2 * 86_400_000) };
  const { rows } = await sql<Found>`select * from (${finds([rule], span)}) a
    where subject = ${subject} and day = ${day}`.execute(db);
  return rows[0];
};

/** Marks a find as dealt with. What came after the look that led to it keeps it open. */
export const handleAnomaly = (ctx: Ctx, input: Handle): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    // Two who press at once go one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${input.rule} ${input.subject} ${input.day}`}, 0))`.execute(
      tx,
    );
    const row = await findOne(tx, input);
    if (row === undefined) throw notFound('没有这项异常');
    if (row.userId === ctx.session.userId) throw refused('不能处理与自己有关的异常，请由其他审计人员处理');
    if (row.handled) throw conflict(`已由${row.handledBy ?? '他人'}处理：${row.note}`);
    if (row.lastAt > new Date(input.lastAt).toISOString() && row.lastAt !== input.lastAt)
      throw conflict('该异常又有新的发生，请核对后再处理');
    await sql`insert into audit_anomaly_mark (rule, subject, day, handled_until, note, handled_by)
      values (${input.rule}, ${input.subject}, ${input.day}, ${row.lastAt}, ${input.note}, ${ctx.session.userId})
      on conflict (rule, subject, day) do update set handled_until = excluded.handled_until, note = excluded.note,
        handled_by = excluded.handled_by, handled_at = now()`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '处理审计异常',
      object: `${ANOMALY_RULES[input.rule]} ${row.userName ?? row.subject} ${row.day}`,
      summary: `${row.times}次，处理说明：${input.note}`,
    });
    return { ok: true };
  });
