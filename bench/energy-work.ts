/** How long people wait for what they typed: a sheet of 200 readings saved, and a year of a meter worked out again. */
import { dayOfInstant, dayText } from '@hengneng/core';
import type { Client } from 'pg';
import type { OpenDatabase } from '../apps/server/src/platform/db/database.ts';
import { takeSamplesFrom, workOut } from '../apps/server/src/modules/energy/facts/index.ts';
import { packed } from '../apps/server/src/modules/energy/ingest/packed.ts';
import { samplesOfAll } from '../apps/server/src/modules/energy/ingest/samples.ts';
import type { Api, Person } from './client.ts';
import { percentile } from './load.ts';
import type { Processor } from './processes.ts';

const SHEETS = 40;
const METERS = 200;
/** Days that each meter has behind it: what a reading is judged by. */
const DAYS = 40;
const DAY = 86_400_000;
const FIVE = 300_000;

/** Projects with a sheet of daily meters each, with readings and days as they would be after some weeks. */
async function fillSheets(db: Client, morning: number): Promise<void> {
  const first = dayText(dayOfInstant(morning) - DAYS);
  await db.query(
    `insert into project (code, name, area, area_m2) select 'BENCHS-' || n, '抄表压测' || n, (select min(area) from project), 10000
    from generate_series(1, $1::int) n`,
    [SHEETS],
  );
  await db.query(
    `with made as (insert into device (project_code, code, name, category)
        select p.code, 'S-' || m, '抄表压测表' || m, '电表' from project p, generate_series(1, $1::int) m where p.code like 'BENCHS-%'
        returning id, project_code)
    insert into meter (device_id, project_code, meter_type, category_id, registers, unit, used_from)
    select made.id, made.project_code, '电表', c.id, '{total}', 'kWh', '2020-01-01' from made join energy_category c on c.code = 'elec'`,
    [METERS],
  );
  const mine = `(select device_id as id, project_code as project from meter where project_code like 'BENCHS-%')`;
  await db.query(`insert into meter_install (meter_id, factory_no, installed_at, digits, decimals)
    select id, id::text, '2020-01-01', 8, 2 from ${mine} m`);
  await db.query(`insert into meter_ratio (meter_id, valid_from, value) select id, '2020-01-01', 1 from ${mine} m`);
  await db.query(
    `insert into manual_reading (meter_id, project_code, register, at, value, flag)
    select m.id, m.project, 'total', (d::date + time '08:00') at time zone 'Asia/Shanghai', 1000 + 24 * (d::date - $1::date), '实'
    from ${mine} m, generate_series($1::date, $1::date + ${DAYS - 1}, interval '1 day') d`,
    [first],
  );
  await db.query(
    `insert into meter_day (meter_id, register, day, project_code, from_at, to_at, open, close, usage, estimated, due, got, calc)
    select m.id, 'total', d::date, m.project, (d::date + time '08:00') at time zone 'Asia/Shanghai',
      (d::date + 1 + time '08:00') at time zone 'Asia/Shanghai', 1000 + 24 * (d::date - $1::date), 1024 + 24 * (d::date - $1::date), 24, 0, 1, 1, 1
    from ${mine} m, generate_series($1::date, $1::date + ${DAYS - 2}, interval '1 day') d`,
    [first],
  );
  // Whatever the hour of the day at which this runs.
  await db.query(
    `insert into operational_setting (project_code, valid_from, entry_days) select code, '2020-01-01', 3 from project where code like 'BENCHS-%'`,
  );
  await db.query('analyze project, device, meter, meter_install, meter_ratio, manual_reading, meter_day');
}

export interface Waits {
  readonly middle: number;
  readonly p95: number;
  /** Processor time of one sheet. */
  readonly used: Processor;
}

