/** 型号库: what stands on the plates of machines, once for the whole company. */
import type { DeviceModelRow, deviceModelIndex, deviceModelSave, deviceModelTree } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { likeText, need, pageOf, trail } from '../../identity/index.ts';
import { BASE } from './screens.ts';

type SaveInput = z.output<typeof deviceModelSave.input>;
type Saved = z.input<typeof deviceModelSave.output>;

/** Columns by their keys on the wire. */
const RATED = {
  RatedCooling: 'rated_cooling_kw',
  RatedHeating: 'rated_heating_kw',
  RatedGas: 'rated_gas_m3h',
  RatedPower: 'rated_power_kw',
  ChilledFlow: 'chilled_flow_m3h',
  CoolingFlow: 'cooling_flow_m3h',
  RatedCop: 'rated_cop',
  SupplyTemp: 'supply_c',
  ReturnTemp: 'return_c',
  SolutionKg: 'solution_kg',
} as const;
type RatedKey = keyof typeof RATED;
const RATED_KEYS = Object.keys(RATED) as RatedKey[];
const NAMES: Readonly<Record<RatedKey, string>> = {
  RatedCooling: '额定制冷量',
  RatedHeating: '额定制热量',
  RatedGas: '额定燃气耗量',
  RatedPower: '额定电功率',
  ChilledFlow: '冷水流量',
  CoolingFlow: '冷却水流量',
  RatedCop: '额定COP',
  SupplyTemp: '设计供水温度',
  ReturnTemp: '设计回水温度',
  SolutionKg: '溶液充注量',
};

const columns = sql`m.id::text as "Id", m.category_id::text as "CategoryId", c.name as "CategoryName", m.model as "Model", m.maker as "Maker",
  ${sql.join(RATED_KEYS.map((key) => sql`trim_scale(${sql.ref(`m.${RATED[key]}`)})::text as ${sql.ref(key)}`))},
  m.energy_kind as "EnergyKind", m.enabled as "Enabled", m.version as "FormVersion",
  (select count(distinct d.project_code)::int from device d where d.model_id = m.id) as "UsedCount"`;
/** Models of a category and of what lies below it. */
const within = (category: string) => sql`m.category_id in (with recursive below as (
    select id from device_category where id = ${category} union select x.id from device_category x join below b on x.parent_id = b.id)
  select id from below)`;

export const listModels = (
  ctx: Ctx,
  input: z.output<typeof deviceModelIndex.input>,
): Promise<{ rows: DeviceModelRow[]; total: number }> => {
  const like = likeText(input.Keyword ?? '');
  const parts = [sql`(m.model ilike ${like} or m.maker ilike ${like} or c.name ilike ${like})`];
  if (input.CategoryId !== undefined) parts.push(within(input.CategoryId));
  if (input.Enabled !== undefined) parts.push(sql`m.enabled = ${input.Enabled}`);
  if (input.Ids !== undefined) parts.push(sql`m.id = any(${[...input.Ids]}::bigint[])`);
  return pageOf<DeviceModelRow>(
    ctx.db,
    input,
    sql`select ${columns}, c.sort as "_order" from device_model m join device_category c on c.id = m.category_id where ${sql.join(parts, sql` and `)}`,
    sql`"_order", "Maker", "Model"`,
    ['Model', 'Maker', 'CategoryName', 'UsedCount'],
  );
};

export const modelTree = async (
  ctx: Ctx,
  { CategoryId }: z.output<typeof deviceModelTree.input>,
): Promise<z.input<typeof deviceModelTree.output>> => {
  const { rows } = await sql<z.input<typeof deviceModelTree.output>[number]>`
    select c.id::text as "CategoryId", c.name as "CategoryName",
      json_agg(json_build_object('Id', m.id::text, 'Model', m.model, 'Maker', m.maker) order by m.maker, m.model) as "Models"
    from device_model m join device_category c on c.id = m.category_id
    where m.enabled and c.enabled ${CategoryId === undefined ? sql`` : sql`and ${within(CategoryId)}`}
    group by c.id order by c.sort, c.id`.execute(ctx.db);
  return rows;
};

const readModel = async (db: Db | Tx, id: string): Promise<DeviceModelRow | undefined> => {
  const { rows } =
    await sql<DeviceModelRow>`select ${columns} from device_model m join device_category c on c.id = m.category_id
    where m.id = ${id} for update of m`.execute(db);
  return rows[0];
};

const sameNumber = (a: string | null | undefined, b: string | null): boolean =>
  (a ?? null) === null || b === null ? (a ?? null) === b : Number(a) === Number(b);

const shown = (of: Pick<SaveInput, 'Model' | 'Maker'> & Partial<Record<RatedKey, string | null | undefined>>) => ({
  型号: of.Model,
  厂家: of.Maker,
  ...Object.fromEntries(RATED_KEYS.map((key) => [NAMES[key], of[key] ?? null])),
});

