/** Records of a module as references: `ref('borrowing')` is searched by number and title, and gives its own fields to prefills. */
import { fieldPath } from '@hengneng/form-kit';
import type { Catalog, Module } from '../forms/catalog.ts';
import { raw } from '../forms/store.ts';
import { Parameters, visibleSql } from '../forms/visibility.ts';
import type { Prop, ReferenceSource } from './types.ts';

/** The text field that names a record best, beside its number. */
const titleKey = (module: Module): string | null =>
  module.form.fields.find(
    (of) => of.section === 'applicant' && of.field.type === 'text' && of.field.required === true && !of.field.from,
  )?.key ?? null;

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function searchOf(module: Module): ReferenceSource['search'] {
  const title = titleKey(module);
  const titleColumn = title === null ? null : module.sql.column('m', title);
  return async (ctx, query) => {
    const parameters = new Parameters();
    const { bind } = parameters;
    const parts = [`m.status in ('running', 'approved')`, visibleSql(module, ctx.session, 'm', bind)];
    if (query.projectCode && module.sql.column('m', 'project')) parts.push(`m.project = ${bind(query.projectCode)}`);
    if (query.keyword) {
      const like = bind(`%${escaped(query.keyword)}%`);
      parts.push(`(m.serial ilike ${like}${titleColumn ? ` or ${titleColumn} ilike ${like}` : ''})`);
    }
    const where = parts.join(' and ');
    const [count] = await raw<{ n: number }>(
      ctx.db,
      `select count(*)::int as n from ${module.sql.table} m where ${where}`,
      parameters.values,
    );
    const limit = bind(query.limit);
    const offset = bind(query.offset);
    const rows = await raw<{ value: string; serial: string; title: string | null; status: string }>(
      ctx.db,
      `select m.id::text as value, m.serial, ${titleColumn ?? 'null'} as title, m.status from ${module.sql.table} m where ${where}
       order by m.id desc limit ${limit}::integer offset ${offset}::integer`,
      parameters.values,
    );
    return {
      rows: rows.map((row) => ({ value: row.value, label: labelOf(row), status: row.status })),
      total: count?.n ?? 0,
    };
  };
}

const labelOf = (row: { readonly serial: string | null; readonly title: string | null }): string =>
  [row.serial ?? '草稿', row.title].filter(Boolean).join(' ');

/** Every single-valued field of the module as a property. */
function propsOf(module: Module): Readonly<Record<string, Prop>> {
  return Object.fromEntries(
    module.form.fields
      .filter((of) => fieldPath(of.path) === of.key)
      .map((of): [string, Prop] => {
        const columns = module.sql.columns('m', [of.key]);
        return [
          of.key,
          async (db, value) => {
            const rows = await raw<Record<string, unknown>>(
              db,
              `select ${columns} from ${module.sql.table} m where m.id = $1::bigint`,
              [value],
            );
            return rows[0]?.[of.key] ?? null;
          },
        ];
      }),
  );
}

/** One source for each defined module. */
export const moduleSources = (catalog: Catalog): readonly ReferenceSource[] =>
  catalog.all().map((module) => {
    const title = titleKey(module);
    const titleColumn = title === null ? 'null' : module.sql.column('m', title);
    return {
      entity: module.id,
      search: searchOf(module),
      props: propsOf(module),
      async labels(db, values) {
        const rows = await raw<{ value: string; serial: string | null; title: string | null }>(
          db,
          `select m.id::text as value, m.serial, ${titleColumn} as title from ${module.sql.table} m where m.id = any($1::bigint[])`,
          [values],
        );
        return new Map(rows.map((row) => [row.value, labelOf(row)]));
      },
    };
  });