/** Sheets of 200 readings, each in another project, one after the other: with judging, writing, and the days worked out before the answer. */
export async function sheetTimes(api: Api, person: Person, db: Client, used: () => Processor): Promise<Waits> {
  // Eight in the morning in China.
  const morning = Math.floor(Date.now() / DAY) * DAY;
  await fillSheets(db, morning);
  const times: number[] = [];
  const before = used();
  for (let sheet = 1; sheet <= SHEETS; sheet += 1) {
    const project = `BENCHS-${sheet}`;
    const { rows } = await db.query<{ id: string }>(
      'select device_id::text as id from meter where project_code = $1 order by device_id',
      [project],
    );
    const began = performance.now();
    const { Saved } = await api.call(
      'POST',
      '/emcapi/DataEntry/Insert',
      {
        ProjectCode: project,
        Date: dayText(dayOfInstant(morning)),
        Rows: rows.map(({ id }, index) => ({
          DeviceId: id,
          Register: 'total',
          Reading: String(1000 + 24 * DAYS + (index % 3)),
        })),
      },
      person,
    );
    times.push(performance.now() - began);
    if (Saved !== METERS) throw new Error(`${project}: saved ${String(Saved)}`);
  }
  const after = used();
  // The first ones are those of a process that has just started.
  const sorted = times.slice(5).toSorted((a, b) => a - b);
  return {
    middle: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    used: { server: (after.server - before.server) / SHEETS, database: (after.database - before.database) / SHEETS },
  };
}

/** A year of a meter that people read each day, and of one that a gateway reads each five minutes, worked out from their readings. */
export async function yearTimes(
  database: OpenDatabase,
  db: Client,
): Promise<{ readonly typed: number; readonly sent: number }> {
  takeSamplesFrom({ samplesOfAll });
  // A project of its own: no month of it is locked.
  await db.query(`insert into project (code, name, area) select 'BENCHY', '重算压测', min(area) from project`);
  const { rows } = await db.query<{ id: string; project: string }>(
    `with made as (insert into device (project_code, code, name, category) select 'BENCHY', x, x, '电表' from unnest('{Y-typed,Y-sent}'::text[]) x
        returning id, project_code, code),
      meters as (insert into meter (device_id, project_code, meter_type, category_id, registers, unit, frequency, used_from)
        select made.id, made.project_code, '电表', c.id, '{total}', 'kWh', case made.code when 'Y-sent' then 'auto:5' else 'day' end, '2020-01-01'
        from made join energy_category c on c.code = 'elec' returning device_id, project_code, frequency),
      hung as (insert into meter_install (meter_id, factory_no, installed_at, digits, decimals) select device_id, 'Y' || device_id, '2020-01-01', 8, 2 from meters),
      times as (insert into meter_ratio (meter_id, valid_from, value) select device_id, '2020-01-01', 40 from meters)
    select device_id::text as id, project_code as project from meters order by frequency = 'auto:5'`,
  );
  const [typed, sent] = rows;
  if (typed === undefined || sent === undefined) throw new Error('no project');
  const last = Math.floor(Date.now() / DAY) * DAY - 2 * DAY;
  const first = last - 365 * DAY;
  await db.query(
    `insert into manual_reading (meter_id, project_code, register, at, value, flag)
    select $1, $2, 'total', to_timestamp($3::float8 / 1000) + n * interval '1 day', 100 + n * 31.25, '实' from generate_series(0, 365) n`,
    [typed.id, typed.project, first],
  );
  for (let day = first; day < last; day += DAY) {
    // A row is a day of the calendar in China.
    const from = day - 8 * 3_600_000;
    const readings = Array.from({ length: DAY / FIVE }, (_, step) => {
      const at = from + step * FIVE;
      return { at, value: (100 + ((at - first + DAY) / FIVE) * 0.11).toFixed(2) };
    });
    const row = packed(readings);
    await db.query(
      'insert into reading_day (meter_id, register, day, samples, decimals, packed) values ($1, 1, $2, $3, $4, $5)',
      [sent.id, dayText(day / DAY), readings.length, row.decimals, Buffer.from(row.packed)],
    );
  }
  const timed = async (id: string): Promise<number> => {
    const began = performance.now();
    const { changed } = await database.db.transaction().execute((tx) => workOut(tx, id, null, null));
    if (changed.length < 360) throw new Error(`only ${changed.length} days`);
    return performance.now() - began;
  };
  return { typed: await timed(typed.id), sent: await timed(sent.id) };
}
