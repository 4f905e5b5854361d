/** 供能达标率: how many of the rooms that were measured (空调使用情况) were within what they are to be, and for how long nothing was delivered. */
import { CHINA, minutesOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { dayVersions, holdingOf } from '../day-reports/index.ts';
import { roomSurveys } from '../things/index.ts';
import { rounded } from './sums.ts';

interface Span {
  readonly from: string;
  readonly to: string;
}

/** What was measured in rooms on a day. */
export interface IndoorDay {
  readonly day: string;
  /** Rooms measured of which it is known how warm they are to be, and those of them that were. */
  readonly judged: number;
  readonly passed: number;
  readonly meanC: number;
}

export const indoorDays = async (db: Db, project: string, { from, to }: Span): Promise<readonly IndoorDay[]> => {
  const day = sql`(a.survey_time at time zone ${sql.lit(CHINA)})::date`;
  const { rows } = await sql<IndoorDay>`
    select ${day}::text as day, count(*) filter (where z.lower is not null and z.upper is not null)::int as judged,
      count(*) filter (where z.room_temp between z.lower and z.upper)::int as passed, round(avg(z.room_temp), 1)::float8 as "meanC"
    from ${roomSurveys(project)} and ${day} between ${from}::date and ${to}::date group by 1 order by 1`.execute(db);
  return rows;
};

/** Percent; null where nothing was measured. */
export function passRate(days: readonly IndoorDay[]): number | null {
  const judged = days.reduce((sum, one) => sum + one.judged, 0);
  return judged === 0 ? null : rounded((days.reduce((sum, one) => sum + one.passed, 0) / judged) * 100, 1);
}

/** Hours without delivery as day reports say; null where no day of the span has a report that was corrected. */
export async function stoppedHours(db: Db, project: string, span: Span): Promise<number | null> {
  const versions = await dayVersions(db, project, span);
  const days = [...new Set(versions.map(({ day }) => day))];
  const held = days.flatMap((day) => holdingOf(versions, day) ?? []);
  if (held.length === 0) return null;
  const minutes = held.flatMap(({ content }) =>
    (content.Run?.Stops ?? []).map(({ From, To }) => Math.max(0, (minutesOf(To) ?? 0) - (minutesOf(From) ?? 0))),
  );
  return rounded(minutes.reduce((sum, one) => sum + one, 0) / 60, 1);
}
