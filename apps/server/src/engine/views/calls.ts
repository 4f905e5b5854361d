/** The calls of views: rows, sums, figures and pictures of what matches; the same rows as a workbook. */
import { boardExport, type ChartGroup, viewExport, viewIndex } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { type BoardShape, type Field, listFields, type ViewChart, type ViewShape } from '@hengneng/form-kit';
import { mayPress } from '../../platform/auth/access.ts';
import { BUTTONS } from '../../platform/auth/buttons.ts';
import type { Ctx } from '../../platform/context.ts';
import { forbidden, invalid } from '../../platform/http/errors.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import type { EngineDeps } from '../forms/deps.ts';
import { type Labels, labelsFor } from '../forms/labels.ts';
import { raw } from '../../platform/db/raw.ts';
import { type Bind, isWithheld } from '../forms/visibility.ts';
import { exportLists, listFrom, listRows, type ListSource, type RowsAsk } from '../lists/list.ts';
import { takeRows } from '../lists/register.ts';
import { type AnySource, asFigure, listOf } from './source.ts';

/** More groups than these are no picture any more. */
const MOST_GROUPS = 200;
/** A heat map shows every month of the things that it names. */
const MOST_CELLS = 3000;

type Texts = Readonly<Record<string, string | null>>;

/** The figures that the person may see; one query over all rows that match. */
async function figuresOf(
  ctx: Ctx,
  source: AnySource,
  of: ListSource,
  ask: RowsAsk,
): Promise<Record<string, string | null>> {
  const fields = listFields(source.view.figures).filter((field) => !isWithheld(ctx.session, field));
  if (fields.length === 0) return {};
  const { from, parameters } = listFrom(of, ctx, ask);
  const columns = fields.map((field) => `${asFigure(field, source.figures[field.key] ?? 'null')} as "${field.key}"`);
  const [row] = await raw<Texts>(ctx.db, `select ${columns.join(', ')} ${from}`, parameters.values);
  return { ...row };
}

interface Drawn {
  readonly groups: ChartGroup[];
  readonly labels: Labels;
}

/** Time runs on; what has an order of its own stands in it; all else by how large it is. */
function orderOf(chart: ViewChart, by: Field, column: string, size: string, bind: Bind): string {
  if (chart.kind === 'line' || by.type === 'month' || by.type === 'date') return '1';
  if (chart.inOrder === true && by.type === 'enum')
    return `array_position(${bind([...by.options])}::text[], ${column})`;
  return `(${size}) desc nulls last, 1`;
}

async function chartOf(
  ctx: Ctx,
  deps: EngineDeps,
  source: AnySource,
  of: ListSource,
  ask: RowsAsk,
  key: string,
): Promise<Drawn> {
  const chart = source.view.charts?.[key];
  const by = chart && of.field(chart.by);
  const series = listFields(chart?.series);
  // What a person may not see in a column is not drawn either.
  if (!chart || !by || isWithheld(ctx.session, by) || series.some((field) => isWithheld(ctx.session, field)))
    return { groups: [], labels: {} };
  const { from, parameters } = listFrom(of, ctx, ask);
  const values = series.map((field, at) => `${asFigure(field, source.charts[key]?.[field.key] ?? 'null')} as v${at}`);
  // The figures themselves are text by now: 300 would stand before 1000.
  const size = source.charts[key]?.[series[0]?.key ?? ''] ?? 'null';
  const order = orderOf(chart, by.field, of.column(by.key), size, parameters.bind);
  const across = chart.across === undefined ? null : of.column(chart.across);
  const rows = await raw<Texts>(
    ctx.db,
    `select ${of.column(by.key)}::text as "${by.key}", ${across === null ? '' : `${across}::text as across, `}${values.join(', ')} ${from}
      ${chart.known ? `and ${of.column(by.key)} is not null` : ''} group by ${of.column(by.key)}${across === null ? '' : `, ${across}`}
      order by ${across === null ? order : '1, 2'} limit ${across === null ? MOST_GROUPS : MOST_CELLS}`,
    parameters.values,
  );
  return {
    groups: rows.map((row) => ({
      by: row[by.key] ?? null,
      ...(across === null ? {} : { across: row['across'] ?? null }),
      values: series.map((_, at) => row[`v${at}`] ?? null),
    })),
    labels: await labelsFor(ctx.db, deps.labels, [{ of: by, rows }]),
  };
}

