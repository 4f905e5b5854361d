/** What becomes of the rows of a file: each is read by its columns, judged by the import, and put into one of three classes. */
import { type Fields, type ImportShape, listFields, readValue, requiredMessage } from '@hengneng/form-kit';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { type ReadLine, readLine, readLines, withinRows } from './rows.ts';
import type { AnyImport, Facts, Line, ReadSheet, Verdict } from './source.ts';
import type { StoredLine } from './store.ts';

type Edits = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

/** Values that were chosen beside the file, or settled for a row. @throws invalid at each that is wrong */
export function readChosen(
  fields: Fields | undefined,
  given: Readonly<Record<string, unknown>>,
  partly: boolean,
): Record<string, unknown> {
  const errors: { path: string; message: string }[] = [];
  const values: Record<string, unknown> = {};
  for (const { key, field } of listFields(fields)) {
    if (partly && !(key in given)) continue;
    const read = readValue(field, given[key]);
    if (!read.ok) errors.push({ path: key, message: read.message });
    else if (read.value === null && field.required === true)
      errors.push({ path: key, message: requiredMessage(field) });
    else values[key] = read.value;
  }
  if (errors.length > 0) throw invalid(errors);
  return values;
}

/** What the file says. */
export async function readFile(
  source: AnyImport,
  db: Db,
  sheet: readonly (readonly string[])[],
  asks: Readonly<Record<string, unknown>>,
): Promise<ReadSheet> {
  if (source.read === undefined) return { lines: readLines(source.shape, sheet), facts: {}, notes: [] };
  const read = await source.read(sheet, { db, asks });
  withinRows(read.lines);
  return read;
}

/** Rows as they were kept, read again. */
export const linesAgain = (shape: ImportShape, lines: readonly StoredLine[]): readonly ReadLine[] => {
  const fields = listFields(shape.columns);
  return lines.map((line) => readLine(fields, line.row, line.cells));
};

export interface Judged {
  readonly lines: readonly StoredLine[];
  readonly facts: Facts;
}

const reason = (row: number, text: string): string => `第${row}行：${text}`;

/** Classes of all rows. Only rows whose every cell reads well come before the import's own judgement. */
export async function judged(
  source: AnyImport,
  of: {
    readonly db: Db | Tx;
    readonly ctx: Ctx;
    readonly locking: boolean;
    readonly asks: Readonly<Record<string, unknown>>;
    readonly read: ReadSheet;
    readonly edits: Edits;
  },
): Promise<Judged> {
  const { db, ctx, locking, asks, read, edits } = of;
  const sound: Line[] = read.lines.flatMap(({ row, values, faults }) =>
    faults.length > 0 ? [] : [{ row, values, edits: edits.get(row) ?? {} }],
  );
  const verdicts = await source.judge({ db, ctx, locking, asks, lines: sound, facts: read.facts });
  const none: Verdict = {};
  const lines = read.lines.map(({ row, cells, faults }): StoredLine => {
    const { found = {}, errors = [], warnings = [] } = verdicts.get(row) ?? none;
    const wrong = [...faults, ...errors];
    return {
      row,
      cells,
      found,
      edits: edits.get(row) ?? {},
      state: wrong.length > 0 ? 'faulty' : warnings.length > 0 ? 'warned' : 'ok',
      reasons: [...wrong, ...warnings].map((text) => reason(row, text)),
    };
  });
  return { lines, facts: { ...read.facts, ...source.facts?.(sound, verdicts) } };
}

export const editsOf = (lines: readonly StoredLine[]): Edits => new Map(lines.map((line) => [line.row, line.edits]));
