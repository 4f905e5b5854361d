/** Reading projects: lists, one with everything about it, codes, districts, dictionaries. */
import type {
  additionList,
  districtList,
  enumValues,
  projectDetail,
  projectDetailRow,
  projectIndex,
  projectModels,
  ProjectRow,
  projectUnits,
} from '@hengneng/contracts';
import { PRICE_KINDS, PROJECT_STATES } from '@hengneng/contracts';
import { AREA_ID_LENGTH, dictionaries, PROJECT_AREA_DEPT, today, type WordsId } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { isOffered, isWords, wordsOf } from '../../engine/dictionaries/dictionaries.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import { likeText, pageOf } from '../identity/index.ts';
import { readProfile } from './project-profile.ts';
import { projectsVisible } from './visible.ts';

type ListInput = z.output<typeof projectIndex.input> & { model?: string | undefined; AreaId?: string | undefined };
type Detail = z.output<typeof projectDetailRow>;

const stateName = sql`(${[...PROJECT_STATES]}::text[])[p.state + 1]`;

const rowColumns = sql`p.code as "ProjectCode", p.name as "ProjectName", p.short_name as "shortName", p.area, d.name as "areaName",
  p.state as "G_ProjectState", ${stateName} as "stateName", p.customer_name as "customerName", p.area_m2::text as area_m2, p.model,
  p.charge_model as "chargeModel", p.manager::text as "managerId", u.user_name as "managerName"`;

const SORTABLE = ['ProjectCode', 'ProjectName', 'area', 'G_ProjectState', 'customerName', 'managerName'];

const condition = (ctx: Ctx, input: ListInput): RawBuilder<boolean> => {
  const like = likeText(input.Keyword ?? '');
  const area = input.area ?? input.AreaId;
  const parts: RawBuilder<boolean>[] = [
    projectsVisible(ctx.session),
    sql`(p.name ilike ${like} or p.code ilike ${like} or p.pinyin ilike ${like} or p.customer_name ilike ${like})`,
    sql`p.state = any(${[...input.G_ProjectState]}::int[])`,
  ];
  if (area !== undefined && area !== '') parts.push(sql`starts_with(p.area, ${area})`);
  if (input.chargeModel) parts.push(sql`p.charge_model = ${input.chargeModel}`);
  if (input.buildingType) parts.push(sql`p.building_type = ${input.buildingType}`);
  if (input.model) parts.push(sql`p.model = ${input.model}`);
  if (input.mine === true)
    parts.push(
      sql`(p.manager = ${ctx.session.userId} or p.code = any(${[...ctx.session.permissions.projects]}::text[]))`,
    );
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
};

/** Projects that the person may see; states 0 to 2 unless others are asked for. */
export const listProjects = (ctx: Ctx, input: ListInput): Promise<{ rows: ProjectRow[]; total: number }> =>
  pageOf<ProjectRow>(
    ctx.db,
    input,
    sql`select ${rowColumns} from project p join dept d on d.id = p.area left join app_user u on u.id = p.manager
      where ${condition(ctx, input)}`,
    sql`"ProjectCode"`,
    SORTABLE,
  );

/** @throws notFound, and forbidden where the project lies outside the person's scope */
export const readProject = async (ctx: Ctx, code: string): Promise<Detail> => {
  const { rows } = await sql<Detail & { visible: boolean }>`
    select ${rowColumns}, p.customer_contact as "customerContact", p.customer_phone as "customerPhone", p.address, p.district,
      x.name as "districtName", p.building_type as "buildingType", p.machine_room as "machineRoom", p.start_on::text as "startOn",
      p.end_on::text as "endOn", p.design_cooling_kw::text as "designCoolingKw", p.design_heating_kw::text as "designHeatingKw", p.remark,
      p.air_area::text as "airArea", p.heating_area::text as "heatingArea", trim_scale(p.longitude)::text as longitude,
      trim_scale(p.latitude)::text as latitude, p.floors, p.built_year as "builtYear", p.duty_phone as "dutyPhone",
      p.version as "FormVersion", ${projectsVisible(ctx.session)} as visible
    from project p join dept d on d.id = p.area left join app_user u on u.id = p.manager left join district x on x.id = p.district
    where p.code = ${code}`.execute(ctx.db);
  const row = rows[0];
  if (row === undefined) throw notFound('项目不存在');
  const { visible, ...project } = row;
  if (!visible) throw forbidden('您无权查看该项目');
  return project;
};

export const readProjectFull = async (ctx: Ctx, code: string): Promise<z.input<typeof projectDetail.output>> => {
  const project = await readProject(ctx, code);
  type Full = z.input<typeof projectDetail.output>;
  const [contracts, hosts, people, counts] = await Promise.all([
    sql<
      Full['contracts'][number]
    >`select code as "ContractCode", name, kind, start_on::text as "startOn", end_on::text as "endOn", state
      from contract where project_code = ${code} order by code`.execute(ctx.db),
    sql<Full['hosts'][number]>`select id::text, name, model, factory_no as "factoryNo", state from device
      where project_code = ${code} and category = '主机' order by code`.execute(ctx.db),
    sql<
      Full['people'][number]
    >`select u.id::text as "UserId", u.user_name as "UserName", up.project_role as "projectRole"
      from user_project up join app_user u on u.id = up.user_id where up.project_code = ${code} and u.state = 'active' order by u.id`.execute(
      ctx.db,
    ),
    sql<Full['counts']>`select (select count(*)::int from device where project_code = ${code}) as devices,
      (select count(*)::int from device where project_code = ${code} and category like '%表') as meters,
      (select count(*)::int from contract where project_code = ${code}) as contracts,
      (select count(*)::int from user_project where project_code = ${code}) as people`.execute(ctx.db),
  ]);
  return {
    ...project,
    contracts: contracts.rows,
    hosts: hosts.rows,
    people: people.rows,
    counts: counts.rows[0] ?? { devices: 0, meters: 0, contracts: 0, people: 0 },
  };
};

