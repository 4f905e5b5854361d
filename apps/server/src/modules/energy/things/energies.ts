/** 能源计量类别: the tree of what is counted, once for the whole company. */
import {
  ENERGY_SHEET,
  type energyCategoryImport,
  energyCategoryInput,
  type EnergyCategoryInput,
  type EnergyCategoryNode,
  type energyCategoryTree,
  type energyCategoryUpdate,
} from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { readWhole, type SheetLine, type WholeSheet } from '../../../engine/imports/whole.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts';
import type { UploadedFile } from '../../../platform/http/registry.ts';
import { trail } from '../../identity/index.ts';
import { liesBelow, lockTree } from './device-categories.ts';
import { nested } from './tree.ts';

type Flat = Omit<EnergyCategoryNode, 'Children'>;

const flat = async (db: Db | Tx): Promise<readonly Flat[]> => {
  const { rows } = await sql<Flat>`
    select c.id::text as "Id", c.code as "Code", c.name as "Name", c.parent_id::text as "ParentId", c.unit as "Unit", c.quality as "Quality",
      trim_scale(c.coal_factor)::text as "CoalFactor", trim_scale(c.lhv)::text as "Lhv", c.counts_in_total as "CountInTotal", c.icon as "Icon",
      c.color as "Color", c.sort as "Sort", c.enabled as "Enabled", c.version as "FormVersion",
      (select count(distinct m.project_code)::int from meter m where m.category_id = c.id) as "UsedCount"
    from energy_category c order by c.sort, c.id`.execute(db);
  return rows;
};

export const energyTreeOf = async (
  ctx: Ctx,
  { ParentId, Keyword = '' }: z.output<typeof energyCategoryTree.input>,
): Promise<EnergyCategoryNode[]> => {
  const rows = await flat(ctx.db);
  const word = Keyword.trim().toLowerCase();
  const found = rows.filter(
    (row) =>
      (ParentId === undefined || row.ParentId === ParentId) &&
      (word === '' || `${row.Code} ${row.Name}`.toLowerCase().includes(word)),
  );
  return nested(found);
};

export const energyInfo = async (
  ctx: Ctx,
  of: { readonly Id?: string | undefined; readonly Code?: string | undefined },
): Promise<EnergyCategoryNode> => {
  const rows = await flat(ctx.db);
  const found = rows.find(({ Id, Code }) => (of.Id === undefined ? Code === of.Code : Id === of.Id));
  if (found === undefined) throw notFound('能源类别不存在');
  return { ...found, Children: nested(rows.filter(({ ParentId }) => ParentId === found.Id)) };
};

const faultsOf = async (tx: Tx, input: EnergyCategoryInput, id: string | null): Promise<FieldError[]> => {
  const faults: FieldError[] = [];
  const parent = input.ParentId ?? null;
  const { rows: same } = await sql<{ code: boolean; name: boolean }>`select code = ${input.Code} as code,
      parent_id is not distinct from ${parent}::bigint and name = ${input.Name} as name
    from energy_category where id is distinct from ${id}::bigint`.execute(tx);
  if (same.some(({ code }) => code)) faults.push({ path: 'Code', message: `类别编码【${input.Code}】已存在` });
  if (same.some(({ name }) => name)) faults.push({ path: 'Name', message: `同级已有类别【${input.Name}】` });
  if (parent !== null) {
    const { rows } = await sql`select 1 from energy_category where id = ${parent}`.execute(tx);
    if (rows.length === 0) faults.push({ path: 'ParentId', message: '上级类别不存在' });
    else if (id !== null && (await liesBelow(tx, 'energy_category', id, parent)))
      faults.push({ path: 'ParentId', message: '不能把自己或自己的下级设为上级' });
  }
  return faults;
};

const shown = (of: EnergyCategoryInput | Flat): Record<string, unknown> => ({
  编码: of.Code,
  名称: of.Name,
  单位: of.Unit,
  品质: of.Quality,
  折标系数: of.CoalFactor ?? null,
  低位热值: of.Lhv ?? null,
  计入总能耗: of.CountInTotal ? '是' : '否',
  启用: of.Enabled ? '是' : '否',
});

