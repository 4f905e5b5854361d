/** 从模板导入: new models from a workbook, all of them or none. */
import { type deviceModelImport, deviceModelSave, MODEL_SHEET } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { readWhole, type SheetLine, type WholeSheet } from '../../../engine/imports/whole.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { UploadedFile } from '../../../platform/http/registry.ts';
import { trail } from '../../identity/index.ts';
import { lockTree } from './device-categories.ts';
import { insertModel } from './models.ts';

type Column = (typeof MODEL_SHEET)[number];
type SaveInput = z.output<typeof deviceModelSave.input>;
type Preview = z.input<typeof deviceModelImport.output>;

const COLUMN_OF: Readonly<Record<string, Column>> = {
  CategoryId: '类别',
  Model: '型号',
  Maker: '厂家',
  RatedCooling: '额定制冷量（kW）',
  RatedHeating: '额定制热量（kW）',
  RatedGas: '额定燃气耗量（m³/h）',
  RatedPower: '额定电功率（kW）',
  ChilledFlow: '冷水流量（m³/h）',
  CoolingFlow: '冷却水流量（m³/h）',
  RatedCop: '额定COP',
  SupplyTemp: '设计供水温（℃）',
  ReturnTemp: '设计回水温（℃）',
  SolutionKg: '溶液充注量（kg）',
  EnergyKind: '能源类型',
};
const MOST_ROWS = 500;
const SHEET: WholeSheet<Column> = {
  columns: MODEL_SHEET,
  mostBytes: 5,
  mostRows: MOST_ROWS,
  empty: '表格中没有型号',
  tooMany: (rows) => `一次最多导入${MOST_ROWS}行，本表有${rows}行`,
};

interface Known {
  /** By name; several kinds may be called the same under different ones. */
  readonly categories: ReadonlyMap<string, readonly string[]>;
  readonly models: ReadonlySet<string>;
}

const keyOf = (maker: string, model: string): string => `${maker}\n${model}`;

async function known(db: Db | Tx): Promise<Known> {
  const [categories, models] = [
    await sql<{ id: string; name: string }>`select id::text, name from device_category where enabled`.execute(db),
    await sql<{ maker: string; model: string }>`select maker, model from device_model`.execute(db),
  ];
  return {
    categories: new Map(
      [...Map.groupBy(categories.rows, ({ name }) => name)].map(([name, rows]) => [name, rows.map(({ id }) => id)]),
    ),
    models: new Set(models.rows.map(({ maker, model }) => keyOf(maker, model))),
  };
}

interface Read {
  readonly input: SaveInput | null;
  readonly faults: Preview['Errors'][number][];
}

function judge(lines: readonly SheetLine<Column>[], { categories, models }: Known): readonly Read[] {
  const seen = new Set(models);
  return lines.map(({ row, cells }): Read => {
    const faults: Read['faults'] = [];
    const say = (column: Column, Message: string) => faults.push({ Row: row, Column: column, Message });
    const name = cells.类别.trim();
    const ids = categories.get(name) ?? [];
    if (name === '') say('类别', '请填写设备类别');
    else if (ids.length === 0) say('类别', `没有启用的设备类别【${name}】`);
    else if (ids.length > 1) say('类别', `有 ${ids.length} 个设备类别叫【${name}】，请在页面上新增`);
    const parsed = deviceModelSave.input.safeParse({
      // Whether it is one was said above; the others are to be told, too.
      CategoryId: ids[0] ?? '0',
      ...Object.fromEntries(
        Object.entries(COLUMN_OF).flatMap(([key, column]) =>
          key === 'CategoryId' ? [] : [[key, cells[column].trim().replaceAll(',', '')] as const],
        ),
      ),
    });
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) say(COLUMN_OF[String(path[0])] ?? '型号', message);
      return { input: null, faults };
    }
    const key = keyOf(parsed.data.Maker, parsed.data.Model);
    if (seen.has(key)) say('型号', `已有厂家【${parsed.data.Maker}】的型号【${parsed.data.Model}】`);
    seen.add(key);
    return { input: parsed.data, faults };
  });
}

/** Looks a sheet through, and with `confirm` keeps all of it where no row is wrong. */
export async function importModels(ctx: Ctx, confirm: boolean, file: UploadedFile): Promise<Preview> {
  const lines = await readWhole(file, SHEET);
  const told = (reads: readonly Read[], Saved: boolean): Preview => ({
    Total: reads.length,
    Ok: reads.filter(({ faults }) => faults.length === 0).length,
    Errors: reads.flatMap(({ faults }) => faults),
    Saved,
  });
  if (!confirm) return told(judge(lines, await known(ctx.db)), false);
  return ctx.write(async (tx) => {
    await lockTree(tx, 'device_category');
    const reads = judge(lines, await known(tx));
    if (reads.some(({ faults }) => faults.length > 0)) return told(reads, false);
    const inputs = reads.flatMap(({ input }) => input ?? []);
    for (const input of inputs) await insertModel(tx, input);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '导入型号',
      object: '型号库',
      summary: `${inputs.length}个`,
      after: { 型号: inputs.map(({ Maker, Model }) => `${Maker} ${Model}`).join('、') },
    });
    return told(reads, true);
  });
}
