/** Reads an approval and turns its rows into the state that `decide` knows. */
import { REJECT_TARGETS } from '@hengneng/form-kit';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { branchOf } from './flow/path.ts';
import {
  type Agreement,
  type FlowBlock,
  type FlowRun,
  type FlowState,
  type FlowStep,
  type FlowTask,
  freshState,
  START,
} from './flow/state.ts';
import type { AgreedJson } from './schema.ts';
import { standInsOf } from './stand-in.ts';
import { chainById, type InstanceRow } from './store.ts';
import type { Chain, ChainStep, HandlerSource, Person } from './types.ts';

/** A task as the state machine sees it, with what only its row knows. */
export interface TaskRow {
  readonly id: string;
  readonly position: number;
  readonly kind: 'approve' | 'revise' | 'sign' | 'delegate';
  readonly version: number;
  readonly claimed_by: string | null;
  readonly claimed_until: Date | null;
  /** Who handled it, where that was not the one whose task it is. */
  readonly handledBy: string | null;
  /** Delegate → whose task it then is: who else may handle it now. */
  readonly standIns: Readonly<Record<string, string>>;
  readonly flow: FlowTask;
}

/** A step with its tasks; `index` as in the chain. */
export interface RunRow {
  readonly id: string;
  readonly index: number;
  readonly createdAt: Date;
  readonly tasks: readonly TaskRow[];
}

export interface Loaded {
  readonly instance: InstanceRow;
  readonly chain: Chain;
  /** Active steps in the order of the chain. */
  readonly runs: readonly RunRow[];
  readonly state: FlowState;
}

const indexOf = (chain: Chain, key: string): number =>
  key === 'start' ? START : chain.steps.findIndex((step) => step.key === key);

export const keyOf = (chain: Chain, index: number): string => (index === START ? 'start' : stepAt(chain, index).key);

export const stepAt = (chain: Chain, index: number): ChainStep => {
  const step = chain.steps[index];
  if (!step) throw new Error(`chain of ${chain.moduleId} has no step ${index}`);
  return step;
};

/** The applicant's first name for the step before all others. */
export const START_NAME = '发起申请';
export const nameOf = (chain: Chain, index: number): string =>
  index === START ? START_NAME : stepAt(chain, index).name;

/** Nothing to fill in, to write or to sign: an agreement given elsewhere may stand for this one. */
export const isPassable = ({ fieldKeys, policy }: ChainStep): boolean =>
  fieldKeys.length === 0 && policy?.opinion !== 'required' && policy?.signature !== 'required';

/** A step as the state machine knows it: policies with their defaults. */
export const flowStep = (step: ChainStep): FlowStep => ({
  key: step.key,
  mode: step.mode,
  pass: step.pass ?? 100,
  passable: isPassable(step),
  rules: {
    rejectTo: step.policy?.rejectTo ?? REJECT_TARGETS,
    addSign: step.policy?.addSign ?? true,
    transfer: step.policy?.transfer ?? true,
    delegate: step.policy?.delegate ?? true,
    removeSign: step.policy?.removeSign ?? 'added',
    repeat: step.policy?.repeat ?? 'next',
  },
});

/** Parallel blocks by the positions of their steps. */
export const flowBlocks = (chain: Chain): readonly FlowBlock[] =>
  (chain.parallel ?? []).map(({ branches }) => ({
    branches: branches.map(({ steps }) => ({
      first: indexOf(chain, steps[0] ?? ''),
      last: indexOf(chain, steps.at(-1) ?? ''),
    })),
  }));

/** Where a step stands among parallel branches, as its row keeps it; '' on the trunk. */
export const branchPath = (chain: Chain, index: number): string => {
  const place = index === START ? null : branchOf(flowBlocks(chain), index);
  return place === null ? '' : `p${place.block + 1}/b${place.branch + 1}`;
};

const agreedOf = (chain: Chain, json: AgreedJson): ReadonlyMap<number, Agreement> =>
  new Map(
    Object.entries(json).map(([key, { by, auto, version, round, carried }]) => [
      indexOf(chain, key),
      { by, auto, version: version ?? 0, round: round ?? 1, carried: carried ?? false },
    ]),
  );

export const agreedJson = (chain: Chain, agreed: ReadonlyMap<number, Agreement>): AgreedJson =>
  Object.fromEntries([...agreed].map(([index, agreement]) => [keyOf(chain, index), agreement]));

/** What of an instance the state machine needs. */
export type InstanceState = Pick<
  InstanceRow,
  'starter' | 'status' | 'round' | 'resume' | 'agreed' | 'kept' | 'handled_by' | 'form_version'
>;

/** The state of an approval by its rows. */
export const stateOf = (chain: Chain, instance: InstanceState, runs: readonly FlowRun[]): FlowState => {
  const blocks = flowBlocks(chain);
  const places = runs.flatMap((run) => (run.index === START ? [] : (branchOf(blocks, run.index) ?? [])));
  const [first] = places;
  return {
    ...freshState(chain.steps.map(flowStep), instance.starter, blocks),
    status: instance.status,
    round: instance.round,
    version: instance.form_version,
    runs,
    fork: first === undefined ? null : { block: first.block, open: places.map((place) => place.branch) },
    resume: instance.resume.map((key) => indexOf(chain, key)),
    agreed: agreedOf(chain, instance.agreed),
    kept: agreedOf(chain, instance.kept),
    handledBy: instance.handled_by,
  };
};

