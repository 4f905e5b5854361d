/**
 * 批量调价: from a day on another version of the price that meters have. What they share is changed once and for all of them; a closed month,
 * a later version or a price of another kind leaves a meter out, and the answer says so.
 */
import type { pricesAdjust } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { addDays, changePrice, type PriceChange } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { demandPrices, mainMeters, type MainMeter, priceWords } from './across.ts';
import { type Worth, withImpact } from './impact.ts';
import { PRICE_PAPER, pricesWhere, type StoredPrice } from './rows.ts';

type Input = z.output<typeof pricesAdjust.input>;
type Answer = z.input<typeof pricesAdjust.output>;

function changeOf(input: Input): PriceChange {
  const errors: FieldError[] = [];
  if (input.Mode === 'ratio' && input.Percent === null) errors.push({ path: 'Percent', message: '请填写比例(%)' });
  if (input.Mode === 'difference' && input.Difference === null)
    errors.push({ path: 'Difference', message: '请填写差额(元)' });
  if (input.Mode === 'set' && input.Prices.length === 0) errors.push({ path: 'Prices', message: '请填写新的单价' });
  if (!input.Preview && input.File.length === 0) errors.push({ path: 'File', message: '请上传依据文件' });
  if (errors.length > 0) throw invalid(errors);
  if (input.Mode === 'ratio') return { by: 'ratio', percent: input.Percent ?? '0' };
  if (input.Mode === 'difference') return { by: 'difference', yuan: input.Difference ?? '0' };
  const single = input.Prices.find(({ Kind }) => Kind === 'single');
  return {
    by: 'set',
    price: single?.Price ?? null,
    prices: Object.fromEntries(input.Prices.flatMap(({ Kind, Price }) => (Kind === 'single' ? [] : [[Kind, Price]]))),
  };
}

/** Why a version cannot be changed from the day on; null where it can. */
async function hindered(tx: Tx, price: StoredPrice, from: string): Promise<string | null> {
  if (price.from >= from) return `现行版本 ${price.from} 起，新版本须晚于它`;
  const { rows } = await sql<{ locked: string | null; later: string | null }>`select
    (select max(a.month) from period_act a where a.project_code = ${price.project} and a.month >= left(${from}, 7)
      and energy_month_locked(${price.project}, a.month)) as locked,
    (select min(e.valid_from)::text from energy_price e where e.project_code = ${price.project} and e.category_id = ${price.categoryId}::bigint
      and e.meter_id is not distinct from ${price.meter}::bigint and e.deleted_at is null and e.valid_from >= ${from}::date) as later`.execute(
    tx,
  );
  const [found] = rows;
  if (found?.locked) return `${found.locked} 已月锁`;
  return found?.later && price.to === null ? `已有 ${found.later} 起的版本` : null;
}

async function adjust(ctx: Ctx, tx: Tx, input: Input, worth: Worth): Promise<Answer> {
  const change = changeOf(input);
  await sql`select pg_advisory_xact_lock(hashtextextended('energyPrice across', 0))`.execute(tx);
  const meters = await mainMeters(ctx, tx, input.From, null);
  const chosen = meters.filter(({ id }) => input.DeviceIds.includes(id));
  const known = new Set(chosen.map(({ id }) => id));
  const skipped: Answer['Skipped'] = input.DeviceIds.filter((id) => !known.has(id)).map((id) => ({
    DeviceId: id,
    Name: '',
    Reason: '表计不存在、不是总表，或您没有查看它的权限',
  }));
  const skip = (of: readonly MainMeter[], Reason: string) =>
    skipped.push(...of.map(({ id, projectName, name }) => ({ DeviceId: id, Name: `${projectName} ${name}`, Reason })));
  const impact: Answer['Impact'] = [];
  let added = 0;
  for (const [id, of] of Map.groupBy(chosen, ({ price }) => price)) {
    if (id === null) {
      skip(of, `${input.From} 未设价格`);
      continue;
    }
    const [price] = await pricesWhere(ctx, tx, sql`e.id = ${id}::bigint`);
    if (price === undefined) continue;
    // One who changes this project's prices alone waits, too.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`energyPrice ${price.project}`}, 0))`.execute(tx);
    const why = await hindered(tx, price, input.From);
    const next = changePrice(price.energy, change);
    if (why !== null || next === null) {
      skip(of, why ?? '该调价方式不适用于它的计价方式，或单价会小于 0');
      continue;
    }
    impact.push({
      Id: id,
      ProjectName: of[0]?.projectName ?? '',
      CategoryName: price.categoryName,
      Before: priceWords(price.energy),
      After: priceWords(next),
      Meters: meters.filter((meter) => meter.price === id).length,
      To: price.to,
    });
    if (input.Preview) continue;
    const end = () =>
      sql`update energy_price set valid_to = ${addDays(input.From, -1)}, version = version + 1, edited_by = ${ctx.session.userId}::bigint,
      edited_at = app_now() where id = ${id}::bigint`.execute(tx);
    const begin = () =>
      sql<{ id: string }>`
      insert into energy_price (project_code, category_id, meter_id, name, valid_from, valid_to, mode, prices, schedule_id, basic_by, basic_price,
        capacity_kva, power_factor, surcharges, tax_included, tax_rate, use_kind, voltage, document, files, edited_by)
      select project_code, category_id, meter_id, name, ${input.From}::date, ${price.to}::date, mode, ${JSON.stringify(next)}::jsonb, schedule_id, basic_by,
        basic_price, capacity_kva, power_factor, surcharges, tax_included, tax_rate, use_kind, voltage, ${input.DocNo},
        ${JSON.stringify(input.File)}::jsonb, ${ctx.session.userId}::bigint from energy_price where id = ${id}::bigint returning id::text`.execute(
        tx,
      );
    const about = { worth, project: price.project, from: input.From, now: ctx.now, resplit: null };
    const { done, impact: moved } = await withImpact(tx, about, () => end().then(begin));
    const made = done.rows[0]?.id ?? '';
    const errors = await bindFiles(
      tx,
      PRICE_PAPER,
      made,
      input.File.map(({ URL }, index) => ({ path: `File[${index}]`, URL })),
      ctx.session.userId,
    );
    if (errors.length > 0) throw invalid(errors);
    await trail(tx, ctx, {
      kind: '价格',
      action: '批量调价',
      object: `${price.project} ${price.categoryName} ${input.From}`,
      summary: input.DocNo,
      before: { 单价: priceWords(price.energy), 生效止: price.to },
      after: { 单价: priceWords(next), 生效起: input.From, ...moved },
    });
    added += 1;
  }
  return { Added: added, Skipped: skipped, Impact: impact };
}

export const adjustPrices = (ctx: Ctx, input: Input, worth: Worth): Promise<Answer> => {
  demandPrices(ctx);
  return input.Preview
    ? ctx.db.transaction().execute((tx) => adjust(ctx, tx, input, worth))
    : ctx.write((tx) => adjust(ctx, tx, input, worth));
};
