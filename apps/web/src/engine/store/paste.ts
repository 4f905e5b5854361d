/** Rows copied from a spreadsheet: split, matched to columns by their heads, and read with the same rules as typed values. */
import { type CompiledField, isNumeric, isReference, readValue, unitOf } from '@hengneng/form-kit';

/** Cells of copied text; a cell in quotes may hold tabs, line ends and doubled quotes. */
export const cellsOf = (text: string): readonly (readonly string[])[] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  const clean = text.replace(/\r\n?/g, '\n');
  for (let at = 0; at < clean.length; at += 1) {
    const char = clean[at] ?? '';
    if (quoted) {
      if (char !== '"') cell += char;
      else if (clean[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === '\t') endCell();
    else if (char === '\n') endRow();
    else cell += char;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows.filter((cells) => cells.some((one) => one.trim() !== ''));
};

/** Whether copied text is more than one cell; in a field of several lines a line end is the text's own. */
export const isSheet = (text: string, lines: boolean): boolean =>
  text.includes('\t') || (!lines && /[\r\n]./.test(text.trim()));

/** Columns that text can be pasted into. */
export const pasteable = (fields: readonly CompiledField[]): readonly CompiledField[] =>
  fields.filter(
    (of) =>
      of.editable &&
      !of.field.locked &&
      !isReference(of.field) &&
      !['file', 'files', 'image', 'images', 'signature', 'check', 'richText'].includes(of.field.type),
  );

const bare = (text: string): string => text.replace(/[\s（(*＊].*$/u, '').trim();

export interface Mapping {
  /** Field key of each pasted column; null leaves the column out. */
  readonly columns: readonly (string | null)[];
  /** The first row holds the heads. */
  readonly head: boolean;
}

/** Guesses the mapping: by heads where at least one is a field's label, else in order. */
export const guessMapping = (cells: readonly (readonly string[])[], fields: readonly CompiledField[]): Mapping => {
  const first = cells[0] ?? [];
  const width = Math.max(0, ...cells.map((row) => row.length));
  const byHead = Array.from({ length: width }, (_, at) => {
    const head = bare((first[at] ?? '').trim());
    return fields.find((of) => bare(of.label) === head)?.key ?? null;
  });
  if (byHead.some((key) => key !== null)) return { columns: byHead, head: true };
  return { columns: Array.from({ length: width }, (_, index) => fields[index]?.key ?? null), head: false };
};

export interface PastedRow {
  readonly values: Readonly<Record<string, unknown>>;
  /** Field key → what is wrong with its cell, which is left empty. */
  readonly errors: Readonly<Record<string, string>>;
}

const YES: ReadonlySet<string> = new Set(['是', '有', '√', '✓', 'y', 'yes', 'true']);
const NO: ReadonlySet<string> = new Set(['否', '无', '×', '✗', 'n', 'no', 'false']);
/** What spreadsheets show where a figure is nought or there is none. */
const NO_FIGURE = /^[-–—]+$/;
/** Bookkeeping writes what is below nought in brackets. */
const IN_BRACKETS = /^\((.+)\)$/;
const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]*(\d{1,2})[:时](\d{1,2})(?:分|:\d{1,2}(?:\.\d+)?)?)?$/;
const DAY_ALONE = /^(\d{4})(\d\d)(\d\d)$/;
const MONTH = /^(\d{4})[-/.年](\d{1,2})(?:月|[-/.月]\d{1,2}日?)?$/;
const CLOCK = /^(\d{1,2})[:时](\d{1,2})(?:分|:\d{1,2})?$/;

const two = (digits = ''): string => digits.padStart(2, '0');

const figure = (of: CompiledField, text: string): string => {
  if (NO_FIGURE.test(text)) return '';
  const unit = unitOf(of.field) ?? '';
  const digits = (unit !== '' && text.endsWith(unit) ? text.slice(0, -unit.length) : text).replace(/[,，%¥元\s]/g, '');
  return digits.replace(IN_BRACKETS, '-$1');
};

const moment = (type: string, text: string): string => {
  if (type === 'time') {
    const [, hour, minute] = CLOCK.exec(text) ?? [];
    return hour === undefined ? text : `${two(hour)}:${two(minute)}`;
  }
  if (type === 'month') {
    const [, year, month] = MONTH.exec(text) ?? /^(\d{4})(\d\d)$/.exec(text) ?? [];
    return year === undefined ? text : `${year}-${two(month)}`;
  }
  const [, year, month, day, hour, minute] = DAY.exec(text) ?? DAY_ALONE.exec(text) ?? [];
  if (year === undefined) return text;
  const date = `${year}-${two(month)}-${two(day)}`;
  if (type === 'date') return date;
  // A moment without its time is none: it is said, rather than taken for midnight.
  return hour === undefined ? text : `${date} ${two(hour)}:${two(minute)}`;
};

/** The wire's spelling of what spreadsheets and people write. */
const spoken = (of: CompiledField, text: string): unknown => {
  const { type } = of.field;
  // Full-width digits, brackets and colons are what a Chinese keyboard sends.
  const plain = text.normalize('NFKC');
  if (type === 'boolean') return YES.has(plain.toLowerCase()) ? true : NO.has(plain.toLowerCase()) ? false : text;
  if (type === 'multiEnum') return text.split(/[、,，;；]/).map((one) => one.trim());
  if (isNumeric(of.field)) return figure(of, plain);
  if (type === 'date' || type === 'datetime' || type === 'month' || type === 'time') return moment(type, plain);
  return text;
};

/** Reads the cells as rows of a detail. Bad cells stay empty and say why. */
export const readPasted = (
  cells: readonly (readonly string[])[],
  mapping: Mapping,
  fields: readonly CompiledField[],
): readonly PastedRow[] =>
  cells.slice(mapping.head ? 1 : 0).map((row) => {
    const values: Record<string, unknown> = {};
    const errors: Record<string, string> = {};
    mapping.columns.forEach((key, index) => {
      const of = fields.find((one) => one.key === key);
      const text = (row[index] ?? '').trim();
      if (!of || text === '') return;
      const read = readValue(of.field, spoken(of, text));
      if (!read.ok) errors[of.key] = read.message;
      else if (read.value !== null) values[of.key] = read.value;
    });
    return { values, errors };
  });
