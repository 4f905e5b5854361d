/**
 * Cases of every rule, kept as text beside the definitions: values with which it speaks, and where, and what has to change in them for it to be
 * silent. They were worked out once and are read by people, so that a condition which is turned round or a bound that moves is noticed.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CompiledField,
  type CompiledForm,
  type CompiledRule,
  type Expr,
  dayNumber,
  dayText,
  fieldPath,
  type FormRecord,
  instantMs,
  instantText,
  isRow,
  monthNumber,
  monthText,
  placesOf,
  rowsOf,
} from '@hengneng/form-kit';
import { BEGUN, Draw, NOW } from './draw.ts';
import { type Leaves, leavesOf } from './leaves.ts';

/** One of the ways in which a rule can be broken: of `a or b`, each alone. */
export interface Way {
  /** Where the message stands. */
  readonly at: string;
  /** The values that matter: with these alone the rule speaks. */
  readonly breaks: FormRecord;
  /** Values over those of `breaks` with which it is silent, the nearest that are. */
  readonly passes: readonly FormRecord[];
}

export interface RuleCase {
  readonly error: string;
  readonly ways: readonly Way[];
}

const MOST_WAYS = 8;

/** The alternatives of a condition: what `or` puts side by side. */
export function alternatives(expr: Expr): readonly Expr[] {
  if (expr.kind === 'or') return [...alternatives(expr.left), ...alternatives(expr.right)].slice(0, MOST_WAYS);
  if (expr.kind !== 'and') return [expr];
  return alternatives(expr.left)
    .flatMap((left) => alternatives(expr.right).map((right): Expr => ({ kind: 'and', left, right })))
    .slice(0, MOST_WAYS);
}

/** A required field of a row may use the same words as the rule that asks for rows. */
const placesFor = (rule: CompiledRule): readonly string[] => [rule.at, rule.at.replace(/\..*$/, '')];

/** Where a rule speaks, given nothing but these values. */
export const spokenAt = (form: CompiledForm, rule: CompiledRule, values: FormRecord): readonly string[] =>
  form
    .check(form.compute({ ...BEGUN, ...values }), rule.step, NOW)
    .filter(({ message, path }) => message === rule.shape.error && placesFor(rule).includes(fieldPath(path)))
    .map((error) => error.path);

/** Values of a patch: `lines[1].amount` names a cell, other keys a field or a whole table. */
export function patched(values: FormRecord, patch: FormRecord): FormRecord {
  let next = values;
  for (const [path, value] of Object.entries(patch)) {
    const [, table = '', index = '', key = ''] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
    next =
      table === ''
        ? { ...next, [path]: value }
        : {
            ...next,
            [table]: rowsOf(next, table).map((row, at) => (at === Number(index) ? { ...row, [key]: value } : row)),
          };
  }
  return next;
}

interface Cell {
  readonly path: string;
  readonly of: CompiledField;
  readonly row: FormRecord | null;
  readonly value: unknown;
}

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** Every value of a record that a rule may depend on. */
const cellsOf = (values: FormRecord, leaves: Leaves): readonly Cell[] =>
  leaves.fields.flatMap((of): readonly Cell[] =>
    of.detail === null
      ? [{ path: of.key, of, row: null, value: values[of.key] }]
      : rowsOf(values, of.detail).map((row, at) => ({
          path: `${of.detail}[${at}].${of.key}`,
          of,
          row,
          value: row[of.key],
        })),
  );

const onlyLeaves = (record: FormRecord, leaves: Leaves): FormRecord =>
  Object.fromEntries([
    ...leaves.fields.flatMap((of) =>
      of.detail === null && isFilled(record[of.key]) ? [[of.key, record[of.key]]] : [],
    ),
    ...leaves.details.map((detail) => [
      detail,
      rowsOf(record, detail).map((row) =>
        Object.fromEntries(
          leaves.fields
            .filter((of) => of.detail === detail && isFilled(row[of.key]))
            .map((of) => [of.key, row[of.key]]),
        ),
      ),
    ]),
  ]);

