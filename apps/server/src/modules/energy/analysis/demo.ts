/** One set of the demo company's projects: the two hottest months beside each other. */
import { CHINA, dayAt } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';

/** Seeds after things, in their transaction. */
export const seedCompareSets = async (tx: Tx, now: Date): Promise<void> => {
  const today = dayAt(now.getTime(), CHINA);
  // The last summer that is over.
  const year = Number(today.slice(0, 4)) - (today.slice(5) >= '09-01' ? 0 : 1);
  await sql`with made as (insert into energy_compare_set (project_code, name, align, edited_by)
      select p.code, '七月与八月用电', 'temperature', u.id from project p, app_user u
      where p.is_demo and u.account = 'energyAnalyst' and exists (select from meter m where m.project_code = p.code) returning id)
    insert into energy_compare_series (set_id, place, name, node, from_day, to_day, days)
    select made.id, s.place, s.name, 'energy:' || e.id, s.first, s.last, 'work'
    from made, energy_category e, (values (1, '七月工作日', ${`${year}-07-01`}::date, ${`${year}-07-31`}::date),
      (2, '八月工作日', ${`${year}-08-01`}::date, ${`${year}-08-31`}::date)) as s(place, name, first, last)
    where e.code = 'elec'`.execute(tx);
};
