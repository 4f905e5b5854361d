/** Reading a workbook that somebody filled in: within bounds, by the headings of its first row. */
import { refused } from '../../platform/http/errors.ts';
import type { UploadedFile } from '../../platform/http/registry.ts';
import { bytesOf, sheetRows } from '../imports/sheet.ts';

/** A sheet of thousands of rows unpacks to a few megabytes; one that says it holds more is no such sheet. */
const MOST_UNPACKED = 64 * 1024 * 1024;

export interface SheetLine<C extends string> {
  /** In the sheet; the heading is row 1. */
  readonly row: number;
  readonly cells: Readonly<Record<C, string>>;
}

export interface SheetShape<C extends string> {
  readonly columns: readonly C[];
  /** In megabytes. */
  readonly mostBytes: number;
  readonly mostRows: number;
  /** Said of a sheet with no rows, and of one with too many. */
  readonly empty: string;
  readonly tooMany: (rows: number) => string;
}

/** The rows that say anything. @throws refused where the file is none of these sheets */
export const readSheet = async <C extends string>(
  file: UploadedFile,
  shape: SheetShape<C>,
): Promise<readonly SheetLine<C>[]> => {
  const archive = await bytesOf(file, shape.mostBytes * 1024 * 1024, `文件不能超过${shape.mostBytes}MB`);
  const [titles = [], ...body] = await sheetRows(archive, MOST_UNPACKED);
  const missing = shape.columns.filter((column) => !titles.includes(column));
  if (missing.length > 0) throw refused(`表头缺少：${missing.join('、')}，请使用导入模板`);
  const lines = body
    .map((cells, index) => ({
      row: index + 2,
      cells: Object.fromEntries(shape.columns.map((column) => [column, cells[titles.indexOf(column)] ?? ''])) as Record<
        C,
        string
      >,
    }))
    .filter((line) => Object.values(line.cells).some((text) => text !== ''));
  if (lines.length === 0) throw refused(shape.empty);
  if (lines.length > shape.mostRows) throw refused(shape.tooMany(lines.length));
  return lines;
};