/** Only what the rule depends on, and of that only what it needs to speak. */
function bare(form: CompiledForm, rule: CompiledRule, record: FormRecord, leaves: Leaves): FormRecord {
  let values = onlyLeaves(record, leaves);
  const speaks = (tried: FormRecord): boolean => spokenAt(form, rule, tried).length > 0;
  for (const detail of leaves.details)
    for (let at = rowsOf(values, detail).length - 1; at >= 0; at--) {
      const fewer = { ...values, [detail]: rowsOf(values, detail).toSpliced(at, 1) };
      if (speaks(fewer)) values = fewer;
    }
  for (const { path } of cellsOf(values, leaves)) {
    const without = dropped(values, path);
    if (speaks(without)) values = without;
  }
  for (const detail of leaves.details) {
    const { [detail]: rows, ...without } = values;
    if (Array.isArray(rows) && rows.length === 0 && speaks(without)) values = without;
  }
  return values;
}

function dropped(values: FormRecord, path: string): FormRecord {
  const [, table = '', index = '', key = ''] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  const without = (of: FormRecord, gone: string): FormRecord =>
    Object.fromEntries(Object.entries(of).filter(([each]) => each !== gone));
  if (table === '') return without(values, path);
  const rows = rowsOf(values, table).map((row, at) => (at === Number(index) ? without(row, key) : row));
  return { ...values, [table]: rows };
}

/** A value as a whole number of its smallest unit, and back; null for what has no order. */
function scaleOf(
  of: CompiledField,
): { readonly to: (value: unknown) => number | null; readonly from: (n: number) => unknown } | null {
  const places = placesOf(of.field);
  if (places !== null) {
    const unit = 10 ** places;
    return {
      to: (value) => (isFilled(value) ? Math.round(Number(value) * unit) : null),
      from: (n) => (of.field.type === 'integer' ? n : (n / unit).toFixed(places)),
    };
  }
  const texts = (to: (text: string) => number | null, from: (n: number) => string) => ({
    to: (value: unknown) => (typeof value === 'string' ? to(value) : null),
    from,
  });
  switch (of.field.type) {
    case 'date':
      return texts(dayNumber, dayText);
    case 'month':
      return texts(monthNumber, monthText);
    case 'datetime':
      return texts(
        (text) => Math.floor((instantMs(text) ?? 0) / 60_000),
        (n) => instantText(n * 60_000),
      );
    default:
      return null;
  }
}

/** The neighbouring values of a cell between which the rule falls silent. */
function border(
  cell: Cell,
  silent: unknown,
  speaks: (value: unknown) => boolean,
): { readonly breaks: unknown; readonly passes: unknown } {
  const scale = scaleOf(cell.of);
  let [loud, quiet] = [scale?.to(cell.value) ?? null, scale?.to(silent) ?? null];
  if (scale === null || loud === null || quiet === null) return { breaks: cell.value, passes: silent };
  while (Math.abs(loud - quiet) > 1) {
    const middle = Math.trunc((loud + quiet) / 2);
    if (speaks(scale.from(middle))) loud = middle;
    else quiet = middle;
  }
  return { breaks: scale.from(loud), passes: scale.from(quiet) };
}

const DRAWS = 120;

/** Values of one cell with which the rule is silent although the cell is filled in; emptied where none is found. */
function silentIn(
  cell: Cell,
  values: FormRecord,
  draw: Draw,
  leaves: Leaves,
  speaks: (value: unknown) => boolean,
): unknown {
  for (let tries = 0; tries < DRAWS; tries++) {
    const value = draw.value(cell.of, values, cell.row, leaves);
    if (isFilled(value) && !speaks(value)) return value;
  }
  return speaks(null) ? undefined : null;
}

