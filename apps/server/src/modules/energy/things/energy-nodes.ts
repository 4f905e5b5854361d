/** The energies of a project as a tree: energy, system, meter. */
import type { energyNode, energyNodeDevices, energyTree, projectEnergies } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { likeText, pageOf } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { isoText, plainNumber } from './screens.ts';

type Node = z.input<typeof energyTree.output>[number];
type NodeDevice = z.input<typeof energyNode.output>['Devices'][number];

/** The energy that a meter counts, its parts under the whole. */
const TOP = sql`coalesce(c.parent_id, c.id)`;
const meters = sql`meter m join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
  join energy_category e on e.id = ${TOP} left join energy_system s on s.id = d.system_id`;

export const energiesOf = async (
  ctx: Ctx,
  { ProjectCode }: { readonly ProjectCode: string },
): Promise<z.input<typeof projectEnergies.output>> => {
  const project = await seenProject(ctx, ctx.db, ProjectCode);
  const { rows } = await sql<z.input<typeof projectEnergies.output>[number]>`
    select e.id::text as "Id", e.code as "Code", e.name as "Name", e.unit as "Unit", e.color as "Color", count(*)::int as "MeterCount"
    from ${meters} where m.project_code = ${project.code} and d.state <> 'retired' group by e.id order by e.sort, e.id`.execute(
    ctx.db,
  );
  return rows;
};

/** All nodes, parents before their children. */
const nodesOf = async (ctx: Ctx, project: string, energy: string | undefined): Promise<readonly Node[]> => {
  const { rows } = await sql<{
    energy: string;
    energyName: string;
    system: string;
    systemName: string;
    id: string;
    name: string;
  }>`select e.id::text as energy, e.name as "energyName", coalesce(s.id, 0)::text as system, coalesce(s.name, '未分系统') as "systemName",
      d.id::text as id, coalesce(d.display_name, d.name) as name
    from ${meters} where m.project_code = ${project} and d.state <> 'retired' ${energy ? sql`and e.code = ${energy}` : sql``}
    order by e.sort, e.id, s.sort nulls last, s.id, d.sort, d.code`.execute(ctx.db);
  const nodes = new Map<string, Node>();
  for (const row of rows) {
    const top = `energy:${row.energy}`;
    const middle = `system:${row.energy}:${row.system}`;
    nodes.set(top, { NodeId: top, ParentId: null, Name: row.energyName, Kind: 'energy', HasChild: true });
    nodes.set(middle, { NodeId: middle, ParentId: top, Name: row.systemName, Kind: 'system', HasChild: true });
    const NodeId = `device:${row.id}`;
    nodes.set(NodeId, { NodeId, ParentId: middle, Name: row.name, Kind: 'device', HasChild: false });
  }
  return [...nodes.values()];
};

export const treeOf = async (ctx: Ctx, input: z.output<typeof energyTree.input>): Promise<Node[]> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  return [...(await nodesOf(ctx, project.code, input.CategoryCode))];
};

interface At {
  readonly ProjectCode: string;
  readonly NodeId: string;
}

export const childrenOf = async (ctx: Ctx, { ProjectCode, NodeId }: At): Promise<Node[]> => {
  const project = await seenProject(ctx, ctx.db, ProjectCode);
  return (await nodesOf(ctx, project.code, undefined)).filter(({ ParentId }) => ParentId === NodeId);
};

const within = (NodeId: string): RawBuilder<unknown> => {
  const [kind, first = '0', second = '0'] = NodeId.split(':');
  if (kind === 'device') return sql`d.id = ${first}`;
  const energy = sql`e.id = ${first}`;
  return kind === 'energy' ? energy : sql`${energy} and coalesce(s.id, 0) = ${second}`;
};

const deviceColumns = sql`d.id::text as "DeviceId", d.code as "DeviceCode", coalesce(d.display_name, d.name) as "Name", m.meter_type as "MeterType",
  c.name as "CategoryName", m.unit as "Unit", coalesce(s.name, '') as "SystemName", ${plainNumber('l.value')} as "Value", ${isoText('l.at')} as "At"`;
/** The newest reading that holds, typed or sent. */
const LAST = sql`left join lateral (select x.value, x.at from (
    (select r.value, r.at from manual_reading r where r.meter_id = m.device_id and r.register = 'total' and r.value is not null
      and not exists (select from manual_reading n where n.supersedes = r.id) order by r.at desc limit 1)
    union all (select h.value, h.at from reading_hot h where h.meter_id = m.device_id order by h.at desc limit 1)) x
  order by x.at desc limit 1) l on true`;

export const nodeOf = async (ctx: Ctx, { ProjectCode, NodeId }: At): Promise<z.input<typeof energyNode.output>> => {
  const project = await seenProject(ctx, ctx.db, ProjectCode);
  const node = (await nodesOf(ctx, project.code, undefined)).find((one) => one.NodeId === NodeId);
  if (node === undefined) throw notFound('节点不存在');
  const { rows } = await sql<NodeDevice>`select ${deviceColumns} from ${meters} ${LAST}
    where m.project_code = ${project.code} and d.state <> 'retired' and ${within(NodeId)} order by d.sort, d.code`.execute(
    ctx.db,
  );
  return { ...node, Devices: rows };
};

export const nodeDevices = async (
  ctx: Ctx,
  input: z.output<typeof energyNodeDevices.input>,
): Promise<{ rows: NodeDevice[]; total: number }> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const like = likeText(input.Keyword ?? '');
  return pageOf<NodeDevice>(
    ctx.db,
    input,
    sql`select ${deviceColumns}, d.sort as "_order" from ${meters} ${LAST} where m.project_code = ${project.code} and d.state <> 'retired'
      and (d.name ilike ${like} or d.code ilike ${like}) ${input.NodeId === undefined ? sql`` : sql`and ${within(input.NodeId)}`}`,
    sql`"_order", "DeviceCode"`,
    ['DeviceCode', 'Name', 'At'],
  );
};
