/** How long people wait for the reports of energy: one project's month, and two years of 500 projects beside each other. */
import type { Client } from 'pg';
import { Api } from './client.ts';
import type { Processor } from './processes.ts';
import { ms, table } from './report.ts';

const PROJECTS = 500;
/** Main meters of a project: one of each energy. */
const ENERGIES = ['elec', 'gas', 'water', 'softWater', 'cooling', 'heating'];
const YEAR = new Date().getUTCFullYear() - 1;
const PASSWORD = 'Hengneng@2026';
const TIMES = 7;

/** 500 projects with six meters each, and their months of two years as the facts would have summed them. */
export async function fillReports(db: Client): Promise<void> {
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
    `insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, days, sharp, peak, flat, valley)
    select m.device_id, 'total', to_char(d, 'YYYY-MM'), m.project_code, n.usage, 0, n.days, n.days, n.days,
      case when c.code = 'elec' then n.usage * 0.1 end, case when c.code = 'elec' then n.usage * 0.4 end,
      case when c.code = 'elec' then n.usage * 0.3 end, case when c.code = 'elec' then n.usage * 0.2 end
    from meter m join energy_category c on c.id = m.category_id, generate_series($1::date, $2::date, interval '1 month') d,
      lateral (select extract(day from d + interval '1 month - 1 day')::int as days, 1000 + m.device_id % 97 * extract(month from d) as usage) n
    where m.project_code like 'BENCHR-%'`,
    [`${YEAR - 1}-01-01`, `${YEAR}-12-01`],
  );
  // Electricity by times of use, at a new price each half year, a tenth of it with a fee for capacity; gas and water at one price.
  await db.query(
    `insert into energy_price (project_code, category_id, valid_from, valid_to, mode, prices, tax_included, tax_rate, basic_by, basic_price, capacity_kva)
    select p.code, c.id, h::date, (h + interval '6 months')::date - 1, case c.code when 'elec' then 'tou' else 'single' end,
      case c.code when 'elec' then '{"mode":"tou","prices":{"sharp":"1.2","peak":"1.0","flat":"0.6","valley":"0.3"}}'::jsonb
        else '{"mode":"single","price":"3.85"}'::jsonb end, true, 13,
      case when c.code = 'elec' and p.code like '%0' then 'capacity' end, case when c.code = 'elec' and p.code like '%0' then 28 end,
      case when c.code = 'elec' and p.code like '%0' then 800 end
    from project p join energy_category c on c.code in ('elec', 'gas', 'water'), generate_series($1::date, $2::date, interval '6 months') h
    where p.code like 'BENCHR-%'`,
    [`${YEAR - 1}-01-01`, `${YEAR}-07-01`],
  );
  await db.query('analyze project, device, meter, meter_month, energy_price');
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** @param used processor time so far: it tells what a report costs where other work shares the machine. @returns what to print */
export async function reportTimes(port: number, used: () => Processor): Promise<string> {
  const api = new Api(port);
  // Somebody who may see what energy costs: to others the report has no costs, and takes half the time.
  const person = await api.signIn('operationDirector', PASSWORD);
  const timed = async (name: string, path: string, body: object, aim: string): Promise<readonly string[]> => {
    const times: number[] = [];
    const before = used();
    for (let time = 0; time < TIMES; time += 1) {
      const began = performance.now();
      await api.call('POST', path, body, person);
      times.push(performance.now() - began);
    }
    const after = used();
    return [
      name,
      ms(middle(times)),
      aim,
      ms((after.server - before.server) / TIMES),
      ms((after.database - before.database) / TIMES),
    ];
  };
  const span = { From: `${YEAR}-01`, To: `${YEAR}-12` };
  const areas = '/emcapi/DataStatics/AreaConsumption';
  return table(
    ['报表', 'ms', '目标 ms', '服务 CPU ms', '数据库 CPU ms'],
    [
      await timed(
        '一个项目的月报（含近 24 个月）',
        '/emcapi/DataStatics/Summary',
        { ProjectCode: 'BENCHR-7', Month: `${YEAR}-12` },
        '< 100',
      ),
      await timed(`${PROJECTS} 个项目全年同比（含各项目）`, areas, { ...span, Costs: false }, '< 500'),
      await timed('同上，另算费用', areas, span, '< 500'),
      await timed('同上，只看一个月', areas, { From: `${YEAR}-12`, To: `${YEAR}-12` }, ''),
    ],
  );
}
