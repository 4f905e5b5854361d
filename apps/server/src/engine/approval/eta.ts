/** When a record is likely to end: the median time of its remaining steps in the last 180 days, in working hours. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import { branchOf, isBefore } from './flow/path.ts';
import { flowBlocks } from './load.ts';
import { chainById } from './store.ts';
import type { Chain, ChainStep, FlowStatus } from './types.ts';
import { workdays } from './work-calendar.ts';
import { afterWorkingHours } from './working-time.ts';
import { keptOfDatabase } from '../../platform/db/kept.ts';

interface Medians {
  readonly at: number;
  readonly hours: ReadonlyMap<string, number>;
}
/** Medians move slowly; ten minutes old ones do. */
const FRESH_MS = 600_000;
const known = keptOfDatabase<string, Medians>();

/** Median working hours of a module's steps in the last 180 days, by key. */
export const mediansOf = async (db: Db, moduleId: string, now: Date): Promise<ReadonlyMap<string, number>> => {
  const cached = known.get(moduleId);
  if (cached !== undefined && now.getTime() - cached.at < FRESH_MS) return cached.hours;
  const { rows } = await sql<{ node_key: string; hours: number }>`
    select node_key, percentile_cont(0.5) within group (order by hours)::float8 as hours
      from wf_node_run
     where module_id = ${moduleId} and state = 'done' and step_index >= 0
       and ended_at > ${new Date(now.getTime() - 180 * 86_400_000)}
     group by node_key`.execute(db);
  const hours = new Map(rows.map((row) => [row.node_key, row.hours]));
  known.set(moduleId, { at: now.getTime(), hours });
  return hours;
};

interface Running {
  readonly instance_id: string;
  readonly module_id: string;
  readonly definition_id: string | null;
  readonly status: FlowStatus;
  /** Positions of the active steps. */
  readonly active: readonly number[] | null;
}

/** Hours that the rest of a chain takes: of branches side by side, the longest counts. Undefined where a step has no history. */
export const hoursLeft = (
  chain: Chain,
  active: readonly number[],
  medians: ReadonlyMap<string, number>,
): number | undefined => {
  const blocks = flowBlocks(chain);
  const open = new Set(active);
  const remains = (step: ChainStep, at: number): boolean =>
    open.has(at) || (step.when === null && active.some((from) => isBefore(blocks, from, at)));
  let trunk = 0;
  const branches = new Map<number, Map<number, number>>();
  for (const [at, step] of chain.steps.entries()) {
    if (!remains(step, at)) continue;
    const hours = medians.get(step.key);
    if (hours === undefined) return undefined;
    const place = branchOf(blocks, at);
    if (place === null) trunk += hours;
    else {
      const block = branches.get(place.block) ?? new Map<number, number>();
      branches.set(place.block, block.set(place.branch, (block.get(place.branch) ?? 0) + hours));
    }
  }
  return [...branches.values()].reduce((sum, block) => sum + Math.max(...block.values()), trunk);
};

/** By instance id; nothing for a record that does not run, or whose steps have no history yet. Conditional steps to come are left out. */
export const etaOf = async (db: Db, rows: readonly Running[], now: Date): Promise<ReadonlyMap<string, Date>> => {
  const found = new Map<string, Date>();
  const isWorkday = await workdays(db);
  for (const row of rows) {
    if (row.status !== 'running' || row.definition_id === null || row.active === null) continue;
    const medians = await mediansOf(db, row.module_id, now);
    const hours = hoursLeft(await chainById(db, row.definition_id), row.active, medians);
    if (hours !== undefined) found.set(row.instance_id, afterWorkingHours(now, hours, isWorkday));
  }
  return found;
};
