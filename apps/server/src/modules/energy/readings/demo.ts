/** A year and more of the demo company's readings and weather, taken from the demo machine room. */
import { type DemoWeather, demoWeather, simulate } from '@hengneng/energy/demo';
import { addDays, addMonths, CHINA, dayAt, daysThrough, HOUR, instantOf, monthOf } from '@hengneng/energy/measuring';
import { dayNumber } from '@hengneng/core';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { DEMO_PROJECTS, demoClimate, type DemoProject, FILING_LOCKS, isFlagship } from '../../demo/index.ts';
import { daysOff } from '../days-off.ts';
import { drainQueue } from '../facts/index.ts';
import { lockDueMonths } from '../periods/locks.ts';
import { remembered } from '../remembered.ts';
import { type DemoMeterThing, demoInstalled, demoMeters, demoSeed, queueRecalcs } from '../things/index.ts';
import { type AboutDay, type JudgedReading, judgedReadings, MIN_USAGE } from './demo-verdicts.ts';

/** Full months before the one under way. */
const MONTHS = 14;
/** Of weather: more than two years. */
const WEATHER_MONTHS = 26;
const CUT = 480;
const MARK = 'demo.readings';

interface History {
  readonly days: readonly string[];
  readonly times: Float64Array;
  /** By meter and dial of the demo machine room. */
  readonly series: ReadonlyMap<string, Float64Array>;
}

/** Readings at each cut of the days; the flagship's dials go on from where they were put in. */
function historyOf(project: DemoProject, days: readonly string[], installed: string): History {
  const [first = installed] = days;
  const { times, registers } = simulate({
    seed: demoSeed(project),
    climate: demoClimate(project),
    from: instantOf(first, CUT, CHINA),
    to: instantOf(days.at(-1) ?? first, CUT, CHINA),
    stepMinutes: 1440,
    installed,
  });
  return {
    days,
    times,
    series: new Map(registers.map((one) => [`${one.meter.id} ${one.register.key}`, one.readings])),
  };
}

const round = (value: number, decimals: number): string =>
  (Math.floor(value * 10 ** decimals + 1e-6) / 10 ** decimals).toFixed(decimals);

/** The multiplier of the dial that a part is taken from. */
const PART_RATIO: Readonly<Record<string, number>> = { E0: 160, E21: 80, E22: 80, E23: 30 };

/** What a dial showed at each cut. */
function readingsOf(meter: DemoMeterThing, register: string, history: History, flagship: boolean): readonly string[] {
  return Array.from(history.times, (_, index) => {
    let shown = 0;
    for (const { meter: id, dial, factor } of meter.parts) {
      const series = history.series.get(`${id} ${dial === 'total' ? register : dial}`);
      if (series === undefined) continue;
      const value = series[index] ?? 0;
      if (flagship) shown += value;
      else shown += ((value - (series[0] ?? 0)) * (PART_RATIO[id] ?? 1) * factor) / Number(meter.multiple);
    }
    return round(flagship ? shown : shown + meter.share * 100, meter.dial.decimals);
  });
}

/** Where somebody was late, forgot, or could not get to the meter: [project, meter, days before the last]. */
const FORGOTTEN: readonly (readonly [string, string, readonly number[]])[] = [
  ['EMC01001', 'SB-03', [4, 5, 6]],
  ['EMC01002', 'SB-02', [3, 4]],
  ['EMC01002', 'SB-01', [1]],
  ['EMC01002', 'WR-01', [12]],
  ['OM01001', 'DB-05', [8, 9, 10, 11]],
  ['EMC03001', 'QB-01', [20]],
];

interface Row {
  readonly code: string;
  readonly register: string;
  readonly at: string;
  readonly value: string;
  readonly recorded: string;
  readonly judged: JudgedReading | null;
}

/** When it was typed in: some minutes after the cut, and now and then late. */
const recordedAt = (at: number, index: number, sort: number): string =>
  new Date(at + ((index * 7) % 25) * 60_000 + sort * 20_000 + (index % 41 === 0 ? 9 * HOUR : 0)).toISOString();

