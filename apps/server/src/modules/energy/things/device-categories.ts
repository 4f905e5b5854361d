/** Kinds of devices, a tree, and what is read of machines of a kind. */
import type {
  categoryParamSave,
  CategoryParam,
  deviceCategorySave,
  deviceCategoryTree,
  DeviceCategoryNode,
} from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { need, trail } from '../../identity/index.ts';
import { BASE } from './screens.ts';
import { nested } from './tree.ts';

type SaveInput = z.output<typeof deviceCategorySave.input>;
type Flat = Omit<DeviceCategoryNode, 'Children'>;

const flat = async (db: Db | Tx, enabled: boolean | undefined): Promise<readonly Flat[]> => {
  const { rows } = await sql<Flat>`
    select c.id::text as "Id", c.name as "Name", c.parent_id::text as "ParentId", c.device_kind as "Kind", c.sort as "Sort",
      c.enabled as "Enabled", c.version as "FormVersion",
      (select count(*)::int from device_model m where m.category_id = c.id) as "ModelCount",
      (select count(*)::int from device d join device_model m on m.id = d.model_id where m.category_id = c.id) as "DeviceCount"
    from device_category c where ${enabled === undefined ? sql`true` : sql`c.enabled = ${enabled}`} order by c.sort, c.id`.execute(
    db,
  );
  return rows;
};

export const categoryTree = async (
  ctx: Ctx,
  { Enabled }: z.output<typeof deviceCategoryTree.input>,
): Promise<DeviceCategoryNode[]> => nested(await flat(ctx.db, Enabled));

