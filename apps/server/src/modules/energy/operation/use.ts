/** What projects used yesterday, how well it is known, and how it compares with days like it. */
import { addDays, LOOK_BACK_DAYS, type SampleDay, verdictOf, WHOLE_FROM } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { noSample } from '../facts/index.ts';
import { mainMeters } from '../things/index.ts';
import { projectRules } from '../settings/index.ts';

export interface EnergyDay {
  readonly project: string;
  readonly code: string;
  readonly day: string;
  readonly usage: string;
  readonly estimated: string;
  readonly due: number;
  readonly got: number;
  readonly known: boolean;
}

/** By project and energy; a main meter without a figure was due and did not come. Projects that stood still have no row. */
export const useOn = async (db: Db, projects: readonly string[], day: string): Promise<readonly EnergyDay[]> => {
  const { rows } = await sql<EnergyDay>`
    with ${mainMeters(projects)}
    select main.project_code as project, main.code, ${day} as day, coalesce(sum(f.usage), 0)::text as usage,
      coalesce(sum(f.estimated), 0)::text as estimated, (count(*) filter (where f.register is null) + coalesce(sum(f.due), 0))::int as due,
      coalesce(sum(f.got), 0)::int as got, bool_or(f.register is not null) as known
    from main left join meter_day f on f.meter_id = main.device_id and f.day = ${day}::date and f.register = 'total'
    where main.used_from <= ${day}::date and (main.used_to is null or main.used_to >= ${day}::date)
      and not exists (select from stop_day x where x.project_code = main.project_code and x.day = ${day}::date)
    group by 1, 2`.execute(db);
  return rows;
};

interface Sampled {
  readonly project: string;
  readonly day: string;
  readonly usage: number | null;
  readonly temperature: number | null;
  readonly rest: boolean;
  readonly excluded: boolean;
}

export interface LikeDays {
  /** Percent; null where it cannot be told. */
  readonly deviation: number | null;
  /** What it was compared by, or why it was not. */
  readonly note: string;
}

/** The energy by which a project is judged: what it burns, else its electricity. */
const judgedBy = (codes: ReadonlySet<string>): string | null =>
  ['gas', 'heatBuy', 'steam', 'oil', 'elec'].find((code) => codes.has(code)) ?? null;

const NAMES: Readonly<Record<string, string>> = {
  gas: '燃气',
  heatBuy: '外购热',
  steam: '蒸汽',
  oil: '柴油',
  elec: '电',
};

/** 同温偏差 of a day, by the project's own limits; only where the day is whole. */
export async function likeDays(
  db: Db,
  used: readonly EnergyDay[],
  day: string,
): Promise<ReadonlyMap<string, LikeDays>> {
  const byProject = Map.groupBy(used, ({ project }) => project);
  const chosen = [...byProject].flatMap(([project, energies]) => {
    const code = judgedBy(new Set(energies.map((one) => one.code)));
    const one = energies.find((energy) => energy.code === code);
    return one === undefined ? [] : [{ project, code: one.code, one }];
  });
  const projects = chosen.map(({ project }) => project);
  const [samples, rules] = await Promise.all([
    sql<Sampled>`
      with ${mainMeters(projects)}, asked as (select * from jsonb_to_recordset(
        ${JSON.stringify(chosen.map(({ project, code }) => ({ project, code })))}::jsonb) as a(project text, code text)),
      warm as materialized (select w.* from asked a cross join lateral
        project_weather(a.project, ${day}::date - ${LOOK_BACK_DAYS}::int, ${day}::date) w)
      select a.project, g::date::text as day, sum(f.usage)::float8 as usage, max(w.avg_c)::float8 as temperature,
        project_off(a.project, g::date) as rest,
        coalesce(bool_or(f.register is null or f.got < f.due or ${noSample('f')}), true) as excluded
      from asked a join main on main.project_code = a.project and main.code = a.code
      join project p on p.code = a.project
      cross join generate_series(${day}::date - ${LOOK_BACK_DAYS}::int, ${day}::date, interval '1 day') g
      left join meter_day f on f.meter_id = main.device_id and f.register = 'total' and f.day = g::date
      left join warm w on w.project_code = a.project and w.day = g::date
      where main.used_from <= g::date and (main.used_to is null or main.used_to >= g::date)
      group by 1, g`.execute(db),
    projectRules(db, projects, addDays(day, 1)),
  ]);
  const bySample = Map.groupBy(samples.rows, ({ project }) => project);
  return new Map(
    chosen.map(({ project, code, one }): [string, LikeDays] => {
      const complete = one.due === 0 ? 0 : (one.got / one.due) * 100;
      if (!one.known || complete < WHOLE_FROM)
        return [project, { deviation: null, note: `昨日${NAMES[code] ?? ''}完整率低于 ${WHOLE_FROM}%，不比较` }];
      const days: readonly SampleDay[] = bySample.get(project) ?? [];
      const today = days.find((sample) => sample.day === day);
      const verdict = verdictOf(
        { day, usage: Number(one.usage), temperature: today?.temperature ?? null, rest: today?.rest ?? false },
        days.filter((sample) => sample.day !== day),
        rules.get(project)?.deviation('', ''),
      );
      return [project, { deviation: verdict.deviation, note: `${NAMES[code] ?? ''}：${verdict.words}` }];
    }),
  );
}
