/** Days from readings, in a real database: what is written, what is left alone, what a stop in between loses. */
import { addDays, CHINA, instantOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addReadings, type NewReading } from '../readings/index.ts';
import { endStanding, queueRecalc, queueStanding } from '../things/index.ts';
import { drainQueue, foresee, workOut } from './index.ts';

const PROJECT = 'EMC01001';
const FIRST = '2026-03-01';
let server: TestServer;
let db: Db;
let meter: string;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
});
afterAll(() => server.close());

/** A meter of its own for each test: readings are only ever added. */
let next = 0;
beforeEach(async () => {
  next += 1;
  const { rows } = await sql<{ id: string }>`
    with d as (insert into device (project_code, code, name, category) values (${PROJECT}, ${`T-${next}`}, ${`试验表${next}`}, '电表') returning id),
    m as (insert into meter (device_id, project_code, meter_type, category_id, registers, unit, max_rate, used_from)
      select d.id, ${PROJECT}, '电表', c.id, '{total}', 'kWh', 100, '2020-01-01' from d, energy_category c where c.code = 'elec'),
    i as (insert into meter_install (meter_id, factory_no, installed_at, digits, decimals) select id, 'X', '2020-01-01', 6, 2 from d),
    r as (insert into meter_ratio (meter_id, valid_from, value) select id, '2020-01-01', 10 from d)
    select id::text from d`.execute(db);
  meter = rows[0]?.id ?? '';
});

const at = (day: number, minutes = 480): number => instantOf(addDays(FIRST, day), minutes, CHINA);
const reading = (day: number, value: string, more: Partial<NewReading> = {}): NewReading => ({
  meter,
  project: PROJECT,
  register: 'total',
  at: at(day),
  value,
  flag: '实',
  day: addDays(FIRST, day - 1),
  ...more,
});
const add = (...readings: NewReading[]) => db.transaction().execute((tx) => addReadings(tx, null, readings, '试验'));
const work = (from: string | null = null, to: string | null = null) =>
  db.transaction().execute((tx) => workOut(tx, meter, from, to, '试验'));
const days = async () => {
  const { rows } = await sql<{ day: string; usage: string; flags: string[]; xmin: string }>`
    select day::text, trim_scale(usage)::text as usage, flags, xmin::text from meter_day where meter_id = ${meter} order by day`.execute(
    db,
  );
  return rows;
};
const shown = async () => (await days()).map(({ day, usage }) => `${day.slice(5)} ${usage}`);
/** Ten days of 10 kWh on the dial, 100 in all a day. */
const usual = () => add(...Array.from({ length: 11 }, (_, day) => reading(day, String(1000 + day * 10))));

