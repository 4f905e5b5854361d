/** When a record is likely to end: the median time of its remaining steps in the last 180 days, in working hours. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import { chainById } from './store.ts';
import type { FlowStatus } from './types.ts';
import { workdays } from './work-calendar.ts';
import { afterWorkingHours } from './working-time.ts';

interface Medians {
  readonly at: number;
  readonly hours: ReadonlyMap<string, number>;
}
/** Medians move slowly; ten minutes old ones do. */
const FRESH_MS = 600_000;
const known = new Map<string, Medians>();

const mediansOf = async (db: Db, moduleId: string, now: Date): Promise<ReadonlyMap<string, number>> => {
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
  readonly step_index: number | null;
}

/** By instance id; nothing for a record that does not run, or whose steps have no history yet. Conditional steps to come are left out. */
export const etaOf = async (db: Db, rows: readonly Running[], now: Date): Promise<ReadonlyMap<string, Date>> => {
  const found = new Map<string, Date>();
  const isWorkday = await workdays(db);
  for (const row of rows) {
    const index = row.step_index;
    if (row.status !== 'running' || row.definition_id === null || index === null) continue;
    const medians = await mediansOf(db, row.module_id, now);
    const chain = await chainById(db, row.definition_id);
    const remaining = chain.steps.filter((step, at) => at === index || (at > index && step.when === null));
    const hours = remaining.map((step) => medians.get(step.key));
    if (hours.some((one) => one === undefined)) continue;
    found.set(
      row.instance_id,
      afterWorkingHours(
        now,
        hours.reduce<number>((sum, one) => sum + (one ?? 0), 0),
        isWorkday,
      ),
    );
  }
  return found;
};
