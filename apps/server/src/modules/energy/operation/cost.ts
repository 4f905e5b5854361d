/** What yesterday's energy cost: quantity by price, without what is asked by the month (基本电费, 力调). */
import { addMoney, type Money, ZERO_MONEY } from '@hengneng/core';
import { addDays, billOf, monthOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { pricesWhere, type StoredPrice, versionOf } from '../prices/index.ts';
import { mainOf } from '../reports/figures.ts';

/** Soft water is made of city water, which is paid for already: it counts only where it has a price. */
const BOUGHT = ['elec', 'gas', 'water', 'steam', 'heatBuy', 'oil'] as const;

export interface DayCost {
  /** null: it cannot be told, and `note` says why. */
  readonly cost: Money | null;
  readonly note: string | null;
}

interface Used {
  readonly project: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** null: no price holds. */
  readonly price: string | null;
  readonly meters: readonly string[];
  readonly usage: string;
  readonly sharp: string | null;
  readonly peak: string | null;
  readonly flat: string | null;
  readonly valley: string | null;
}

/** By project, energy and price; a meter's own price goes before that of its energy. */
const usedOn = async (ctx: Ctx, projects: readonly string[], day: string): Promise<readonly Used[]> => {
  const { rows } = await sql<Used>`
    with ${mainOf(projects)}
    select main.project_code as project, main.code, e.name, e.unit, pr.id::text as price, array_agg(main.device_id::text) as meters,
      sum(f.usage)::text as usage, sum(f.sharp)::text as sharp, sum(f.peak)::text as peak, sum(f.flat)::text as flat, sum(f.valley)::text as valley
    from main join energy_category e on e.code = main.code
    join meter_day f on f.meter_id = main.device_id and f.day = ${day}::date and f.register = 'total'
    left join lateral (select x.id from energy_price x where x.project_code = main.project_code and x.category_id = e.id
      and (x.meter_id is null or x.meter_id = main.device_id) and x.deleted_at is null
      and daterange(x.valid_from, x.valid_to, '[]') @> ${day}::date order by x.meter_id nulls last limit 1) pr on true
    where main.code = any(${[...BOUGHT, 'softWater']}::text[])
    group by 1, 2, 3, 4, 5`.execute(ctx.db);
  return rows.filter(({ code, price }) => code !== 'softWater' || price !== null);
};

const windowStart = (per: 'month' | 'year', day: string): string =>
  per === 'month' ? `${monthOf(day)}-01` : `${day.slice(0, 4)}-01-01`;

/** What ladders have counted before the day, by price and project. */
async function laddersBefore(
  ctx: Ctx,
  used: readonly Used[],
  prices: ReadonlyMap<string, StoredPrice>,
  day: string,
): Promise<ReadonlyMap<string, string>> {
  const asked = used.flatMap(({ price, meters }) => {
    const energy = price === null ? undefined : prices.get(price)?.energy;
    return energy?.mode === 'ladder'
      ? meters.map((meter) => ({ price, meter, from: windowStart(energy.per, day) }))
      : [];
  });
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ price: string; usage: string }>`
    select a.price, sum(f.usage)::text as usage
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(price text, meter bigint, "from" date)
    join meter_day f on f.meter_id = a.meter and f.register = 'total' and f.day >= a."from" and f.day < ${day}::date group by 1`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ price, usage }) => [price, usage]));
}

const touOf = ({ sharp, peak, flat, valley }: Used) =>
  peak === null && flat === null
    ? null
    : { sharp: sharp ?? '0', peak: peak ?? '0', flat: flat ?? '0', valley: valley ?? '0' };

export async function costsOf(
  ctx: Ctx,
  projects: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, DayCost>> {
  const used = await usedOn(ctx, projects, day);
  const ids = [...new Set(used.flatMap(({ price }) => price ?? []))];
  const stored = ids.length === 0 ? [] : await pricesWhere(ctx, ctx.db, sql`e.id = any(${ids}::bigint[])`);
  const prices = new Map(stored.map((one) => [one.id, one]));
  const before = await laddersBefore(ctx, used, prices, day);
  const costs = new Map<string, DayCost>();
  for (const one of used) {
    const price = one.price === null ? undefined : prices.get(one.price);
    const known = costs.get(one.project) ?? { cost: ZERO_MONEY, note: null };
    if (price === undefined) {
      costs.set(one.project, { cost: null, note: `${one.name}未设价格` });
      continue;
    }
    const { basic: _basic, powerFactor: _factor, ...version } = versionOf(price);
    const bill = billOf({
      unit: one.unit,
      from: day,
      to: day,
      days: [{ day, usage: one.usage, tou: touOf(one) }],
      prices: [version],
      ladderBefore: before.get(price.id) ?? '0',
    });
    const [problem] = bill.problems;
    if (known.cost === null || problem !== undefined)
      costs.set(one.project, { cost: null, note: known.note ?? `${one.name}：${problem ?? ''}` });
    else costs.set(one.project, { cost: addMoney(known.cost, bill.total), note: null });
  }
  return costs;
}

export const yesterdayOf = (today: string): string => addDays(today, -1);
