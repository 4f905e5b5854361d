/** 药剂供应商: their prices, each for its time, and putting an end to ordering from one. */
import { chemicalSavePrice, chemicalStopSupplier } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import { mayPress } from '../../platform/auth/access.ts';
import { BUTTONS } from '../../platform/auth/buttons.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { setValues } from '../kit/changes.ts';

const SCREEN = shortCodeOf('/formFlow/waterQuality/waterChemicalsApplication/pharmaceuticalSupplierManage');
/** Under which the letters of prices are kept. */
export const PRICE_PAPER = 'chemicalPrice';
/** A rise beyond this many percent has to be announced in a letter. */
const RISE = 10;

type Price = z.output<typeof chemicalSavePrice.input>;

interface Around {
  readonly before: string | null;
  readonly risen: boolean;
  readonly overlaps: boolean;
  readonly supplier: string | null;
  readonly chemical: string | null;
}

/** What stands around a price that is to be entered. */
async function around(
  tx: Tx,
  { supplier, chemical, validFrom, validTo = null, unitPrice }: Price,
): Promise<Around | undefined> {
  const { rows } = await sql<Around>`
    select b.unit_price::text as before, coalesce(${unitPrice}::numeric > b.unit_price * (1 + ${RISE}::numeric / 100), false) as risen,
      exists (select from chemical_price c where c.supplier = ${supplier} and c.chemical = ${chemical}
        and daterange(c.valid_from, c.valid_to, '[]') && daterange(${validFrom}::date, ${validTo}::date, '[]')) as overlaps,
      (select s.name from supplier s where s.id = ${supplier}) as supplier, (select w.name from water_chemical w where w.id = ${chemical}) as chemical
    from (select 1) one left join lateral (select p.unit_price from chemical_price p where p.supplier = ${supplier} and p.chemical = ${chemical}
      and p.valid_from < ${validFrom}::date order by p.valid_from desc limit 1) b on true`.execute(tx);
  return rows[0];
}

const savePrice = (ctx: Ctx, input: Price): Promise<{ readonly Id: string }> => {
  const { supplier, chemical, validFrom, validTo = null, letter } = input;
  if (validTo !== null && validTo < validFrom)
    throw invalid([{ path: 'validTo', message: '有效期止不能早于有效期起' }]);
  if (input.activeContent && (Number(input.activeContent) <= 0 || Number(input.activeContent) > 100))
    throw invalid([{ path: 'activeContent', message: '有效成分应在0～100%之间' }]);
  return ctx.write(async (tx) => {
    // Two who enter a price of the same supplier at once wait for each other.
    await sql`select 1 from supplier where id = ${supplier} for update`.execute(tx);
    const now = await around(tx, input);
    if (!now?.supplier) throw invalid([{ path: 'supplier', message: '供应商不存在' }]);
    if (!now.chemical) throw invalid([{ path: 'chemical', message: '药剂不存在' }]);
    if (now.overlaps) throw invalid([{ path: 'validFrom', message: '该药剂在此期间已有价格，同品种时间段不能重叠' }]);
    if (now.risen && letter === undefined)
      throw invalid([{ path: 'letter', message: `较上次（${now.before ?? ''}元/kg）涨幅超过10%，须附调价函` }]);
    const { rows } = await sql<{ id: string }>`
      insert into chemical_price (supplier, chemical, active_content, pack_spec, unit_price, min_order, valid_from, valid_to, source, letter, created_by)
      values (${supplier}, ${chemical}, ${input.activeContent ?? null}, ${input.packSpec ?? null}, ${input.unitPrice}, ${input.minOrder ?? null},
        ${validFrom}, ${validTo}, ${input.source}, ${letter === undefined ? null : JSON.stringify(letter)}::jsonb, ${ctx.session.userId})
      returning id::text as id`.execute(tx);
    const id = rows[0]?.id ?? '';
    if (letter !== undefined) {
      const errors = await bindFiles(tx, PRICE_PAPER, id, [{ path: 'letter', URL: letter.URL }], ctx.session.userId);
      if (errors.length > 0) throw invalid(errors);
    }
    await trail(tx, ctx, {
      kind: '价格',
      action: '维护药剂价目',
      object: `${now.supplier} ${now.chemical}`,
      before: { unitPrice: now.before },
      after: { unitPrice: input.unitPrice, validFrom, validTo },
    });
    return { Id: id };
  });
};

const stopSupplier = (
  ctx: Ctx,
  { supplier, reason }: z.output<typeof chemicalStopSupplier.input>,
): Promise<{ readonly ok: true }> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<{ name: string; state: string; ordered: boolean }>`
      select s.name, s.state, exists (select from f_water_chemicals_application a where a.order_supplier = s.id and a.status in ('running', 'returned'))
        or exists (select from f_operate_purchase o where o.order_supplier = s.id and o.status in ('running', 'returned')) as ordered
      from supplier s where s.id = ${supplier} for update`.execute(tx);
    const [found] = rows;
    if (found === undefined) throw refused('供应商不存在');
    if (found.state === '停用') throw refused('该供应商已停用');
    if (found.ordered) throw refused('该供应商有在途订单，不能停用');
    await setValues(
      tx,
      'supplier',
      supplier,
      { state: '停用' },
      { module: 'waterChemicalsApplication', id: '0', effect: 'stopSupplier' },
    );
    await trail(tx, ctx, {
      kind: '单据',
      action: '停用供应商',
      object: found.name,
      summary: reason,
      before: { state: found.state },
      after: { state: '停用' },
    });
    return { ok: true };
  });

export function registerChemicalSuppliers(registry: CallRegistry): void {
  const edits = { access: { screen: SCREEN, button: 'edit' } } as const;
  registry.handle(chemicalSavePrice, edits, (ctx, input) => savePrice(ctx, input));
  registry.handle(chemicalStopSupplier, edits, (ctx, input) => stopSupplier(ctx, input));
}

/** The letter of a price is read by whoever sees prices. */
export const seesPricePaper: SeesPaper = (_, session) => Promise.resolve(mayPress(session, SCREEN, BUTTONS.search));
