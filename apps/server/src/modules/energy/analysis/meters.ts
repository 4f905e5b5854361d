/** Meters of a project as analysis groups them: by energy, by system, one by one. */
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { UNIT_NO } from '../things/index.ts';

export interface Counted {
  readonly id: string;
  readonly name: string;
  readonly parent: string | null;
  /** 分项: `elec.tower`, or the energy itself. */
  readonly category: string;
  readonly categoryName: string;
  readonly categoryId: string;
  readonly energy: string;
  readonly energyId: string;
  readonly energyName: string;
  readonly unit: string;
  readonly system: string;
  readonly systemName: string;
  /** 计量区域/用途; empty where nobody said. */
  readonly area: string;
  /** 台号: of the device, else what its name begins with (1#). */
  readonly unitNo: string | null;
}

export const countedMeters = async (db: Db, project: string): Promise<readonly Counted[]> => {
  const { rows } =
    await sql<Counted>`select d.id::text as id, coalesce(d.display_name, d.name) as name, m.parent_id::text as parent,
      c.code as category, c.name as "categoryName", c.id::text as "categoryId", e.code as energy, e.id::text as "energyId", e.name as "energyName", e.unit,
      coalesce(s.id, 0)::text as system, coalesce(s.name, '未分系统') as "systemName", trim(m.area_use) as area,
      ${UNIT_NO} as "unitNo"
    from meter m join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
    join energy_category e on e.id = coalesce(c.parent_id, c.id) left join energy_system s on s.id = d.system_id
    where m.project_code = ${project} and e.code <> 'run' and d.state <> 'retired'
    order by e.sort, e.id, c.sort, d.sort, d.code`.execute(db);
  return rows;
};

/** Those of a group that no other of the group counts already: the ones to be summed. */
export function summed(group: readonly Counted[]): readonly Counted[] {
  const byId = new Map(group.map((one) => [one.id, one]));
  return group.filter(({ parent, energy }) => parent === null || byId.get(parent)?.energy !== energy);
}

/** Those of a group that count nothing else of it: together they are what a whole consists of. */
export function leaves(group: readonly Counted[]): readonly Counted[] {
  const above = new Set(summed(group).map(({ id }) => id));
  const parents = new Set(group.flatMap(({ id, parent }) => (above.has(id) ? [] : [parent])));
  return group.filter(({ id }) => !parents.has(id));
}

export interface AnalysisNode {
  readonly id: string;
  readonly name: string;
  readonly energy: string;
  readonly energyName: string;
  readonly unit: string;
  readonly meters: readonly Counted[];
}

const partOf = (nodeId: string): ((meter: Counted) => boolean) => {
  const [kind, first = '', second = ''] = nodeId.split(':');
  if (kind === 'device') return ({ id }) => id === first;
  return ({ energyId, system }) => energyId === first && (kind === 'energy' || system === second);
};

/**
 * The node that is asked for: an energy, a system of it, or a meter; without either the first energy.
 * @throws notFound where the project has no such node
 */
export function nodeAmong(
  all: readonly Counted[],
  { nodeId, energy }: { readonly nodeId?: string | undefined; readonly energy?: string | undefined },
): AnalysisNode {
  const first = all.find((one) => energy === undefined || one.energy === energy);
  const id = nodeId ?? (first === undefined ? '' : `energy:${first.energyId}`);
  const meters = all.filter(partOf(id));
  const [any] = meters;
  if (any === undefined) throw notFound(all.length === 0 ? '该项目还没有表计' : '没有这个对象，或它的表计已停用');
  const name = id.startsWith('device:')
    ? any.name
    : id.startsWith('system:')
      ? `${any.energyName} ${any.systemName}`
      : any.energyName;
  return { id, name, energy: any.energy, energyName: any.energyName, unit: any.unit, meters };
}