/** A way to break a rule, from a record in which it speaks and one in which it does not. */
export function wayOf(form: CompiledForm, rule: CompiledRule, record: FormRecord, valid: FormRecord): Way {
  const leaves = leavesOf(form, [rule.expr]);
  const draw = new Draw(form, 1);
  let breaks = bare(form, rule, record, leaves);
  const passes: Record<string, unknown>[] = [];
  const speaks = (values: FormRecord): boolean => spokenAt(form, rule, values).length > 0;
  for (const { path } of cellsOf(breaks, leaves)) {
    const cell = cellsOf(breaks, leaves).find((one) => one.path === path);
    if (cell === undefined || cell.of.step > rule.step) continue;
    const tried = (value: unknown): boolean => speaks(patched(breaks, { [path]: value }));
    const silent = silentIn(cell, breaks, draw, leaves, tried);
    if (silent === undefined) continue;
    const met = border(cell, silent, tried);
    const nearer = isFilled(cell.value) ? patched(breaks, { [path]: met.breaks }) : breaks;
    // What was found before has to hold with the nearer values, too.
    if (passes.every((patch) => !speaks(patched(nearer, patch)))) breaks = nearer;
    passes.push({ [path]: met.passes });
  }
  for (const detail of leaves.details) {
    const rows = rowsOf(breaks, detail);
    const others = [[], [...rows, {}], [...rows, ...rows]];
    const silent = others.find((other) => !speaks({ ...breaks, [detail]: other }));
    if (silent !== undefined) passes.push({ [detail]: silent });
  }
  // Where no single value helps: a share of a hundred is in several rows.
  const whole = onlyLeaves(valid, leaves);
  if (passes.length === 0 && !speaks(patched(breaks, whole))) passes.push(whole);
  return { at: spokenAt(form, rule, breaks)[0] ?? '', breaks, passes };
}

const FOLDER = fileURLToPath(new URL('cases', import.meta.url));

/** File of an area's cases, one a line. */
export const casesPath = (area: string): string => join(FOLDER, `${area}.jsonl`);

export interface ModuleCase extends RuleCase {
  readonly module: string;
}

export const linesOf = (module: string, cases: readonly RuleCase[]): readonly string[] =>
  cases.map(({ error, ways }) => JSON.stringify({ module, error, ways }));

function readWay(parsed: unknown): Way {
  if (!isRow(parsed)) throw new Error('a case is no object');
  const { at, breaks, passes } = parsed;
  if (typeof at !== 'string' || !isRow(breaks) || !Array.isArray(passes)) throw new Error(JSON.stringify(parsed));
  return { at, breaks, passes: passes.filter(isRow) };
}

function readCase(line: string): ModuleCase {
  const parsed: unknown = JSON.parse(line);
  if (!isRow(parsed)) throw new Error(line);
  const { module, error, ways } = parsed;
  if (typeof module !== 'string' || typeof error !== 'string' || !Array.isArray(ways)) throw new Error(line);
  return { module, error, ways: ways.map(readWay) };
}

export const readCases = (text: string): readonly ModuleCase[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map(readCase);

/** What is not as a case says. */
export const departures = (form: CompiledForm, rule: CompiledRule, one: RuleCase): readonly string[] => [
  ...(rule.shape.error === one.error ? [] : [`「${rule.shape.error}」`]),
  ...one.ways.flatMap((way) => {
    const text = JSON.stringify(way.breaks);
    const spoken = spokenAt(form, rule, way.breaks);
    const loud = way.passes.filter((patch) => spokenAt(form, rule, patched(way.breaks, patch)).length > 0);
    return [
      ...(spoken.includes(way.at) ? [] : [`${text} → ${spoken.join()}`]),
      ...(way.passes.length > 0 ? [] : [`${text} 没有相邻的合格值`]),
      ...loud.map((patch) => `${text} + ${JSON.stringify(patch)} → 仍提示`),
    ];
  }),
];

/** A valid record with the values of a case in it: what the rule depends on is as the case says, the rest stays. */
export function laidOver(form: CompiledForm, rule: CompiledRule, valid: FormRecord, breaks: FormRecord): FormRecord {
  const leaves = leavesOf(form, [rule.expr]);
  const single = leaves.fields.filter((of) => of.detail === null);
  const tables = leaves.details.map((detail) => {
    const columns = leaves.fields.filter((of) => of.detail === detail);
    const cleared = Object.fromEntries(columns.map((of) => [of.key, null]));
    const there = rowsOf(valid, detail);
    return [detail, rowsOf(breaks, detail).map((row, at) => ({ ...(there[at] ?? there[0]), ...cleared, ...row }))];
  });
  return {
    ...valid,
    ...Object.fromEntries(single.map((of) => [of.key, breaks[of.key] ?? null])),
    ...Object.fromEntries(tables),
  };
}
