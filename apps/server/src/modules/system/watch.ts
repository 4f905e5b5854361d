/** Keeps what the system was like: figures of five minutes, and parts that were not well. */
import type { HealthEvent, healthEvent, healthMetrics } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { slowTexts } from '../../platform/db/slow.ts';
import { metrics } from '../../platform/http/health.ts';
import { refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { local, trail, workbook } from '../identity/index.ts';
import { cardsOf, type Place } from './health.ts';

const note = async (db: Db, place: Place, now: Date): Promise<void> => {
  const { requests, faults, p95 } = await metrics.lap();
  await sql`insert into health_sample (at, requests, faults, p95_ms)
    values (${now}, ${requests}, ${faults}, ${p95 === null ? null : Math.round(p95 * 1000)}) on conflict do nothing`.execute(
    db,
  );
  await sql`delete from health_sample where at < ${now}::timestamptz - interval '31 days'`.execute(db);
  for (const card of await cardsOf({ db, now }, place)) {
    if (card.Level === '正常')
      await sql`update health_event set ended_at = ${now} where part = ${card.Key} and ended_at is null`.execute(db);
    else
      await sql`insert into health_event (at, level, part, title, content) values (${now}, ${card.Level}, ${card.Key}, ${card.Title}, ${card.Note ?? ''})
        on conflict (part) where ended_at is null do update set level = excluded.level, content = excluded.content`.execute(
        db,
      );
  }
};

export const watchJobs = (db: Db, place: Place, clock: () => Date): readonly Job[] => [
  { name: 'health-watch', cron: '*/5 * * * *', run: () => note(db, place, clock()) },
];

/** How far back, and by how many minutes figures are put together. */
const RANGES = { '1小时': [1, 5], '24小时': [24, 30], '7天': [168, 180], '30天': [720, 720] } as const;

const SHOWN_EVENTS = 100;
/** 31 days of five minutes each are fewer. */
const MOST_EVENTS = 10_000;

/** What was not well in that time, and what still is not, the latest first. */
const eventsOf = async (db: Db, now: Date, hours: number, most: number): Promise<HealthEvent[]> => {
  const { rows } = await sql<HealthEvent>`
    select e.id::text as "Id", to_jsonb(e.at) #>> '{}' as "At", to_jsonb(e.ended_at) #>> '{}' as "EndedAt", e.level as "Level", e.title as "Part",
        e.content as "Content", u.user_name as "HandledBy", to_jsonb(e.handled_at) #>> '{}' as "HandledAt", e.note as "Note"
      from health_event e left join app_user u on u.id = e.handled_by
      where e.ended_at is null or e.at > ${now}::timestamptz - make_interval(hours => ${hours}) order by e.at desc limit ${most}`.execute(
    db,
  );
  return rows;
};

const clock = (at: string | null): string => (at === null ? '' : local(new Date(at)));

export const exportEvents = async (ctx: Ctx, { Range }: z.output<typeof healthMetrics.input>): Promise<FileAnswer> => {
  const rows = await eventsOf(ctx.db, ctx.now, RANGES[Range][0], MOST_EVENTS);
  return workbook(ctx, {
    title: '运行事件',
    head: ['开始', '恢复', '级别', '组件', '内容', '处理人', '处理时间', '处理情况'],
    rows: rows.map((row) => [
      clock(row.At),
      row.EndedAt === null ? '未恢复' : clock(row.EndedAt),
      row.Level,
      row.Part,
      row.Content,
      row.HandledBy ?? '未处理',
      clock(row.HandledAt),
      row.Note,
    ]),
    filters: [['时间', Range]],
  });
};

export const readMetrics = async (
  { db, now }: Ctx,
  { Range }: z.output<typeof healthMetrics.input>,
): Promise<z.input<typeof healthMetrics.output>> => {
  const [hours, minutes] = RANGES[Range];
  const { rows: points } = await sql<z.input<typeof healthMetrics.output>['points'][number]>`
    select to_jsonb(date_bin(make_interval(mins => ${minutes}), at, timestamptz '2020-01-01 00:00+08')) #>> '{}' as "At", sum(requests)::int as "Requests",
        max(p95_ms)::int as "P95", round(100.0 * sum(faults) / nullif(sum(requests), 0), 2)::float8 as "FaultRate"
      from health_sample where at > ${now}::timestamptz - make_interval(hours => ${hours}) group by 1 order by 1`.execute(
    db,
  );
  const events = await eventsOf(db, now, hours, SHOWN_EVENTS);
  const { rows: runs } = await sql<z.input<typeof healthMetrics.output>['runs'][number]>`
    select c.id::text as "Id", c.kind as "Kind", c.state as "State", u.user_name as "By", to_jsonb(c.requested_at) #>> '{}' as "At",
        to_jsonb(c.ended_at) #>> '{}' as "EndedAt", c.table_rows::float8 as "Rows", c.bytes::float8 as "Bytes", c.summary as "Summary"
      from care_run c join app_user u on u.id = c.requested_by order by c.id desc limit 20`.execute(db);
  const slow = slowTexts()
    .slice(0, 20)
    .map(({ text, times, worst, last }) => ({ Text: text, Times: times, Worst: worst, Last: last.toISOString() }));
  return { points: [...points], events: [...events], runs: [...runs], slow };
};

export const handleEvent = (ctx: Ctx, { Id, Note }: z.output<typeof healthEvent.input>): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<{
      title: string;
    }>`update health_event set handled_by = ${ctx.session.userId}, handled_at = ${ctx.now}, note = ${Note}
      where id = ${Id} and handled_at is null returning title`.execute(tx);
    const [event] = rows;
    if (event === undefined) throw refused('该事件已处理，请刷新后再看');
    await trail(tx, ctx, { kind: '系统设置', action: '处理事件', object: `运行状况 ${event.title}`, summary: Note });
    return { ok: true };
  });
