/** Tables and columns of a module: what the migration tool writes, the engine selects and the drift check compares. */
import type { Field } from '../fields.ts';
import type { CompiledForm } from './form.ts';

export interface Column {
  readonly name: string;
  /** As written in a migration, e.g. `numeric(18,2)`. */
  readonly type: string;
  /** What it stands for, with the unit; the column's comment. */
  readonly label: string;
  readonly key: string;
}

export interface Table {
  readonly name: string;
  /** Null for the module's own table. */
  readonly detail: string | null;
  /** Columns of the form's fields, without the standard ones. */
  readonly columns: readonly Column[];
}

/** `waterM3` → `water_m3`, `EMCProjectCheck` → `emc_project_check`. */
export const snakeCase = (key: string): string =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

export const tableName = (moduleId: string): string => `f_${snakeCase(moduleId)}`;
export const detailTableName = (moduleId: string, detail: string): string =>
  `${tableName(moduleId)}_${snakeCase(detail)}`;

/** Columns that every module's table has. */
export const STANDARD_COLUMNS: readonly Omit<Column, 'label'>[] = [
  { key: 'id', name: 'id', type: 'bigint' },
  { key: 'serial', name: 'serial', type: 'text' },
  { key: 'status', name: 'status', type: 'text' },
  { key: 'version', name: 'version', type: 'integer' },
  { key: 'applicant', name: 'applicant', type: 'bigint' },
  { key: 'applicantDept', name: 'applicant_dept', type: 'text' },
  { key: 'createdAt', name: 'created_at', type: 'timestamptz' },
  { key: 'updatedAt', name: 'updated_at', type: 'timestamptz' },
  { key: 'submittedAt', name: 'submitted_at', type: 'timestamptz' },
  { key: 'finishedAt', name: 'finished_at', type: 'timestamptz' },
];
export const DETAIL_COLUMNS: readonly Omit<Column, 'label'>[] = [
  { key: 'id', name: 'id', type: 'bigint' },
  { key: 'parentId', name: 'parent_id', type: 'bigint' },
  { key: 'rowNo', name: 'row_no', type: 'integer' },
];

/** SQL type in which a field is kept. */
export function columnType(field: Field): string {
  switch (field.type) {
    case 'integer':
      return 'integer';
    case 'decimal':
      return `numeric(20,${field.places})`;
    case 'money':
      return 'numeric(18,2)';
    case 'money4':
      return 'numeric(18,4)';
    case 'percent':
      return 'numeric(12,4)';
    case 'date':
      return 'date';
    case 'datetime':
      return 'timestamptz';
    case 'multiEnum':
      return 'text[]';
    case 'boolean':
      return 'boolean';
    case 'user':
    case 'device':
    case 'supplier':
    case 'community':
    case 'room':
    case 'ref':
      return 'bigint';
    case 'users':
      return 'bigint[]';
    case 'file':
    case 'files':
    case 'image':
    case 'images':
    case 'signature':
    case 'check':
      return 'jsonb';
    default:
      return 'text';
  }
}

export const columnOf = (key: string, field: Field): Column => ({
  key,
  name: snakeCase(key),
  type: columnType(field),
  label: field.unit === undefined ? field.label : `${field.label}（${field.unit}）`,
});

/** The module's own table first, then one for each detail. */
export function tablesOf(form: CompiledForm): readonly Table[] {
  return [
    { name: tableName(form.id), detail: null, columns: form.fields.map((of) => columnOf(of.key, of.field)) },
    ...form.details.map((detail) => ({
      name: detailTableName(form.id, detail.key),
      detail: detail.key,
      columns: detail.fields.map((of) => columnOf(of.key, of.field)),
    })),
  ];
}

/** A row of `information_schema.columns`, as the drift check reads it. */
export interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
  readonly udt_name: string;
  readonly numeric_precision: number | null;
  readonly numeric_scale: number | null;
}

/** The type of an existing column, written as a migration would. */
function typeOfRow(row: ColumnRow): string {
  switch (row.udt_name) {
    case 'numeric':
      return row.numeric_precision === null ? 'numeric' : `numeric(${row.numeric_precision},${row.numeric_scale ?? 0})`;
    case 'int8':
      return 'bigint';
    case 'int4':
      return 'integer';
    case 'bool':
      return 'boolean';
    case '_text':
      return 'text[]';
    case '_int8':
      return 'bigint[]';
    default:
      return row.udt_name;
  }
}

/** Where the definition and the migrated tables differ, one sentence each; empty where they agree. */
export function tableDrift(form: CompiledForm, rows: readonly ColumnRow[]): readonly string[] {
  return tablesOf(form).flatMap((table) => {
    const own = rows.filter((row) => row.table_name === table.name);
    if (own.length === 0) return [`缺少表 ${table.name}（${form.identity.title}）`];
    const standard = table.detail === null ? STANDARD_COLUMNS : DETAIL_COLUMNS;
    const wanted = [...standard, ...table.columns];
    const names = new Set(wanted.map((column) => column.name));
    return [
      ...wanted.flatMap((column) => {
        const row = own.find((each) => each.column_name === column.name);
        if (!row) return [`表 ${table.name} 缺少列 ${column.name}`];
        const type = typeOfRow(row);
        return type === column.type ? [] : [`表 ${table.name} 的列 ${column.name} 是 ${type}，定义要求 ${column.type}`];
      }),
      ...own
        .filter((row) => !names.has(row.column_name))
        .map((row) => `表 ${table.name} 多出列 ${row.column_name}，定义里没有`),
    ];
  });
}
