/** Prices of building works that people enter and end. */
import { engineeringPriceSave } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { today } from '@hengneng/form-kit';
import { engineeringPrices, unitEngineeringPrice } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { readFigure } from '../../engine/dictionaries/dictionaries.ts';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import { bindFiles } from '../../platform/files/files.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { invalid, notFound, refused } from '../../platform/http/errors.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { holds, need } from '../identity/index.ts';
import { ITEM, MEDIANS } from '../ledgers/index.ts';

const PRICES = shortCodeOf(engineeringPrices.screen);
/** Under which what proves a price is bound. */
export const LIBRARY_PRICE_FILES = 'engineeringPrice';

/** A quote shows prices: it is seen by those who see these. */
export const seesLibraryPrice: SeesPaper = (_db, session) =>
  Promise.resolve(holds(session, PRICES, 'search') && session.permissions.classified.has('price'));

type Input = z.output<typeof engineeringPriceSave.input>;
type Part<A extends Input['action']> = Extract<Input, { action: A }>;

const add = (ctx: Ctx, input: Part<'add'>): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    const { action: _, remark = null, file, ...price } = input;
    const { rows } = await sql<{ off: string | null }>`
      select round(abs(${price.unitPrice}::numeric - d.median) * 100 / nullif(d.median, 0), 1)::text as off from ${sql.raw(MEDIANS)} d
      where d.item = concat_ws('|', ${price.name}::text, coalesce(${price.spec ?? null}::text, ''), ${price.unit}::text)`.execute(
      tx,
    );
    const off = Number(rows[0]?.off ?? 0);
    // Further than this from the median, in percent, a price is explained.
    const mostOff = await readFigure(tx, 'libraryPrice', 'percent', today(ctx.now));
    const errors = [
      ...(file ? [] : [{ path: 'file', message: '请上传询价或来源单据' }]),
      ...(price.priceDate > today(ctx.now) ? [{ path: 'priceDate', message: '价格日期不能晚于今天' }] : []),
      ...(price.validTo && price.validTo < price.priceDate
        ? [{ path: 'validTo', message: '有效期不能早于价格日期' }]
        : []),
      ...(off > mostOff && remark === null
        ? [{ path: 'remark', message: `与中位数相差${rows[0]?.off ?? ''}%，请写说明` }]
        : []),
    ];
    if (errors.length > 0) throw invalid(errors);
    const [id = ''] = await enter(
      tx,
      unitEngineeringPrice,
      [
        {
          ...price,
          spec: price.spec ?? null,
          brand: price.brand ?? null,
          materialPrice: price.materialPrice ?? null,
          laborPrice: price.laborPrice ?? null,
          taxRate: price.taxRate ?? null,
          city: price.city ?? null,
          supplier: price.supplier ?? null,
          validTo: price.validTo ?? null,
        },
      ],
      SETUP,
    );
    await sql`insert into engineering_price_note (price, remark, file, written_by)
      values (${id}, ${remark}, ${JSON.stringify(file)}::jsonb, ${ctx.session.userId})`.execute(tx);
    const named = file ? [{ path: 'file', URL: file.URL }] : [];
    const wrong = await bindFiles(tx, LIBRARY_PRICE_FILES, id, named, ctx.session.userId);
    if (wrong.length > 0) throw invalid([...wrong]);
    await trail(tx, ctx, {
      kind: '价格',
      action: '录入价格',
      object: `价格库 ${price.name}`,
      after: { 规格: price.spec ?? null, 综合单价: price.unitPrice, 类别: price.priceKind, 说明: remark },
    });
    return { Id: id };
  });

/** A price that does not hold any more stays, and counts no more. */
const end = (ctx: Ctx, { Id, reason }: Part<'end'>): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<{ name: string; item: string; ended: boolean }>`
      select p.name, ${sql.raw(ITEM)} as item, exists (select from engineering_price_note n where n.price = p.id and n.ended_on is not null) as ended
      from b_unit_engineering_price p where p.id = ${Id} and not p.voided for update`.execute(tx);
    const [price] = rows;
    if (price === undefined) throw notFound('价格不存在，请刷新后再试');
    if (price.ended) throw refused('该价格已失效');
    const day = today(ctx.now);
    await sql`insert into engineering_price_note (price, ended_on, ended_for, ended_by) values (${Id}, ${day}, ${reason}, ${ctx.session.userId})
      on conflict (price) do update set ended_on = excluded.ended_on, ended_for = excluded.ended_for, ended_by = excluded.ended_by`.execute(
      tx,
    );
    await trail(tx, ctx, { kind: '价格', action: '价格失效', object: `价格库 ${price.item}`, after: { 原因: reason } });
    return { Id };
  });

export const registerPrices = (registry: CallRegistry): void => {
  registry.handle(engineeringPriceSave, { access: { screen: PRICES, button: 'search' } }, (ctx, input) => {
    need(ctx.session, PRICES, input.action === 'add' ? 'add' : 'delete');
    return input.action === 'add' ? add(ctx, input) : end(ctx, input);
  });
};
