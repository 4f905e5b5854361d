/** Data files that were provided on request (项目数据需求): every download is on record, what is secret or goes outside is marked. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { Trace } from '../../platform/files/traces.ts';

const SECRET = '商业秘密';

export const deliveredData = async (db: Db, id: string, fileId: string): Promise<Trace | null> => {
  const { rows } = await sql<{
    serial: string | null;
    kind: string | null;
    level: string | null;
    outside: boolean | null;
    unit: string | null;
  }>`select r.serial, d.deliver_kind as kind, r.secret_level as level, r.outside, r.outside_unit as unit
    from f_project_data_require_deliveries d join f_project_data_require r on r.id = d.parent_id
   where r.id = ${id}::bigint and d.data_file ->> 'URL' like ${`/files/${fileId}-%`} order by d.row_no limit 1`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const outside = row.outside === true ? `对外提供${row.unit === null ? '' : `（${row.unit}）`}` : null;
  return {
    objectType: 'projectDataRequire',
    objectId: id,
    object: row.serial ?? '项目数据需求',
    summary: [row.kind, row.level, outside].filter(Boolean).join('，'),
    marked: row.level === SECRET ? SECRET : row.outside === true ? '对外提供' : null,
  };
};
