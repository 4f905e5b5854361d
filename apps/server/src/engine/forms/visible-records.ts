/** Records of a module for a list of several modules: those that its own list would show the person. */
import { sql } from 'kysely';
import type { Session } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { beginsLike } from '../../platform/db/like.ts';
import { holds } from './access.ts';
import type { Catalog, Module } from './catalog.ts';
import { raw } from '../../platform/db/raw.ts';
import { type Bind, Parameters, visibleSql } from './visibility.ts';

/** @returns the SQL condition on the module's table under an alias; null where the person may not search the module at all */
export const visibleRecords = (module: Module, session: Session, alias: string, bind: Bind): string | null =>
  holds(session, module, 'search') ? visibleSql(module, session, alias, bind, 'count') : null;

export interface NumberedRecord {
  readonly module: Module;
  readonly id: string;
  readonly serial: string;
  readonly title: string;
}

/** So many of the newest with a number are asked about: who types a whole number finds it among them. */
const ASKED = 200;

/** The newest records whose number begins so, of the modules that the person may search, as far as their lists would show them. */
export async function recordsByNumber(
  db: Db,
  catalog: Catalog,
  session: Session,
  beginning: string,
): Promise<readonly NumberedRecord[]> {
  const searched = catalog.all().filter((module) => holds(session, module, 'search'));
  // Found first, put in order then: the planner would rather walk all records from the newest on.
  const { rows } = await sql<{ module: string; id: string; serial: string; title: string }>`
    with numbered as materialized (
      select i.id, i.module_id as module, i.biz_id::text as biz, i.serial, i.title from wf_instance i
      where upper(i.serial) like ${beginsLike(beginning.toUpperCase())} and i.module_id = any(${searched.map((module) => module.id)}::text[]))
    select module, biz as id, serial, title from numbered order by numbered.id desc limit ${ASKED}`.execute(db);
  const { values, bind } = new Parameters();
  const parts = searched.flatMap((module) => {
    const ids = rows.filter((row) => row.module === module.id).map((row) => row.id);
    if (ids.length === 0) return [];
    return `select '${module.id}' as module, r.id::text as id from ${module.sql.table} r
      where r.id = any(${bind(ids)}::bigint[]) and ${visibleSql(module, session, 'r', bind, 'page')}`;
  });
  if (parts.length === 0) return [];
  const seen = new Set(
    (await raw<{ module: string; id: string }>(db, parts.join(' union all '), values)).map(
      ({ module, id }) => `${module} ${id}`,
    ),
  );
  // A record that was submitted again has had several rounds.
  return rows.flatMap(({ module: of, ...row }) => {
    const module = seen.delete(`${of} ${row.id}`) ? catalog.get(of) : undefined;
    return module === undefined ? [] : [{ ...row, module }];
  });
}
