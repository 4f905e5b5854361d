/** 运营项目档案: rooms, hosts, contracts and people of a project in one look, and how much of it is filled in. */
import type {
  equipmentRooms,
  hostMachines,
  hostMachineTypes,
  projectArchive,
  roomMachineTypes,
} from '@hengneng/contracts';
import { PROFILE_LABELS, type ProfileKey } from '@hengneng/contracts';
import { CHINA, dayAt } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { listAdditions, readProfile, readProjectFull, seenProject } from '../../projects/index.ts';
import { hostEnergies, mainEnergy } from './host-energies.ts';
import { plainNumber, stateWords } from './screens.ts';

type Room = z.input<typeof equipmentRooms.output>[number];
type Host = z.input<typeof hostMachines.output>[number];

export const roomsOf = async (ctx: Ctx, code: string): Promise<Room[]> => {
  const project = await seenProject(ctx, ctx.db, code);
  const { rows } =
    await sql<Room>`select r.id::text as "RoomId", r.name as "RoomName", r.floor as "Floor", ${plainNumber('r.area_m2')} as "Area",
      (select count(*)::int from device d where d.room_id = r.id and d.state <> 'retired') as "DeviceCount",
      coalesce((select json_agg(json_build_object('SystemId', s.id::text, 'SystemName', s.name, 'DeviceCount',
          (select count(*)::int from device d where d.system_id = s.id and d.state <> 'retired')) order by s.sort, s.id)
        from energy_system s where s.room_id = r.id and s.enabled), '[]') as "Systems"
    from machine_room r where r.project_code = ${project.code} and r.enabled order by r.sort, r.id`.execute(ctx.db);
  return rows;
};

/** Hosts: what forms call 主机 or 锅炉. The type is its kind in the tree of categories. */
const hosts = sql`device d left join device_model m on m.id = d.model_id left join device_category c on c.id = m.category_id
  left join machine_room r on r.id = d.room_id`;
const IS_HOST = sql`d.category in ('主机', '锅炉') and d.state <> 'retired'`;
const TYPE = sql`coalesce(c.name, d.category)`;

export const hostsOf = async (ctx: Ctx, input: z.output<typeof hostMachines.input>): Promise<Host[]> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { rows } =
    await sql<Host>`select d.id::text as "HostId", d.code as "HostCode", coalesce(d.display_name, d.name) as "HostName", ${TYPE} as "TypeCode", d.model as "Model",
      coalesce(m.energy_kind, '') as "EnergyType", d.room_id::text as "RoomId", coalesce(r.name, d.location, '') as "RoomName",
      concat_ws(' ', nullif(r.floor, ''), nullif(r.place, '')) as "RoomPlace", ${plainNumber('r.area_m2')} as "RoomArea",
      ${plainNumber('m.rated_cooling_kw')} as "Cool", ${plainNumber('m.rated_heating_kw')} as "Heat", d.started_on::text as "StartDate",
      ${plainNumber('d.run_hours')} as "RunHours", ${stateWords()} as "State"
    from ${hosts} where d.project_code = ${project.code} and ${IS_HOST}
      ${input.RoomId === undefined ? sql`` : sql`and d.room_id = ${input.RoomId}`}
      ${input.TypeCode === undefined ? sql`` : sql`and ${TYPE} = ${input.TypeCode}`} order by d.sort, d.code`.execute(
      ctx.db,
    );
  return rows;
};

export const hostTypesOf = async (ctx: Ctx, code: string): Promise<z.input<typeof hostMachineTypes.output>> => {
  const project = await seenProject(ctx, ctx.db, code);
  const { rows } = await sql<
    z.input<typeof hostMachineTypes.output>[number]
  >`select distinct ${TYPE} as "TypeCode", ${TYPE} as "TypeName",
      coalesce(m.energy_kind, '') as "EnergyType" from ${hosts} where d.project_code = ${project.code} and ${IS_HOST} order by 1, 3`.execute(
    ctx.db,
  );
  return rows;
};

