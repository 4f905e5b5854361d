/** How figures of energy stand in workbooks and on sheets of paper: a table is described once and taken along as either. */
import { CHINA, timeText } from '@hengneng/energy/measuring';
import { thousands } from '@hengneng/form-kit';
import type { Ctx } from '../../platform/context.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { type PdfPart, type PdfSeal, shareOf, tablePdf } from '../../platform/pdf/table.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Table } from '../identity/index.ts';

export type Cell = Table['rows'][number][number];
export type Sheet = Pick<Table, 'title' | 'head' | 'rows'>;

/** A number with the places that the page shows. */
export const figure = (value: string | number | null | undefined, places: number): Cell =>
  value === null || value === undefined ? null : { number: String(value), style: { places } };

/** 同比 or 环比 under a head in percent, so that it can be reckoned with; empty where nothing can be compared. */
export const rateFigure = (compared: { readonly rate: number | null } | undefined): Cell => figure(compared?.rate, 1);

/** A number with the places that it has itself: dials, nameplates and factors are not rounded. */
export const exactFigure = (value: string | null): Cell => figure(value, value?.split('.')[1]?.length ?? 0);

/** `YYYY-MM-DD HH:mm` in China, as people read a moment; empty where there is none. */
export const momentText = (iso: string | null): string => (iso === null ? '' : timeText(Date.parse(iso), CHINA));

export const percentWords = (value: number | null | undefined): string => (value == null ? '—' : `${value}%`);

/** Beside every total. */
export const qualityWords = ({
  complete,
  estimated,
}: {
  readonly complete?: number | null | undefined;
  readonly estimated?: number | null | undefined;
}): readonly (readonly [string, string])[] => [
  ['完整率', percentWords(complete)],
  ['估算占比', percentWords(estimated)],
];

/** A column with its head and what stands in it, so that neither is without the other. */
export type Column<Row> = readonly [head: string, cell: (row: Row) => Cell];

/** @param last rows below those of the table: its totals */
export const sheetOf = <Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  last: readonly (readonly Cell[])[] = [],
): Sheet => ({
  title,
  head: columns.map(([head]) => head),
  rows: [...rows.map((row) => columns.map(([, cell]) => cell(row))), ...last],
});

const isNumber = (cell: Cell): boolean => cell !== null && typeof cell === 'object' && 'number' in cell;

const wordsOf = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if ('head' in cell) return cell.head;
  const places = typeof cell.style === 'object' ? cell.style.places : 0;
  return thousands(Number(cell.number).toFixed(places));
};

const LETTERS = 7.5;

/** The same table on paper. */
export const partOf = ({ title, head, rows }: Sheet, empty = '无'): PdfPart => {
  const cells = rows.map((row) => row.map(wordsOf));
  return {
    title,
    columns: head.map((words, at) => ({
      head: words,
      share: shareOf(
        words,
        cells.map((row) => row[at] ?? ''),
        LETTERS,
      ),
      right: rows.some((row) => isNumber(row[at] ?? null)),
    })),
    rows: cells.map((row) => ({ cells: row })),
    empty,
  };
};

export interface Paper {
  readonly title: string;
  readonly about: readonly (readonly [string, string])[];
  readonly sheets: readonly Sheet[];
  readonly remarks?: readonly string[];
  readonly seals?: readonly PdfSeal[];
  /** At the foot of every page: what it goes back to. */
  readonly foot: string;
}

/** A sheet of A4; what it is of stands in its first lines. */
export const paperOf = (paper: Paper, at: Date): Promise<Buffer> => {
  const [first, ...more] = paper.sheets.map((sheet) => partOf(sheet));
  return tablePdf({
    title: paper.title,
    about: paper.about,
    columns: first?.columns ?? [],
    rows: first?.rows ?? [],
    more,
    ...(paper.remarks === undefined || paper.remarks.length === 0
      ? {}
      : { explanation: { title: '说明', paragraphs: paper.remarks } }),
    seals: paper.seals ?? [],
    foot: paper.foot,
    at,
  });
};

/** That it left is noted, with what it was of. */
export const noteTaken = (ctx: Ctx, { title, about }: Paper, action: string): Promise<void> =>
  ctx.write((tx) => trail(tx, ctx, { kind: '导出', action, object: title, after: Object.fromEntries(about) }));

/** Taken along as a file, which is noted. */
export async function paperFile(ctx: Ctx, paper: Paper, name: string): Promise<FileAnswer> {
  const body = await paperOf(paper, ctx.now);
  await noteTaken(ctx, paper, '打印');
  return { fileName: `${name}.pdf`, contentType: 'application/pdf', body, size: body.length };
}
