/** 综合分析报告 as a document to write on in: the words, figures and tables of the page, and charts of the same figures. */
import type { TotalContent, TotalTable } from '@hengneng/contracts';
import { type Doc, type DocChart, type DocTable, documentOf } from '../../../platform/ooxml/document.ts';
import { type Paper, partOf, type Sheet } from '../workbook.ts';

interface Drawn {
  readonly kind: DocChart['kind'];
  readonly unit: string;
  /** Columns whose words name a bar or a point. */
  readonly names: readonly number[];
  readonly values: readonly number[];
}

/** What of the tables is drawn: only what is of one unit stands in one picture. */
const DRAWN: Readonly<Record<string, Drawn>> = {
  flow: { kind: 'bar', unit: 'kWh', names: [0, 1], values: [2] },
  cost: { kind: 'bar', unit: '元', names: [0], values: [4, 5] },
  hosts: { kind: 'bar', unit: 'COP', names: [0], values: [4, 5] },
  temperatures: { kind: 'line', unit: '℃', names: [0], values: [1, 2, 3] },
  carbon: { kind: 'bar', unit: 't', names: [0], values: [1, 2] },
};

const chartOf = ({ Key, Title, Columns, Rows }: TotalTable): readonly DocChart[] => {
  const drawn = DRAWN[Key];
  if (drawn === undefined || Rows.length === 0) return [];
  const series = drawn.values
    .map((at) => ({ name: Columns[at]?.Name ?? '', values: Rows.map((row) => row[at] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null));
  return series.length === 0
    ? []
    : [
        {
          kind: drawn.kind,
          title: Title,
          unit: drawn.unit,
          names: Rows.map((row) => drawn.names.map((at) => row[at] ?? '').join(' ')),
          series,
        },
      ];
};

/** As on the sheet of A4: numbers to the right, nothing is a dash. */
const tableOf = (sheet: Sheet): DocTable => {
  const { columns, rows } = partOf(sheet);
  return {
    title: sheet.title,
    columns: columns.map(({ head, right }) => ({ head, right: right === true })),
    rows: rows.map(({ cells }) => cells.map((cell) => (cell === '' ? '—' : cell))),
  };
};

export const totalDocument = (
  content: TotalContent,
  { title, about, foot }: Paper,
  sheetOf: (table: TotalTable) => Sheet,
): Promise<Buffer> => {
  const doc: Doc = {
    title,
    about,
    foot,
    sections: content.sections.map(({ Title, Draft, Text, Tables }, at) => ({
      title: `${at + 1} ${Title}`,
      paragraphs: (Text ?? Draft).split('\n').filter((line) => line.trim() !== ''),
      tables: Tables.filter(({ Rows }) => Rows.length > 0).map((table) => tableOf(sheetOf(table))),
      charts: Tables.flatMap(chartOf),
    })),
  };
  return documentOf(doc);
};