/** Writers of either tree take turns, so that no two moves make a cycle together. */
export const lockTree = async (tx: Tx, tree: 'device_category' | 'energy_category'): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${tree}, 0))`.execute(tx));

/** Whether `above` lies below `id`, or is it. */
export const liesBelow = async (
  tx: Tx,
  table: 'device_category' | 'energy_category' | 'meter',
  id: string,
  above: string,
): Promise<boolean> => {
  const key = table === 'meter' ? 'device_id' : 'id';
  const { rows } = await sql`with recursive below as (
      select ${sql.ref(key)} as id from ${sql.table(table)} where ${sql.ref(key)} = ${id}
      union select t.${sql.ref(key)} from ${sql.table(table)} t join below b on t.parent_id = b.id)
    select 1 from below where id = ${above}`.execute(tx);
  return rows.length > 0;
};

const faultsOf = async (tx: Tx, input: SaveInput): Promise<FieldError[]> => {
  const parent = input.ParentId ?? null;
  const { rows: same } = await sql`select 1 from device_category where parent_id is not distinct from ${parent}::bigint
    and name = ${input.Name} and id is distinct from ${input.Id ?? null}::bigint`.execute(tx);
  if (same.length > 0) return [{ path: 'Name', message: `同级已有类别【${input.Name}】` }];
  if (parent === null) return [];
  const { rows: above } = await sql`select 1 from device_category where id = ${parent}`.execute(tx);
  if (above.length === 0) return [{ path: 'ParentId', message: '上级类别不存在' }];
  if (input.Id !== undefined && (await liesBelow(tx, 'device_category', input.Id, parent)))
    return [{ path: 'ParentId', message: '不能把自己或自己的下级设为上级' }];
  return [];
};

export const saveCategory = (ctx: Ctx, input: SaveInput): Promise<{ Id: string; FormVersion: number }> => {
  need(ctx.session, BASE, input.Id === undefined ? 'add' : 'edit');
  return ctx.write(async (tx) => {
    await lockTree(tx, 'device_category');
    const old = input.Id === undefined ? undefined : (await flat(tx, undefined)).find(({ Id }) => Id === input.Id);
    if (input.Id !== undefined && old === undefined) throw notFound('设备类别不存在');
    if (old !== undefined && input.FormVersion !== undefined && input.FormVersion !== old.FormVersion)
      throw conflict('该类别已被他人修改，请刷新后再改');
    const faults = await faultsOf(tx, input);
    if (faults.length > 0) throw invalid(faults);
    const kind = input.Kind ?? old?.Kind ?? '';
    const parent = input.ParentId ?? null;
    const { rows } = await (input.Id === undefined
      ? sql<{
          Id: string;
          FormVersion: number;
        }>`insert into device_category (parent_id, name, device_kind, sort, enabled)
            values (${parent}, ${input.Name}, ${kind}, ${input.Sort}, ${input.Enabled}) returning id::text as "Id", version as "FormVersion"`
      : sql<{
          Id: string;
          FormVersion: number;
        }>`update device_category set parent_id = ${parent}, name = ${input.Name}, device_kind = ${kind},
            sort = ${input.Sort}, enabled = ${input.Enabled}, version = version + 1 where id = ${input.Id} returning id::text as "Id", version as "FormVersion"`
    ).execute(tx);
    const [saved] = rows;
    if (saved === undefined) throw notFound('设备类别不存在');
    await trail(tx, ctx, {
      kind: '系统设置',
      action: old === undefined ? '新增设备类别' : '修改设备类别',
      object: `设备类别 ${input.Name}`,
      ...(old === undefined ? {} : { before: { 名称: old.Name, 排序: old.Sort, 启用: old.Enabled ? '是' : '否' } }),
      after: { 名称: input.Name, 排序: input.Sort, 启用: input.Enabled ? '是' : '否' },
    });
    return saved;
  });
};

export const deleteCategory = (ctx: Ctx, id: string): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    await lockTree(tx, 'device_category');
    const { rows } = await sql<{ name: string; children: number; models: number; params: number }>`
      select c.name, (select count(*)::int from device_category x where x.parent_id = c.id) as children,
        (select count(*)::int from device_model m where m.category_id = c.id) as models,
        (select count(*)::int from category_param p where p.category_id = c.id) as params
      from device_category c where c.id = ${id}`.execute(tx);
    const [found] = rows;
    if (found === undefined) throw notFound('设备类别不存在');
    if (found.children > 0) throw refused(`该类别下有 ${found.children} 个下级类别，不能删除，可停用`);
    if (found.models > 0) throw refused(`该类别下有 ${found.models} 个型号，不能删除，可停用`);
    if (found.params > 0) throw refused(`该类别下有 ${found.params} 个参数，不能删除，可停用`);
    await sql`delete from device_category where id = ${id}`.execute(tx);
    await trail(tx, ctx, { kind: '系统设置', action: '删除设备类别', object: `设备类别 ${found.name}` });
    return { ok: true };
  });

/* ---- what is read ---- */

const readParams = async (db: Db | Tx, category: string): Promise<CategoryParam[]> => {
  const { rows } =
    await sql<CategoryParam>`select code as "Code", name as "Name", unit as "Unit", data_type as "Type", decimals as "Decimals",
      trim_scale(low)::text as "Min", trim_scale(high)::text as "Max", is_read as "IsRead", is_curve as "IsCurve", sort as "Sort"
    from category_param where category_id = ${category} order by sort, code`.execute(db);
  return rows;
};

const paramFaults = (params: readonly CategoryParam[], old: readonly CategoryParam[]): FieldError[] => {
  const faults: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, one] of params.entries()) {
    if (seen.has(one.Code)) faults.push({ path: `Params[${index}].Code`, message: `参数编码【${one.Code}】重复` });
    seen.add(one.Code);
    if (one.Min !== null && one.Max !== null && Number(one.Min) >= Number(one.Max))
      faults.push({ path: `Params[${index}].Max`, message: '合理上限必须大于合理下限' });
  }
  // A code stays: readings are kept under it.
  const gone = old.filter(({ Code }) => !seen.has(Code));
  const [first] = gone;
  if (first !== undefined && gone.length > 0 && params.length >= old.length)
    faults.push({ path: 'Params', message: `参数编码建成后不可改（原编码 ${first.Code}）` });
  return faults;
};

export const saveParams = async (
  ctx: Ctx,
  { CategoryId, Params }: z.output<typeof categoryParamSave.input>,
): Promise<{ CategoryId: string; Params: CategoryParam[] }> => {
  if (Params === undefined) return { CategoryId, Params: await readParams(ctx.db, CategoryId) };
  need(ctx.session, BASE, 'edit');
  return ctx.write(async (tx) => {
    const { rows } = await sql<{
      name: string;
    }>`select name from device_category where id = ${CategoryId} for update`.execute(tx);
    const [category] = rows;
    if (category === undefined) throw notFound('设备类别不存在');
    const old = await readParams(tx, CategoryId);
    const faults = paramFaults(Params, old);
    if (faults.length > 0) throw invalid(faults);
    const { rows: used } = await sql<{
      code: string;
    }>`select distinct k.code from run_reading r join device d on d.id = r.device_id
        join device_model m on m.id = d.model_id, jsonb_object_keys(r.points) as k(code)
      where m.category_id = ${CategoryId} and k.code = any(${old.map(({ Code }) => Code).filter((code) => !Params.some(({ Code }) => Code === code))}::text[])`.execute(
      tx,
    );
    if (used[0] !== undefined) throw refused(`参数 ${used[0].code} 已有抄表数据，不能删除，可取消「抄表」`);
    await sql`delete from category_param where category_id = ${CategoryId}`.execute(tx);
    const given = Params.map((one, at) => ({ ...one, Sort: one.Sort === 0 ? at + 1 : one.Sort }));
    await sql`insert into category_param (category_id, code, name, unit, data_type, decimals, low, high, is_read, is_curve, sort)
      select ${CategoryId}, p."Code", p."Name", p."Unit", p."Type", p."Decimals", p."Min", p."Max", p."IsRead", p."IsCurve", p."Sort"
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as p("Code" text, "Name" text, "Unit" text, "Type" text, "Decimals" int,
        "Min" numeric, "Max" numeric, "IsRead" boolean, "IsCurve" boolean, "Sort" int)`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '修改类别参数模板',
      object: `设备类别 ${category.name}`,
      before: { 参数: old.map(({ Code, Name }) => `${Code} ${Name}`).join('、') },
      after: { 参数: Params.map(({ Code, Name }) => `${Code} ${Name}`).join('、') },
    });
    return { CategoryId, Params: await readParams(tx, CategoryId) };
  });
};
