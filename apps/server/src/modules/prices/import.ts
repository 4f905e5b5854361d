/** Prices from a sheet with the document that they come from: every row by the rules of the dialog, all of them or none. */
import {
  type engineeringPriceImport,
  type engineeringPriceImportErrors,
  engineeringPriceSave,
  LIBRARY_PRICE_KINDS,
  PRICE_IMPORT_COLUMNS,
  PRICE_IMPORT_ROWS,
  PRICE_SECTIONS,
  type SheetFault,
} from '@hengneng/contracts';
import { type Field, f } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { written } from '../../engine/imports/rows.ts';
import { importWhole, type SheetLine, type WholeSheet } from '../../engine/imports/whole.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { addressOf, findFile } from '../../platform/files/files.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { FileAnswer, UploadedFile } from '../../platform/http/registry.ts';
import { faultsBook, workbook } from '../identity/index.ts';
import { enterPrices, type NewPrice, priceFaults } from './entering.ts';

type Column = (typeof PRICE_IMPORT_COLUMNS)[number];
type Line = SheetLine<Column>;

/** How a cell is read, and what of a price it is. */
const CELLS: Readonly<Record<Column, { readonly key: keyof NewPrice; readonly field: Field }>> = {
  分部: { key: 'section', field: f.text('分部') },
  名称: { key: 'name', field: f.text('名称') },
  规格型号: { key: 'spec', field: f.text('规格型号') },
  品牌: { key: 'brand', field: f.text('品牌') },
  单位: { key: 'unit', field: f.text('单位') },
  设备材料价: { key: 'materialPrice', field: f.money4('设备材料价') },
  人工机械: { key: 'laborPrice', field: f.money4('人工机械') },
  综合单价: { key: 'unitPrice', field: f.money4('综合单价') },
  税率: { key: 'taxRate', field: f.percent('税率') },
  价格类别: { key: 'priceKind', field: f.text('价格类别') },
  城市: { key: 'city', field: f.text('城市') },
  供应商: { key: 'supplier', field: f.text('供应商') },
  价格日期: { key: 'priceDate', field: f.date('价格日期') },
  有效期至: { key: 'validTo', field: f.date('有效期至') },
  说明: { key: 'remark', field: f.text('说明') },
};
const columnOf = (key: string): Column | '' => PRICE_IMPORT_COLUMNS.find((column) => CELLS[column].key === key) ?? '';

const SHEET: WholeSheet<Column> = {
  columns: PRICE_IMPORT_COLUMNS,
  mostBytes: 10,
  mostRows: PRICE_IMPORT_ROWS,
  empty: '表格中没有价格',
  tooMany: (rows) => `一次最多导入${PRICE_IMPORT_ROWS}行，本表有${rows}行`,
};

/** The document that proves them, as whoever imports uploaded it just before. @throws invalid where there is none */
const proofOf = async (tx: Tx, URL: string): Promise<NonNullable<NewPrice['file']>> => {
  const address = addressOf(URL);
  const file = address === null ? undefined : await findFile(tx, address.id, address.secret);
  if (file === undefined) throw invalid([{ path: 'URL', message: '请上传询价或来源单据' }]);
  return { URL, Size: Number(file.size), Name: file.name };
};

interface Parsed {
  readonly row: number;
  readonly price: NewPrice | null;
  readonly faults: readonly SheetFault[];
}

/** A price as its row says, or what is wrong with it. */
const parseLine = (
  { row, cells }: Line,
  suppliers: ReadonlyMap<string, string>,
  file: NonNullable<NewPrice['file']>,
): Parsed => {
  const texts = Object.fromEntries(
    PRICE_IMPORT_COLUMNS.map((column) => [CELLS[column].key, written(CELLS[column].field, cells[column])]),
  );
  const supplier = cells.供应商 === '' ? '' : suppliers.get(cells.供应商);
  const parsed = engineeringPriceSave.input.safeParse({ ...texts, action: 'add', supplier: supplier ?? '', file });
  const faults = (parsed.error?.issues ?? []).map((issue) => ({
    row,
    column: columnOf(String(issue.path[0])),
    message: issue.message,
  }));
  if (supplier === undefined)
    faults.push({ row, column: '供应商', message: '供应商库里没有这家，请按库中的全称填写或留空' });
  const [fault] = faults;
  return parsed.data?.action === 'add' && fault === undefined
    ? { row, price: parsed.data, faults }
    : { row, price: null, faults };
};

/** By name, of those that the sheet names. */
const suppliersOf = async (tx: Tx, lines: readonly Line[]): Promise<ReadonlyMap<string, string>> => {
  const names = [...new Set(lines.map(({ cells }) => cells.供应商))];
  const { rows } = await sql<{ id: string; name: string }>`select id::text, name from supplier
    where name = any(${names}::text[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [name, id]));
};

export const importPrices = (
  ctx: Ctx,
  URL: string,
  file: UploadedFile,
): Promise<z.input<typeof engineeringPriceImport.output>> =>
  importWhole(
    ctx,
    file,
    SHEET,
    async (tx, lines) => {
      const proof = await proofOf(tx, URL);
      const suppliers = await suppliersOf(tx, lines);
      const parsed = lines.map((line) => parseLine(line, suppliers, proof));
      const good = parsed.flatMap(({ row, price }) => (price === null ? [] : [{ row, price }]));
      const ruled = await priceFaults(
        tx,
        ctx,
        good.map(({ price }) => price),
      );
      return {
        faults: [
          ...parsed.flatMap(({ faults }) => faults),
          ...ruled.flatMap((faults, at) =>
            faults.map(({ path, message }) => ({ row: good[at]?.row ?? 0, column: columnOf(path), message })),
          ),
        ],
        items: good.map(({ price }) => price),
      };
    },
    async (tx, prices) => {
      await enterPrices(tx, ctx, prices);
      await trail(tx, ctx, {
        kind: '价格',
        action: '导入价格',
        object: '价格库',
        summary: `${prices.length}条`,
        after: { 来源单据: prices[0]?.file ? prices[0].file.Name : null, 条数: prices.length },
      });
    },
  );

/** The heading alone; how to fill it in stands on the second sheet. */
export const priceTemplate = (ctx: Ctx): Promise<FileAnswer> =>
  workbook(ctx, {
    title: '单位工程造价导入模板',
    head: PRICE_IMPORT_COLUMNS,
    rows: [],
    filters: [
      ['分部', `必填：${PRICE_SECTIONS.join('、')}`],
      ['名称、单位', '必填；名称、规格型号与单位都相同的算一个条目'],
      ['综合单价', '必填，大于0，最多四位小数；设备材料价、人工机械可空'],
      ['税率', '百分数，如 13；不含税的留空'],
      ['价格类别', `必填：${LIBRARY_PRICE_KINDS.join('、')}`],
      ['供应商', '供应商库中的全称，可空'],
      ['价格日期', '必填，如 2026-05-01，不能晚于今天'],
      ['说明', '与同条目中位数相差超过限度时必填'],
      ['行数上限', String(PRICE_IMPORT_ROWS)],
    ],
  });

export const priceErrors = (
  ctx: Ctx,
  input: z.output<typeof engineeringPriceImportErrors.input>,
): Promise<FileAnswer> => faultsBook(ctx, '单位工程造价导入错误', input.errors);
