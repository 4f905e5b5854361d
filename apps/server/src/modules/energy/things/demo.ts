/** Rooms, systems, models and meters of the demo company, over the devices that it has. */
import { DEMO_ROOM, simulate } from '@hengneng/energy/demo';
import { CHINA, instantOf } from '@hengneng/energy/measuring';
import { today as todayIn } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import {
  DEMO_PROJECTS,
  demoDevices,
  type DemoMeterThing,
  type DemoProject,
  isFlagship,
  metersOf,
} from '../../demo/index.ts';

export type { DemoMeterThing } from '../../demo/index.ts';

/** Of the demo machine room in the flagship project; other projects count on by their place. */
const DEMO_SEED = 2026;
/** One for each area, so that neighbours have the same weather; the flagship's is the first's. */
export const demoSeed = ({ area }: Pick<DemoProject, 'area'>): number => DEMO_SEED + Number(area.slice(-1)) - 1;

/** The day on which the meters were put in: at least a year and ten months of history. */
export const demoInstalled = (now: Date): string => `${Number(todayIn(now).slice(0, 4)) - 2}-01-01`;

/** Meters of the demo projects by project code, and what of the demo machine room each counts. */
export const demoMeters = (): ReadonlyMap<string, readonly DemoMeterThing[]> =>
  new Map(DEMO_PROJECTS.map((project) => [project.code, metersOf(project)]));

const ROOF = '屋面';
/** [category of the device, system, kind of the device category] */
const SYSTEMS: Readonly<Record<string, string>> = {
  主机: '冷热源系统',
  锅炉: '冷热源系统',
  冷温水泵: '冷温水系统',
  冷却水泵: '冷却水系统',
  冷却塔: '冷却水系统',
  水处理设备: '补水与水处理系统',
  压力容器: '冷温水系统',
};
const systemOf = ({ name, category }: { readonly name: string; readonly category: string }): string =>
  SYSTEMS[name.replace(/^\d+号/, '')] ?? SYSTEMS[category] ?? '计量系统';

/** The names of the device categories that the demo company's machines belong to. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/直燃机/, '直燃机'],
  [/离心机/, '电制冷'],
  [/锅炉/, '锅炉'],
  [/冷温水泵/, '冷温水泵'],
  [/冷却水泵/, '冷却水泵'],
  [/冷却塔/, '冷却塔'],
  [/软水|加药/, '软水装置'],
  [/分水器|定压/, '补水定压'],
];

/** What stands on the plate of a model; a direct-fired chiller's in the proportions of the demo machine room. */
const ratedOf = (kind: string, kw: number) => {
  const part = kw / DEMO_ROOM.ratedCooling;
  const of = (value: number) => Math.round(value * part);
  if (kind === '直燃机')
    return {
      cooling: kw,
      heating: of(DEMO_ROOM.ratedHeating),
      gas: of(DEMO_ROOM.ratedGas),
      power: of(DEMO_ROOM.aux),
      chilled: of(DEMO_ROOM.chilledFlow),
      cooled: of(DEMO_ROOM.coolingFlow),
      cop: DEMO_ROOM.ratedCop,
      supply: 7,
      return: 12,
      energy: '燃气',
    };
  if (kind === '电制冷')
    return { cooling: kw, power: Math.round(kw / 5.2), cop: 5.2, supply: 7, return: 12, energy: '电' };
  if (kind === '锅炉') return { heating: kw, energy: '燃气' };
  return kw > 0 ? { power: kw, energy: '电' } : { energy: '' };
};

const devices = () =>
  DEMO_PROJECTS.flatMap((project, at) =>
    demoDevices(project, at).map((device) => ({ ...device, project: project.code })),
  );

const seedPlaces = async (tx: Tx): Promise<void> => {
  const placed = devices().map((device) => ({
    project: device.project,
    code: device.code,
    room: device.location === ROOF ? ROOF : device.location,
    floor: device.location === ROOF ? '屋顶' : 'B1',
    system: systemOf(device),
    no: /^(\d+)号/.exec(device.name)?.[1] ?? null,
  }));
  await sql`with d as (select * from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)
      as d(project text, code text, room text, floor text, system text, no text)),
    rooms as (insert into machine_room (project_code, name, floor, sort, is_demo)
      select project, room, min(floor), case when room = ${ROOF} then 2 else 1 end, true from d group by project, room returning id, project_code, name),
    systems as (insert into energy_system (project_code, room_id, name)
      select distinct d.project, r.id, d.system from d join rooms r on r.project_code = d.project and r.name = d.room returning id, room_id, name)
    update device set room_id = r.id, system_id = s.id, unit_no = d.no, started_on = device.installed_on,
      made_on = (device.installed_on - interval '4 months')::date,
      ownership = case when starts_with(d.project, 'EMC') then '我方' else '客户' end
    from d join rooms r on r.project_code = d.project and r.name = d.room join systems s on s.room_id = r.id and s.name = d.system
    where device.project_code = d.project and device.code = d.code`.execute(tx);
};

