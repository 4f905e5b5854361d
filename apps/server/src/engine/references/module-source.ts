/** A module's approved records as something that fields of other modules may point at: found by number, words and project. */
import { lazy } from '@hengneng/core';
import { type FormRecord, projectKeyOf } from '@hengneng/form-kit';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Module } from '../forms/catalog.ts';
import { likeText } from '../../platform/db/like.ts';
import { isText } from '../forms/filters.ts';
import { raw } from '../../platform/db/raw.ts';
import { type Bind, isWithheld, Parameters, type Use, visibleSql } from '../forms/visibility.ts';
import type { PlainProps, ReferenceQuery, ReferenceRow, ReferenceSource } from './types.ts';

type Row = Readonly<Record<string, unknown>>;

const TEXT_SHOWN = 2;

/** Keys of the few words that tell one record from another, beside its number; never classified ones. */
const titleKeys = (module: Module): readonly string[] => {
  const { columns } = module.form.definition.list;
  return columns
    .flatMap((key) => module.form.field(key) ?? [])
    .filter(
      (of) =>
        of.source !== 'builtin' &&
        of.dataClass === null &&
        of.field.sealed === undefined &&
        (isText(of.field) || ['enum', 'date', 'month', 'money'].includes(of.field.type)),
    )
    .slice(0, TEXT_SHOWN)
    .map((of) => of.key);
};

const labelOf = (row: Row, keys: readonly string[]): string =>
  [row['serial'], ...keys.map((key) => row[key])]
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .join(' ');

/** Records that a person may point at: approved, and theirs to see. */
const offeredSql = (module: Module, session: Session, bind: Bind, use: Use): string =>
  `m.status = 'approved' and ${visibleSql(module, session, 'm', bind, use)}`;

/** Conditions under which a record is offered: one that may be pointed at, of the project where one is given. */
function conditions(module: Module, ctx: Ctx, query: ReferenceQuery, parameters: Parameters): string {
  const { session } = ctx;
  const { bind } = parameters;
  const parts = [offeredSql(module, session, bind, 'count')];
  const project = projectKeyOf(module.form);
  if (query.projectCode !== null && project !== null)
    parts.push(
      `(${module.sql.column('m', project)} = ${bind(query.projectCode)} or ${module.sql.column('m', project)} is null)`,
    );
  // What the form says in its other fields comes as text, whatever its type is.
  if (query.offer) parts.push(query.offer((key) => `${bind(String(query.extra[key] ?? ''))}::text`));
  const keyword = query.keyword.trim();
  if (keyword !== '') {
    const like = bind(likeText(keyword));
    const texts = module.form.fields
      .filter((of) => isText(of.field) && of.field.type !== 'richText' && !isWithheld(session, of))
      .map((of) => `${module.sql.column('m', of.key)} ilike ${like}`);
    parts.push(`(${[`m.serial ilike ${like}`, ...texts].join(' or ')})`);
  }
  return parts.join(' and ');
}

/** Fields of the record as properties: what `from` takes from a record that was picked. */
const plainOf = (module: Module, names: readonly string[]): PlainProps => ({
  names,
  async read(db, values, wanted) {
    const rows = await raw<FormRecord>(
      db,
      `select ${module.sql.columns('m', [...new Set(['id', ...wanted])])} from ${module.sql.table} m where m.id = any($1::bigint[])`,
      [values],
    );
    return new Map(rows.map((row) => [String(row['id']), row]));
  },
});

/** The project that each record belongs to. */
const projectOf = (module: Module, key: string): PlainProps => ({
  names: ['project'],
  async read(db, values) {
    const rows = await raw<{ readonly id: string; readonly project: string | null }>(
      db,
      `select m.id::text as id, ${module.sql.column('m', key)} as project from ${module.sql.table} m where m.id = any($1::bigint[])`,
      [values],
    );
    return new Map(rows.map((row) => [row.id, row]));
  },
});

/** Builds the picker of a module's records. */
export const moduleSource = (module: Module): ReferenceSource => {
  const shape = lazy(() => {
    const keys = titleKeys(module);
    const project = projectKeyOf(module.form);
    const columns = module.sql.columns('m', [
      'id',
      'serial',
      'createdAt',
      ...(project === null ? [] : [project]),
      ...keys,
    ]);
    const properties = [...module.form.fields.map((of) => of.key), 'serial', 'status', 'applicant', 'createdAt'];
    return {
      keys,
      columns,
      plain: plainOf(module, properties),
      within: project === null ? undefined : projectOf(module, project),
    };
  });
  return {
    entity: module.id,
    guarded: true,
    async search(ctx, query) {
      const { keys, columns } = shape();
      const parameters = new Parameters();
      const where = conditions(module, ctx, query, parameters);
      const counted = await raw<{ total: number }>(
        ctx.db,
        `select count(*)::int as total from ${module.sql.table} m where ${where}`,
        parameters.values,
      );
      const limit = parameters.bind(query.limit);
      const offset = parameters.bind(query.offset);
      const rows = await raw<Row>(
        ctx.db,
        `select ${columns} from ${module.sql.table} m where ${where} order by m.created_at desc, m.id desc limit ${limit}::integer offset ${offset}::bigint`,
        parameters.values,
      );
      return {
        rows: rows.map((row): ReferenceRow => ({ ...row, value: String(row['id']), label: labelOf(row, keys) })),
        total: counted[0]?.total ?? 0,
      };
    },
    async labels(db: Db, values) {
      const { keys } = shape();
      const rows = await raw<Row>(
        db,
        `select ${module.sql.columns('m', ['id', 'serial', ...keys])} from ${module.sql.table} m where m.id = any($1::bigint[])`,
        [values],
      );
      return new Map(rows.map((row) => [String(row['id']), labelOf(row, keys)]));
    },
    // One sentence for both: whether a record that one may not see was approved is nobody's to find out.
    barred: '未通过审批，或不在您的数据范围内',
    async allowed(db, session, values) {
      const { values: parameters, bind } = new Parameters();
      const rows = await raw<{ readonly id: string }>(
        db,
        `select m.id::text as id from ${module.sql.table} m where m.id = any(${bind(values)}::bigint[]) and ${offeredSql(module, session, bind, 'page')}`,
        parameters,
      );
      return new Set(rows.map(({ id }) => id));
    },
    get plain() {
      return shape().plain;
    },
    get within() {
      return shape().within;
    },
  };
};
