/** The grid of 全部数据录入 without its looks: lines of registers by days, what a block that is pasted becomes, and steps that can be undone. */
import type { EntryRow } from '@hengneng/contracts';
import type { Draft } from '../entry/entries.ts';

/** One register over the days that are shown. */
export interface Line {
  readonly key: string;
  readonly project: string;
  /** What the line is told by: of its last day. */
  readonly about: EntryRow;
  /** By place of the day; absent where the meter is not due on it. */
  readonly cells: readonly (EntryRow | undefined)[];
}

/** The calendar day on which a reading was asked for: `At` in China's time. */
export const dateOf = ({ At }: Pick<EntryRow, 'At'>): string =>
  new Date(Date.parse(At) + 8 * 3_600_000).toISOString().slice(0, 10);

export const lineKey = ({ DeviceId, Register }: Pick<EntryRow, 'DeviceId' | 'Register'>): string =>
  `${DeviceId} ${Register}`;

/** A cell is a register on a day. */
export const cellKey = (row: EntryRow): string => `${lineKey(row)} ${dateOf(row)}`;

/** Lines in the order in which the meters stand; what is due on few days only stands where its first day puts it. */
export function linesOf(rows: readonly EntryRow[], dates: readonly string[]): readonly Line[] {
  const place = new Map(dates.map((date, at) => [date, at]));
  const lines = new Map<string, (EntryRow | undefined)[]>();
  for (const row of rows) {
    const at = place.get(dateOf(row));
    if (at === undefined) continue;
    const key = `${row.ProjectCode} ${lineKey(row)}`;
    const cells = lines.get(key) ?? Array.from({ length: dates.length }, () => undefined);
    cells[at] = row;
    lines.set(key, cells);
  }
  const order = new Map([...new Set(rows.map(({ ProjectCode }) => ProjectCode))].map((code, at) => [code, at]));
  return [...lines]
    .flatMap(([key, cells]): Line[] => {
      const about = cells.findLast((cell) => cell !== undefined);
      return about === undefined ? [] : [{ key, project: about.ProjectCode, about, cells }];
    })
    .sort((a, b) => (order.get(a.project) ?? 0) - (order.get(b.project) ?? 0));
}

/** From one cell to another, whichever way it was drawn. */
export interface Range {
  readonly row: number;
  readonly column: number;
  readonly toRow: number;
  readonly toColumn: number;
}

export const boxOf = ({ row, column, toRow, toColumn }: Range) => ({
  top: Math.min(row, toRow),
  bottom: Math.max(row, toRow),
  left: Math.min(column, toColumn),
  right: Math.max(column, toColumn),
});

export const within = (range: Range, row: number, column: number): boolean => {
  const { top, bottom, left, right } = boxOf(range);
  return row >= top && row <= bottom && column >= left && column <= right;
};

const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

export interface Pasted {
  /** Reading by cell. */
  readonly placed: ReadonlyMap<string, string>;
  /** Cells of the block that had no place: locked, entered, beyond the edge. */
  readonly left: number;
  /** 「第 12 行 12,34 不是数字」; nothing is placed then. */
  readonly wrong: readonly string[];
}

/** A block of a workbook from a cell on, downwards and to the right. */
export function pasteBlock(
  lines: readonly Line[],
  from: { readonly row: number; readonly column: number },
  text: string,
  writable: (row: EntryRow) => boolean,
): Pasted {
  const block = text
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()));
  const wrong: string[] = [];
  const placed = new Map<string, string>();
  let left = 0;
  for (const [down, cells] of block.entries())
    for (const [right, cell] of cells.entries()) {
      if (cell === '') continue;
      const plain = GROUPED.test(cell) ? cell.replaceAll(',', '') : cell;
      if (!NUMBER.test(plain)) {
        wrong.push(`第 ${down + 1} 行 ${cell} 不是数字`);
        continue;
      }
      const row = lines[from.row + down]?.cells[from.column + right];
      if (row === undefined || !writable(row)) left += 1;
      else placed.set(cellKey(row), plain);
    }
  return { placed: wrong.length > 0 ? new Map() : placed, left, wrong };
}

/** The first line of a range filled downwards. */
export function fillDown(
  lines: readonly Line[],
  range: Range,
  readingOf: (row: EntryRow) => string,
  writable: (row: EntryRow) => boolean,
): ReadonlyMap<string, string> {
  const { top, bottom, left, right } = boxOf(range);
  const filled = new Map<string, string>();
  for (let column = left; column <= right; column += 1) {
    const first = lines[top]?.cells[column];
    const value = first === undefined ? '' : readingOf(first);
    if (value === '') continue;
    for (let row = top + 1; row <= bottom; row += 1) {
      const cell = lines[row]?.cells[column];
      if (cell !== undefined && writable(cell)) filled.set(cellKey(cell), value);
    }
  }
  return filled;
}

/** Figures of what is chosen; nothing where there is no number in it. */
export function sumOf(
  values: readonly string[],
): { readonly count: number; readonly sum: number; readonly mean: number } | null {
  const numbers = values.flatMap((value) => (NUMBER.test(value) ? [Number(value)] : []));
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((total, one) => total + one, 0);
  return { count: numbers.length, sum, mean: sum / numbers.length };
}

export type Typed = Readonly<Record<string, Draft>>;

/** What was typed, with what it was before: a step is one act of a person, however many cells it changed. */
export interface Steps {
  readonly now: Typed;
  readonly before: readonly Typed[];
  readonly after: readonly Typed[];
}

const MOST_STEPS = 100;

export const begin = (now: Typed): Steps => ({ now, before: [], after: [] });
export const step = ({ now, before }: Steps, next: Typed): Steps => ({
  now: next,
  before: [...before, now].slice(-MOST_STEPS),
  after: [],
});
export const undo = (steps: Steps): Steps => {
  const last = steps.before.at(-1);
  return last === undefined
    ? steps
    : { now: last, before: steps.before.slice(0, -1), after: [steps.now, ...steps.after] };
};
export const redo = (steps: Steps): Steps => {
  const [next, ...after] = steps.after;
  return next === undefined ? steps : { now: next, before: [...steps.before, steps.now], after };
};
