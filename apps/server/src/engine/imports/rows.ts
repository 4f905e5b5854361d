/** Rows of a sheet by the columns of an import: found by their heads, each cell read by its field. */
import {
  type CompiledField,
  type Field,
  type ImportShape,
  IMPORT_LIMITS,
  limitMessage,
  listFields,
  readValue,
  requiredMessage,
  TOO_MANY_ROWS,
  unitOf,
} from '@hengneng/form-kit';
import { refused } from '../../platform/http/errors.ts';

/** A row as it was handed over, and what it says. */
export interface ReadLine {
  /** In the sheet, from 1. */
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
  /** By column; null where the cell is empty or wrong. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What is wrong with single cells. */
  readonly faults: readonly string[];
}

/** What stands above a column: its label with its unit. */
export const headOf = ({ label, field }: CompiledField): string => {
  const unit = unitOf(field);
  return unit === undefined ? label : `${label}（${unit}）`;
};

/** Heads are compared without spaces, units and marks: 金额（元）* is 金额. */
export const plainHead = (text: string): string => text.replace(/[（(][^（()）]*[)）]/g, '').replace(/[\s*＊]/g, '');

const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;
const MONTH = /^(\d{4})[-/.年](\d{1,2})月?$/;
const two = (text: string | undefined): string => (text ?? '').padStart(2, '0');

/** What people write in cells, as fields take it: 2026/1/5, 1,234.50. */
export function written(field: Field, text: string): string {
  switch (field.type) {
    case 'date': {
      const day = DAY.exec(text);
      return day ? `${day[1]}-${two(day[2])}-${two(day[3])}` : text;
    }
    case 'month': {
      const month = MONTH.exec(text) ?? DAY.exec(text);
      return month ? `${month[1]}-${two(month[2])}` : text;
    }
    case 'datetime':
      return text.replaceAll('/', '-');
    case 'money':
    case 'money4':
    case 'decimal':
    case 'percent':
    case 'integer':
      return text.replace(/[,，\s]/g, '').replace(/^[¥￥]/, '');
    case 'boolean':
      return text === '是' ? 'true' : text === '否' ? 'false' : text;
    default:
      return text;
  }
}

/** Reads one cell. @returns its value, or what is wrong with it */
function readCell(field: Field, text: string): { readonly value: unknown; readonly fault: string | null } {
  const read = readValue(field, written(field, text));
  if (!read.ok) return { value: null, fault: read.message };
  if (read.value === null)
    return { value: null, fault: field.required === true ? requiredMessage({ ...field, type: 'text' }) : null };
  return { value: read.value, fault: limitMessage(field, read.value) };
}

export function readLine(fields: readonly CompiledField[], row: number, cells: ReadLine['cells']): ReadLine {
  const faults: string[] = [];
  const values = Object.fromEntries(
    fields.map(({ key, field }) => {
      const { value, fault } = readCell(field, cells[key] ?? '');
      if (fault !== null) faults.push(fault);
      return [key, fault === null ? value : null];
    }),
  );
  return { row, cells, values, faults };
}

/**
 * Rows below the heads that say anything, their texts in the order of `columns`.
 * @throws refused where a column is missing
 */
export function tableRows(
  columns: readonly string[],
  sheet: readonly (readonly string[])[],
): readonly { readonly row: number; readonly texts: readonly string[] }[] {
  const [head = [], ...body] = sheet;
  const heads = head.map(plainHead);
  const missing = columns.filter((column) => !heads.includes(plainHead(column)));
  if (missing.length > 0) throw refused(`表头缺少：${missing.join('、')}，请使用导入模板`);
  const places = columns.map((column) => heads.indexOf(plainHead(column)));
  return body
    .map((cells, index) => ({ row: index + 2, texts: places.map((at) => cells[at] ?? '') }))
    .filter(({ texts }) => texts.some((text) => text !== ''));
}

/**
 * Rows of the template's sheet.
 * @throws refused where a column is missing, or where there is nothing, or too much
 */
export function readLines(shape: ImportShape, sheet: readonly (readonly string[])[]): readonly ReadLine[] {
  const fields = listFields(shape.columns);
  const lines = tableRows(
    fields.map((of) => of.label),
    sheet,
  ).map(({ row, texts }) =>
    readLine(fields, row, Object.fromEntries(fields.map((of, at) => [of.key, texts[at] ?? '']))),
  );
  return withinRows(lines);
}

/** @throws refused where there is nothing to import, or too much at once */
export function withinRows<T>(lines: readonly T[]): readonly T[] {
  if (lines.length === 0) throw refused('表格中没有数据');
  if (lines.length > IMPORT_LIMITS.rows) throw refused(TOO_MANY_ROWS);
  return lines;
}
