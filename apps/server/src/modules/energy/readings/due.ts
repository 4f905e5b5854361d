/** Which meters are to be read on a day, in the order of the sheet. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';

export interface DueMeterRow {
  readonly id: string;
  readonly project: string;
  readonly code: string;
  readonly name: string;
  readonly factoryNo: string;
  readonly place: string;
  readonly room: string | null;
  readonly roomName: string;
  /** Code of the energy at the top of the tree. */
  readonly category: string;
  readonly categoryName: string;
  readonly type: string;
  readonly frequency: string;
  readonly settles: boolean;
  /** No other meter counts what it counts. */
  readonly main: boolean;
}

export interface DueAsked {
  readonly projects: readonly string[];
  /** Calendar day of the reading. */
  readonly date: string;
  readonly categories?: readonly string[] | undefined;
  readonly room?: string | null | undefined;
  /** Only these, whether the sheet would list them or not. */
  readonly ids?: readonly string[] | undefined;
}

/** Meters that a gateway reads are in no sheet; monthly ones on their day only, the last of a shorter month. */
const IN_SHEET = (
  date: string,
) => sql`d.show_entry and m.frequency not like 'auto:%' and (m.frequency not like 'month:%'
  or least(substr(m.frequency, 7)::int, extract(day from date_trunc('month', ${date}::date) + interval '1 month - 1 day')::int)
    = extract(day from ${date}::date))`;

export const dueMeters = async (db: Db | Tx, asked: DueAsked): Promise<readonly DueMeterRow[]> => {
  const { projects, date, categories, room, ids } = asked;
  const { rows } = await sql<DueMeterRow>`
    select m.device_id::text as id, m.project_code as project, d.code, coalesce(d.display_name, d.name) as name,
      coalesce(i.factory_no, d.factory_no, '') as "factoryNo", coalesce(nullif(m.area_use, ''), d.location, '') as place,
      d.room_id::text as room, coalesce(r.name, '') as "roomName", coalesce(top.code, c.code) as category,
      coalesce(top.name, c.name) as "categoryName", m.meter_type as type,
      m.frequency, m.is_settle as settles, m.parent_id is null as main
    from meter m join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
      left join energy_category top on top.id = c.parent_id left join machine_room r on r.id = d.room_id
      left join meter_install i on i.meter_id = m.device_id and i.removed_at is null
    where m.project_code = any(${[...projects]}::text[]) and d.state in ('active', 'standby')
      and m.used_from <= ${date}::date and (m.used_to is null or m.used_to >= ${date}::date)
      and ${ids === undefined ? IN_SHEET(date) : sql`m.device_id = any(${[...ids]}::bigint[])`}
      and ${categories === undefined ? sql`true` : sql`coalesce(top.code, c.code) = any(${[...categories]}::text[])`}
      and ${room === undefined || room === null ? sql`true` : sql`d.room_id = ${room}::bigint`}
    order by m.project_code, coalesce(top.sort, c.sort), d.sort, d.code`.execute(db);
  return rows;
};
