/** The stores of a project that the person may see. */
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/http/errors.ts';
import { projectsVisible } from '../projects/index.ts';

export interface StoreProject {
  readonly code: string;
  readonly name: string;
  readonly manager: string | null;
}

/** @throws notFound where there is none that the person may see */
export const storeProject = async (ctx: Ctx, db: Db | Tx, code: string): Promise<StoreProject> => {
  const { rows } = await sql<StoreProject>`select p.code, p.name, p.manager::text from project p
    where p.code = ${code} and ${projectsVisible(ctx.session, 'p')}`.execute(db);
  const [project] = rows;
  if (project === undefined) throw notFound('项目不存在，或您没有查看它的权限');
  return project;
};

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
