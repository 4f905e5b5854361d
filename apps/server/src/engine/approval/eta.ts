/** How long steps take, and when a record is likely to end: by the times of its steps in the last 180 days, in working hours. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import { branchOf, isBefore } from './flow/path.ts';
import { flowBlocks } from './load.ts';
import { chainById } from './store.ts';
import type { Chain, ChainStep, FlowStatus, FormPort, StepView } from './types.ts';
import { workdays } from './work-calendar.ts';
import { afterWorkingHours } from './working-time.ts';
import { keptOfDatabase } from '../../platform/db/kept.ts';

/** How long a step took those who handled it, in working hours. */
interface StepTime {
  /** Half of them took no longer. */
  readonly half: number;
  /** Nine of ten took no longer. */
  readonly most: number;
  readonly count: number;
}
interface StepTimes {
  readonly until: number;
  readonly times: ReadonlyMap<string, StepTime>;
}
/** They move slowly, so that ten minutes old ones do; a few steps more change what is known from few, and few are quickly asked for. */
const FRESH_MS = 600_000;
const FRESH_OF_FEW_MS = 5_000;
const FEW = 1_000;
/** Of fewer, nobody can say what nine of ten took. */
const TELLING = 10;
const known = keptOfDatabase<string, StepTimes>();

const timesOf = async (db: Db, moduleId: string, now: Date): Promise<ReadonlyMap<string, StepTime>> => {
  const cached = known.get(moduleId);
  if (cached !== undefined && performance.now() < cached.until) return cached.times;
  const { rows } = await sql<StepTime & { node_key: string }>`
    select node_key, percentile_cont(0.5) within group (order by hours)::float8 as half,
           percentile_cont(0.9) within group (order by hours)::float8 as most, count(*)::int as count
      from wf_node_run
     where module_id = ${moduleId} and state = 'done' and step_index >= 0
       and ended_at > ${new Date(now.getTime() - 180 * 86_400_000)}
     group by node_key`.execute(db);
  const times = new Map(rows.map(({ node_key, ...time }) => [node_key, time]));
  const few = rows.reduce((sum, row) => sum + row.count, 0) < FEW;
  known.set(moduleId, { until: performance.now() + (few ? FRESH_OF_FEW_MS : FRESH_MS), times });
  return times;
};

/** Median working hours of a module's steps in the last 180 days, by key. */
export const mediansOf = async (db: Db, moduleId: string, now: Date): Promise<ReadonlyMap<string, number>> =>
  new Map([...(await timesOf(db, moduleId, now))].map(([key, { half }]) => [key, half]));

interface Running {
  readonly instance_id: string;
  readonly module_id: string;
  readonly definition_id: string | null;
  readonly status: FlowStatus;
  /** Positions of the active steps. */
  readonly active: readonly number[] | null;
}

/** Whether a condition holds for a record. */
type Holds = (when: string) => boolean;
const NEVER: Holds = () => false;

/**
 * Hours that the rest of a chain takes: of branches side by side, the longest counts. Undefined where a step has no history.
 * @param holds which steps and branches with a condition take place
 */
