/** Prices by hand: one from the dialog, or many from a sheet, by the same rules. */
import type { engineeringPriceSave } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { today } from '@hengneng/form-kit';
import { unitEngineeringPrice } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { readFigure } from '../../engine/dictionaries/dictionaries.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import { invalid } from '../../platform/http/errors.ts';
import { MEDIANS } from '../ledgers/index.ts';

/** Under which what proves a price is bound. */
export const LIBRARY_PRICE_FILES = 'engineeringPrice';

export type NewPrice = Omit<Extract<z.output<typeof engineeringPriceSave.input>, { action: 'add' }>, 'action'>;

/** What is wrong with each, in their order: a price is proved, of today at the latest, and explained where it is far from what the thing costs. */
export const priceFaults = async (
  tx: Tx,
  ctx: Ctx,
  prices: readonly NewPrice[],
): Promise<readonly (readonly FieldError[])[]> => {
  const items = prices.map(({ name, spec, unit, unitPrice }) => ({ name, spec: spec ?? '', unit, price: unitPrice }));
  const { rows } = await sql<{ off: string | null }>`
    select round(abs(x.price - d.median) * 100 / nullif(d.median, 0), 1)::text as off
    from rows from (jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as (name text, spec text, unit text, price numeric)) with ordinality
        as x(name, spec, unit, price, at)
      left join ${sql.raw(MEDIANS)} d on d.item = concat_ws('|', x.name, x.spec, x.unit) order by x.at`.execute(tx);
  // Further than this from the median, in percent, a price is explained.
  const mostOff = await readFigure(tx, 'libraryPrice', 'percent', today(ctx.now));
  return prices.map(({ file, priceDate, validTo, remark }, at) => {
    const off = rows[at]?.off ?? null;
    return [
      ...(file ? [] : [{ path: 'file', message: '请上传询价或来源单据' }]),
      ...(priceDate > today(ctx.now) ? [{ path: 'priceDate', message: '价格日期不能晚于今天' }] : []),
      ...(validTo && validTo < priceDate ? [{ path: 'validTo', message: '有效期不能早于价格日期' }] : []),
      ...(Number(off ?? 0) > mostOff && (remark ?? null) === null
        ? [{ path: 'remark', message: `与中位数相差${off ?? ''}%，请写说明` }]
        : []),
    ];
  });
};

/** Writes them with what proves them. @returns their numbers */
export const enterPrices = async (tx: Tx, ctx: Ctx, prices: readonly NewPrice[]): Promise<readonly string[]> => {
  const ids = await enter(
    tx,
    unitEngineeringPrice,
    prices.map(({ remark: _, file: __, ...price }) => ({
      ...price,
      spec: price.spec ?? null,
      brand: price.brand ?? null,
      materialPrice: price.materialPrice ?? null,
      laborPrice: price.laborPrice ?? null,
      taxRate: price.taxRate ?? null,
      city: price.city ?? null,
      supplier: price.supplier ?? null,
      validTo: price.validTo ?? null,
    })),
    SETUP,
  );
  const notes = prices.map(({ remark, file }, at) => ({ price: ids[at], remark: remark ?? null, file }));
  await sql`insert into engineering_price_note (price, remark, file, written_by)
    select n.price, n.remark, n.file, ${ctx.session.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as n(price bigint, remark text, file jsonb)`.execute(tx);
  // Those of a sheet have one document.
  for (const [URL, of] of Map.groupBy(ids.keys(), (at) => prices[at]?.file?.URL)) {
    if (URL === undefined) continue;
    const own = of.flatMap((at) => ids[at] ?? []);
    const wrong = await bindFiles(tx, LIBRARY_PRICE_FILES, own, [{ path: 'file', URL }], ctx.session.userId);
    if (wrong.length > 0) throw invalid([...wrong]);
  }
  return ids;
};