const seedModels = async (tx: Tx): Promise<void> => {
  const models = new Map(
    devices().flatMap(({ maker, model, name, rated_kw }) => {
      const kind = KINDS.find(([word]) => word.test(name))?.[1];
      if (maker === null || kind === undefined) return [];
      return [[`${maker} ${model}`, { maker, model, kind, ...ratedOf(kind, Number(rated_kw ?? 0)) }] as const];
    }),
  );
  await sql`with m as (select * from jsonb_to_recordset(${JSON.stringify([...models.values()])}::jsonb) as m(maker text, model text, kind text,
      cooling numeric, heating numeric, gas numeric, power numeric, chilled numeric, cooled numeric, cop numeric, supply numeric, return numeric, energy text)),
    made as (insert into device_model (category_id, maker, model, rated_cooling_kw, rated_heating_kw, rated_gas_m3h, rated_power_kw,
        chilled_flow_m3h, cooling_flow_m3h, rated_cop, supply_c, return_c, energy_kind)
      select c.id, m.maker, m.model, m.cooling, m.heating, m.gas, m.power, m.chilled, m.cooled, m.cop, m.supply, m.return, m.energy
      from m join device_category c on c.name = m.kind returning id, maker, model)
    update device set model_id = made.id from made where device.is_demo and device.maker = made.maker and device.model = made.model`.execute(
    tx,
  );
};

/** What the dials of the demo machine room showed when they were put in, by meter and dial. */
const startOf = (installed: string): ReadonlyMap<string, number> => {
  const at = instantOf(installed, 0, CHINA);
  const { registers } = simulate({ seed: DEMO_SEED, from: at, to: at, stepMinutes: 60, installed });
  return new Map(registers.map(({ meter, register, readings }) => [`${meter.id} ${register.key}`, readings[0] ?? 0]));
};

const seedMeters = async (tx: Tx, installed: string): Promise<void> => {
  const start = startOf(installed);
  const rows = DEMO_PROJECTS.flatMap((project) =>
    metersOf(project).map(({ parts, ...meter }, sort) => {
      const [part] = parts;
      const first = meter.registers.map((register) => {
        if (!isFlagship(project) || part === undefined) return [register, '0'];
        const dial = part.dial === 'total' ? register : part.dial;
        return [register, (start.get(`${part.meter} ${dial}`) ?? 0).toFixed(meter.dial.decimals)];
      });
      return { ...meter, ...meter.dial, project: project.code, sort, first: Object.fromEntries(first) };
    }),
  );
  const at = new Date(instantOf(installed, 0, CHINA));
  await sql`with g as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(project text, code text, type text, category text,
      parent text, registers jsonb, "maxRate" numeric, settles boolean, digits int, decimals int, ct text, multiple numeric, first jsonb, sort int, name text)),
    made as (insert into meter (device_id, project_code, meter_type, category_id, parent_id, registers, unit, area_use, is_settle, accuracy,
        verified_on, verified_to, max_rate, used_from)
      select d.id, g.project, g.type, c.id, u.id, array(select jsonb_array_elements_text(g.registers)), c.unit, coalesce(d.use_kind, ''), g.settles,
        case when g.type = '电表' then '0.5S' else '2级' end, (d.verify_due - interval '2 years')::date, d.verify_due, g."maxRate", ${installed}
      from g join device d on d.project_code = g.project and d.code = g.code join energy_category c on c.code = g.category
      left join device u on u.project_code = g.project and u.code = g.parent returning device_id),
    sorted as (update device set sort = g.sort from g where device.project_code = g.project and device.code = g.code),
    hung as (insert into meter_install (meter_id, factory_no, installed_at, digits, decimals, first_readings)
      select d.id, d.factory_no, ${at}, g.digits, g.decimals, g.first from g join device d on d.project_code = g.project and d.code = g.code)
    insert into meter_ratio (meter_id, valid_from, ct, value, reason)
    select d.id, ${at}, g.ct, g.multiple, '初次安装' from g join device d on d.project_code = g.project and d.code = g.code`.execute(
    tx,
  );
};

/** Seeds after organisation, projects and devices, in their transaction. */
export const seedThings = async (tx: Tx, now: Date): Promise<void> => {
  await seedPlaces(tx);
  await seedModels(tx);
  await seedMeters(tx, demoInstalled(now));
};
