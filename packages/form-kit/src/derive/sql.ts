/** SQL text of a module's tables: a first migration, and the changes from an earlier one. Pure, so that it can be tested without files. */
import type { CompiledField, CompiledForm } from './form.ts';
import { snakeCase, tablesOf, type Table } from './table.ts';

/** Statuses in which a record counts: what it claims (a month, an invoice) is taken. */
export const LIVE_STATUSES = ['running', 'returned', 'approved'] as const;

const RESERVED: ReadonlySet<string> = new Set(
  (
    'all analyse analyze and any array as asc both case cast check collate column constraint create default desc distinct do ' +
    'else end except false fetch for foreign from grant group having in into lateral leading limit not null offset on only or ' +
    'order primary references returning select some table then to trailing true union unique user using variadic when where ' +
    'window with'
  ).split(' '),
);

/** A column or table name as SQL writes it. */
export const sqlName = (name: string): string => (RESERVED.has(name) ? `"${name}"` : name);

/** Names longer than PostgreSQL keeps are cut by it without a word, and two could become one. */
export function indexName(...parts: readonly string[]): string {
  const name = parts.join('_');
  if (name.length <= 60) return name;
  const sum = [...name].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0, 7);
  return `${name.slice(0, 52)}_${sum.toString(36)}`;
}

const columnLine = (column: { readonly name: string; readonly type: string }): string =>
  `  ${sqlName(column.name)} ${column.type}`;

/** One column a line with its label behind it: what the person who reviews the migration reads. */
export function columnLines(head: readonly string[], table: Table): string {
  const lines = [
    ...head.map((text) => ({ text: `  ${text}`, label: '' })),
    ...table.columns.map((column) => ({ text: columnLine(column), label: column.label })),
  ];
  return lines
    .map(({ text, label }, index) => {
      const comma = index === lines.length - 1 ? '' : ',';
      return label === '' ? `${text}${comma}` : `${text}${comma} -- ${label.replace(/\s+/g, ' ')}`;
    })
    .join('\n');
}

const MASTER_HEAD = [
  'id bigint generated always as identity primary key',
  'serial text unique',
  "status text not null default 'draft'",
  'version integer not null default 1',
  'applicant bigint not null references app_user',
  'applicant_dept text not null',
  'created_at timestamptz not null default app_now()',
  'updated_at timestamptz not null default app_now()',
  'submitted_at timestamptz',
  'finished_at timestamptz',
];

const detailHead = (master: string): readonly string[] => [
  'id bigint generated always as identity primary key',
  `parent_id bigint not null references ${master} on delete cascade`,
  'row_no integer not null',
];

export const createTable = (table: Table, master: string): string =>
  `create table ${table.name} (\n${columnLines(table.detail === null ? MASTER_HEAD : detailHead(master), table)}\n);`;

/** Types of which a list filters few rows out of many; the others (a handful of options, texts by part) gain nothing from an index. */
export const INDEXED: ReadonlySet<string> = new Set([
  'date',
  'datetime',
  'month',
  'contract',
  'user',
  'dept',
  'device',
  'supplier',
  'community',
  'room',
  'ref',
  'plate',
  'idCard',
]); // prettier-ignore

/** Indexes of the module's table: what lists filter and sort by, and what must be unique among live records. */
export function indexStatements(form: CompiledForm): readonly string[] {
  const master = tablesOf(form)[0];
  if (!master) return [];
  const name = master.name;
  const live = `where status in (${LIVE_STATUSES.map((status) => `'${status}'`).join(', ')})`;
  const projects = form.fields.filter((of) => of.field.type === 'project');
  const filters = form.definition.list.filters.flatMap((key) => {
    const of = form.field(key);
    return of && of.source !== 'builtin' && INDEXED.has(of.field.type) ? [of] : [];
  });
  const index = (columns: readonly string[], using = ''): string =>
    `create index ${indexName(name, ...columns, 'idx')} on ${name}${using} (${columns.map(sqlName).join(', ')});`;
  const unique = (fields: readonly CompiledField[]): string => {
    const columns = fields.map((of) => snakeCase(of.key));
    return `create unique index ${indexName(name, ...columns, 'live')} on ${name} (${columns.map(sqlName).join(', ')}) ${live};`;
  };
  return [
    // the newest first is every list's order; the id breaks ties, so that pages never overlap
    index(['applicant', 'created_at', 'id']),
    index(['status', 'created_at', 'id']),
    index(['applicant_dept', 'created_at', 'id']),
    index(['created_at', 'id']),
    ...projects.map((of) => index([snakeCase(of.key), 'created_at', 'id'])),
    ...filters.map((of) => index([snakeCase(of.key)])),
    ...form.fields.filter((of) => of.field.unique === true && of.source !== 'builtin').map((of) => unique([of])),
    ...(form.definition.uniqueTogether ?? []).map((keys) => unique(keys.flatMap((key) => form.field(key) ?? []))),
  ].filter((statement, at, all) => all.indexOf(statement) === at);
}

