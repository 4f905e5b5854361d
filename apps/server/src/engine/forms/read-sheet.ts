/** Reading a workbook that somebody filled in: within bounds, by the headings of its first row. */
import { refused } from '../../platform/http/errors.ts';
import type { UploadedFile } from '../../platform/http/registry.ts';

/** A sheet of thousands of rows unpacks to a few megabytes; one that says it holds more is no such sheet. */
const MOST_UNPACKED = 64 * 1024 * 1024;
const ENTRY = 0x02014b50;

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

const bytesOf = async (file: UploadedFile, megabytes: number): Promise<Buffer> => {
  const tooLarge = refused(`文件不能超过${megabytes}MB`);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of file.stream as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > megabytes * 1024 * 1024) throw tooLarge;
    pieces.push(piece);
  }
  if (file.truncated()) throw tooLarge;
  return Buffer.concat(pieces);
};

/** What the entries of the archive say they unpack to, in bytes. */
const unpackedSize = (archive: Buffer): number => {
  let sum = 0;
  for (let at = archive.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; ) {
    if (at + 28 <= archive.length && archive.readUInt32LE(at) === ENTRY) sum += archive.readUInt32LE(at + 24);
    at = archive.indexOf('PK\u0001\u0002', at + 4, 'latin1');
  }
  return sum;
};

const textOf = (cell: unknown): string =>
  cell === null || cell === undefined
    ? ''
    : cell instanceof Date
      ? cell.toISOString().slice(0, 10)
      : String(cell).trim();

/** The rows that say anything. @throws refused where the file is none of these sheets */
export const readSheet = async <C extends string>(
  file: UploadedFile,
  shape: SheetShape<C>,
): Promise<readonly SheetLine<C>[]> => {
  const archive = await bytesOf(file, shape.mostBytes);
  if (unpackedSize(archive) > MOST_UNPACKED) throw refused('文件内容过大');
  const { default: readXlsx } = await import('read-excel-file/node');
  const sheets = await readXlsx(archive).catch(() => {
    throw refused('文件不是有效的 xlsx 表格');
  });
  const [head = [], ...body] = sheets[0]?.data ?? [];
  const titles = head.map(textOf);
  const missing = shape.columns.filter((column) => !titles.includes(column));
  if (missing.length > 0) throw refused(`表头缺少：${missing.join('、')}，请使用导入模板`);
  const lines = body
    .map((cells, index) => ({
      row: index + 2,
      cells: Object.fromEntries(
        shape.columns.map((column) => [column, textOf(cells[titles.indexOf(column)])]),
      ) as Record<C, string>,
    }))
    .filter((line) => Object.values(line.cells).some((text) => text !== ''));
  if (lines.length === 0) throw refused(shape.empty);
  if (lines.length > shape.mostRows) throw refused(shape.tooMany(lines.length));
  return lines;
};
