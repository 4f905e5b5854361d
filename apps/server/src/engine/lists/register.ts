/** A list on paper (登记簿): the rows that were asked for as a PDF to be printed, with whoever asked, the filters, and room to sign. */
import { FLOW_STATUS } from '@hengneng/core';
import { type CompiledField, formatValue, isNumeric, today } from '@hengneng/form-kit';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import { refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { shareOf, tablePdf } from '../../platform/pdf/table.ts';
import type { EngineDeps } from '../forms/deps.ts';
import { type Labels, labelsFor } from '../forms/labels.ts';
import { heading } from '../forms/sheet.ts';
import { raw } from '../../platform/db/raw.ts';
import {
  exported,
  exportRows,
  filterWords,
  listFrom,
  type ListSource,
  orderOf,
  type RowsAsk,
  sumsOf,
  totalsOf,
} from './list.ts';

/** More than a folder holds is a workbook's business. */
const MOST_ROWS = 2_000;
const LETTERS = 6.5;

type Row = { readonly id: string } & Readonly<Record<string, unknown>>;

const textOf = (of: CompiledField, value: unknown, labels: Labels): string =>
  of.key === 'status' && of.source === 'builtin'
    ? (FLOW_STATUS[String(value)] ?? String(value))
    : formatValue(of.field, value, { label: (key) => labels[of.path]?.[key] });

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** @throws AppError where it would be too much for paper, or a filter is wrong */
async function printRows(ctx: Ctx, deps: EngineDeps, of: ListSource, ask: RowsAsk): Promise<FileAnswer> {
  const { register } = of.shape;
  const title = register?.title ?? of.shape.title;
  const { fields, left } = exported(of, ctx.session, ask);
  const { from, parameters } = listFrom(of, ctx, ask);
  const sums = sumsOf(of, fields);
  const totals = await totalsOf(ctx.db, from, [...parameters.values], sums);
  if (totals.total > MOST_ROWS)
    throw refused(`一次最多打印${MOST_ROWS}条，现有${totals.total}条，请缩小筛选范围，或导出为工作簿`);
  const [rows, words] = await Promise.all([
    raw<Row>(
      ctx.db,
      `select ${of.select(fields)} ${from} order by ${orderOf(of, ctx.session, ask)} limit ${MOST_ROWS}`,
      parameters.values,
    ),
    filterWords(ctx, deps, of, ask),
  ]);
  // Paper is narrow: what no row has is left out.
  const shown = fields.filter((field) => rows.length === 0 || rows.some((row) => !isEmpty(row[field.key])));
  const labels = await labelsFor(
    ctx.db,
    deps.labels,
    shown.map((field) => ({ of: field, rows })),
  );
  const cells = rows.map((row) => shown.map((field) => textOf(field, row[field.key], labels)));
  const total = shown.map((field, at) => {
    const sum = totals.sums[field.key];
    return sum === undefined ? (at === 0 ? '合计' : '') : formatValue(field.field, sum);
  });
  const day = today(ctx.now);
  const body = await tablePdf({
    title,
    about: [
      ...(words.length === 0 ? [] : [['范围', words.map(([label, text]) => `${label}：${text}`).join('；')] as const]),
      ['条数', `${totals.total} 条（仅含制表人有权查看的）`],
      ['制表', `${ctx.session.userName}　${day}`],
      ...(left.length === 0
        ? []
        : [['未列出', `无导出权限的列：${left.map((field) => field.label).join('、')}`] as const]),
    ],
    columns: [
      { head: '序号', share: shareOf('序号', [], LETTERS) },
      ...shown.map((field, at) => ({
        head: heading(field),
        share: shareOf(
          heading(field),
          cells.map((row) => row[at] ?? ''),
          LETTERS,
        ),
        right: isNumeric(field.field),
      })),
    ],
    rows: [
      ...cells.map((row, at) => ({ cells: [String(at + 1), ...row] })),
      ...(sums.length === 0 || rows.length === 0 ? [] : [{ cells: ['', ...total] }]),
    ],
    signs: ['制表：', '审核：', '日期：'],
    ...(register?.paper === undefined ? {} : { paper: register.paper }),
    foot: `${of.shape.id} ${day}`,
    at: ctx.now,
  });
  await ctx.write((tx) =>
    trail(tx, ctx, {
      kind: '导出',
      action: '打印',
      object: title,
      after: { rows: totals.total, filters: Object.fromEntries(words) },
    }),
  );
  return { fileName: `${title}_${day}.pdf`, contentType: 'application/pdf', body, size: body.length };
}

/** The list as it is taken along: a workbook, or a register on paper. */
export const takeRows = (ctx: Ctx, deps: EngineDeps, of: ListSource, ask: RowsAsk): Promise<FileAnswer> =>
  ask['Format'] === 'pdf' ? printRows(ctx, deps, of, ask) : exportRows(ctx, deps, of, ask);
