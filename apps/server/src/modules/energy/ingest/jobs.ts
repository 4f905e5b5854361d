/** By the clock: partitions of days to come, and days that are over packed. */
import { dayOfInstant, dayText } from '@hengneng/core';
import { HOUR } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { holdAlone, openDay, openDays, partitionOf, strayDays } from './days.ts';
import { addPacked, type RegisterDay } from './packed.ts';

/** Gateways that were cut off for a while catch up before the day is packed; what comes later opens it again. */
const GRACE_MS = 2 * HOUR;
const AHEAD_DAYS = 2;
/** Meters read at once: some 300,000 readings. */
const METERS = 200;

interface Row {
  readonly meter_id: string;
  readonly register: number;
  readonly times: string;
  readonly values: string;
}

async function nextMeters(tx: Tx, day: number, after: string): Promise<readonly Row[]> {
  const part = sql.table(partitionOf(day));
  const { rows } = await sql<Row>`
    with meters as (select distinct meter_id from ${part} where meter_id > ${after}::bigint order by 1 limit ${METERS})
    select meter_id::text, register, string_agg((extract(epoch from at) * 1000)::bigint::text, ',' order by at) as times,
      string_agg(trim_scale(value)::text, ',' order by at) as values
    from ${part} join meters using (meter_id) group by meter_id, register order by ${part}.meter_id`.execute(tx);
  return rows;
}

const registerDay = ({ meter_id, register, times, values }: Row, day: number): RegisterDay => {
  const shown = values.split(',');
  return {
    meterId: meter_id,
    register,
    day,
    readings: times.split(',').map((at, index) => ({ at: Number(at), value: shown[index] ?? '' })),
  };
};

/** Packs one day and drops its partition, in one transaction: a sample is in one of the two at any time. */
export const packDay = (db: Db, day: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // A page that reads for long must not make everybody wait behind the drop; the next round tries again.
    await sql`set local lock_timeout = '20s'`.execute(tx);
    await holdAlone(tx, day);
    if (!(await openDays(tx)).includes(day)) return;
    for (let after = '0'; ; ) {
      const rows = await nextMeters(tx, day, after);
      if (rows.length === 0) break;
      await addPacked(
        tx,
        rows.map((row) => registerDay(row, day)),
      );
      after = rows.at(-1)?.meter_id ?? after;
    }
    await sql`drop table ${sql.table(partitionOf(day))}`.execute(tx);
  });

/** Opens the days to come, brings in what lies outside of all days, packs what is over. @returns days that were packed */
export async function packFinished(db: Db, now: Date): Promise<readonly string[]> {
  const today = dayOfInstant(now.getTime());
  await db.transaction().execute(async (tx) => {
    for (const day of await strayDays(tx)) await openDay(tx, day);
    for (let day = today; day <= today + AHEAD_DAYS; day += 1) await openDay(tx, day);
  });
  const over = dayOfInstant(now.getTime() - GRACE_MS);
  const days = await db.transaction().execute(async (tx) => (await openDays(tx)).filter((day) => day < over));
  for (const day of days) await packDay(db, day);
  // One row for each project, and a new one, which no process has seen (`meters.ts`).
  await sql`with many as (select project_code from meter_touch group by 1 having count(*) > 1),
      gone as (delete from meter_touch where project_code in (select project_code from many))
    insert into meter_touch (project_code) select project_code from many`.execute(db);
  return days.map(dayText);
}

export const ingestJobs = (db: Db, clock: Clock): readonly Job[] => [
  { name: 'pack-readings', cron: '17 * * * *', run: async () => void (await packFinished(db, clock())) },
];
