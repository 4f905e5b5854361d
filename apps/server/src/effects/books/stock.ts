/** 药剂库存 and 备件库存 of a project: never negative, changed only together with a movement. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { Source } from './source.ts';

export interface StockKey {
  readonly kind: 'chemical' | 'part';
  readonly project: string;
  readonly item: string;
}

/** Quantity on hand; `0.00` where there never was any. */
export async function stockOf(tx: Tx, key: StockKey): Promise<string> {
  const { rows } = await sql<{ quantity: string }>`select quantity::text from stock
    where kind = ${key.kind} and project_code = ${key.project} and item_id = ${key.item}`.execute(tx);
  return rows[0]?.quantity ?? '0.00';
}

/** Adds to (or, negative, takes from) the stock. @throws invalid at `path` when there is not enough. */
export async function moveStock(
  tx: Tx,
  key: StockKey,
  quantity: string,
  source: Source,
  reason: string,
  path: string,
): Promise<void> {
  await sql`insert into stock (kind, project_code, item_id) values (${key.kind}, ${key.project}, ${key.item}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ id: string; enough: boolean; quantity: string }>`
    select id, quantity::text, quantity + ${quantity}::numeric >= 0 as enough from stock
    where kind = ${key.kind} and project_code = ${key.project} and item_id = ${key.item} for update`.execute(tx);
  const row = rows[0];
  if (!row?.enough) throw invalid([{ path, message: `库存不足，现有库存${row?.quantity ?? '0.00'}` }]);
  await sql`update stock set quantity = quantity + ${quantity}::numeric where id = ${row.id}`.execute(tx);
  await sql`insert into stock_movement (stock_id, quantity, reason, source_module, source_id)
    values (${row.id}, ${quantity}::numeric, ${reason}, ${source.module}, ${source.id})`.execute(tx);
}

/** Puts back what a record took. */
export async function undoStock(tx: Tx, source: Source, reason: string): Promise<void> {
  const { rows } = await sql<{ stock_id: string }>`
    insert into stock_movement (stock_id, quantity, reason, source_module, source_id, reverses_id)
    select stock_id, -quantity, ${reason}, source_module, source_id, id from stock_movement m
    where source_module = ${source.module} and source_id = ${source.id} and reverses_id is null
      and not exists (select from stock_movement r where r.reverses_id = m.id)
    returning stock_id`.execute(tx);
  if (rows.length > 0)
    await sql`update stock s set quantity = (select sum(quantity) from stock_movement m where m.stock_id = s.id)
      where id in (${sql.join(rows.map((row) => row.stock_id))})`.execute(tx);
}
