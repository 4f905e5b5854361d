/** Prices of building works that people enter and end. */
import {
  engineeringPriceImport,
  engineeringPriceImportErrors,
  engineeringPriceImportTemplate,
  engineeringPriceSave,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { today } from '@hengneng/form-kit';
import { engineeringPrices } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { invalid, notFound, refused } from '../../platform/http/errors.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { holds, need } from '../identity/index.ts';
import { ITEM } from '../ledgers/index.ts';
import { enterPrices, priceFaults } from './entering.ts';
import { importPrices, priceErrors, priceTemplate } from './import.ts';

const PRICES = shortCodeOf(engineeringPrices.screen);
/** A quote shows prices: it is seen by those who see these. */
export const seesLibraryPrice: SeesPaper = (_db, session) =>
  Promise.resolve(holds(session, PRICES, 'search') && session.permissions.classified.has('price'));

export { LIBRARY_PRICE_FILES } from './entering.ts';

type Input = z.output<typeof engineeringPriceSave.input>;
type Part<A extends Input['action']> = Extract<Input, { action: A }>;

const add = (ctx: Ctx, { action: _, ...price }: Part<'add'>): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    const [faults = []] = await priceFaults(tx, ctx, [price]);
    if (faults.length > 0) throw invalid([...faults]);
    const [id = ''] = await enterPrices(tx, ctx, [price]);
    await trail(tx, ctx, {
      kind: '价格',
      action: '录入价格',
      object: `价格库 ${price.name}`,
      after: {
        规格: price.spec ?? null,
        综合单价: price.unitPrice,
        类别: price.priceKind,
        说明: price.remark ?? null,
      },
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
  registry.upload(engineeringPriceImport, { access: { screen: PRICES, button: 'import' } }, (ctx, { URL }, file) =>
    importPrices(ctx, URL, file),
  );
  registry.stream(engineeringPriceImportTemplate, { access: { screen: PRICES, button: 'import' } }, priceTemplate);
  registry.stream(engineeringPriceImportErrors, { access: { screen: PRICES, button: 'import' } }, priceErrors);
};
