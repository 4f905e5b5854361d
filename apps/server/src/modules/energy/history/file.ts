/** A file of history as rows of text: a workbook is unpacked as a whole, a text file is gone through once and never held as rows. */
import { createHash } from 'node:crypto';
import { HISTORY_COLUMNS, HISTORY_LIMITS, type HistoryKind } from '@hengneng/contracts';
import { csvRows } from '../../../engine/imports/csv.ts';
import { plainHead } from '../../../engine/imports/rows.ts';
import { bytesOf, sheetRows } from '../../../engine/imports/sheet.ts';
import { refused } from '../../../platform/http/errors.ts';
import type { UploadedFile } from '../../../platform/http/registry.ts';

/** A hundred thousand rows unpack to a tenth of this. */
const MOST_UNPACKED = 256 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

export interface HistoryFile {
  readonly name: string;
  readonly digest: string;
  /** Where each column stands; −1 where the file has none. */
  readonly places: Readonly<Record<string, number>>;
  /** Cells that a row of a text file may have: a number with a comma in it makes two. Null for a workbook, beside whose columns people write notes. */
  readonly width: number | null;
  /** Rows below the heading that say anything, with their number in the file. */
  rows(): Iterable<readonly [row: number, texts: readonly string[]]>;
}

const placesIn = (head: readonly string[], kind: HistoryKind): Readonly<Record<string, number>> => {
  const heads = head.map(plainHead);
  const { needed, optional } = HISTORY_COLUMNS[kind];
  const missing = needed.filter((column) => !heads.includes(column));
  if (missing.length > 0) throw refused(`表头缺少：${missing.join('、')}，请使用导入模板`);
  return Object.fromEntries([...needed, ...optional].map((column) => [column, heads.indexOf(column)]));
};

const isEmpty = (texts: readonly string[]): boolean => {
  for (const text of texts) if (text !== '') return false;
  return true;
};

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');

/**
 * Reads a file in.
 * @throws refused where it is neither, is too large, or lacks a column
 */
export async function readHistory(file: UploadedFile, kind: HistoryKind): Promise<HistoryFile> {
  const csv = /\.csv$/i.test(file.fileName);
  if (!csv && !/\.xlsx$/i.test(file.fileName)) {
    file.stream.resume();
    throw refused('只能导入 xlsx 或 csv 文件');
  }
  const limits = HISTORY_LIMITS[csv ? 'csv' : 'xlsx'];
  const bytes = await bytesOf(file, limits.megabytes * MEGABYTE, `文件不能超过${limits.megabytes}MB`);
  if (csv && bytes.subarray(0, 4).equals(ZIP)) throw refused('文件是 xlsx 表格，请把扩展名改为 .xlsx');
  const sheet = csv ? null : await sheetRows(bytes, MOST_UNPACKED);
  const all = (): Iterable<readonly string[]> => sheet ?? csvRows(bytes);
  const [head] = all();
  if (head === undefined) throw refused('文件中没有数据');
  const places = placesIn(
    head.map((text, at) => (at === 0 ? text.replace(/^\uFEFF/, '') : text)),
    kind,
  );
  return {
    name: file.fileName,
    // Of the kind as well: the same figures as readings and as usage are two different things.
    digest: createHash('sha256').update(`${kind}\n`).update(bytes).digest('hex'),
    places,
    width: csv ? head.length : null,
    *rows() {
      let row = 0;
      let said = 0;
      for (const texts of all()) {
        row += 1;
        if (row === 1 || isEmpty(texts)) continue;
        said += 1;
        if (said > limits.rows)
          throw refused(`${csv ? 'csv' : 'xlsx'} 文件一次最多导入${limits.rows}行，请分成几个文件`);
        yield [row, texts];
      }
      if (said === 0) throw refused('文件中没有数据');
    },
  };
}
