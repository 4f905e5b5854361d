/** How long people wait for the reports of energy: one project's month, and two years of 500 projects beside each other. */
import type { Client } from 'pg';
import { Api } from './client.ts';
import { ms, table } from './report.ts';

const PROJECTS = 500;
/** Main meters of a project: one of each energy. */
const ENERGIES = ['elec', 'gas', 'water', 'softWater', 'cooling', 'heating'];
const YEAR = new Date().getUTCFullYear() - 1;
const PASSWORD = 'Hengneng@2026';
const TIMES = 7;

/** 500 projects with six meters each, and their months of two years as the facts would have summed them. */
async function fill(db: Client): Promise<void> {
  await db.query(
    `insert into project (code, name, area, area_m2, building_type, charge_model)
    select 'BENCHR-' || n, '压测项目' || n, a.area, 20000 + n, '办公', '面积包干' from generate_series(1, $1::int) n
      join (select area, row_number() over (order by area) - 1 as place, count(*) over () as all from (select distinct area from project) x) a
        on a.place = n % a.all`,
    [PROJECTS],
  );
  await db.query(
    `with made as (insert into device (project_code, code, name, category)
        select p.code, 'R-' || c.code, c.name, '电表' from project p, energy_category c
        where p.code like 'BENCHR-%' and c.code = any($1::text[]) returning id, project_code, code)
    insert into meter (device_id, project_code, meter_type, category_id, registers, unit, used_from)
    select made.id, made.project_code, '电表', c.id, '{total}', c.unit, $2::date from made join energy_category c on made.code = 'R-' || c.code`,
    [ENERGIES, `${YEAR - 1}-01-01`],
  );
  await db.query(
    `insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, days)
    select m.device_id, 'total', to_char(d, 'YYYY-MM'), m.project_code, 1000 + m.device_id % 97 * extract(month from d), 0, n.days, n.days, n.days
    from meter m, generate_series($1::date, $2::date, interval '1 month') d,
      lateral (select extract(day from d + interval '1 month - 1 day')::int as days) n
    where m.project_code like 'BENCHR-%'`,
    [`${YEAR - 1}-01-01`, `${YEAR}-12-01`],
  );
  await db.query('analyze project, device, meter, meter_month');
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** @returns what to print */
export async function reportTimes(port: number, db: Client): Promise<string> {
  await fill(db);
  const api = new Api(port);
  const person = await api.signIn('admin', PASSWORD);
  const timed = async (path: string, body: object): Promise<number> => {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const began = performance.now();
      await api.call('POST', path, body, person);
      times.push(performance.now() - began);
    }
    return middle(times);
  };
  const month = await timed('/emcapi/DataStatics/Summary', { ProjectCode: 'BENCHR-7', Month: `${YEAR}-12` });
  const span = { From: `${YEAR}-01`, To: `${YEAR}-12` };
  const years = await timed('/emcapi/DataStatics/AreaConsumption', { ...span, Costs: false });
  const paid = await timed('/emcapi/DataStatics/AreaConsumption', span);
  return table(
    ['报表', 'ms', '目标 ms'],
    [
      ['一个项目的月报（含近 24 个月）', ms(month), '< 100'],
      [`${PROJECTS} 个项目全年同比（含各项目）`, ms(years), '< 500'],
      ['同上，另算各月费用', ms(paid), ''],
    ],
  );
}