export const machinesOf = async (
  ctx: Ctx,
  input: z.output<typeof roomMachineTypes.input>,
): Promise<z.input<typeof roomMachineTypes.output>> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { rows } = await sql<
    z.input<typeof roomMachineTypes.output>[number]
  >`select d.room_id::text as "RoomId", coalesce(r.name, '') as "RoomName",
      ${TYPE} as "TypeCode", ${TYPE} as "TypeName", count(*)::int as "Count"
    from ${hosts} where d.project_code = ${project.code} and ${IS_HOST}
      ${input.RoomId === undefined ? sql`` : sql`and d.room_id = ${input.RoomId}`}
    group by d.room_id, r.name, ${TYPE}, c.sort order by r.name, c.sort`.execute(ctx.db);
  return rows;
};

/** What an archive has to say, by the key of the project's basic information. */
const WANTED: Readonly<Record<string, string>> = {
  shortName: '简称',
  customerName: '客户',
  customerContact: '客户联系人',
  customerPhone: '客户电话',
  district: '省市区',
  address: '详细地址',
  longitude: '经纬度',
  buildingType: '建筑类型',
  area_m2: '建筑面积',
  airArea: '空调面积',
  floors: '层数',
  builtYear: '竣工年份',
  chargeModel: '收费模式',
  managerId: '项目经理',
  dutyPhone: '值班电话',
  startOn: '运营开始日期',
  designCoolingKw: '设计冷负荷',
  designHeatingKw: '设计热负荷',
};
/** The same of the additional information. What only some buildings have (beds, heating) is not missed. */
const WANTED_TOO: readonly ProfileKey[] = [
  'envelope',
  'windowWallRatio',
  'terminals',
  'openHours',
  'controlMaker',
  'controlProtocol',
  'cover',
  'photos',
  'savingTarget',
  'carbonTarget',
];

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

type Archive = z.input<typeof projectArchive.output>;

const contractsOf = async (ctx: Ctx, code: string): Promise<Archive['Contracts']> => {
  const today = dayAt(ctx.now.getTime(), CHINA);
  const { rows } = await sql<
    Archive['Contracts'][number]
  >`select c.code as "ContractCode", c.name, c.kind, c.party_a as "partyA",
      c.charge_model as "chargeModel", c.start_on::text as "startOn", c.end_on::text as "endOn",
      case when c.state = 'active' then c.end_on - ${today}::date end as "leftDays", ${plainNumber('c.settle_area')} as "settleArea",
      c.year_amount::text as "yearAmount", c.state
    from contract c where c.project_code = ${code} order by c.code`.execute(ctx.db);
  if (ctx.session.permissions.classified.has('amount')) return rows;
  return rows.map(({ yearAmount: _, ...row }) => row);
};

const mainEnergyOf = async (ctx: Ctx, code: string): Promise<string | null> => {
  const { rows } = await sql<{ energies: string[] }>`select ${hostEnergies('p.code')} as energies from project p
    where p.code = ${code}`.execute(ctx.db);
  return mainEnergy(rows[0]?.energies ?? []);
};

export const archiveOf = async (ctx: Ctx, code: string): Promise<Archive> => {
  const project = await seenProject(ctx, ctx.db, code);
  const [full, additions, profile, contracts, energy, rooms, machines] = await Promise.all([
    readProjectFull(ctx, project.code),
    listAdditions(ctx, project.code),
    readProfile(ctx.db, project.code),
    contractsOf(ctx, project.code),
    mainEnergyOf(ctx, project.code),
    roomsOf(ctx, project.code),
    hostsOf(ctx, { ProjectCode: project.code }),
  ]);
  const { contracts: _contracts, hosts: _hosts, people, counts: _counts, ...base } = full;
  const values = new Map<string, unknown>(Object.entries(base));
  const missing = [
    ...Object.entries(WANTED).flatMap(([key, name]) => (isEmpty(values.get(key)) ? [name] : [])),
    ...WANTED_TOO.flatMap((key) => (isEmpty(profile?.[key]) ? [PROFILE_LABELS[key].replace(/\(.*\)$/, '')] : [])),
    ...(rooms.length === 0 ? ['机房'] : []),
    ...(machines.length === 0 ? ['主机'] : []),
    ...(contracts.length === 0 ? ['合同'] : []),
  ];
  const all = Object.keys(WANTED).length + WANTED_TOO.length + 3;
  return {
    Base: base,
    MainEnergy: energy,
    Addition: additions.filter(({ Profile }) => Profile === null),
    Profile: profile,
    Rooms: rooms,
    Hosts: machines,
    Contracts: contracts,
    Users: people,
    Complete: Math.round(((all - missing.length) / all) * 100),
    Missing: missing,
    FormVersion: base.FormVersion,
  };
};