function rowsOf(
  project: DemoProject,
  meters: readonly DemoMeterThing[],
  history: History,
  last: number,
  about: AboutDay | null,
): readonly Row[] {
  const gaps = new Map(
    FORGOTTEN.flatMap(([code, meter, back]) => (code === project.code ? [[meter, back] as const] : [])),
  );
  // In the flagship the latest readings are still to be taken.
  const until = isFlagship(project) ? last - 1 : last;
  return meters.flatMap((meter, sort) =>
    meter.registers.flatMap((register) => {
      const values = readingsOf(meter, register, history, isFlagship(project));
      const judged = about === null ? [] : judgedReadings(history.days, values, Number(meter.multiple), about);
      return values.flatMap((value, index) => {
        if (index > until || gaps.get(meter.code)?.includes(last - index) === true) return [];
        const at = history.times[index] ?? 0;
        return [
          {
            code: meter.code,
            register,
            value,
            at: new Date(at).toISOString(),
            recorded: recordedAt(at, index, sort),
            judged: judged[index] ?? null,
          },
        ];
      });
    }),
  );
}

/** What the flagship's dials showed on days before it was entered. */
export const demoHistory = (project: DemoProject, days: readonly string[], now: Date): readonly Row[] => {
  const history = historyOf(project, days, demoInstalled(now));
  return rowsOf(project, demoMeters().get(project.code) ?? [], history, days.length, null);
};

