/** Tables of the administrators as .xlsx. They are small: thousands of people, not millions of readings. */
import { PassThrough } from 'node:stream';
import type { SheetFault } from '@hengneng/contracts';
import { type Cell, writeWorkbook } from '../../engine/forms/xlsx.ts';
import type { Ctx } from '../../platform/context.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { trail } from '../../platform/audit/trail.ts';

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Further sheets, after the first. */
  readonly more?: readonly Pick<Table, 'title' | 'head' | 'rows'>[];
  /** What the rows were chosen by, in words. */
  readonly filters: readonly (readonly [string, string])[];
  /** Why they were exported, where that has to be said. */
  readonly reason?: string;
}

/** As people here read the clock, to the minute. */
export const local = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

const head = (text: string): Cell => ({ head: text });

/** The table and a second sheet that says who exported it, when and by which filters. The export is audited. */
export const workbook = async (ctx: Ctx, table: Table): Promise<FileAnswer> => {
  const out = new PassThrough();
  const pieces: Buffer[] = [];
  out.on('data', (piece: Buffer) => pieces.push(piece));
  const about: (readonly [string, string])[] = [
    ['导出人', ctx.session.userName],
    ['导出时间', local(ctx.now)],
    ['行数', String(table.rows.length)],
    ...(table.reason === undefined ? [] : [['导出原因', table.reason] as const]),
    ...table.filters,
  ];
  await writeWorkbook(out, [
    ...[table, ...(table.more ?? [])].map((sheet) => ({
      name: sheet.title,
      widths: sheet.head.map(() => 18),
      rows: [sheet.head.map(head), ...sheet.rows],
    })),
    { name: '筛选条件', widths: [16, 60], rows: about.map(([label, text]) => [head(label), text]) },
  ]);
  await ctx.write((tx) =>
    trail(tx, ctx, {
      kind: '导出',
      action: '导出',
      object: table.title,
      summary: `${table.rows.length}行${table.reason === undefined ? '' : `，${table.reason}`}`,
      after: Object.fromEntries(table.filters),
    }),
  );
  const body = Buffer.concat(pieces);
  return {
    fileName: `${table.title}_${local(ctx.now).slice(0, 10)}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body,
    size: body.length,
  };
};

/** What was wrong with a sheet, to be mended row by row. */
export const faultsBook = (ctx: Ctx, title: string, faults: readonly SheetFault[]): Promise<FileAnswer> =>
  workbook(ctx, {
    title,
    head: ['行', '列', '错误'],
    rows: faults.map(({ row, column, message }) => [String(row), column, message]),
    filters: [],
  });
