/** SQL text of a book's table: its first migration, and the changes from an earlier one. */
import { type BookShape, bookTable } from '../book.ts';
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
    '',
  ].join('\n');
}

/** Statements that bring a known table to the book's definition, or make it; empty where nothing changed. */
export function alterBookSql(book: BookShape, known: KnownTables): readonly string[] {
  const table = bookTable(book);
  const columns = known.get(table.name);
  return columns ? alterColumns(table, HEAD, columns) : [bookSql(book)];
}
