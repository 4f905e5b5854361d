/** Working out days: what is locked is left alone, what has not changed is not written. */
import { setImmediate as breathe } from 'node:timers/promises';
import { monthOf, type ReadingVersion, type Register } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { type DayRow, type Worked, workMeter } from './days.ts';
import { type Asked, type LoadedMeter, loadMeters } from './load.ts';
import { type DayChange, type Difference, differences, lockedMonths, writeDays, writeProblems } from './store.ts';

export interface WorkedOut {
  /** Days that are not what they were before. */
  readonly changed: readonly DayChange[];
  /** Days of locked months that would be others: they stayed, and may be registered as adjustments. */
  readonly locked: readonly DayChange[];
}

interface Found {
  readonly worked: readonly Worked[];
  readonly open: readonly Difference[];
  readonly locked: readonly Difference[];
  readonly projectOf: (meter: string) => string;
}

/** Meters whose days up to the very end of what was looked at differ: what follows them may, too. */
const unsettled = (worked: readonly Worked[], found: readonly Difference[]): ReadonlySet<string> => {
  const ends = new Set(
    worked.flatMap(({ meter, register, last }) => (last === null ? [] : [`${meter} ${register} ${last}`])),
  );
  return new Set(
    found.flatMap(({ change: { meter, register, day } }) => (ends.has(`${meter} ${register} ${day}`) ? [meter] : [])),
  );
};

/** Others who ask this process something wait for one meter that a gateway reads, not for all: such a one has a thousand readings in few days. */
async function workEach(loaded: readonly LoadedMeter[]): Promise<readonly Worked[]> {
  const worked: Worked[] = [];
  for (const meter of loaded) {
    worked.push(...workMeter(meter));
    if (meter.registers.some(({ samples }) => samples.length > 0)) await breathe();
  }
  return worked;
}

async function find(
  db: Db | Tx,
  asked: readonly Asked[],
  change: (meter: LoadedMeter) => LoadedMeter = (meter) => meter,
): Promise<Found> {
  let loaded = (await loadMeters(db, asked)).map(change);
  let worked = await workEach(loaded);
  let all = await differences(db, worked);
  const wider = unsettled(worked, all);
  if (wider.size > 0) {
    const again = asked.map((one) => (wider.has(one.meterId) ? { ...one, to: null } : one));
    loaded = (await loadMeters(db, again)).map(change);
    worked = await workEach(loaded);
    all = await differences(db, worked);
  }
  const projects = new Map(loaded.map(({ thing }) => [thing.id, thing.project]));
  const projectOf = (meter: string): string => projects.get(meter) ?? '';
  const monthKey = ({ change: { meter, day } }: Difference): string => `${projectOf(meter)} ${monthOf(day)}`;
  const months = [...new Map(all.map((one) => [monthKey(one), one.change])).values()].map(({ meter, day }) => ({
    project: projectOf(meter),
    month: monthOf(day),
  }));
  const locks = await lockedMonths(db, months);
  return {
    worked,
    projectOf,
    open: all.filter((one) => !locks.has(monthKey(one))),
    locked: all.filter((one) => locks.has(monthKey(one))),
  };
}

/** Works out days of meters that whoever calls holds. */
export async function workOutHeld(tx: Tx, asked: readonly Asked[], cause: string): Promise<WorkedOut> {
  const { worked, open, locked, projectOf } = await find(tx, asked);
  await writeDays(tx, open, projectOf, cause);
  if (worked.length > 0) await writeProblems(tx, worked);
  const changesOf = (list: readonly Difference[]) => list.map(({ change }) => change);
  return { changed: changesOf(open), locked: changesOf(locked) };
}

/**
 * Works out days of meters and writes those that differ. Doing it twice changes nothing.
 * @param cause who or what asked, kept with each day that had been said otherwise before
 */
export async function workOutAll(tx: Tx, asked: readonly Asked[], cause: string): Promise<WorkedOut> {
  // One at a time for a meter; readings and requests that come meanwhile do not wait for this.
  await sql`select 1 from meter where device_id = any(${asked.map(({ meterId }) => meterId)}::bigint[])
    order by device_id for no key update`.execute(tx);
  return workOutHeld(tx, asked, cause);
}

/** Works out days of one meter. @param from first and last day, both included; null: all there are */
export const workOut = (
  tx: Tx,
  meterId: string,
  from: string | null,
  to: string | null,
  cause = '',
): Promise<WorkedOut> => workOutAll(tx, [{ meterId, from, to }], cause);

/** Readings that are not there yet, or not for good. */
export interface Supposed {
  readonly register: Register;
  readonly version: ReadingVersion;
}

/** What days would become if readings were added, without writing anything. */
export async function foresee(db: Db | Tx, asked: Asked, supposed: readonly Supposed[]): Promise<WorkedOut> {
  const { open, locked } = await find(db, [asked], (meter) => ({
    ...meter,
    registers: meter.registers.map((one) => ({
      ...one,
      versions: [
        ...one.versions,
        ...supposed.flatMap(({ register, version }) => (register === one.register ? [version] : [])),
      ],
    })),
  }));
  return { changed: open.map(({ change }) => change), locked: locked.map(({ change }) => change) };
}

/**
 * Days as they would have been told at an instant, from the readings that were known by then, without writing anything. Exchanges and
 * multipliers are those of today. What gateways send is never corrected, so that of their meters only the days around are read.
 */
export async function daysAsOf(
  db: Db | Tx,
  meters: readonly { readonly id: string; readonly frequency: string }[],
  { from, to }: { readonly from: string; readonly to: string },
  asOf: number,
): Promise<readonly DayRow[]> {
  const loaded = await loadMeters(
    db,
    meters.map(({ id, frequency }) => {
      const sent = frequency.startsWith('auto:');
      // The reading that opens the days may have been superseded since: all of them are needed to find the one that held then.
      return { meterId: id, from: sent ? from : null, to: sent ? to : null };
    }),
  );
  return loaded.flatMap((meter) =>
    workMeter(meter, asOf).flatMap(({ days }) => days.filter(({ day }) => from <= day && day <= to)),
  );
}
