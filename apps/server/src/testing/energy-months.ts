/** Months of a project in which each main meter used the same every day: figures that tests can work out in their heads. */
import { sql } from 'kysely';
import type { Db } from '../platform/db/schema.ts';

/** @param months month → use of each main meter on each of its days */
export async function steadyMonths(db: Db, project: string, months: Readonly<Record<string, number>>): Promise<void> {
  await sql`delete from meter_day where project_code = ${project}`.execute(db);
  await sql`delete from meter_month where project_code = ${project}`.execute(db);
  await sql`update meter set used_from = '2025-02-01', used_to = null where project_code = ${project}`.execute(db);
  for (const [month, each] of Object.entries(months)) {
    await sql`insert into meter_day (meter_id, register, day, project_code, from_at, to_at, usage, estimated, due, got, calc)
      select m.device_id, 'total', d::date, m.project_code, d, d + interval '1 day', ${each}, 0, 1, 1, 0
      from meter m, generate_series((${`${month}-01`})::date, (${`${month}-01`})::date + interval '1 month' - interval '1 day', interval '1 day') d
      where m.project_code = ${project} and m.parent_id is null`.execute(db);
    await sql`insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, days)
      select meter_id, 'total', ${month}, project_code, sum(usage), sum(estimated), sum(due), sum(got), count(*) from meter_day
      where project_code = ${project} and to_char(day, 'YYYY-MM') = ${month} and register = 'total'
      group by meter_id, project_code`.execute(db);
  }
}