export const listAdditions = async (ctx: Ctx, code: string): Promise<z.input<typeof additionList.output>> => {
  await readProject(ctx, code);
  const profile = await readProfile(ctx.db, code);
  const { rows } = await sql<Omit<z.input<typeof additionList.output>[number], 'Profile'>>`
    select a.id::text as "Id", a.project_code as "ProjectCode", a.kind, a.title, a.content, u.user_name as "createdBy",
      to_char(a.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "updatedAt"
    from project_addition_info a left join app_user u on u.id = a.created_by where a.project_code = ${code} order by a.kind, a.id`.execute(
    ctx.db,
  );
  return rows.map((row) => ({ ...row, Profile: row.Id === profile?.Id ? profile : null }));
};

/** Project models: the letters that codes begin with. */
export const MODELS: Readonly<Record<string, string>> = {
  EMC: '合同能源管理',
  OM: '运营托管',
  WB: '维保服务',
};

/** Words that the program itself goes by: nobody adds to them. */
const FIXED: Readonly<Record<string, readonly (readonly [value: string, text: string])[]>> = {
  G_ProjectState: PROJECT_STATES.map((name, state) => [String(state), name]),
  MainEnergy: ['天然气', '电', '市政热水', '外购蒸汽', '轻柴油'].map((name) => [name, name]),
  ProjectModel: Object.entries(MODELS),
  PriceKind: Object.entries(PRICE_KINDS),
  DeviceCategory: ['主机', '锅炉', '水泵', '冷却塔', '水处理设备', '电表', '燃气表', '水表', '冷热量表'].map((name) => [
    name,
    name,
  ]),
  ContractState: [
    ['active', '生效'],
    ['ended', '已到期'],
    ['cancelled', '已终止'],
  ],
};
/** Dictionaries under the names that the call knew them by before. */
const KNOWN_AS: Readonly<Record<string, WordsId>> = { ChargeModel: 'chargeModel', BuildType: 'buildingType' };

/** Items of one dictionary, or the names of all where none is named. */
export const readEnum = async (ctx: Ctx, name: string | undefined): Promise<z.input<typeof enumValues.output>> => {
  const dictionary = KNOWN_AS[name ?? ''] ?? name ?? '';
  if (dictionary === '')
    return [
      ...Object.keys(FIXED),
      ...Object.keys(KNOWN_AS),
      ...dictionaries().flatMap((one) => ('words' in one ? one.id : [])),
    ].map((Value, Sort) => ({ Value, Text: Value, Sort, Enabled: true }));
  if (isWords(dictionary)) {
    const day = today(ctx.now);
    return (await wordsOf(ctx.db, dictionary)).map((word) => ({
      Value: word.name,
      Text: word.name,
      Sort: word.sort,
      Enabled: isOffered(word, day),
    }));
  }
  if (!Object.hasOwn(FIXED, dictionary)) throw notFound('没有这个枚举');
  return (FIXED[dictionary] ?? []).map(([Value, Text], Sort) => ({ Value, Text, Sort, Enabled: true }));
};

export const listDistricts = async (db: Db, parent: string | null): Promise<z.input<typeof districtList.output>> => {
  const { rows } = await sql<z.input<typeof districtList.output>[number]>`
    select id as "Id", name as "Name", parent_id as "ParentId", exists (select 1 from district c where c.parent_id = district.id) as "HasChild"
    from district where parent_id is not distinct from ${parent} order by id`.execute(db);
  return rows;
};

export const listModels = async (ctx: Ctx, keyword: string): Promise<z.input<typeof projectModels.output>> => {
  const { rows } = await sql<{ model: string; n: number }>`select model, count(*)::int as n from project p
    where ${projectsVisible(ctx.session)} and model is not null group by model`.execute(ctx.db);
  const counts = new Map(rows.map((row) => [row.model, row.n]));
  return Object.entries(MODELS)
    .filter(([code, name]) => `${code}${name}`.toLowerCase().includes(keyword.toLowerCase()))
    .map(([ModelCode, ModelName]) => ({ ModelCode, ModelName, count: counts.get(ModelCode) ?? 0 }));
};

/** Numbers of a model by area: model letters, two digits of the area, three of the project. */
export const listUnits = async (ctx: Ctx, model: string): Promise<z.input<typeof projectUnits.output>> => {
  if (!Object.hasOwn(MODELS, model)) throw notFound('没有这个项目模式');
  const { rows } = await sql<{ area: string; areaName: string; count: number; last: string | null }>`
    select d.id as area, d.name as "areaName", count(p.code)::int as count, max(p.code) as last
    from dept d left join project p on p.code ~ (${`^${model}`} || right(d.id, 2) || '\\d{3}$')
    where starts_with(d.id, ${PROJECT_AREA_DEPT}) and length(d.id) = ${AREA_ID_LENGTH} and d.state = 'active'
    group by d.id, d.name order by d.id`.execute(ctx.db);
  return {
    units: rows.map((row) => {
      const n = Number(row.last?.slice(-3) ?? '0') + 1;
      return { ...row, next: n > 999 ? null : `${model}${row.area.slice(-2)}${String(n).padStart(3, '0')}` };
    }),
  };
};
