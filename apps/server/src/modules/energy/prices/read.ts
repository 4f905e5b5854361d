/** Reading prices: a project's versions, one in full, what held at an instant. */
import type { EnergyPriceDetail, nyPriceAt, nyPriceDetail, nyPriceList } from '@hengneng/contracts';
import { dayOfInstant, dayText, instantMs } from '@hengneng/core';
import { CHINA, type DayKind, touAt, type TouSchedule } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { isWeekend } from '../days-off.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { pricesWhere, type StoredPrice, wireOf } from './rows.ts';

export async function listPrices(
  ctx: Ctx,
  input: z.output<typeof nyPriceList.input>,
): Promise<z.input<typeof nyPriceList.output>> {
  const { code } = await seenProject(ctx, ctx.db, input.ProjectCode);
  const all = await pricesWhere(
    ctx,
    ctx.db,
    sql`e.project_code = ${code} and (${input.CategoryCode ?? null}::text is null or c.code = ${input.CategoryCode ?? null})
      and (${input.OnDate ?? null}::date is null or daterange(e.valid_from, e.valid_to, '[]') @> ${input.OnDate ?? null}::date)`,
  );
  const first = (input.PageIndex - 1) * input.PageSize;
  return {
    rows: all.slice(first, first + input.PageSize).map((one) => wireOf(one, ctx.now)),
    total: all.length,
  };
}

/** @throws notFound where the person sees no such price */
export async function priceOf(ctx: Ctx, db: Db | Tx, id: string): Promise<StoredPrice> {
  const [price] = await pricesWhere(ctx, db, sql`e.id = ${id}::bigint`);
  if (price === undefined) throw notFound('价格不存在，或您没有查看它的权限');
  return price;
}

/**
 * Months in which a price may not change any more: closed ones, and those that a settlement quotes meters of its energy in. Oldest first.
 */
export async function monthsUsed(
  db: Db | Tx,
  of: StoredPrice,
): Promise<readonly { month: string; settled: boolean }[]> {
  const { rows } = await sql<{ month: string; settled: boolean }>`
    with month as (select to_char(m, 'YYYY-MM') as month, m::date as first, (m + interval '1 month - 1 day')::date as last
      from generate_series(date_trunc('month', ${of.from}::date), least(coalesce(${of.to}::date, current_date), current_date), interval '1 month') m)
    select month.month, quoted as settled from month, lateral (select exists (select from reading_quote q join meter m on m.device_id = q.meter_id
        join energy_category c on c.id = m.category_id where q.project_code = ${of.project}
          and (c.id = ${of.categoryId}::bigint or c.parent_id = ${of.categoryId}::bigint)
          and (${of.meter}::bigint is null or m.device_id = ${of.meter}::bigint)
          and daterange(q.from_day, q.to_day, '[]') && daterange(greatest(month.first, ${of.from}::date), month.last, '[]')) as quoted) s
    where quoted or energy_month_locked(${of.project}, month.month) order by 1`.execute(db);
  return rows;
}

export async function scheduleOf(db: Db | Tx, id: string | null): Promise<TouSchedule | null> {
  if (id === null) return null;
  const { rows } = await sql<TouSchedule>`select valid_from::text as "from", valid_to::text as "to", seasons, periods
    from tou_schedule where id = ${id}::bigint`.execute(db);
  return rows[0] ?? null;
}

export async function showPrice(
  ctx: Ctx,
  { PriceId }: z.output<typeof nyPriceDetail.input>,
): Promise<EnergyPriceDetail> {
  const price = await priceOf(ctx, ctx.db, PriceId);
  const [schedule, used] = await Promise.all([scheduleOf(ctx.db, price.scheduleId), monthsUsed(ctx.db, price)]);
  return {
    ...wireOf(price, ctx.now),
    Periods: (schedule?.periods ?? []).map(({ season, dayKind, start, end, kind }) => ({
      Season: season,
      DayType: dayKind,
      Start: start,
      End: end,
      Kind: kind,
    })),
    Seasons: (schedule?.seasons ?? []).map(({ name, ranges }) => ({
      Name: name,
      Ranges: ranges.map(({ from, to }) => ({ From: from, To: to })),
    })),
    UsedIn: used.map(({ month }) => month),
  };
}

/** What kind of day it is by the country's calendar: times of use of electricity know no other. */
async function dayKindOf(db: Db | Tx, day: string): Promise<DayKind> {
  const { rows } = await sql<{ off: boolean }>`select off from work_calendar where day = ${day}`.execute(db);
  if (rows[0]?.off === true) return 'holiday';
  return rows.length === 0 && isWeekend(day) ? 'rest' : 'work';
}

export async function priceAt(
  ctx: Ctx,
  input: z.output<typeof nyPriceAt.input>,
): Promise<z.input<typeof nyPriceAt.output>> {
  const { code } = await seenProject(ctx, ctx.db, input.ProjectCode);
  const at = instantMs(input.Time);
  if (at === null) throw invalid([{ path: 'Time', message: '时刻应写成 2026-07-15T08:00:00+08:00' }]);
  const day = dayText(dayOfInstant(at));
  const [price] = await pricesWhere(
    ctx,
    ctx.db,
    sql`e.project_code = ${code} and c.code = ${input.CategoryCode} and e.meter_id is null
      and daterange(e.valid_from, e.valid_to, '[]') @> ${day}::date`,
  );
  if (price === undefined) throw notFound(`该项目 ${day} 未设价格，请先在能源价格设置中新增`);
  const { id, from, to, energy } = price;
  const wire = { PriceId: id, Mode: energy.mode, Steps: wireOf(price, ctx.now).Steps, From: from, To: to };
  if (energy.mode === 'single') return { ...wire, Kind: null, Price: energy.price };
  if (energy.mode === 'ladder') return { ...wire, Kind: null, Price: energy.steps[0]?.price ?? '0' };
  const schedule = await scheduleOf(ctx.db, price.scheduleId);
  const dayKind = await dayKindOf(ctx.db, day);
  const kind = schedule && touAt({ schedules: [schedule], zone: CHINA, dayKindOf: () => dayKind }, at);
  if (kind === null) throw refused('该时刻没有时段，请补全分时时段');
  return { ...wire, Kind: kind, Price: energy.prices[kind] };
}
