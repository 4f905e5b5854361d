/** SQL text of a book's table: its first migration, and the changes from an earlier one. */
import { type BookLimit, type BookShape, bookTable, limitName } from '../book.ts';
import { alterColumns, columnLines, INDEXED, indexName, type KnownTables, sqlName } from './sql.ts';
import { snakeCase } from './table.ts';

const HEAD = [
  'id bigint generated always as identity primary key',
  'source_module text not null',
  'source_id bigint not null',
  'source_effect text not null',
  'entered_at timestamptz not null default app_now()',
  'voided boolean not null default false',
];

const added = (columns: readonly string[]): string =>
  columns.map((key) => `coalesce(${sqlName(snakeCase(key))}, 0)`).join(' + ');

/** A limit as a CHECK. An amount below zero (a negated entry) allows nothing. */
const limitSql = (book: BookShape, limit: BookLimit, at: number): string => {
  const bound = typeof limit.within === 'number' ? String(limit.within) : `greatest(${added(limit.within)}, 0)`;
  const conditions = [...limit.sum.map((key) => `${added([key])} >= 0`), `${added(limit.sum)} <= ${bound}`];
  return `alter table ${bookTable(book).name} add constraint ${limitName(book.id, at)}\n  check (${conditions.join(' and ')});`;
};

const inUseSql = (book: BookShape, keys: readonly string[]): string =>
  `alter table ${bookTable(book).name} add constraint ${bookTable(book).name}_in_use\n  check (not voided or ${keys.map((key) => `${added([key])} = 0`).join(' and ')});`;

/** The whole first migration of a book. */
export function bookSql(book: BookShape): string {
  const table = bookTable(book);
  const index = (columns: readonly string[]): string =>
    `create index ${indexName(table.name, ...columns, 'idx')} on ${table.name} (${columns.map(sqlName).join(', ')});`;
  const filtered = book.list.filters.filter(
    (key) => INDEXED.has(book.columns[key]?.type ?? '') || book.columns[key]?.type === 'project',
  );
  const key = (book.key ?? []).map(snakeCase);
  return [
    `-- ${book.title} (${book.id}): drafted from its definition.`,
    `create table ${table.name} (\n${columnLines(HEAD, table)}\n);`,
    index(['source_module', 'source_id']),
    ...filtered.map((name) => index([snakeCase(name)])),
    ...(key.length === 0
      ? []
      : [
          `create unique index ${indexName(table.name, ...key, 'standing')} on ${table.name} (${key.map(sqlName).join(', ')}) where not voided;`,
        ]),
    ...(book.limits ?? []).map((limit, at) => limitSql(book, limit, at)),
    ...(book.inUse === undefined ? [] : [inUseSql(book, book.inUse)]),
    '',
  ].join('\n');
}

/** Statements that bring a known table to the book's definition, or make it; empty where nothing changed. */
export function alterBookSql(book: BookShape, known: KnownTables): readonly string[] {
  const table = bookTable(book);
  const columns = known.get(table.name);
  return columns ? alterColumns(table, HEAD, columns) : [bookSql(book)];
}