describe('working out', () => {
  it('makes days, months and problems, and doing it again changes nothing', async () => {
    await usual();
    expect((await work()).changed).toHaveLength(10);
    expect(await shown()).toEqual(Array.from({ length: 10 }, (_, day) => `${addDays(FIRST, day).slice(5)} 100`));
    const { rows } =
      await sql`select trim_scale(usage)::text as usage, days, due, got from meter_month where meter_id = ${meter}`.execute(
        db,
      );
    expect(rows).toEqual([{ usage: '1000', days: 10, due: 10, got: 10 }]);
    const before = await days();
    expect(await work()).toEqual({ changed: [], locked: [] });
    expect(await days()).toEqual(before);
  });

  it('splits a day of standstill by dials that are cut off each by itself', async () => {
    await sql`update meter set registers = '{total,peak,flat,valley}' where device_id = ${meter}`.execute(db);
    const dials = {
      total: ['1000', '1000.09'],
      peak: ['300', '300.03'],
      flat: ['300', '300.04'],
      valley: ['400', '400.04'],
    };
    await add(
      ...Object.entries(dials).flatMap(([register, values]) =>
        values.map((value, day) => reading(day, value, { register: register as NewReading['register'] })),
      ),
    );
    await work();
    const { rows } =
      await sql`select trim_scale(usage)::text as usage, trim_scale(peak)::text as peak, trim_scale(flat)::text as flat,
      trim_scale(valley)::text as valley from meter_day where meter_id = ${meter} and register = 'total'`.execute(db);
    expect(rows).toEqual([{ usage: '0.9', peak: '0.3', flat: '0.4', valley: '0.4' }]);
  });

  it('gives the same whatever the order in which readings come', async () => {
    const values = [1000, 1010, 1025, 1026, 1040, 1055];
    const order = [3, 0, 5, 1, 4, 2];
    for (const day of order) {
      await add(reading(day, String(values[day])));
      await drainQueue(db, [meter]);
    }
    const one = (await days()).map(({ day, usage, flags }) => ({ day, usage, flags }));
    await sql`delete from meter_day where meter_id = ${meter}`.execute(db);
    await work();
    expect((await days()).map(({ day, usage, flags }) => ({ day, usage, flags }))).toEqual(one);
    expect(one.map(({ usage }) => usage)).toEqual(['100', '150', '10', '140', '150']);
  });

  it('rewrites only the days that a correction touches, and keeps what they were', async () => {
    await usual();
    await work();
    const before = await days();
    const { rows } = await sql<{
      id: string;
    }>`select id::text from manual_reading where meter_id = ${meter} and at = ${new Date(at(5))}`.execute(db);
    await add(reading(5, '1052', { supersedes: rows[0]?.id ?? '', flag: '改' }));
    await drainQueue(db, [meter]);
    const after = await days();
    const touched = after
      .filter((row, index) => row.xmin !== before[index]?.xmin)
      .map(({ day, usage }) => [day, usage]);
    expect(touched).toEqual([
      [addDays(FIRST, 4), '120'],
      [addDays(FIRST, 5), '80'],
    ]);
    const changes =
      await sql`select day::text, trim_scale(before_usage)::text as before, trim_scale(after_usage)::text as after
      from meter_day_change where meter_id = ${meter} order by day`.execute(db);
    expect(changes.rows).toEqual([
      { day: addDays(FIRST, 4), before: '100', after: '120' },
      { day: addDays(FIRST, 5), before: '100', after: '80' },
    ]);
  });

  it('follows a correction as far as it reaches: what was refused before may hold now', async () => {
    await add(
      reading(0, '1000'),
      reading(1, '9000'),
      ...[2, 3, 4, 5, 6, 7, 8].map((day) => reading(day, String(1000 + day * 10))),
    );
    await work();
    const problems = async () =>
      (
        await sql<{ code: string }>`select code from meter_problem where meter_id = ${meter} order by at`.execute(db)
      ).rows.map(({ code }) => code);
    expect(await problems()).toEqual(['overCapacity']);
    const { rows } = await sql<{
      id: string;
    }>`select id::text from manual_reading where meter_id = ${meter} and value = 9000`.execute(db);
    await add(reading(1, '1010', { supersedes: rows[0]?.id ?? '', flag: '改' }));
    await drainQueue(db, [meter]);
    expect(await problems()).toEqual([]);
    expect((await days()).every(({ usage }) => usage === '100')).toBe(true);
  });

  it('says what would become of days without writing anything', async () => {
    await usual();
    await work();
    const version = { id: 'new', at: at(5), value: '1052', flag: '改', recordedAt: Date.now() } as const;
    const { rows } = await sql<{
      id: string;
    }>`select id::text from manual_reading where meter_id = ${meter} and at = ${new Date(at(5))}`.execute(db);
    const before = await days();
    const asked = { meterId: meter, from: addDays(FIRST, 4), to: addDays(FIRST, 4) };
    const seen = await foresee(db, asked, [
      { register: 'total', version: { ...version, supersedes: rows[0]?.id ?? '' } },
    ]);
    expect(seen.changed.map(({ after }) => Number(after))).toEqual([120, 80]);
    expect(await days()).toEqual(before);
  });
});

describe('a locked month', () => {
  it('is left alone, and what would be different is told', async () => {
    await usual();
    await add(reading(31, '1310'), reading(32, '1320'));
    await work();
    const { rows } = await sql<{
      id: string;
    }>`select id::text from manual_reading where meter_id = ${meter} and at = ${new Date(at(5))}`.execute(db);
    // Written while the month was open, worked out once it is not.
    await add(reading(5, '1052', { supersedes: rows[0]?.id ?? '' }));
    await sql`insert into period_act (project_code, month, act) values (${PROJECT}, '2026-03', 'lock')`.execute(db);
    try {
      const { changed, locked } = await work();
      expect(changed).toEqual([]);
      expect(locked.map(({ after }) => Number(after))).toEqual([120, 80]);
      expect((await days())[4]?.usage).toBe('100');
      const write = sql`update meter_day set usage = 1 where meter_id = ${meter} and day = ${FIRST}`.execute(db);
      await expect(write).rejects.toThrow('month 2026-03 of EMC01001 is locked');
      await expect(sql`delete from meter_day where meter_id = ${meter} and day = ${FIRST}`.execute(db)).rejects.toThrow(
        'locked',
      );
      // What closes a day of it is refused, the first of the next month's morning among it; what comes after is not.
      await expect(add(reading(6, '1061'))).rejects.toThrow('该月已月锁，任何人都不能修改，请登记调整');
      await expect(add({ ...reading(31, '1321'), at: at(31) + 30 * 60_000 })).rejects.toThrow('该月已月锁');
      await add({ ...reading(31, '1321'), at: at(31) + 61 * 60_000 });
      // An exchange says where the one ended and the other began, and counts nothing by that.
      await add({ ...reading(7, '1071'), flag: '换' });
    } finally {
      await sql`insert into period_act (project_code, month, act) values (${PROJECT}, '2026-03', 'unlock')`.execute(db);
    }
  });
});

