/** What the correction of days came to in yuan, by the prices of those days: what they cost now less what they cost before. */
import { monthRange } from '@hengneng/core';
import { costOf, type Exact, exact, sumOf, withTax } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { isBought, loadPriceable } from './costs.ts';
import { type Group, ladderOf, ladderWindow, type Priced, type Segment, segmentsOf } from './segments.ts';

/** A day of a meter's main register that became another. Usage in the meter's unit; null where there was, or is, no day. */
export interface ChangedDay {
  /** Whose doing it was: amounts are added up by this. */
  readonly of: string;
  readonly project: string;
  readonly meter: string;
  readonly day: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Sharp, peak, flat, valley; null where the day is not split. */
  readonly beforeSplit: readonly string[] | null;
  readonly afterSplit: readonly string[] | null;
}

export interface ChangedCost {
  /** Yuan, not rounded; null where none of it has a price. */
  readonly amount: Exact | null;
  readonly problems: readonly string[];
}

const isUnsplit = (usage: string | null, split: readonly string[] | null): boolean =>
  split === null && usage !== null && exact(usage) !== 0n;

/** What is paid for a usage from nothing on. @param split sharp, peak, flat, valley, for a price by times of use */
function usageCost({ version }: Priced, usage: Exact, split: readonly string[] | null = null): Exact {
  const [sharp = 0n, peak = 0n, flat = 0n, valley = 0n] = (split ?? []).map((text) => exact(text));
  const { energy, surcharge } = costOf(version, { usage, tou: { sharp, peak, flat, valley }, unsplit: 0n }, 0n);
  return withTax(energy + surcharge, version.tax);
}

const difference = ({ before, after }: ChangedDay): Exact => exact(after ?? '0') - exact(before ?? '0');

/** A ladder's month or year, as far as it was used: what a day adds moves everything that comes after it up the steps. */
interface Window {
  readonly key: string;
  readonly months: readonly string[];
  readonly meters: readonly string[];
}

async function usedIn(db: Db | Tx, windows: readonly Window[]): Promise<ReadonlyMap<string, Exact>> {
  if (windows.length === 0) return new Map();
  const { rows } = await sql<{ key: string; usage: string }>`
    select w.key, coalesce(sum(m.usage), 0)::text as usage
    from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb) as w(key text, months text[], meters bigint[])
    left join meter_month m on m.register = 'total' and m.meter_id = any(w.meters) and m.month = any(w.months)
    group by w.key`.execute(db);
  return new Map(rows.map(({ key, usage }) => [key, exact(usage)]));
}

interface Priceless {
  readonly change: ChangedDay;
  readonly group: Group;
}
interface Found extends Priceless {
  readonly price: Priced;
}

const windowOf = ({ change, price }: Found): string =>
  `${ladderOf(price)} ${ladderWindow(price.version, change.day) ?? ''}`;

/**
 * What a ladder's windows cost with the changes less what they would have cost without them, by who changed. All of a window is told by the steps
 * of the day that changed: what a later version of it charges for the rest stays out.
 */
async function ladderCosts(
  db: Db | Tx,
  found: readonly Found[],
  metersOf: (of: Priced) => readonly string[],
): Promise<readonly { readonly of: string; readonly amount: Exact }[]> {
  const byWindow = Map.groupBy(found, windowOf);
  const windows = [...byWindow].flatMap(([key, [first]]): Window[] => {
    if (first === undefined) return [];
    const window = ladderWindow(first.price.version, first.change.day) ?? '';
    const months = window.length === 4 ? monthRange(`${window}-01`, `${window}-12`) : [window];
    return [{ key, months, meters: metersOf(first.price) }];
  });
  const used = await usedIn(db, windows);
  return [...byWindow].flatMap(([key, some]) => {
    const total = used.get(key) ?? 0n;
    return [...Map.groupBy(some, ({ change }) => change.of)].flatMap(([of, own]) => {
      const [first] = own;
      if (first === undefined) return [];
      const before = total - sumOf(own.map(({ change }) => difference(change)));
      return [{ of, amount: usageCost(first.price, total) - usageCost(first.price, before) }];
    });
  });
}

