/** Rows copied from a spreadsheet: split, matched to columns by their heads, and read with the same rules as typed values. */
import { type CompiledField, isReference, readValue } from '@hengneng/form-kit';

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

/** Columns that text can be pasted into. */
export const pasteable = (fields: readonly CompiledField[]): readonly CompiledField[] =>
  fields.filter(
    (of) =>
      of.editable &&
      !of.field.locked &&
      !isReference(of.field) &&
      !['file', 'files', 'image', 'images', 'signature', 'check', 'richText'].includes(of.field.type),
  );

const bare = (text: string): string => text.replace(/[\s（(].*$/u, '').trim();

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
  const byHead = first.map((text) => fields.find((of) => bare(of.label) === bare(text.trim()))?.key ?? null);
  if (byHead.some((key) => key !== null)) return { columns: byHead, head: true };
  return { columns: Array.from({ length: width }, (_, index) => fields[index]?.key ?? null), head: false };
};

export interface PastedRow {
  readonly values: Readonly<Record<string, unknown>>;
  /** Field key → what is wrong with its cell. */
  readonly errors: Readonly<Record<string, string>>;
}

const spoken = (of: CompiledField, text: string): unknown => {
  if (of.field.type === 'boolean') return text === '是' ? 'true' : text === '否' ? 'false' : text;
  if (of.field.type === 'multiEnum') return text.split(/[、,，;；]/).map((one) => one.trim());
  if (['integer', 'decimal', 'money', 'money4', 'percent'].includes(of.field.type))
    return text.replace(/[,，%￥¥\s]/g, '');
  if (of.field.type === 'date')
    return text
      .replace(/[/.年月]/g, '-')
      .replace(/日$/, '')
      .replace(/-(\d)(?=-|$)/g, '-0$1');
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
      if (read.ok) values[of.key] = read.value;
      else errors[of.key] = read.message;
    });
    return { values, errors };
  });