const detailIndex = (table: Table): string =>
  `create index ${indexName(table.name, 'parent_idx')} on ${table.name} (parent_id, row_no);`;

/** Lists know by these when their totals are out of date: each tells the rows that a statement changed. */
const changeTriggers = (form: CompiledForm, master: string): string =>
  (
    [
      ['added', 'insert', 'new'],
      ['changed', 'update', 'new'],
      ['removed', 'delete', 'old'],
    ] as const
  )
    .map(
      ([name, event, side]) =>
        `create trigger ${indexName(master, name)} after ${event} on ${master} referencing ${side} table as changed\n  for each statement execute function form_changed('${form.id}');`,
    )
    .join('\n');

/** The whole first migration of a module. */
export function moduleSql(form: CompiledForm): string {
  const [master, ...details] = tablesOf(form);
  if (!master) return '';
  return [
    `-- ${form.identity.title} (${form.id}): drafted from its definition.`,
    createTable(master, master.name),
    indexStatements(form).join('\n'),
    changeTriggers(form, master.name),
    ...details.map(
      (table) =>
        `-- ${form.detail(table.detail ?? '')?.label ?? ''}\n${createTable(table, master.name)}\n${detailIndex(table)}`,
    ),
    '',
  ].join('\n\n');
}

/** Tables and column types that earlier migrations left, as `readTables` finds them. */
export type KnownTables = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads the tables that migrations of this tool make, in order. Text of other kinds is passed over. */
export function readTables(migrations: readonly string[]): KnownTables {
  const tables = new Map<string, Map<string, string>>();
  for (const sql of migrations) {
    for (const [, table = '', body = ''] of sql.matchAll(/create table ([fb]_\w+) \(\n([\s\S]*?)\n\);/g)) {
      const columns = new Map<string, string>();
      for (const line of body.split('\n')) {
        const hit = /^ {2}"?(\w+)"? (text\[\]|bigint\[\]|numeric\(\d+,\d+\)|\w+)/.exec(line);
        if (hit) columns.set(hit[1] ?? '', hit[2] ?? '');
      }
      tables.set(table, columns);
    }
    const alter =
      /alter table ([fb]_\w+) (?:(add) column "?(\w+)"? ([\w[\](),]+)|(drop) column "?(\w+)"?|alter column "?(\w+)"? (type) ([\w[\](),]+))/g;
    for (const [
      ,
      table = '',
      add,
      added = '',
      addType = '',
      drop,
      dropped = '',
      retyped = '',
      type,
      newType = '',
    ] of sql.matchAll(alter)) {
      const columns = tables.get(table);
      if (add) columns?.set(added, addType);
      if (drop) columns?.delete(dropped);
      if (type) columns?.set(retyped, newType);
    }
  }
  return tables;
}

/** Statements that bring known tables to the definition; empty where nothing changed. Columns that went are dropped last. */
export function alterSql(form: CompiledForm, known: KnownTables): readonly string[] {
  const [master] = tablesOf(form);
  if (!master) return [];
  return tablesOf(form).flatMap((table) => {
    const columns = known.get(table.name);
    if (!columns)
      return [
        createTable(table, master.name),
        ...(table.detail === null
          ? [...indexStatements(form), changeTriggers(form, master.name)]
          : [detailIndex(table)]),
      ];
    return alterColumns(table, table.detail === null ? MASTER_HEAD : detailHead(master.name), columns);
  });
}

/** Statements that bring the columns of a known table to its definition; `head` are the lines of the columns that no definition names. */
export function alterColumns(
  table: Table,
  head: readonly string[],
  columns: ReadonlyMap<string, string>,
): readonly string[] {
  const standard = new Set(head.map((line) => line.split(' ')[0] ?? ''));
  const wanted = new Map(table.columns.map((column) => [column.name, column]));
  return [
    ...table.columns
      .filter((column) => !columns.has(column.name))
      .map(
        (column) => `alter table ${table.name} add column ${sqlName(column.name)} ${column.type}; -- ${column.label}`,
      ),
    ...table.columns
      .filter((column) => columns.has(column.name) && columns.get(column.name) !== column.type)
      .map(
        (column) =>
          `alter table ${table.name} alter column ${sqlName(column.name)} type ${column.type} using ${sqlName(column.name)}::${column.type};`,
      ),
    ...[...columns.keys()]
      .filter((name) => !standard.has(name) && !wanted.has(name))
      .map((name) => `alter table ${table.name} drop column ${sqlName(name)};`),
  ];
}
