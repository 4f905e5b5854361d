/** How many lamps lie in the store that a record names, and what each is worth. */
import { textOrNull } from '@hengneng/core';
import { lampStock } from '@hengneng/forms';
import { bookTableName } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { heldByOthers } from './held.ts';
import type { Lookup, LookupEnv, Lookups } from './lookup.ts';

const WHERE = 'm.project = $3 and m.store_room = $4 and m.lamp = $5::bigint';

const storeOf = ({ record }: LookupEnv): readonly [string, string] | null => {
  const [project, room] = [textOrNull(record.project), textOrNull(record.storeRoom)];
  return project && room ? [project, room] : null;
};

/** What may be taken out: what is scrapped may be what waits for it, too. */
const stock: Lookup = async (tx, lamp, env) => {
  const store = storeOf(env);
  if (lamp === null || store === null) return null;
  const sum = await heldByOthers(
    tx,
    lampStock,
    { module: env.moduleId, id: env.businessId ?? '0' },
    {
      plus: env.record.outType === '报废出库' ? ['quantity', 'scrapQty'] : ['quantity'],
      where: WHERE,
      values: [...store, lamp],
      type: 'integer',
    },
  );
  return Number(sum);
};

const unitPrice: Lookup = async (tx, lamp, env) => {
  const store = storeOf(env);
  if (lamp === null || store === null) return null;
  const { rows } = await sql<{ price: string }>`select round(value / quantity, 2)::text as price
    from ${sql.table(bookTableName(lampStock.id))} where project = ${store[0]} and store_room = ${store[1]} and lamp = ${lamp}
      and quantity > 0 and not voided`.execute(tx);
  return rows[0]?.price ?? '0.00';
};

export const LAMP_LOOKUPS: Lookups = { lampDevice: { stock, unitPrice } };
