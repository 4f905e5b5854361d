/** The dictionaries as a sheet: what is exported is changed by hand and handed in again. */
import {
  DICTIONARY_COLUMNS,
  DICTIONARY_IMPORT_ROWS,
  dictionarySave,
  type SheetFault,
  type WholeImported,
} from '@hengneng/contracts';
import { dictionaries, today } from '@hengneng/core';
import { isWords } from '../../engine/dictionaries/dictionaries.ts';
import { readWhole, type SheetLine, type WholeSheet } from '../../engine/imports/whole.ts';
import type { Catalog } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { FileAnswer, UploadedFile } from '../../platform/http/registry.ts';
import { workbook } from '../identity/index.ts';
import { rowsOf } from './read.ts';
import { apply, type Change } from './write.ts';

type Column = (typeof DICTIONARY_COLUMNS)[number];
type Line = SheetLine<Column>;
type Asked = Parameters<typeof rowsOf>[2];

const SHEET: WholeSheet<Column> = {
  columns: DICTIONARY_COLUMNS,
  mostBytes: 2,
  mostRows: DICTIONARY_IMPORT_ROWS,
  empty: '表格中没有条目',
  tooMany: (rows) => `一次最多导入${DICTIONARY_IMPORT_ROWS}行，本表有${rows}行`,
};

export const exportDictionaries = async (ctx: Ctx, catalog: Catalog, input: Asked): Promise<FileAnswer> => {
  const rows = await rowsOf(ctx, catalog, input);
  const titles = new Map(dictionaries().map(({ id, title }) => [String(id), title]));
  return workbook(ctx, {
    title: '数据字典',
    head: [...DICTIONARY_COLUMNS, '内置', '被引用', '状态'],
    rows: rows.map((row) => [
      row.Title,
      row.Code,
      row.Name,
      row.Value ?? '',
      row.Unit ?? '',
      String(row.Sort),
      row.From ?? '',
      row.To ?? '',
      row.Builtin ? '是' : '否',
      row.Used === null ? '' : String(row.Used),
      row.State,
    ]),
    filters: [
      ...(input.kind === undefined ? [] : [['分类', input.kind] as const]),
      ...(input.dict === undefined ? [] : [['字典', titles.get(input.dict) ?? input.dict] as const]),
      ...(input.state === undefined ? [] : [['状态', input.state] as const]),
      ...(input.Keyword ? [['名称或编码', input.Keyword] as const] : []),
    ],
  });
};

const COLUMN_OF: Readonly<Record<string, Column>> = {
  dict: '字典',
  code: '编码',
  name: '名称',
  value: '值',
  sort: '排序',
  from: '起',
  to: '止',
};

/** What a row asks for; null where it says what is there already. */
const wishOf = (
  line: Line,
  known: ReadonlyMap<string, Awaited<ReturnType<typeof rowsOf>>[number]>,
  day: string,
): object | null => {
  const { 字典: title, 编码: code, 名称: name, 值: value, 排序: sort, 起: from, 止: to } = line.cells;
  const dict = dictionaries().find((one) => one.title === title || one.id === title)?.id ?? title;
  const now = known.get(`${dict} ${code}`);
  if (!isWords(dict)) {
    if (value === '' || (now !== undefined && Number(value) === Number(now.Value))) return null;
    return { action: 'set', dict, code, value, from: from === '' || from === now?.From ? day : from };
  }
  const more = { ...(sort === '' ? {} : { sort }), to };
  if (now === undefined) return { action: 'add', dict, code, name, ...more, ...(from === '' ? {} : { from }) };
  if (now.Name === name && String(now.Sort) === sort && (now.To ?? '') === to) return null;
  return { action: 'edit', dict, code, ...(name === '' ? {} : { name }), ...more };
};

const faultOf = (row: number, path: string, message: string): SheetFault => ({
  row,
  column: COLUMN_OF[path] ?? '字典',
  message,
});

class Faulty extends Error {}

/** Every row is tried in turn; where one is wrong, nothing of the sheet is kept. */
export const importDictionaries = async (ctx: Ctx, catalog: Catalog, file: UploadedFile): Promise<WholeImported> => {
  const lines = await readWhole(file, SHEET);
  const faults: SheetFault[] = [];
  let created = 0;
  try {
    return await ctx.write(async (tx) => {
      const known = new Map(
        (await rowsOf({ db: tx as Db, now: ctx.now }, catalog, {})).map((row) => [`${row.Dict} ${row.Code}`, row]),
      );
      for (const line of lines) {
        const wish = wishOf(line, known, today(ctx.now));
        if (wish === null) continue;
        const read = dictionarySave.input.safeParse(wish);
        if (!read.success) {
          faults.push(...read.error.issues.map((issue) => faultOf(line.row, String(issue.path[0]), issue.message)));
          continue;
        }
        const change: Change = read.data;
        const errors = await apply({ ctx, tx, catalog }, change);
        faults.push(...errors.map(({ path, message }) => faultOf(line.row, path, message)));
        if (errors.length === 0) created += 1;
      }
      if (faults.length > 0) throw new Faulty();
      return { rows: lines.length, created, errors: [] };
    });
  } catch (error) {
    if (!(error instanceof Faulty)) throw error;
    return { rows: lines.length, created: 0, errors: faults };
  }
};
