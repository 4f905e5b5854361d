/** What the demo company has to look at: the two hottest months of each project beside each other, and a baseline of one. */
import { LEAST_DAYS, selectChangePoint } from '@hengneng/energy/baseline';
import { addDays, addMonths, CHINA, dayAt, daysIn, monthOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { UNMETERED } from '../../demo/index.ts';
import { projectRules } from '../settings/index.ts';
import { observe } from './baseline.ts';
import { totalsOut } from './deviations.ts';
import { countedMeters, nodeAmong } from './meters.ts';

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

/** Once the readings are there: the first year of the first project's electricity, against which the weeks since are told. */
export async function seedBaseline(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ code: string; district: string | null; author: string; from: string }>`
    select p.code, p.district, u.id::text as author, (select min(d.day)::text from meter_day d where d.project_code = p.code) as from
    from project p join app_user u on u.account = 'energyAnalyst' and u.is_demo
    where p.is_demo and exists (select from meter_day d where d.project_code = p.code)
      and not exists (select from energy_baseline) order by p.code limit 1`.execute(db);
  const [project] = rows;
  if (project === undefined) return;
  const span = { from: project.from, to: addDays(project.from, LEAST_DAYS - 1) };
  const meters = await countedMeters(db, project.code);
  if (!meters.some(({ energy }) => energy === 'elec')) return;
  const node = nodeAmong(meters, { energy: 'elec' });
  const { periods, complete } = await observe({ db, now }, project, node, span, 'day');
  // What is not known by heart is no baseline: then the page says that there is none.
  if (periods.length < (LEAST_DAYS * 9) / 10) return;
  const { chosen } = selectChangePoint(periods);
  await sql`insert into energy_baseline (project_code, name, node, node_name, energy, unit, from_day, to_day, grain, fit, complete, days, created_by)
    values (${project.code}, '冷站运行优化', ${node.id}, ${node.name}, ${node.energy}, ${node.unit}, ${span.from}, ${span.to}, 'day',
      ${JSON.stringify(chosen)}::jsonb, ${complete}, ${daysIn(span)}, ${project.author}::bigint)`.execute(db);
}

/** Once the readings are there: what was found out about totals that do not add up, of the months that are over. */
export async function seedDeviationNotes(db: Db, now: Date): Promise<void> {
  const today = dayAt(now.getTime(), CHINA);
  for (const { project, months, cause, note } of UNMETERED) {
    const meters = await countedMeters(db, project);
    const rules = (await projectRules(db, [project], today)).get(project);
    if (rules === undefined) continue;
    for (let back = 1; back <= months; back += 1) {
      const month = addMonths(monthOf(today), -back);
      for (const { meter, percent } of await totalsOut(db, meters, rules, month, now))
        await sql`insert into deviation_note (project_code, month, kind, target, cause, note, value, by_user)
          select ${project}, ${month}, 'total', ${meter.id}, ${cause}, ${note}, ${percent}, u.id
          from app_user u where u.account = 'energyAnalyst' and u.is_demo and not exists (select from deviation_note n
            where n.project_code = ${project} and n.month = ${month} and n.target = ${meter.id})`.execute(db);
    }
  }
}
