/** The calendar of working days, by years. */
import { seenDays, type workCalendarIndex, type workCalendarSave } from '@hengneng/contracts';
import { isWeekend } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { forgetWorkdays, moveDueTimes } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { conflict, invalid } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';

type SaveInput = z.output<typeof workCalendarSave.input>;

/** Due times reach that far ahead, and the notice of the next year's holidays is out by then. */
const AHEAD_DAYS = 60;

const missingYear = async ({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number | null> => {
  const { rows } = await sql<{ year: number }>`
    select y as year from generate_series(extract(year from ${now}::timestamptz at time zone 'Asia/Shanghai')::int,
        extract(year from ${now}::timestamptz at time zone 'Asia/Shanghai' + make_interval(days => ${AHEAD_DAYS}))::int) y
     where not exists (select from work_calendar where day between make_date(y, 1, 1) and make_date(y, 12, 31)) order by y limit 1`.execute(
    db,
  );
  return rows[0]?.year ?? null;
};

export const readCalendar = async (ctx: Ctx, year: number): Promise<z.input<typeof workCalendarIndex.output>> => {
  const first = `${year}-01-01`;
  const last = `${year}-12-31`;
  const [days, working, set, missing] = await Promise.all([
    sql<{ day: string; off: boolean; name: string }>`
      select day::text, off, name from work_calendar where day between ${first} and ${last} order by day`.execute(
      ctx.db,
    ),
    sql<{ n: number }>`
      select count(*)::int as n from generate_series(${first}::date, ${last}::date, interval '1 day') d
        left join work_calendar c on c.day = d::date
       where coalesce(not c.off, extract(isodow from d) < 6)`.execute(ctx.db),
    sql<{ by: string | null; at: string }>`
      select u.user_name as by, to_char(c.set_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
        from work_calendar c left join app_user u on u.id = c.set_by
       where c.day between ${first} and ${last} order by c.set_at desc limit 1`.execute(ctx.db),
    missingYear(ctx),
  ]);
  const [latest] = set.rows;
  return {
    year,
    days: days.rows,
    workdays: working.rows[0]?.n ?? 0,
    setBy: latest?.by ?? null,
    setAt: latest === undefined || latest.by === null ? null : latest.at,
    missing,
  };
};

/** At the entry that is wrong, what is. */
const problems = ({ year, days }: SaveInput) => {
  const seen = new Set<string>();
  return days.flatMap(({ day, off }, index) => {
    const say = (message: string) => [{ path: `days[${index}].day`, message }];
    if (!day.startsWith(`${year}-`)) return say(`${day} 不在 ${year} 年内`);
    if (seen.has(day)) return say(`${day} 重复`);
    seen.add(day);
    return !off && !isWeekend(day) ? say(`${day} 本来就是工作日，无需设为调休上班`) : [];
  });
};

const shown = (days: SaveInput['days']): Record<string, string> =>
  Object.fromEntries(days.map(({ day, off, name }) => [day, `${off ? '休' : '班'} ${name}`]));

interface Day {
  readonly day: string;
  readonly off: boolean;
  readonly name: string;
}

/** @throws conflict that says who has saved the year since it was opened */
const insistSeen = async (tx: Tx, year: number, seen: string | undefined, before: readonly Day[]): Promise<void> => {
  if (seen === undefined || seen === seenDays(before)) return;
  const { rows } = await sql<{ by: string | null }>`
    select u.user_name as by from work_calendar c left join app_user u on u.id = c.set_by
     where c.day between ${`${year}-01-01`} and ${`${year}-12-31`} order by c.set_at desc limit 1`.execute(tx);
  throw conflict(`${year} 年的工作日历刚被${rows[0]?.by ?? '他人'}修改，请核对后再保存`);
};

/** Writes a year as a whole: what is not sent is a day like any other. */
export const saveCalendar = async (ctx: Ctx, input: SaveInput): Promise<z.input<typeof workCalendarSave.output>> => {
  const wrong = problems(input);
  if (wrong.length > 0) throw invalid(wrong);
  try {
    return await ctx.write(async (tx) => {
      const { year, days } = input;
      // Two who save the same year do so one after the other.
      await sql`select pg_advisory_xact_lock(hashtextextended('work_calendar', ${year}))`.execute(tx);
      const { rows: before } = await sql<Day>`
        select day::text, off, name from work_calendar where day between ${`${year}-01-01`} and ${`${year}-12-31`} order by day`.execute(
        tx,
      );
      await insistSeen(tx, year, input.seen, before);
      await sql`delete from work_calendar where day between ${`${year}-01-01`} and ${`${year}-12-31`}`.execute(tx);
      await sql`insert into work_calendar (day, off, name, set_by)
        select c.day, c.off, c.name, ${ctx.session.userId}::bigint
          from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as c(day date, off boolean, name text)`.execute(tx);
      forgetWorkdays();
      const tasks = await moveDueTimes(tx);
      await trail(tx, ctx, {
        kind: '系统设置',
        action: '修改工作日历',
        object: `工作日历 ${year}`,
        summary: `${days.length}天，重算${tasks}件待办的截止时间`,
        before: shown(before),
        after: shown(days),
      });
      return { days: days.length, tasks };
    });
  } finally {
    // Whatever became of it: what the transaction read of its own must not stay.
    forgetWorkdays();
  }
};
