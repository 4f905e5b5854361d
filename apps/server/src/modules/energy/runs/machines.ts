/** Machines of which parameters are read, with what is read of each and what stands on its plate. */
import { BALANCE_LIMITS, type BalanceLimits, type RunParam, type RunPlant } from '@hengneng/energy/plant';
import { gasProperty } from '@hengneng/energy/factors';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { factorsFor } from '../prices/index.ts';

export interface Machine {
  readonly id: string;
  readonly code: string;
  /** What the site calls it. */
  readonly name: string;
  /** 直燃机, 电制冷 … */
  readonly kind: string;
  readonly roomName: string;
  /** 台号. */
  readonly no: string | null;
  readonly standby: boolean;
  /** A pump or tower: it moves what the others cool and heat, and makes nothing itself. */
  readonly serves: boolean;
  readonly params: readonly RunParam[];
  /** 冷温水流量 of its plate, m³/h. */
  readonly chilledFlow: number | null;
  /** What its figures are worked out with on a day `YYYY-MM-DD`. */
  readonly plantOn: (day: string) => RunPlant;
}

interface Raw extends Omit<Machine, 'plantOn' | 'params'> {
  readonly params: readonly RunParam[];
  readonly pumpsKw: number | null;
  readonly coolingFlow: number | null;
  readonly gasFlow: number | null;
}

/** A machine of a plate shows at most so much more than stands there. */
const OVER_PLATE = 1.3;
const PLATED = ['chilledFlow', 'coolingFlow', 'gasFlow'] as const;

/** Where its plate says what flows, that bounds it instead of what all of its kind may have. */
const boundedBy = (raw: Raw): readonly RunParam[] =>
  raw.params.map((param) => {
    const rated = PLATED.find((code) => code === param.code);
    const plate = rated === undefined ? null : raw[rated];
    return plate === null ? param : { ...param, high: Math.round(plate * OVER_PLATE) };
  });

/** What a project takes for a balance that closes; 热平衡差 of 偏差设置. */
export async function balanceLimits(db: Db | Tx, project: string): Promise<BalanceLimits> {
  const { rows } = await sql<{ poor: number | null }>`select balance_diff::float8 as poor from deviation_setting
    where balance_diff is not null and (level = 'company' or (level = 'project' and project_code = ${project}))
    order by level = 'project' desc limit 1`.execute(db);
  const poor = rows[0]?.poor ?? BALANCE_LIMITS.poor;
  return { good: Math.min(BALANCE_LIMITS.good, poor), poor, alarm: Math.max(BALANCE_LIMITS.alarm, poor) };
}

export async function machinesOf(db: Db | Tx, project: string): Promise<readonly Machine[]> {
  const [{ rows }, gas, factors, limits] = await Promise.all([
    sql<Raw>`select d.id::text, d.code, coalesce(d.display_name, d.name) as name, c.name as kind, coalesce(r.name, '') as "roomName",
        d.unit_no as no, d.state = 'standby' as standby, d.category in ('水泵', '冷却塔') as serves, m.rated_power_kw::float8 as "pumpsKw", m.chilled_flow_m3h::float8 as "chilledFlow",
        m.cooling_flow_m3h::float8 as "coolingFlow", m.rated_gas_m3h::float8 as "gasFlow", p.params
      from device d join device_model m on m.id = d.model_id join device_category c on c.id = m.category_id
        left join machine_room r on r.id = d.room_id
        cross join lateral (select jsonb_agg(jsonb_build_object('code', p.code, 'name', p.name, 'unit', p.unit, 'decimals', p.decimals,
            'low', p.low, 'high', p.high) order by p.sort, p.code) as params
          from category_param p where p.category_id = c.id and p.is_read and p.data_type = '数值') p
      where d.project_code = ${project} and d.state in ('active', 'standby') and d.show_entry and p.params is not null
      order by c.sort, d.sort, d.code`.execute(db),
    sql<{ lhv: number | null }>`select lhv::float8 as lhv from energy_category where code = 'gas'`.execute(db),
    factorsFor(db, project),
    balanceLimits(db, project),
  ]);
  const usual = gas.rows[0]?.lhv ?? null;
  return rows.map((raw) => {
    const { pumpsKw, coolingFlow: _cooling, gasFlow: _gas, ...machine } = raw;
    return {
      ...machine,
      params: boundedBy(raw),
      plantOn: (day) => ({
        lhv: gasProperty(factors, 'lhv', { day, project }) ?? usual,
        burnerEfficiency: gasProperty(factors, 'efficiency', { day, project }) ?? undefined,
        pumpsKw,
        limits,
      }),
    };
  });
}