describe('the queue', () => {
  const waiting = async () =>
    (await sql<{ asked: number }>`select asked from recalc_queue where meter_id = ${meter}`.execute(db)).rows;

  it('keeps what a stop in between left undone', async () => {
    await usual();
    const broken = db.transaction().execute(async (tx) => {
      await workOut(tx, meter, null, null, '试验');
      throw new Error('stopped');
    });
    await expect(broken).rejects.toThrow('stopped');
    expect([await days(), (await waiting()).length]).toEqual([[], 1]);
    expect(await drainQueue(db, [meter])).toBe(1);
    expect([(await days()).length, await waiting()]).toEqual([10, []]);
  });

  it('asks once for what stands, and loses nothing of what was not asked for again', async () => {
    await sql`delete from recalc_queue where meter_id = ${meter}`.execute(db);
    const ask = (tx: Tx, day: string) =>
      queueStanding(tx, { meterIds: [meter], fromDays: [day], toDays: [day] }, '自动采集');
    const asked = async (day: string) => {
      await db.transaction().execute((tx) => ask(tx, day));
      return (await waiting()).map((row) => row.asked);
    };
    expect([await asked(FIRST), await asked(FIRST)]).toEqual([[1], [1]]);
    // Another day is more than what stands.
    expect(await asked(addDays(FIRST, 1))).toEqual([2]);
    // Whoever works it out waits for those that left their asking out, so that it reads what they wrote.
    let ended = false;
    const open = await db.transaction().execute(async (tx) => {
      await ask(tx, FIRST);
      const ending = endStanding(db, [meter]).then(() => (ended = true));
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(ended).toBe(false);
      return { ending };
    });
    await open.ending;
    expect(await asked(FIRST)).toEqual([3]);
    await drainQueue(db, [meter]);
    expect(await waiting()).toEqual([]);
  });

  it('does not lose what is asked for while a meter is worked out, and lets nobody wait for it', async () => {
    await usual();
    await db.transaction().execute(async (worker) => {
      // The worker holds the meter; whoever types goes on.
      await sql`select 1 from meter where device_id = ${meter} for no key update`.execute(worker);
      await add(reading(11, '1110'));
      expect(await drainQueue(db, [meter])).toBe(0);
    });
    await db.transaction().execute((tx) => queueRecalc(tx, meter, FIRST, FIRST, '试验'));
    expect((await waiting())[0]?.asked).toBe(3);
    await Promise.all([drainQueue(db, [meter]), drainQueue(db, [meter])]);
    await drainQueue(db, [meter]);
    expect([(await days()).length, await waiting()]).toEqual([11, []]);
  });

  it('works the others out where one meter cannot be', async () => {
    await usual();
    const good = meter;
    const { rows } = await sql<{
      id: string;
    }>`select m.device_id::text as id from meter m join device d on d.id = m.device_id
      where m.project_code = ${PROJECT} and d.code = 'DB-01'`.execute(db);
    const bad = rows[0]?.id ?? '';
    // More than a multiplier can be: the formulas refuse it.
    await sql`update meter_ratio set value = 2000000 where meter_id = ${bad}`.execute(db);
    await db.transaction().execute(async (tx) => {
      await addReadings(tx, null, [reading(0, '1', { meter: bad }), reading(1, '2', { meter: bad })], '试验');
      await queueRecalc(tx, good, FIRST, FIRST, '试验');
    });
    await expect(drainQueue(db, [bad, good])).rejects.toThrow('倍率不能大于');
    meter = good;
    expect((await days()).length).toBe(10);
    expect((await sql`select 1 from recalc_queue where meter_id = ${bad}`.execute(db)).rows).toHaveLength(1);
    await sql`update meter_ratio set value = 160 where meter_id = ${bad}`.execute(db);
    expect(await drainQueue(db, [bad])).toBe(1);
  });
});
