/** What lies in the stores of a project. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';

export interface Held {
  readonly lamp: string;
  readonly storeRoom: string;
  readonly name: string;
  readonly kind: string;
  readonly model: string;
  readonly power: string;
  readonly quantity: number;
  readonly scrap: number;
  readonly price: string;
  readonly keeper: string | null;
}

/** What lies in a project's stores. @param locked for the rest of the transaction */
export const heldLamps = async (db: Db | Tx, project: string, locked = false): Promise<readonly Held[]> => {
  const { rows } = await sql<Held>`
    select s.lamp::text as lamp, s.store_room as "storeRoom", l.name, l.kind, l.model, l.power::text as power, s.quantity, s.scrap_qty as scrap,
      coalesce(round(s.value / nullif(s.quantity, 0), 2), 0)::numeric(18,2)::text as price, s.keeper::text as keeper
    from b_lamp_stock s join b_lamp_device l on l.id = s.lamp
    where s.project = ${project} and not s.voided order by s.store_room, l.kind, l.model ${locked ? sql`for update of s` : sql``}`.execute(
    db,
  );
  return rows;
};
