/**
 * Writes an .xlsx as it goes: rows in, compressed bytes out, so that memory does not grow with the table.
 * Text is written as text whatever it begins with, so that nothing a person typed becomes a formula.
 */
import type { Writable } from 'node:stream';
import { dayNumber, instantMs } from '@hengneng/form-kit';
import { escapeXml as escapeText, PACKAGE, RELATIONS, XML, ZipWriter } from '../../platform/ooxml/zip.ts';

/** One cell: empty, text, or a number with the way it is shown. */
export type Cell = null | string | { readonly number: string; readonly style: NumberStyle } | { readonly head: string };

/** `places` with thousands separators, or days since 1899-12-30 shown as a day or a time. */
export type NumberStyle = { readonly places: number } | 'date' | 'datetime';

/** Days since 1899-12-30, which spreadsheets count from, in China time. */
const EPOCH = 25_569;
export const dayCell = (value: string): Cell => {
  const day = dayNumber(value);
  return day === null ? value : { number: String(day + EPOCH), style: 'date' };
};
export const instantCell = (value: string): Cell => {
  const ms = instantMs(value);
  if (ms === null) return value;
  const minutes = Math.round((ms + 8 * 3_600_000) / 60_000);
  return { number: (minutes / 1_440 + EPOCH).toFixed(8), style: 'datetime' };
};

/** What the spreadsheet lets people enter below the head of a column. */
export type CellCheck =
  | { readonly column: number; readonly kind: 'list'; readonly options: readonly string[] }
  | { readonly column: number; readonly kind: 'decimal' | 'whole'; readonly min: number; readonly max: number }
  | { readonly column: number; readonly kind: 'date' };

export interface Sheet {
  readonly name: string;
  readonly widths: readonly number[];
  readonly checks?: readonly CellCheck[];
  readonly rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
}

const MOST_PLACES = 8;
const STYLE = { plain: 0, head: 1, date: 2, datetime: 3, quoted: 4, places: 5 } as const;
/** Excel keeps 15 digits; a longer number is only exact as text. */
const EXACT_DIGITS = 15;

/** Besides, spreadsheets read `_x0041_` as a letter. */
const escapeXml = (text: string): string => escapeText(text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_'));

/** `0` → `A`, `26` → `AA`. */
export const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : `${columnName(Math.floor(index / 26) - 1)}${String.fromCharCode(65 + (index % 26))}`;

const LONGEST_TEXT = 32_767;
const textCell = (at: string, text: string, style: number): string => {
  // A cut may fall inside a surrogate pair; half of one is no character.
  const kept = text.slice(0, LONGEST_TEXT).replace(/[\uD800-\uDBFF]$/, '');
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(kept)}</t></is></c>`;
};

const styleOf = (style: NumberStyle): number =>
  typeof style === 'string' ? STYLE[style] : STYLE.places + Math.min(style.places, MOST_PLACES);

const cellXml = (cell: Cell, column: number, row: number): string => {
  const at = `${columnName(column)}${row}`;
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return textCell(at, cell, /^[=+\-@\t\r]/.test(cell) ? STYLE.quoted : STYLE.plain);
  if ('head' in cell) return textCell(at, cell.head, STYLE.head);
  if (cell.number.replace(/\D/g, '').replace(/^0+/, '').length > EXACT_DIGITS)
    return textCell(at, cell.number, STYLE.plain);
  return `<c r="${at}" s="${styleOf(cell.style)}"><v>${cell.number}</v></c>`;
};

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Rows are gathered into pieces of this many characters before they go on. */
const PIECE = 64 * 1024;

/** Rows below the head that a check covers. */
const CHECKED_ROWS = 20_001;
/** Longest list that a check holds itself; longer ones are left to whoever reads the sheet. */
const LONGEST_LIST = 255;
/** 2000-01-01: whatever is entered as a day is later. */
const FIRST_DAY = 36_526;

function checkXml(check: CellCheck): string {
  const at = columnName(check.column);
  const open = (rest: string): string =>
    `<dataValidation ${rest} allowBlank="1" showErrorMessage="1" sqref="${at}2:${at}${CHECKED_ROWS}">`;
  const close = '</dataValidation>';
  if (check.kind === 'list')
    return `${open('type="list"')}<formula1>"${escapeXml(check.options.join(','))}"</formula1>${close}`;
  if (check.kind === 'date')
    return `${open('type="date" operator="greaterThanOrEqual"')}<formula1>${FIRST_DAY}</formula1>${close}`;
  return `${open(`type="${check.kind}" operator="between"`)}<formula1>${check.min}</formula1><formula2>${check.max}</formula2>${close}`;
}

function checksXml(checks: readonly CellCheck[]): string {
  const written = checks.filter((check) => check.kind !== 'list' || check.options.join(',').length <= LONGEST_LIST);
  return written.length === 0
    ? ''
    : `<dataValidations count="${written.length}">${written.map(checkXml).join('')}</dataValidations>`;
}

async function* sheetXml(sheet: Sheet): AsyncGenerator<string> {
  const columns = sheet.widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  let text = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columns === '' ? '' : `<cols>${columns}</cols>`}<sheetData>`;
  let row = 0;
  for await (const cells of sheet.rows) {
    row += 1;
    text += `<row r="${row}">${cells.map((cell, index) => cellXml(cell, index, row)).join('')}</row>`;
    if (text.length >= PIECE) {
      yield text;
      text = '';
    }
  }
  yield `${text}</sheetData>${checksXml(sheet.checks ?? [])}</worksheet>`;
}

function stylesXml(): string {
  const formats = Array.from({ length: MOST_PLACES + 1 }, (_, places) =>
    places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`,
  );
  const codes = ['yyyy-mm-dd', 'yyyy-mm-dd hh:mm', ...formats];
  const numFmts = codes.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join('');
  const shown = (format: number) =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
  const xfs = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
    shown(164),
    shown(165),
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>',
    ...formats.map((_, places) => shown(166 + places)),
  ];
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">${numFmts}</numFmts><fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs></styleSheet>`;
}

const frame = (sheets: readonly Sheet[]): readonly (readonly [string, string])[] => [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${sheets.map((_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.map((sheet, index) => `<sheet name="${escapeXml(sheet.name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${sheets.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  ],
  ['xl/styles.xml', stylesXml()],
];

/** Writes the workbook to a stream; the stream is left open. */
export const writeWorkbook = async (out: Writable, sheets: readonly Sheet[]): Promise<void> => {
  const zip = new ZipWriter(out);
  for (const [path, text] of frame(sheets)) await zip.add(path, [text]);
  for (const [index, sheet] of sheets.entries()) await zip.add(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet));
  await zip.finish();
};