export const hoursLeft = (
  chain: Chain,
  active: readonly number[],
  medians: ReadonlyMap<string, number>,
  holds: Holds = NEVER,
): number | undefined => {
  const blocks = flowBlocks(chain);
  const open = new Set(active);
  const remains = (step: ChainStep, at: number): boolean =>
    open.has(at) || (conditionsAt(chain, step, at).every(holds) && active.some((from) => isBefore(blocks, from, at)));
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

/** What a step waits for besides its turn: its own condition, and that of its branch. */
const conditionsAt = (chain: Chain, step: ChainStep, at: number): readonly string[] => {
  const place = branchOf(flowBlocks(chain), at);
  const branch = place === null ? undefined : chain.parallel?.[place.block]?.branches[place.branch]?.when;
  return [step.when, branch].filter((when): when is string => typeof when === 'string');
};

/** Whether conditions decide about what comes behind these steps. */
const isOpen = (chain: Chain, active: readonly number[]): boolean =>
  chain.steps.some(
    (step, at) =>
      conditionsAt(chain, step, at).length > 0 && active.some((from) => isBefore(flowBlocks(chain), from, at)),
  );

/** What records hold, by instance: only of those that have conditions before them. */
const contentsOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Record<string, unknown>>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; content: Record<string, unknown> }>`
    select i.id::text, s.content from wf_instance i
      join wf_form_snapshot s on s.instance_id = i.id and s.form_version = i.form_version
     where i.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.content]));
};

/** By instance id; nothing for a record that does not run, or whose steps have no history yet. */
export const etaOf = async (
  db: Db,
  rows: readonly Running[],
  now: Date,
  { judge }: Pick<FormPort, 'judge'>,
): Promise<ReadonlyMap<string, Date>> => {
  const found = new Map<string, Date>();
  const isWorkday = await workdays(db);
  const running: { readonly row: Running; readonly chain: Chain; readonly active: readonly number[] }[] = [];
  for (const row of rows)
    if (row.status === 'running' && row.definition_id !== null && row.active !== null)
      running.push({ row, chain: await chainById(db, row.definition_id), active: row.active });
  const contents = await contentsOf(
    db,
    running.flatMap(({ row, chain, active }) => (isOpen(chain, active) ? [row.instance_id] : [])),
  );
  for (const { row, chain, active } of running) {
    const medians = await mediansOf(db, row.module_id, now);
    const content = contents.get(row.instance_id);
    const holds = content === undefined ? null : judge(row.module_id, content);
    const hours = hoursLeft(chain, active, medians, holds ?? NEVER);
    if (hours !== undefined) found.set(row.instance_id, afterWorkingHours(now, hours, isWorkday));
  }
  return found;
};

/** Hours of a step to come; NaN where nobody knows, which adds up to NaN. */
const hoursOf = (view: StepView, times: ReadonlyMap<string, StepTime>): number =>
  // Not submitted yet: it could be this moment. How long a correction takes is the applicant's affair.
  view.key === 'start' ? (view.arrivedAt === null ? 0 : Number.NaN) : (times.get(view.key)?.half ?? Number.NaN);

/** Working hours from now until each of the steps that are left is through, in their order; of branches side by side, the longest counts. */
export const hoursUntil = (left: readonly StepView[], times: ReadonlyMap<string, StepTime>): readonly number[] => {
  let trunk = 0;
  let block: string | null = null;
  let branches = new Map<string, number>();
  return left.map((view) => {
    if (block !== null && view.parallel?.block !== block) trunk = Math.max(...branches.values());
    if (view.parallel?.block !== block) branches = new Map();
    block = view.parallel?.block ?? null;
    const hours = hoursOf(view, times);
    if (view.parallel === null) {
      trunk += hours;
      return trunk;
    }
    const until = (branches.get(view.parallel.branch) ?? trunk) + hours;
    branches.set(view.parallel.branch, until);
    return until;
  });
};

/** Says of the steps that are left how long each usually takes, and when it is likely to be through. */
export const withTimes = async (
  db: Db,
  moduleId: string,
  views: readonly StepView[],
  now: Date,
): Promise<readonly StepView[]> => {
  const left = views.filter((view) => view.state === 'active' || view.state === 'future');
  if (left.length === 0) return views;
  const [times, isWorkday] = await Promise.all([timesOf(db, moduleId, now), workdays(db)]);
  const until = new Map(hoursUntil(left, times).map((hours, at) => [left[at], hours]));
  return views.map((view) => {
    const hours = until.get(view);
    if (hours === undefined) return view;
    const time = times.get(view.key);
    return {
      ...view,
      usual:
        time === undefined
          ? null
          : {
              half: time.half.toFixed(1),
              most: time.count < TELLING ? null : time.most.toFixed(1),
              count: time.count,
            },
      expectedAt: Number.isNaN(hours) ? null : afterWorkingHours(now, hours, isWorkday).toISOString(),
    };
  });
};
