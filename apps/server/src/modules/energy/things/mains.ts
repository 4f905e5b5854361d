import { type RawBuilder, sql } from 'kysely';

/** Meters `m` with the energy `e` that their category `c` counts to, and the meter above them. */
export const METERS = sql`meter m join energy_category c on c.id = m.category_id join energy_category e on e.id = coalesce(c.parent_id, c.id)
    left join meter p on p.device_id = m.parent_id left join energy_category pc on pc.id = p.category_id`;
/** 台号 of a device `d`: what was written down, else what its name begins with (1#). */
export const UNIT_NO = sql<string | null>`coalesce(nullif(d.unit_no, ''), substring(d.name from '^(\\d+)\\s*[#＃号]'))`;
/** Those that are summed: none above them counts the same energy. */
export const IS_MAIN = sql<boolean>`coalesce(pc.parent_id, pc.id) is distinct from e.id`;

/** `main`: the meters that are summed. `code` is that of the energy at the top of its tree. */
export const mainMeters = (projects: readonly string[]): RawBuilder<unknown> => sql`main as materialized (
  select m.device_id, m.project_code, e.code, m.category_id, e.id as energy_id, m.used_from, m.used_to from ${METERS}
   where m.project_code = any(${[...projects]}::text[]) and e.code <> 'run' and ${IS_MAIN})`;