const insert = async (tx: Tx, input: EnergyCategoryInput): Promise<string> => {
  const { rows } = await sql<{
    id: string;
  }>`insert into energy_category (code, parent_id, name, unit, quality, coal_factor, lhv, counts_in_total,
      icon, color, sort, enabled)
    values (${input.Code}, ${input.ParentId ?? null}, ${input.Name}, ${input.Unit}, ${input.Quality}, ${input.CoalFactor ?? null},
      ${input.Lhv ?? null}, ${input.CountInTotal}, ${input.Icon}, ${input.Color}, ${input.Sort}, ${input.Enabled}) returning id::text as id`.execute(
    tx,
  );
  return rows[0]?.id ?? '';
};

export const addEnergy = (ctx: Ctx, input: EnergyCategoryInput): Promise<{ Id: string }> =>
  ctx.write(async (tx) => {
    await lockTree(tx, 'energy_category');
    const faults = await faultsOf(tx, input, null);
    if (faults.length > 0) throw invalid(faults);
    const Id = await insert(tx, input);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '新增能源类别',
      object: `能源类别 ${input.Name}`,
      after: shown(input),
    });
    return { Id };
  });

/** 12 345 as people say it: 1.2 万. */
const manyWords = (count: number): string => (count < 10_000 ? `${count} 条` : `${(count / 10_000).toFixed(1)} 万条`);

