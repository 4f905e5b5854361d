/** The meters of a project that a person may see. */
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { seenProject } from '../../projects/index.ts';

export interface VisibleMeter {
  readonly id: string;
  readonly code: string;
  /** What the site calls it. */
  readonly name: string;
  readonly type: string;
  /** Code and name of the energy. */
  readonly category: string;
  readonly categoryName: string;
  readonly parentId: string | null;
  readonly unit: string;
  readonly frequency: string;
  readonly factoryNo: string | null;
  readonly showEntry: boolean;
  /** Of the device: active, standby, stopped, retired. */
  readonly state: string;
}

/**
 * In the order in which they are shown.
 * @throws notFound where there is no such project that the person may see
 */
export const visibleMeters = async (ctx: Ctx, project: string): Promise<readonly VisibleMeter[]> => {
  const seen = await seenProject(ctx, ctx.db, project);
  const { rows } = await sql<VisibleMeter>`
    select m.device_id::text as id, d.code, coalesce(d.display_name, d.name) as name, m.meter_type as type, c.code as category,
      c.name as "categoryName", m.parent_id::text as "parentId", m.unit, m.frequency, d.factory_no as "factoryNo",
      d.show_entry as "showEntry", d.state
    from meter m join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
    left join energy_category top on top.id = c.parent_id
    where m.project_code = ${seen.code} order by coalesce(top.sort, c.sort), d.sort, d.code`.execute(ctx.db);
  return rows;
};