const coversDay = (day: string) => (segment: Segment) => !segment.before && segment.from <= day && day <= segment.to;

/** By `of`; whoever changed nothing that is bought by a main meter has no entry. */
export async function changedCosts(
  db: Db | Tx,
  changes: readonly ChangedDay[],
): Promise<ReadonlyMap<string, ChangedCost>> {
  const days = changes.map(({ day }) => day).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return new Map();
  const projects = [...new Set(changes.map(({ project }) => project))];
  const { mains, prices } = await loadPriceable(db, projects, { from, to });
  const { groups, segments } = segmentsOf(mains, prices, { from, to });
  const byMeter = Map.groupBy(segments, ({ meter }) => meter);
  const all = changes.flatMap((change): Priceless[] => {
    const segment = (byMeter.get(change.meter) ?? []).find(coversDay(change.day));
    const group = segment === undefined ? undefined : groups[segment.group];
    return group === undefined || (group.price === null && !isBought(group.code)) ? [] : [{ change, group }];
  });
  const amounts = new Map<string, { amount: Exact | null; problems: Set<string> }>();
  const at = (of: string) => {
    const known = amounts.get(of) ?? { amount: null, problems: new Set<string>() };
    amounts.set(of, known);
    return known;
  };
  const add = (of: string, amount: Exact): void => {
    const known = at(of);
    known.amount = (known.amount ?? 0n) + amount;
  };
  const ladders: Found[] = [];
  for (const { change, group } of all) {
    const { of, day, before, after, beforeSplit, afterSplit } = change;
    const { price } = group;
    if (price === null) at(of).problems.add(`${day} 无单价`);
    else if (price.version.energy.mode === 'ladder') ladders.push({ change, group, price });
    else if (price.version.energy.mode === 'tou' && (isUnsplit(before, beforeSplit) || isUnsplit(after, afterSplit)))
      at(of).problems.add(`${day} 没有分时用量，不能按分时电价计费`);
    else
      add(of, usageCost(price, exact(after ?? '0'), afterSplit) - usageCost(price, exact(before ?? '0'), beforeSplit));
  }
  const metersOf = (of: Priced): readonly string[] => [
    ...new Set(
      segments.flatMap(({ meter, group }) => {
        const price = groups[group]?.price ?? null;
        return price !== null && ladderOf(price) === ladderOf(of) ? [meter] : [];
      }),
    ),
  ];
  for (const { of, amount } of await ladderCosts(db, ladders, metersOf)) add(of, amount);
  return new Map([...amounts].map(([of, { amount, problems }]) => [of, { amount, problems: [...problems] }]));
}

/** A day as it would be. Usage in the meter's unit; sharp, peak, flat, valley where it is split. */
export interface SupposedDay {
  readonly day: string;
  readonly usage: string;
  readonly split: readonly string[] | null;
}

/**
 * What each of a meter's days would cost by itself, in yuan, not rounded. Days without a price, without the split that their price asks for, or
 * under a ladder, which goes by months or years, are left out; so is every meter that nothing is bought by.
 */
export async function costsOfDays(
  db: Db | Tx,
  { project, meter }: Pick<ChangedDay, 'project' | 'meter'>,
  days: readonly SupposedDay[],
): Promise<ReadonlyMap<string, Exact>> {
  const order = days.map(({ day }) => day).toSorted();
  const [from, to] = [order[0], order.at(-1)];
  if (from === undefined || to === undefined) return new Map();
  const { mains, prices } = await loadPriceable(db, [project], { from, to });
  const { groups, segments } = segmentsOf(mains, prices, { from, to });
  const own = segments.filter((segment) => segment.meter === meter);
  return new Map(
    days.flatMap(({ day, usage, split }) => {
      const price = groups[own.find(coversDay(day))?.group ?? -1]?.price ?? null;
      if (price === null || price.version.energy.mode === 'ladder') return [];
      if (price.version.energy.mode === 'tou' && isUnsplit(usage, split)) return [];
      return [[day, usageCost(price, exact(usage), split)] as const];
    }),
  );
}
