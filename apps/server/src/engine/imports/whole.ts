/**
 * Imports that are all or nothing: master data from a small sheet. Every row is checked and every fault named with its cell before anything is
 * written; nothing is kept of a sheet with faults, so that it is mended and handed in again.
 */
import type { SheetFault, wholeImported } from '@hengneng/contracts';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import type { UploadedFile } from '../../platform/http/registry.ts';
import { tableRows } from './rows.ts';
import { bytesOf, sheetRows } from './sheet.ts';

/** A sheet of thousands of rows unpacks to a few megabytes; one that says it holds more is no such sheet. */
const MOST_UNPACKED = 64 * 1024 * 1024;

export interface SheetLine<C extends string> {
  /** In the sheet; the heading is row 1. */
  readonly row: number;
  readonly cells: Readonly<Record<C, string>>;
}

export interface WholeSheet<C extends string> {
  readonly columns: readonly C[];
  /** In megabytes. */
  readonly mostBytes: number;
  readonly mostRows: number;
  /** Said of a sheet with no rows, and of one with too many. */
  readonly empty: string;
  readonly tooMany: (rows: number) => string;
}

/** The rows that say anything. @throws refused where the file is none of these sheets */
export const readWhole = async <C extends string>(
  file: UploadedFile,
  { columns, mostBytes, mostRows, empty, tooMany }: WholeSheet<C>,
): Promise<readonly SheetLine<C>[]> => {
  const archive = await bytesOf(file, mostBytes * 1024 * 1024, `文件不能超过${mostBytes}MB`);
  const lines = tableRows(columns, await sheetRows(archive, MOST_UNPACKED)).map(({ row, texts }) => ({
    row,
    cells: Object.fromEntries(columns.map((column, at) => [column, texts[at] ?? ''])) as Record<C, string>,
  }));
  if (lines.length === 0) throw refused(empty);
  if (lines.length > mostRows) throw refused(tooMany(lines.length));
  return lines;
};

export interface Checked<T> {
  readonly faults: readonly SheetFault[];
  /** What is to be written where there are no faults. */
  readonly items: readonly T[];
}

/** Checks a sheet and, where every row is right, writes all of it in the same transaction. */
export const importWhole = async <C extends string, T>(
  ctx: Ctx,
  file: UploadedFile,
  sheet: WholeSheet<C>,
  check: (tx: Tx, lines: readonly SheetLine<C>[]) => Promise<Checked<T>>,
  write: (tx: Tx, items: readonly T[]) => Promise<void>,
): Promise<z.input<typeof wholeImported>> => {
  const lines = await readWhole(file, sheet);
  return ctx.write(async (tx) => {
    const { faults, items } = await check(tx, lines);
    if (faults.length > 0) return { rows: lines.length, created: 0, errors: faults.toSorted((a, b) => a.row - b.row) };
    await write(tx, items);
    return { rows: lines.length, created: items.length, errors: [] };
  });
};
