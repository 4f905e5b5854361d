/** What every exported list has in common: its cells, its totals, and the sheet that says what was asked for. */
import { FLOW_STATUS } from '@hengneng/core';
import { type CompiledField, formatValue, placesOf, unitOf } from '@hengneng/form-kit';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Labels } from './labels.ts';
import { raw } from '../../platform/db/raw.ts';
import { type Cell, dayCell, instantCell, type Sheet } from './xlsx.ts';

export const MOST_ROWS = 200_000;
export const TOO_MANY = '数据超过20万行，请缩小筛选范围';
const BATCH = 1_000;

type Row = Readonly<Record<string, unknown>>;

export const cellOf = (of: CompiledField, value: unknown, labels: Labels): Cell => {
  if (value === null || value === undefined || value === '') return null;
  if (of.key === 'status' && of.source === 'builtin') return FLOW_STATUS[String(value)] ?? String(value);
  const places = placesOf(of.field);
  if (places !== null) return { number: String(value), style: { places } };
  if (of.field.type === 'date' && typeof value === 'string') return dayCell(value);
  if (of.field.type === 'datetime' && typeof value === 'string') return instantCell(value);
  return formatValue(of.field, value, { label: (key) => labels[of.path]?.[key] });
};

export const heading = ({ label, field }: CompiledField): string => {
  const unit = unitOf(field);
  return unit === undefined ? label : `${label}（${unit}）`;
};

/** Rows of the cursor `exported`, a good many at a time. */
export async function* batches(tx: Db): AsyncGenerator<readonly Row[]> {
  for (;;) {
    const rows = await raw<Row>(tx, `fetch ${BATCH} from exported`, []);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
  }
}

export const widthOf = (of: CompiledField): number => Math.min(40, Math.max(12, heading(of).length * 2 + 4));

/**
 * The row of totals below the others; none where nothing is summed.
 * @param note what the totals leave out, said below them
 */
export function totalRow(
  fields: readonly CompiledField[],
  sums: Readonly<Record<string, string>>,
  note: string | null = null,
): readonly (readonly Cell[])[] {
  if (Object.keys(sums).length === 0) return [];
  const total = fields.map((of): Cell => {
    const sum = sums[of.key];
    return sum === undefined ? null : { number: sum, style: { places: placesOf(of.field) ?? 0 } };
  });
  const row = total[0] === null ? [{ head: '合计' }, ...total.slice(1)] : total;
  return note === null ? [row] : [row, [note]];
}

/**
 * Who exported what, when, by which filters.
 * @param left columns that the person sees but may not take along
 */
export const conditions = (
  ctx: Ctx,
  what: readonly [string, string],
  words: readonly (readonly [string, string])[],
  total: number,
  left: readonly CompiledField[],
): Sheet => ({
  name: '筛选条件',
  widths: [24, 50],
  rows: [
    [{ head: '项目' }, { head: '内容' }],
    what,
    ['导出人', ctx.session.userName],
    ['导出时间', instantCell(ctx.now.toISOString())],
    ['条数', { number: String(total), style: { places: 0 } }],
    ...words,
    ...(left.length === 0 ? [] : [['未导出的列（无导出权限）', left.map((of) => of.label).join('、')] as const]),
  ],
});
