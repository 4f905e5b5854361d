/** What a project's main meters counted while there was supply outside the normal hours, and what that cost at the day's mean price. */
import { type Exact, exact, exactText, HOUR, times } from '@hengneng/energy/measuring';
import { moneyText } from '@hengneng/core';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { dayCosts, fenOf, sumCosts } from '../costs/index.ts';
import { mainMeters } from '../things/index.ts';

/** Instants in milliseconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A meter's day with its hours; null where it is read once a day. */
export interface HourDay {
  readonly meter: string;
  readonly code: string;
  readonly day: string;
  readonly from: number;
  readonly to: number;
  readonly hours: readonly string[] | null;
}

export interface Counted {
  /** By day, so that each has its own price. */
  readonly byDay: ReadonlyMap<string, Exact>;
}

const overlap = (a: Stretch, from: number, to: number): number =>
  Math.max(0, Math.min(a.to, to) - Math.max(a.from, from));

/**
 * What meters counted in stretches of time: hours that lie in them wholly or in part.
 * @returns in words why it cannot be told: a day that is read once says nothing of its evening
 */
export function usedIn(days: readonly HourDay[], meters: number, parts: readonly Stretch[]): Counted | string {
  if (meters === 0) return '没有总表';
  const byDay = new Map<string, Exact>();
  let covered = 0;
  for (const { day, from, to, hours } of days) {
    const within = parts.reduce((sum, part) => sum + overlap(part, from, to), 0);
    if (within === 0) continue;
    if (hours === null) return '该时段没有逐时读数';
    covered += within;
    let used = byDay.get(day) ?? 0n;
    hours.forEach((usage, index) => {
      const start = from + index * HOUR;
      const shared = parts.reduce((sum, part) => sum + overlap(part, start, start + HOUR), 0);
      if (shared > 0) used += (exact(usage) * BigInt(shared)) / BigInt(HOUR);
    });
    byDay.set(day, used);
  }
  const wanted = parts.reduce((sum, { from, to }) => sum + to - from, 0) * meters;
  return covered < wanted ? '该时段的读数还不全' : { byDay };
}

export interface OvertimeUse {
  readonly Elec: string | null;
  readonly Gas: string | null;
  /** Yuan; null where a use or a price is missing. */
  readonly EnergyCost: string | null;
  readonly EnergyReason: string | null;
}

interface Asked {
  readonly id: string;
  readonly parts: readonly Stretch[];
}

const CODES = ['elec', 'gas'] as const;
const WORDS = { elec: '用电', gas: '用气' } as const;

async function hourDays(db: Db | Tx, project: string, from: number, to: number) {
  const { rows } = await sql<{
    meter: string;
    code: string;
    day: string;
    from: Date;
    to: Date;
    hours: string[] | null;
  }>`with ${mainMeters([project])}
    select main.device_id::text as meter, main.code, f.day::text as day, f.from_at as "from", f.to_at as "to", f.hours::text[] as hours
    from main join meter_day f on f.meter_id = main.device_id and f.register = 'total'
    where main.code in ('elec', 'gas') and f.to_at > ${new Date(from)} and f.from_at < ${new Date(to)}
      and f.day between ${new Date(from)}::date - 2 and ${new Date(to)}::date + 2`.execute(db);
  return rows.map((row): HourDay => ({ ...row, from: row.from.getTime(), to: row.to.getTime() }));
}

/** How many meters of each energy there were to count. */
async function countsOf(db: Db | Tx, project: string, day: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ code: string; n: number }>`with ${mainMeters([project])}
    select code, count(*)::int as n from main where used_from <= ${day} and (used_to is null or used_to >= ${day}) group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ code, n }) => [code, n]));
}

/** Of records of one project at once; a few queries however many there are. @param money whether costs are told */
export async function overtimeUse(
  db: Db | Tx,
  project: string,
  records: readonly Asked[],
  money: boolean,
): Promise<ReadonlyMap<string, OvertimeUse>> {
  const parts = records.flatMap((one) => one.parts);
  const [first] = parts;
  if (first === undefined) return new Map();
  const from = Math.min(...parts.map((part) => part.from));
  const to = Math.max(...parts.map((part) => part.to));
  const days = await hourDays(db, project, from, to);
  const meters = await countsOf(db, project, new Date(to).toISOString().slice(0, 10));
  const known = days.map(({ day }) => day).toSorted();
  const [firstDay, lastDay] = [known[0], known.at(-1)];
  const costs =
    money && firstDay !== undefined && lastDay !== undefined
      ? await dayCosts(db, [project], { from: firstDay, to: lastDay })
      : [];
  const priceOf = (code: string, day: string): string | null => {
    const { meanPrice, problems } = sumCosts(costs.filter((one) => one.code === code && one.at === day));
    return problems.length > 0 ? null : meanPrice;
  };
  return new Map(
    records.map(({ id, parts: own }): [string, OvertimeUse] => {
      const told = CODES.filter((code) => (meters.get(code) ?? 0) > 0).map((code) => ({
        code,
        used: usedIn(
          days.filter((day) => day.code === code),
          meters.get(code) ?? 0,
          own,
        ),
      }));
      const amountOf = (code: (typeof CODES)[number]): string | null => {
        const used = told.find((one) => one.code === code)?.used;
        return used === undefined || typeof used === 'string'
          ? null
          : exactText(
              [...used.byDay.values()].reduce((sum, part) => sum + part, 0n),
              3,
            );
      };
      const reasons = told.flatMap(({ code, used }) => (typeof used === 'string' ? [`${WORDS[code]}：${used}`] : []));
      const priced = told.flatMap(({ code, used }) =>
        typeof used === 'string' ? [] : [...used.byDay].map(([day, usage]) => ({ usage, price: priceOf(code, day) })),
      );
      const whole = reasons.length === 0 && priced.length > 0 && priced.every(({ price }) => price !== null);
      const cost = priced.reduce((sum, { usage, price }) => sum + times(usage, exact(price ?? '0')), 0n);
      return [
        id,
        {
          Elec: amountOf('elec'),
          Gas: amountOf('gas'),
          EnergyCost: money && whole ? moneyText(fenOf(cost)) : null,
          EnergyReason:
            told.length === 0
              ? '没有电或燃气总表'
              : reasons.length > 0
                ? reasons.join('；')
                : money && !whole
                  ? '当日单价不全'
                  : null,
        },
      ];
    }),
  );
}
