/** The readings on either side of an exchange, and what it makes of the meter's use by them. */
import {
  type Break,
  breakUsage,
  type BreakUsage,
  exact,
  type Register,
  countingOf,
  type Counting,
  multipliersOf,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { MeterThing } from '../things/index.ts';

export interface Around {
  /** The last reading of what hung there before, or what it began with. */
  readonly previous: { readonly value: string; readonly at: number } | null;
  /** The first reading of what hangs there since. */
  readonly current: string | null;
}

/** One register of one exchange. */
export interface Place {
  readonly thing: MeterThing;
  readonly register: Register;
  readonly removedAt: number;
  readonly installedAt: number;
}

interface Found {
  readonly n: number;
  readonly previous: string | null;
  readonly at: number | null;
  readonly current: string | null;
}

/** Since when the register counted as it did at the removal, and what it began with: an earlier exchange or reset, else its installation. */
const begunBefore = ({
  thing,
  register,
  removedAt,
}: Place): { readonly value: string | undefined; readonly at: number } => {
  const earlier = thing
    .line(register)
    .breaks.findLast((one) => one.removedAt < removedAt && one.installedAt <= removedAt);
  if (earlier !== undefined) return { value: earlier.newInitial, at: earlier.installedAt };
  const [hung] = thing.installs;
  return { value: hung?.first[register], at: hung?.installedAt ?? 0 };
};

/** @returns in the order of the places, asked for at once */
export async function readingsAround(db: Db | Tx, places: readonly Place[]): Promise<readonly Around[]> {
  if (places.length === 0) return [];
  const asked = places.map((place, n) => ({
    n,
    meter: place.thing.id,
    register: place.register,
    // What was read before that stood on another dial.
    since: new Date(begunBefore(place).at),
    removed: new Date(place.removedAt),
    installed: new Date(place.installedAt),
  }));
  const holds = sql`r.meter_id = x.meter and r.register = x.register and r.value is not null and r.flag <> '换'
    and not exists (select from manual_reading n where n.supersedes = r.id)`;
  const { rows } = await sql<Found>`select x.n, trim_scale(p.value)::text as previous,
      round(extract(epoch from p.at) * 1000)::float8 as at, trim_scale(c.value)::text as current
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as x(n int, meter bigint, register text, since timestamptz, removed timestamptz, installed timestamptz)
      left join lateral (select r.value, r.at from manual_reading r where ${holds} and r.at >= x.since and r.at <= x.removed
        order by r.at desc, r.id desc limit 1) p on true
      left join lateral (select r.value from manual_reading r where ${holds} and r.at >= x.installed and r.at > x.removed
        order by r.at, r.id limit 1) c on true`.execute(db);
  const found = new Map(rows.map((row) => [row.n, row]));
  return places.map((place, n): Around => {
    const { previous = null, at = null, current = null } = found.get(n) ?? {};
    if (previous !== null && at !== null) return { previous: { value: previous, at }, current };
    const begun = begunBefore(place);
    return { previous: begun.value === undefined ? null : { value: begun.value, at: begun.at }, current };
  });
}

/** How a register counted until the removal; undefined where nobody set a multiplier or says what it can count. */
export function countingBefore(place: Place): Counting | undefined {
  const { unit, capacity, multipliers } = place.thing.line(place.register);
  const multiplier = multipliersOf(multipliers).worthAt(place.removedAt);
  if (capacity === undefined || multiplier === null) return undefined;
  return countingOf({
    ...place.thing.dial,
    unit,
    multiplier,
    capacity: { rated: exact(capacity.rated), factor: exact(capacity.factor) },
  });
}

/** The three parts and their sum; null where it has no reading before, or nobody set a multiplier. */
export function usageOf(line: Break, { previous, current }: Around, thing: MeterThing): BreakUsage | null {
  if (previous === null || multipliersOf(thing.multipliers).worthAt(line.removedAt) === null) return null;
  return breakUsage(line, { previous: previous.value, current: current ?? line.newInitial }, thing.multipliers);
}
