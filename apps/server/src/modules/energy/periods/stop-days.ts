/** 停机日: days on which nothing is due, no day is a gap and none is a sample for others. Days of a locked month stay as they are. */
import { type StopDayRow, type StopDays, stopDaysRead, stopDaysWrite } from '@hengneng/contracts';
import { CHINA, dayAt, monthOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Access } from '../../../platform/auth/access.ts';
import type { Ctx } from '../../../platform/context.ts';
import { pushEvent } from '../../../platform/events/push.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { PROGRESS_TOPIC } from '../each-project.ts';
import { type SettingKind, side } from '../settings/index.ts';
import { daysThrough, demandSpan, lockedMonths, namesOf, spanText } from './day-spans.ts';
import { queueRecalcs } from '../things/index.ts';

type Written = z.output<typeof stopDaysWrite>;

interface Changed {
  readonly day: string;
  readonly reason: string;
}

async function read(ctx: Ctx, { ProjectCode, Year }: z.output<typeof stopDaysRead>): Promise<StopDays> {
  const seen = await seenProject(ctx, ctx.db, ProjectCode);
  const year = Year ?? dayAt(ctx.now.getTime(), CHINA).slice(0, 4);
  const [{ rows }, locked] = await Promise.all([
    sql<Omit<StopDayRow, 'Locked'>>`
      select s.day::text as "Day", s.reason as "Reason", u.user_name as "Editor", to_jsonb(s.edited_at) #>> '{}' as "EditTime",
        (select count(distinct f.meter_id)::int from meter_day f where f.project_code = s.project_code and f.day = s.day
          and f.usage > 0 and f.register = 'total') as "Used"
      from stop_day s left join app_user u on u.id = s.edited_by
      where s.project_code = ${seen.code} and s.day between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date
      order by s.day desc`.execute(ctx.db),
    lockedMonths(ctx, ctx.db, seen.code),
  ]);
  return {
    ProjectCode: seen.code,
    Year: year,
    rows: rows.map((row) => ({ ...row, Locked: locked(monthOf(row.Day)) })),
  };
}

const write = (ctx: Ctx, input: Written): Promise<{ readonly Days: number }> =>
  ctx.write(async (tx) => {
    const seen = await seenProject(ctx, tx, input.ProjectCode);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.operational ${seen.code}`}, 0))`.execute(tx);
    const days = daysThrough(input);
    const today = dayAt(ctx.now.getTime(), CHINA);
    demandSpan('停机日', input, days, { locked: await lockedMonths(ctx, tx, seen.code), today });
    const { rows } =
      input.Action === 'add'
        ? await sql<Changed>`insert into stop_day (project_code, day, reason, edited_by)
            select ${seen.code}, d::date, ${input.Reason}, ${ctx.session.userId} from unnest(${[...days]}::text[]) d
            on conflict (project_code, day) do update set reason = excluded.reason, edited_by = excluded.edited_by, edited_at = app_now()
              where stop_day.reason <> excluded.reason
            returning day::text, reason`.execute(tx)
        : await sql<Changed>`delete from stop_day where project_code = ${seen.code}
            and day between ${input.From}::date and ${input.To}::date returning day::text, reason`.execute(tx);
    if (rows.length === 0)
      throw invalid([
        { path: 'From', message: input.Action === 'add' ? '这些日子已登记为停机日' : '这些日子没有登记为停机日' },
      ]);
    const { rows: meters } = await sql<{
      id: string;
    }>`select device_id::text as id from meter where project_code = ${seen.code}`.execute(tx);
    // What is due on a day is part of its facts.
    if (input.From <= today)
      await queueRecalcs(
        tx,
        meters.map(({ id }) => ({ meterId: id, fromDay: input.From, toDay: input.To < today ? input.To : today })),
        '停机日',
      );
    await trail(tx, ctx, {
      kind: '系统设置',
      action: input.Action === 'add' ? '登记停机日' : '取消停机日',
      object: seen.name,
      summary: `${spanText(input)} ${namesOf(rows.map(({ reason }) => reason))}`,
      after: { days: rows.map(({ day }) => day) },
    });
    await pushEvent(tx, null, PROGRESS_TOPIC, {});
    return { Days: rows.length };
  });

export const stopDaysKind = (reading: Access, writing: Access): SettingKind => ({
  read: side(reading, stopDaysRead, read),
  write: side(writing, stopDaysWrite, write),
});
