import { type RawBuilder, sql } from 'kysely';

/** `main`: the meters that are summed, as none above them counts the same energy. `code` is that of the energy at the top of its tree. */
export const mainMeters = (projects: readonly string[]): RawBuilder<unknown> => sql`main as materialized (
  select m.device_id, m.project_code, e.code, m.category_id, e.id as energy_id, m.used_from, m.used_to
    from meter m join energy_category c on c.id = m.category_id join energy_category e on e.id = coalesce(c.parent_id, c.id)
    left join meter p on p.device_id = m.parent_id left join energy_category pc on pc.id = p.category_id
   where m.project_code = any(${[...projects]}::text[]) and e.code <> 'run' and coalesce(pc.parent_id, pc.id) is distinct from e.id)`;
