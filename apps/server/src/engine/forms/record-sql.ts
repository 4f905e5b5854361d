/**
 * SQL of a module's records. A record with its details is written by one statement and read by one statement; the texts are made once,
 * from the definition, and carry values only as parameters.
 */
import { columnType, type CompiledForm, detailTableName, snakeCase, sqlName, tableName } from '@hengneng/form-kit';

export interface RecordSql {
  readonly table: string;
  /** $1 record as JSON, $2 applicant, $3 department, then one JSON array of rows for each detail. Answers id. */
  readonly insert: string;
  /** Records without rows: $1 their JSON as an array, $2 applicant, $3 department. Answers ids in the same order. */
  readonly insertMany: string;
  /**
   * $1 record as JSON, $2 id, $3 version expected, then rows (null leaves a detail as it is; a row with the id of one of the record's rows
   * stays that row). Answers version; no row where the version is another.
   */
  readonly update: string;
  /** $1 id. Answers `record` as JSON with ids, exact numbers as text, instants in China time. */
  readonly select: string;
  /** Select list of the form's own columns as JSON-ready values, for lists: `alias` is the table's. */
  readonly columns: (alias: string, keys: readonly string[]) => string;
  /** SQL expression of a field or built-in name. */
  readonly column: (alias: string, key: string) => string | undefined;
}

const BUILTIN: Readonly<Record<string, { readonly name: string; readonly type: string }>> = {
  id: { name: 'id', type: 'bigint' },
  serial: { name: 'serial', type: 'text' },
  status: { name: 'status', type: 'text' },
  version: { name: 'version', type: 'integer' },
  applicant: { name: 'applicant', type: 'bigint' },
  applicantDept: { name: 'applicant_dept', type: 'text' },
  createdAt: { name: 'created_at', type: 'timestamptz' },
  updatedAt: { name: 'updated_at', type: 'timestamptz' },
  submittedAt: { name: 'submitted_at', type: 'timestamptz' },
  finishedAt: { name: 'finished_at', type: 'timestamptz' },
};

/** A column as the record holds it: exact numbers and ids as text, instants in China time. */
export function asValue(column: string, type: string): string {
  if (type.startsWith('numeric') || type === 'bigint' || type === 'date') return `${column}::text`;
  if (type === 'bigint[]') return `${column}::text[]`;
  // The connection's time zone is China's; to_char takes twice as long.
  if (type === 'timestamptz') return `overlay(left(${column}::text, 19) || '+08:00' placing 'T' from 11 for 1)`;
  return column;
}

export function recordSql(form: CompiledForm): RecordSql {
  const table = tableName(form.id);
  const own = form.fields.map((of) => ({ key: of.key, name: snakeCase(of.key), type: columnType(of.field) }));
  const byKey = new Map([
    ...Object.entries(BUILTIN).map(([key, of]) => [key, of] as const),
    ...own.map((of) => [of.key, of] as const),
  ]);
  const names = own.map((of) => sqlName(of.name)).join(', ');
  const shape = own.map((of) => `"${of.key}" ${of.type}`).join(', ');
  const values = own.map((of) => `r."${of.key}"`).join(', ');

  const details = form.details.map((detail) => {
    const columns = detail.fields.map((of) => ({ key: of.key, name: snakeCase(of.key), type: columnType(of.field) }));
    return {
      key: detail.key,
      table: detailTableName(form.id, detail.key),
      columns: ['row_no', ...columns.map((of) => sqlName(of.name))].join(', '),
      names: ['parent_id', 'row_no', ...columns.map((of) => sqlName(of.name))].join(', '),
      shape: ['"id" bigint', '"rowNo" integer', ...columns.map((of) => `"${of.key}" ${of.type}`)].join(', '),
      values: ['r."rowNo"', ...columns.map((of) => `r."${of.key}"`)].join(', '),
      select: [
        'd.id::text as "id"',
        'd.row_no as "rowNo"',
        ...columns.map((of) => `${asValue(`d.${sqlName(of.name)}`, of.type)} as "${of.key}"`),
      ].join(', '),
    };
  });

  const insert = [
    `with m as (insert into ${table} (applicant, applicant_dept, ${names}) select $2::bigint, $3::text, ${values} from jsonb_to_record($1::jsonb) as r(${shape}) returning id)`,
    ...details.map(
      (of, index) =>
        `, d${index} as (insert into ${of.table} (${of.names}) select m.id, ${of.values} from m, jsonb_to_recordset($${index + 4}::jsonb) as r(${of.shape}))`,
    ),
    ' select id::text as id from m',
  ].join('\n');

  const insertMany = `insert into ${table} (applicant, applicant_dept, ${names}) select $2::bigint, $3::text, ${values}
    from rows from (jsonb_to_recordset($1::jsonb) as (${shape})) with ordinality as r(${own.map((of) => `"${of.key}"`).join(', ')}, "#")
    order by r."#" returning id::text as id`;

  const update = [
    `with m as (update ${table} t set (${names}, version, updated_at) = (select ${values}, t.version + 1, app_now() from jsonb_to_record($1::jsonb) as r(${shape})) where t.id = $2::bigint and t.version = $3::integer returning t.id, t.version)`,
    ...details.flatMap((of, index) => [
      `, r${index} as (select m.id as parent, r.* from m, jsonb_to_recordset($${index + 4}::jsonb) as r(${of.shape}))`,
      `, x${index} as (delete from ${of.table} where parent_id in (select id from m) and $${index + 4}::jsonb is not null and id not in (select id from r${index} where id is not null))`,
      `, u${index} as (update ${of.table} d set (${of.columns}) = (select ${of.values}) from r${index} r where d.id = r.id and d.parent_id = r.parent)`,
      `, d${index} as (insert into ${of.table} (${of.names}) select r.parent, ${of.values} from r${index} r where r.id is null)`,
    ]),
    ' select version from m',
  ].join('\n');

  const column = (alias: string, key: string): string | undefined => {
    const of = byKey.get(key);
    return of ? `${alias}.${sqlName(of.name)}` : undefined;
  };
  const valueOf = (alias: string, key: string): string => {
    const of = byKey.get(key);
    return of ? `${asValue(`${alias}.${sqlName(of.name)}`, of.type)} as "${key}"` : '';
  };
  const columns = (alias: string, keys: readonly string[]): string =>
    keys
      .map((key) => valueOf(alias, key))
      .filter(Boolean)
      .join(', ');

  const select = `select row_to_json(t) as record from (select ${columns('m', [...Object.keys(BUILTIN), ...own.map((of) => of.key)])}${details
    .map(
      (of) =>
        `, (select coalesce(json_agg(row_to_json(x)), '[]') from (select ${of.select} from ${of.table} d where d.parent_id = m.id order by d.row_no) x) as "${of.key}"`,
    )
    .join('')} from ${table} m where m.id = $1::bigint) t`;

  return { table, insert, insertMany, update, select, columns, column };
}