const NOTHING = { rows: [], total: 0, sums: {}, labels: {} };

async function answer(ctx: Ctx, deps: EngineDeps, source: AnySource, of: ListSource, ask: RowsAsk) {
  const keys = ask['Charts'] === true ? Object.keys(source.view.charts ?? {}) : [];
  const rows = ask['Rows'] !== false;
  const [list, figures, ...drawn] = await Promise.all([
    rows ? listRows(ctx, deps, of, ask) : NOTHING,
    rows ? figuresOf(ctx, source, of, ask) : {},
    ...keys.map((key) => chartOf(ctx, deps, source, of, ask, key)),
  ]);
  const labels: Record<string, Record<string, string>> = { ...list.labels };
  for (const one of drawn)
    for (const [path, words] of Object.entries(one.labels)) labels[path] = { ...labels[path], ...words };
  return {
    ...list,
    labels,
    figures,
    charts: Object.fromEntries(keys.map((key, at) => [key, drawn[at]?.groups ?? []])),
  };
}

/** A view under another name: whatever path it is asked by, it answers the same. */
export const answerView = (ctx: Ctx, deps: EngineDeps, source: AnySource, ask: RowsAsk) =>
  answer(ctx, deps, source, listOf(source), ask);

/** @throws Error where a view has no source, or a source no view: every page answers */
export function registerViews(
  registry: CallRegistry,
  deps: EngineDeps,
  views: Readonly<Record<string, ViewShape>>,
  sources: readonly AnySource[],
): void {
  const known = new Map(sources.map((source) => [source.view.id, source]));
  for (const view of Object.values(views)) {
    const source = known.get(view.id);
    if (source === undefined) throw new Error(`view ${view.id} has no source`);
    const of = listOf(source);
    const screen = shortCodeOf(view.screen);
    registry.handle(viewIndex(view), { access: { screen, button: 'search' } }, (ctx, ask) =>
      answer(ctx, deps, source, of, ask),
    );
    registry.stream(viewExport(view), { access: { screen, button: 'export' } }, (ctx, ask) =>
      takeRows(ctx, deps, of, ask),
    );
  }
}

/**
 * The workbook of a page of several views. Each page has buttons of its own, so that the page that is asked for decides.
 * @throws Error where a board has a view without source
 */
export function registerBoards(
  registry: CallRegistry,
  deps: EngineDeps,
  boards: Readonly<Record<string, BoardShape>>,
  sources: readonly AnySource[],
): void {
  const known = new Map(sources.map((source) => [source.view.id, source]));
  const sheets = new Map(
    Object.values(boards).map((board) => [
      board.id,
      {
        board,
        lists: board.lists.map((view) => {
          const source = known.get(view.id);
          if (source === undefined) throw new Error(`view ${view.id} has no source`);
          return listOf(source);
        }),
      },
    ]),
  );
  const screens = Object.values(boards).map((board) => shortCodeOf(board.screen));
  registry.stream(boardExport, { access: { screen: screens, button: 'export' } }, (ctx, { Board, ...filters }) => {
    const found = sheets.get(Board);
    if (found === undefined) throw invalid([{ path: 'Board', message: '没有这个统计页' }]);
    const { board, lists } = found;
    if (!mayPress(ctx.session, shortCodeOf(board.screen), BUTTONS.export)) throw forbidden();
    return exportLists(
      ctx,
      deps,
      board.title,
      lists.map((of) => ({ of, ask: { ...filters, PageIndex: 1, PageSize: 1 } })),
    );
  });
}