async function insertReadings(
  tx: Tx,
  project: DemoProject,
  rows: readonly Row[],
  days: readonly string[],
): Promise<void> {
  await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag, recorded_by, recorded_at, verdict, reason_type)
    select d.id, d.project_code, r.register, r.at, r.value, '实', u.id, least(r.recorded, app_now()), r.verdict, r.reason
    from unnest(${rows.map(({ code }) => code)}::text[], ${rows.map(({ register }) => register)}::text[],
      ${rows.map(({ at }) => at)}::timestamptz[], ${rows.map(({ value }) => value)}::numeric[],
      ${rows.map(({ recorded }) => recorded)}::timestamptz[],
      ${rows.map(({ judged }) => (judged === null ? null : JSON.stringify(judged.verdict)))}::jsonb[],
      ${rows.map(({ judged }) => judged?.reason ?? '')}::text[]) as r(code, register, at, value, recorded, verdict, reason)
    join device d on d.project_code = ${project.code} and d.code = r.code
    join app_user u on u.account = ${project.operators[0] ?? project.manager}`.execute(tx);
  const { rows: meters } = await sql<{
    id: string;
  }>`select device_id::text as id from meter where project_code = ${project.code}`.execute(tx);
  await queueRecalcs(
    tx,
    meters.map(({ id }) => ({ meterId: id, fromDay: days[0] ?? '', toDay: days.at(-1) ?? '' })),
    '演示数据',
  );
}

/** Months after which readings may still come, so that the demo is the same whatever time of day it begins. */
const seedSettings = async (tx: Tx, from: string): Promise<void> => {
  const seasons = DEMO_PROJECTS.map((project) => ({ code: project.code, ...demoClimate(project) }));
  await sql`insert into operational_setting (project_code, valid_from, entry_days, shifts, cooling_from, cooling_to, heating_from, heating_to)
    select p.code, ${from}, 2, '[{"name":"早班","from":480,"to":960,"people":2},{"name":"中班","from":960,"to":1440,"people":2},{"name":"夜班","from":0,"to":480,"people":1}]',
      s.cooling ->> 0, s.cooling ->> 1, s.heating ->> 0, s.heating ->> 1
    from project p join jsonb_to_recordset(${JSON.stringify(seasons)}::jsonb) as s(code text, cooling jsonb, heating jsonb) on s.code = p.code
    where p.is_demo on conflict do nothing`.execute(tx);
  await sql`insert into deviation_setting (level, warn, abnormal, min_usage, width_c, samples, capacity_factor, sub_diff, bill_diff, balance_diff, cop_min, cop_max, reason)
    values ('company', 20, 50, ${MIN_USAGE}, 2, 7, 1.1, 5, 3, 10, 0.8, 1.45, '公司默认') on conflict do nothing`.execute(
    tx,
  );
};

const hoursOf = (weather: DemoWeather, day: string): readonly { temperatureC: number; humidityPercent: number }[] => {
  const number = dayNumber(day) ?? 0;
  return Array.from({ length: 24 }, (_, hour) => weather.hour(number * 24 + hour));
};

/** As the sheet would have known it when the reading was typed in. */
const aboutIn = (project: DemoProject, isRest: (day: string, project?: string) => boolean): AboutDay => {
  const weather = demoWeather(demoSeed(project), demoClimate(project));
  return remembered((day: string) => {
    const warmth = hoursOf(weather, day).map(({ temperatureC }) => temperatureC);
    return {
      temperature: Number((warmth.reduce((sum, value) => sum + value, 0) / 24).toFixed(1)),
      rest: isRest(day, project.code),
    };
  });
};

const conditionOf = (humidity: number, mean: number): string =>
  humidity > 82 ? (mean < 1 ? '雪' : '雨') : humidity > 74 ? '阴' : humidity > 66 ? '多云' : '晴';

/** Mean, warmest and coldest of each day at each place. */
async function seedWeather(tx: Tx, days: readonly string[]): Promise<void> {
  for (const [seed, projects] of Map.groupBy(DEMO_PROJECTS, demoSeed)) {
    const [first] = projects;
    const weather = demoWeather(seed, first && demoClimate(first));
    const rows = days.map((day) => {
      const hours = hoursOf(weather, day);
      const warmth = hours.map(({ temperatureC }) => temperatureC);
      const mean = warmth.reduce((sum, value) => sum + value, 0) / 24;
      const humidity = hours.reduce((sum, one) => sum + one.humidityPercent, 0) / 24;
      const one = (value: number): string => value.toFixed(1);
      return {
        day,
        avg: one(mean),
        max: one(Math.max(...warmth)),
        min: one(Math.min(...warmth)),
        humidity: one(humidity),
        condition: conditionOf(humidity, mean),
        hourly: warmth.map(one),
      };
    });
    const districts = [...new Set(projects.map(({ district }) => district))];
    await sql`insert into weather_day (district, day, avg_c, max_c, min_c, humidity, condition, hourly, source)
      select d, w.day, w.avg, w.max, w.min, w.humidity, w.condition, w.hourly, '演示气象'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(day date, avg numeric, max numeric, min numeric, humidity numeric,
        condition text, hourly numeric[]), unnest(${districts}::text[]) d on conflict do nothing`.execute(tx);
  }
}

/**
 * Fills in what is not there yet, project by project, works the days out and locks the months that are over. One process does it.
 * @param signal aborted: rests after the project under way; the next start goes on from there
 * @returns how many projects got their readings
 */
export const seedReadings = async (db: Db, now: Date, signal?: Pick<AbortSignal, 'aborted'>): Promise<number> =>
  db.connection().execute(async (held) => {
    await sql`select pg_advisory_lock(${FILING_LOCKS.readings})`.execute(held);
    try {
      const { rows: owner } = await sql<{
        id: string;
      }>`select id::text from app_user where account = 'admin' and is_demo`.execute(db);
      const admin = owner[0]?.id;
      if (admin === undefined) return 0;
      const { rows: marks } = await sql<{ value: readonly string[] }>`
        select value from user_setting where user_id = ${admin} and key = ${MARK}`.execute(db);
      const done = new Set(marks[0]?.value);
      const todo = DEMO_PROJECTS.filter(({ code }) => !done.has(code));
      if (todo.length === 0) return 0;
      // The last cut that has passed.
      const last = dayAt(now.getTime() - CUT * 60_000, CHINA);
      const first = `${addMonths(monthOf(last), -MONTHS)}-01`;
      const days = daysThrough(first, last);
      if (done.size === 0)
        await db.transaction().execute(async (tx) => {
          await seedSettings(tx, first);
          // Further back than readings: years are compared by it, and baselines want a whole one before.
          const since = `${addMonths(monthOf(last), -WEATHER_MONTHS)}-01`;
          await seedWeather(tx, daysThrough(since, addDays(last, 1)));
        });
      const histories = new Map<string, History>();
      const meters = demoMeters();
      const isRest = await daysOff(
        db,
        todo.map(({ code }) => code),
      );
      let count = 0;
      for (const project of todo) {
        if (signal?.aborted === true) return count;
        // The flagship's dials count from their installation; of others only what they use is taken.
        const installed = isFlagship(project) ? demoInstalled(now) : first;
        const key = `${demoSeed(project)} ${installed}`;
        const history = histories.get(key) ?? historyOf(project, days, installed);
        histories.set(key, history);
        const rows = rowsOf(
          project,
          meters.get(project.code) ?? [],
          history,
          days.length - 1,
          aboutIn(project, isRest),
        );
        done.add(project.code);
        await db.transaction().execute(async (tx) => {
          await insertReadings(tx, project, rows, days);
          await sql`insert into user_setting (user_id, key, value) values (${admin}, ${MARK}, ${JSON.stringify([...done])}::jsonb)
            on conflict (user_id, key) do update set value = excluded.value`.execute(tx);
        });
        await drainQueue(db);
        count += 1;
      }
      await lockDueMonths(db, now);
      return count;
    } finally {
      await sql`select pg_advisory_unlock(${FILING_LOCKS.readings})`.execute(held);
    }
  });