export const updateEnergy = (
  ctx: Ctx,
  { Id, FormVersion, ...input }: z.output<typeof energyCategoryUpdate.input>,
): Promise<{ FormVersion: number }> =>
  ctx.write(async (tx) => {
    await lockTree(tx, 'energy_category');
    const old = (await flat(tx)).find((one) => one.Id === Id);
    if (old === undefined) throw notFound('能源类别不存在');
    if (FormVersion !== undefined && FormVersion !== old.FormVersion)
      throw conflict('该类别已被他人修改，请刷新后再改');
    const faults = await faultsOf(tx, input, Id);
    if (input.Unit !== old.Unit) {
      const { rows } = await sql<{
        n: number;
      }>`select (select count(*) from manual_reading r join meter m on m.device_id = r.meter_id where m.category_id = ${Id})::float8
        + (select coalesce(sum(samples), 0) from reading_day r join meter m on m.device_id = r.meter_id where m.category_id = ${Id})::float8 as n`.execute(
        tx,
      );
      const count = rows[0]?.n ?? 0;
      if (count > 0) faults.push({ path: 'Unit', message: `已有 ${manyWords(count)}读数，不能更改单位` });
    }
    if (faults.length > 0) throw invalid(faults);
    await sql`update energy_category set code = ${input.Code}, parent_id = ${input.ParentId ?? null}, name = ${input.Name}, unit = ${input.Unit},
        quality = ${input.Quality}, coal_factor = ${input.CoalFactor ?? null}, lhv = ${input.Lhv ?? null}, counts_in_total = ${input.CountInTotal},
        icon = ${input.Icon}, color = ${input.Color}, sort = ${input.Sort}, enabled = ${input.Enabled}, version = version + 1 where id = ${Id}`.execute(
      tx,
    );
    // Meters without readings count in what their energy is counted in.
    if (input.Unit !== old.Unit) await sql`update meter set unit = ${input.Unit} where category_id = ${Id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '修改能源类别',
      object: `能源类别 ${input.Name}`,
      before: shown(old),
      after: shown(input),
    });
    return { FormVersion: old.FormVersion + 1 };
  });

/* ---- from a sheet ---- */

type Column = (typeof ENERGY_SHEET)[number];
const MOST_ROWS = 500;
const SHEET: WholeSheet<Column> = {
  columns: ENERGY_SHEET,
  mostBytes: 5,
  mostRows: MOST_ROWS,
  empty: '表格中没有能源类别',
  tooMany: (rows) => `一次最多导入${MOST_ROWS}行，本表有${rows}行`,
};
const COLUMN_OF: Readonly<Record<string, Column>> = {
  Code: '类别编码',
  Name: '类别名称',
  ParentId: '上级编码',
  Unit: '单位',
  Quality: '品质',
  CoalFactor: '折标系数',
  Lhv: '低位热值',
  CountInTotal: '计入总能耗',
  Color: '颜色',
  Sort: '排序',
};
type Preview = z.input<typeof energyCategoryImport.output>;
interface Read {
  readonly line: SheetLine<Column>;
  readonly input: EnergyCategoryInput | null;
  readonly faults: Preview['Errors'][number][];
}

const yes = (text: string): boolean | string => (text === '' || text === '是' ? true : text === '否' ? false : text);

const readLine = (line: SheetLine<Column>): Read => {
  const { cells, row } = line;
  const parsed = energyCategoryInput.safeParse({
    Code: cells.类别编码,
    Name: cells.类别名称,
    Unit: cells.单位,
    Quality: cells.品质,
    CoalFactor: cells.折标系数,
    Lhv: cells.低位热值,
    CountInTotal: yes(cells.计入总能耗),
    Color: cells.颜色,
    Sort: cells.排序 === '' ? 0 : cells.排序,
  });
  if (parsed.success) return { line, input: parsed.data, faults: [] };
  const faults = parsed.error.issues.map((issue) => {
    const Column = COLUMN_OF[String(issue.path[0])] ?? '类别编码';
    return { Row: row, Column, Message: Column === '计入总能耗' ? '请填写是或否' : issue.message };
  });
  return { line, input: null, faults };
};

/** What only the other rows and the database know: codes twice, parents that are nowhere. */
const judge = (reads: readonly Read[], known: readonly Flat[]): readonly Read[] => {
  const codes = new Set(known.map(({ Code }) => Code));
  const names = new Set(
    known.map(({ ParentId, Name }) => `${known.find(({ Id }) => Id === ParentId)?.Code ?? ''} ${Name}`),
  );
  return reads.map((read) => {
    const { cells, row } = read.line;
    const say = (Column: Column, Message: string) => read.faults.push({ Row: row, Column, Message });
    const parent = cells.上级编码.trim();
    // A parent stands above its children in the sheet, or in the database.
    if (parent !== '' && !codes.has(parent)) say('上级编码', `上级编码【${parent}】不存在，上级须在本行之前`);
    if (read.input === null) return read;
    if (codes.has(read.input.Code)) say('类别编码', `类别编码【${read.input.Code}】已存在`);
    const name = `${parent} ${read.input.Name}`;
    if (names.has(name)) say('类别名称', `同级已有类别【${read.input.Name}】`);
    codes.add(read.input.Code);
    names.add(name);
    return read;
  });
};

/** Looks a sheet through, and with `confirm` keeps all of it where no row is wrong. */
export const importEnergies = async (ctx: Ctx, confirm: boolean, file: UploadedFile): Promise<Preview> => {
  const lines = await readWhole(file, SHEET);
  const check = async (db: Db | Tx) => judge(lines.map(readLine), await flat(db));
  const told = (reads: readonly Read[], Saved: boolean): Preview => ({
    Total: reads.length,
    Ok: reads.filter(({ faults }) => faults.length === 0).length,
    Errors: reads.flatMap(({ faults }) => faults),
    Saved,
  });
  if (!confirm) return told(await check(ctx.db), false);
  return ctx.write(async (tx) => {
    await lockTree(tx, 'energy_category');
    const reads = await check(tx);
    if (reads.some(({ faults }) => faults.length > 0)) return told(reads, false);
    const ids = new Map((await flat(tx)).map(({ Code, Id }) => [Code, Id]));
    for (const { input, line } of reads) {
      if (input === null) continue;
      ids.set(input.Code, await insert(tx, { ...input, ParentId: ids.get(line.cells.上级编码.trim()) ?? null }));
    }
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '导入能源类别',
      object: '能源类别',
      summary: `${reads.length}个`,
      after: { 类别: reads.map(({ input }) => `${input?.Code} ${input?.Name}`).join('、') },
    });
    return told(reads, true);
  });
};