const checkModel = async (tx: Tx, input: SaveInput): Promise<void> => {
  const { rows: same } = await sql`select 1 from device_model where maker = ${input.Maker} and model = ${input.Model}
    and id is distinct from ${input.Id ?? null}::bigint`.execute(tx);
  if (same.length > 0)
    throw invalid([{ path: 'Model', message: `已有厂家【${input.Maker}】的型号【${input.Model}】` }]);
  const { rows } = await sql`select 1 from device_category where id = ${input.CategoryId}`.execute(tx);
  if (rows.length === 0) throw invalid([{ path: 'CategoryId', message: '设备类别不存在' }]);
};

const projectsOf = async (tx: Tx, id: string): Promise<Saved['AffectedProjects']> => {
  const { rows } = await sql<
    Saved['AffectedProjects'][number]
  >`select distinct p.code as "ProjectCode", p.name as "ProjectName"
    from device d join project p on p.code = d.project_code where d.model_id = ${id} order by p.code`.execute(tx);
  return rows;
};

export const insertModel = async (tx: Tx, input: SaveInput): Promise<{ Id: string; FormVersion: number }> => {
  const { rows } = await sql<{
    Id: string;
    FormVersion: number;
  }>`insert into device_model (category_id, maker, model, energy_kind, enabled,
      ${sql.join(RATED_KEYS.map((key) => sql.ref(RATED[key])))})
    values (${input.CategoryId}, ${input.Maker}, ${input.Model}, ${input.EnergyKind}, ${input.Enabled},
      ${sql.join(RATED_KEYS.map((key) => sql`${input[key] ?? null}::numeric`))}) returning id::text as "Id", version as "FormVersion"`.execute(
    tx,
  );
  const [made] = rows;
  if (made === undefined) throw new Error('a model was not inserted');
  return made;
};

/** A change of what is rated is saved once the projects that it reaches were seen: it changes how much their meters may show. */
export const saveModel = (ctx: Ctx, input: SaveInput): Promise<Saved> => {
  need(ctx.session, BASE, input.Id === undefined ? 'add' : 'edit');
  return ctx.write(async (tx) => {
    await checkModel(tx, input);
    if (input.Id === undefined) {
      const made = await insertModel(tx, input);
      await trail(tx, ctx, {
        kind: '系统设置',
        action: '新增型号',
        object: `${input.Maker} ${input.Model}`,
        after: shown(input),
      });
      return { ...made, AffectedProjects: [], Words: '' };
    }
    const old = await readModel(tx, input.Id);
    if (old === undefined) throw notFound('型号不存在');
    if (input.FormVersion !== undefined && input.FormVersion !== old.FormVersion)
      throw conflict('该型号已被他人修改，请刷新后再改');
    const rated = RATED_KEYS.some((key) => input[key] !== undefined && !sameNumber(input[key], old[key]));
    const AffectedProjects = rated ? await projectsOf(tx, input.Id) : [];
    const Words = AffectedProjects.length === 0 ? '' : `将影响 ${AffectedProjects.length} 个项目的额定能力和读数上限`;
    if (AffectedProjects.length > 0 && !input.Confirm)
      return { Id: null, FormVersion: old.FormVersion, AffectedProjects, Words };
    const set = RATED_KEYS.flatMap((key) =>
      input[key] === undefined ? [] : [sql`${sql.ref(RATED[key])} = ${input[key]}::numeric`],
    );
    await sql`update device_model set ${sql.join([
      sql`category_id = ${input.CategoryId}, maker = ${input.Maker}, model = ${input.Model}, energy_kind = ${input.EnergyKind},
        enabled = ${input.Enabled}, version = version + 1`,
      ...set,
    ])} where id = ${input.Id}`.execute(tx);
    await sql`update device set model = ${input.Model}, maker = ${input.Maker} where model_id = ${input.Id}`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '修改型号',
      object: `${input.Maker} ${input.Model}`,
      ...(Words === '' ? {} : { summary: Words }),
      before: shown(old),
      after: shown({ ...old, ...input }),
    });
    return { Id: input.Id, FormVersion: old.FormVersion + 1, AffectedProjects, Words };
  });
};

export const deleteModel = (ctx: Ctx, id: string): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const old = await readModel(tx, id);
    if (old === undefined) throw notFound('型号不存在');
    if (old.UsedCount > 0) throw refused(`已被 ${old.UsedCount} 个项目使用，只能停用`);
    await sql`delete from device_model where id = ${id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '系统设置',
      action: '删除型号',
      object: `${old.Maker} ${old.Model}`,
      before: shown(old),
    });
    return { ok: true };
  });
