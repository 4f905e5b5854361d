/** What the steps of a record's chain hide from those who are asked there, and where it may not be printed. */
import type { ModuleId } from '@hengneng/core';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';
import './schema.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * What steps hide stays hidden after they are handled, else it could be read a moment later. Who was asked at another step that shows it
 * has seen it, so that only what all of a person's steps hide is kept from them. The applicant sees their own record.
 */
export const hiddenFrom = async (
  db: Db | Tx,
  moduleId: ModuleId,
  businessIds: readonly string[],
  userId: string,
  now: Date,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  if (businessIds.length === 0) return new Map();
  const { rows } = await sql<{ biz_id: string; hidden: readonly string[] }>`
    select i.biz_id::text as biz_id, coalesce(s.hidden, '[]') as hidden
      from wf_instance i
      join wf_definition d on d.id = i.definition_id and d.hides
      join wf_node_run r on r.instance_id = i.id
      join wf_task t on t.run_id = r.id
      left join lateral (
        select step -> 'rights' -> 'hidden' as hidden from jsonb_array_elements(d.chain -> 'steps') step
         where step ->> 'key' = r.node_key) s on true
     where i.module_id = ${moduleId} and i.biz_id = any(${[...businessIds]}::bigint[]) and i.starter <> ${userId}
       and (${userId}::bigint = any(t.candidates) or t.handled_by = ${userId} or exists (
         select from wf_delegation g
          where g.delegate = ${userId} and g.owner = any(t.candidates)
            and (g.modules is null or i.module_id = any(g.modules))
            and g.starts_at <= coalesce(t.handled_at, ${now}::timestamptz)
            and least(g.ends_at, g.ended_at) >= r.created_at))
     group by t.id, i.biz_id, s.hidden`.execute(db);
  const found = new Map<string, ReadonlySet<string>>();
  for (const { biz_id: id, hidden } of rows) {
    const before = found.get(id);
    found.set(id, new Set(before === undefined ? hidden : hidden.filter((key) => before.has(key))));
  }
  return found;
};

/** SQL: whether a step of any approval of the record hides something. */
export const anyHides = (moduleId: ModuleId, businessId: string) =>
  sql<boolean>`exists (select from wf_instance h join wf_definition d on d.id = h.definition_id and d.hides
    where h.module_id = ${moduleId} and h.biz_id = ${businessId})`;

/** Modules of which any chain hides something: hardly ever one, so that lists over many modules ask once instead of once for each. */
export const hidingModules = async (db: Db): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ module_id: string }>`
    select distinct module_id from wf_definition d where d.hides`.execute(db);
  return new Set(rows.map((row) => row.module_id));
};

/** The same of one record. */
export const hiddenIn = async (
  db: Db | Tx,
  moduleId: ModuleId,
  businessId: string,
  userId: string,
  now: Date,
): Promise<ReadonlySet<string>> => (await hiddenFrom(db, moduleId, [businessId], userId, now)).get(businessId) ?? NONE;

/** Name of the step at which a record stands that must not be printed there; null where it may be. */
export const unprintableAt = async (db: Db | Tx, moduleId: ModuleId, businessId: string): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    select r.name
      from (select * from wf_instance where module_id = ${moduleId} and biz_id = ${businessId} order by id desc limit 1) i
      join wf_definition d on d.id = i.definition_id and d.chain @? '$.steps[*].print ? (@.allowed == false)'
      join wf_node_run r on r.instance_id = i.id and r.state = 'active'
      join lateral jsonb_array_elements(d.chain -> 'steps') step on step ->> 'key' = r.node_key
     where step -> 'print' ->> 'allowed' = 'false' order by r.id limit 1`.execute(db);
  return rows[0]?.name ?? null;
};