export const flowRun = (run: RunRow): FlowRun => ({ index: run.index, tasks: run.tasks.map((task) => task.flow) });

/** The whole picture of a locked instance at a moment. `current` serves a record that was never submitted. */
export const load = async (
  tx: Tx,
  instance: InstanceRow,
  current: Chain,
  version: number,
  now: Date,
): Promise<Loaded> => {
  const chain = instance.definition_id === null ? current : await chainById(tx, instance.definition_id);
  const live = instance.status === 'running' || instance.status === 'returned';
  const runs = live ? await runsWhere(tx, { instanceId: instance.id }, now) : [];
  return { instance, chain, runs, state: { ...stateOf(chain, instance, runs.map(flowRun)), version } };
};

/** The columns of a task that the state machine knows. */
export interface FlowColumns {
  readonly state: FlowTask['state'];
  readonly candidates: readonly string[];
  readonly handled_by: string | null;
  readonly on_behalf_of: string | null;
  readonly added_to: number | null;
  readonly added_where: 'before' | 'after' | 'delegate' | null;
  readonly sign_mode: 'any' | 'all' | 'turn' | null;
  readonly sign_group: number | null;
  readonly added_by: string | null;
}

export const flowTask = (row: FlowColumns): FlowTask => ({
  candidates: row.candidates,
  state: row.state,
  // Whose say it was, not whose hand: the machine knows nothing of standing in.
  by: row.on_behalf_of ?? row.handled_by,
  added:
    row.added_to === null
      ? null
      : {
          to: row.added_to,
          where: row.added_where ?? 'before',
          mode: row.sign_mode ?? 'all',
          group: row.sign_group ?? 0,
          by: row.added_by ?? '',
        },
});

/** The active steps of an approval, or one step whatever has become of it, with their tasks. */
export const runsWhere = async (
  tx: Tx,
  which: { readonly instanceId: string } | { readonly runId: string },
  now: Date,
): Promise<readonly RunRow[]> => {
  const rows = await tx
    .selectFrom('wf_node_run as r')
    .innerJoin('wf_task as t', 't.run_id', 'r.id')
    .select([
      'r.id as run_id',
      'r.step_index',
      'r.created_at as run_created_at',
      't.id',
      't.position',
      't.kind',
      't.state',
      't.version',
      't.candidates',
      't.handled_by',
      't.on_behalf_of',
      't.claimed_by',
      't.claimed_until',
      't.added_to',
      't.added_where',
      't.sign_mode',
      't.sign_group',
      't.added_by',
      standInsOf(now).as('standIns'),
    ])
    .$if('instanceId' in which, (q) =>
      q.where('r.instance_id', '=', 'instanceId' in which ? which.instanceId : '0').where('r.state', '=', 'active'),
    )
    .$if('runId' in which, (q) => q.where('r.id', '=', 'runId' in which ? which.runId : '0'))
    .orderBy('r.step_index')
    .orderBy('t.position')
    .execute();
  return [...Map.groupBy(rows, (row) => row.run_id).values()].flatMap((tasks): readonly RunRow[] => {
    const [first] = tasks;
    if (first === undefined) return [];
    return [
      {
        id: first.run_id,
        index: first.step_index,
        createdAt: first.run_created_at,
        tasks: tasks.map(({ id, position, kind, version, claimed_by, claimed_until, standIns, ...row }) => ({
          id,
          position,
          kind,
          version,
          claimed_by,
          claimed_until,
          handledBy: row.handled_by,
          standIns,
          flow: flowTask(row),
        })),
      },
    ];
  });
};

/** People whom a step was last given to, for a step that had been chosen by hand and is asked again. */
const lastPeople = async (tx: Db | Tx, instanceId: string, nodeKey: string): Promise<readonly string[]> => {
  const rows = await tx
    .selectFrom('wf_task as t')
    .innerJoin('wf_node_run as r', 'r.id', 't.run_id')
    .select(['t.candidates', 't.handled_by', 't.on_behalf_of'])
    .where('r.instance_id', '=', instanceId)
    .where('r.node_key', '=', nodeKey)
    .orderBy('r.round', 'desc')
    .orderBy('t.position')
    .limit(20)
    .execute();
  const first = rows[0];
  if (!first) return [];
  return first.handled_by === null ? first.candidates : [first.on_behalf_of ?? first.handled_by];
};

/** Of those, who may handle it still; empty where somebody has to be picked anew. */
export const lastChosen = async (
  db: Db | Tx,
  directory: HandlerSource,
  instanceId: string,
  step: ChainStep,
  starterId: string,
): Promise<readonly Person[]> => {
  const people = await directory.people(db, await lastPeople(db, instanceId, step.key));
  return people.filter((person) => person.userId !== starterId);
};

export const lastWords = (people: readonly Person[]): string =>
  `原处理人：${people.map((person) => person.userName).join('、')}`;
