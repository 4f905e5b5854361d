/** What a person may do with a record now, as far as its approval goes: the state machine is asked, so that no button promises what it refuses. */
import { decide } from './flow/decide.ts';
import { targetsOf } from './flow/handle.ts';
import { isRemovable } from './flow/people.ts';
import { type FlowRun, type FlowState, freshState } from './flow/state.ts';
import { flowTask, stateOf } from './load.ts';
import { mayCancel, needsOf, taskActions } from './rights.ts';
import type { ActionName, Actor, Chain, RejectTarget, Standing } from './types.ts';
import { type Picture, type Row, standsIn } from './views.ts';

const NO_RIGHTS: Standing['rights'] = { closed: [], required: [] };

const NOTHING: Standing = {
  actions: [],
  taskId: null,
  stepKey: null,
  taskKind: null,
  tasks: [],
  claimedBy: null,
  needs: { opinion: false, signature: false },
  rights: NO_RIGHTS,
  onBehalfOf: null,
  rejectTo: [],
  removable: null,
  takeBackId: null,
};

interface RowRun {
  readonly rows: readonly Row[];
  readonly flow: FlowRun;
}

const runsOf = (rows: readonly Row[]): readonly RowRun[] =>
  [...Map.groupBy(rows, (row) => row.run_id).values()].flatMap((tasks) => {
    const [first] = tasks;
    if (first === undefined || first.task_id === null) return [];
    const flow = { index: first.step_index, tasks: tasks.map((row) => flowTask({ ...row, state: row.task_state })) };
    return [{ rows: tasks, flow }];
  });

const stateIn = (chain: Chain | null, first: Row, active: readonly RowRun[]): FlowState =>
  chain === null
    ? { ...freshState([], first.starter), status: first.status }
    : stateOf(
        chain,
        { ...first, kept: {}, handled_by: first.instance_handled_by },
        active.map((run) => run.flow),
      );

const busy = (own: Row, actor: Actor, names: Picture['names'], now: Date): string | null =>
  own.claimed_by !== null && own.claimed_by !== actor.userId && (own.claimed_until ?? now) > now
    ? (names.get(own.claimed_by) ?? '其他人')
    : null;

/** What may be done with an open task. */
const onTask = (state: FlowState, own: Row, index: number, actor: Actor, now: Date): readonly ActionName[] => {
  const held = own.claimed_by === actor.userId && (own.claimed_until ?? now) > now;
  return [
    'Approve',
    ...(own.task_kind === 'delegate' ? [] : (['Reject'] as const)),
    // What somebody has been given for a time is not theirs to give.
    ...(own.candidates.includes(actor.userId) ? taskActions(state.steps[index], own.task_kind) : []),
    ...(own.candidates.length + Object.keys(own.stand_ins ?? {}).length > 1
      ? ([held ? 'Release' : 'Claim'] as const)
      : []),
  ];
};

/** Every way back that the step allows and that leads to somebody. */
const targets = (state: FlowState, index: number, actor: string): readonly RejectTarget[] => {
  const step = state.steps[index];
  const allowed = step?.rules.rejectTo ?? [];
  const earlier = targetsOf(state, index, 'previous');
  return [
    ...(allowed.includes('starter') ? (['starter'] as const) : []),
    ...(allowed.includes('previous') && (earlier[0] ?? -1) >= 0 ? (['previous'] as const) : []),
    ...(allowed.includes('step')
      ? state.steps.flatMap((one) =>
          targetsOf(state, index, one.key as RejectTarget).length > 0 ? [one.key as RejectTarget] : [],
        )
      : []),
    ...(allowed.includes('end') && actor !== state.starterId ? (['end'] as const) : []),
  ];
};

const removableIn = (
  state: FlowState,
  active: readonly RowRun[],
  actor: Actor,
  names: Picture['names'],
): Standing['removable'] => {
  for (const { rows, flow } of active) {
    const step = state.steps[flow.index];
    if (step === undefined) continue;
    const found = rows.filter((_, at) => isRemovable(step, flow, actor.userId, at));
    const [first] = found;
    if (first?.task_id == null) continue;
    return {
      taskId: first.task_id,
      people: found.flatMap((row) =>
        row.candidates.map((userId) => ({ UserId: userId, UserName: names.get(userId) ?? '' })),
      ),
    };
  }
  return null;
};

/** The agreement of the actor that they may take back: the newest of them that still stands. */
const takeBackIn = (state: FlowState, runs: readonly RowRun[], actor: Actor): string | null => {
  for (const { rows, flow } of [...runs].reverse()) {
    // Of a step that was handled again later only the last time counts.
    if (runs.findLast((one) => one.flow.index === flow.index)?.flow !== flow) continue;
    const at = flow.tasks.findLastIndex((task, position) => {
      const { handled_by: hand, on_behalf_of: owner } = rows[position] ?? {};
      return task.state === 'agreed' && (hand === actor.userId || owner === actor.userId);
    });
    if (at < 0 || flow.index < 0) continue;
    const command = {
      kind: 'takeBack',
      actor: flow.tasks[at]?.by ?? actor.userId,
      at: { index: flow.index, task: at },
      run: flow,
      grace: false,
      sentBack: false,
    } as const;
    if (decide(state, command).ok) return rows[at]?.task_id ?? null;
  }
  return null;
};

/** @param meant which of several tasks that wait for the person is asked about */
export const standingOf = (picture: Picture, actor: Actor, now: Date, meant: string | null = null): Standing => {
  const [first] = picture.rows;
  if (!first) return NOTHING;
  const runs = runsOf(picture.rows);
  const active = runs.filter(({ rows }) => rows[0]?.run_state === 'active');
  const state = stateIn(picture.chain, first, active);
  const asked = (row: Row): boolean => row.task_state === 'open' && row.candidates.includes(actor.userId);
  const stood = (row: Row): boolean => row.task_state === 'open' && standsIn(row, actor.userId);
  const open = active.flatMap(({ rows }) => rows);
  const waiting = [...open.filter(asked), ...open.filter((row) => !asked(row) && stood(row))];
  const own = waiting.find((row) => row.task_id === meant) ?? waiting[0];
  const run = active.find(({ rows }) => own !== undefined && rows.includes(own));
  const owner = own === undefined || asked(own) ? undefined : own.stand_ins?.[actor.userId];
  const claimedBy = own === undefined ? null : busy(own, actor, picture.names, now);
  const starter = first.starter === actor.userId;
  const actions: ActionName[] = [];
  if (starter && (first.status === 'returned' || first.status === 'withdrawn')) actions.push('Submit', 'Edit');
  if (run !== undefined && own !== undefined && first.status === 'running' && claimedBy === null)
    actions.push(...onTask(state, own, run.flow.index, actor, now));
  const removable = first.status === 'running' ? removableIn(state, active, actor, picture.names) : null;
  if (removable !== null) actions.push('RemoveSign');
  const takeBackId = first.status === 'running' ? takeBackIn(state, runs, actor) : null;
  if (takeBackId !== null) actions.push('TakeBack');
  if (decide(state, { kind: 'withdraw', actor: actor.userId }).ok) actions.push('Withdraw');
  const others = active.some(({ rows }) =>
    rows.some((row) => row.task_state === 'open' && row.candidates.some((person) => person !== actor.userId)),
  );
  if (starter && first.status === 'running' && others) actions.push('Urge');
  if (first.status === 'approved' && mayCancel(state, actor)) actions.push('Cancel');
  const involved =
    starter ||
    picture.rows.some(
      (row) =>
        (row.candidates ?? []).includes(actor.userId) || row.handled_by === actor.userId || standsIn(row, actor.userId),
    );
  if (involved && first.status !== 'draft') actions.push('Cc');
  const step = run === undefined ? undefined : picture.chain?.steps[run.flow.index];
  return {
    actions,
    taskId: own?.task_id ?? null,
    stepKey: own?.node_key ?? null,
    taskKind: own?.task_kind ?? null,
    tasks: waiting.flatMap(({ task_id: id, name }) => (id === null ? [] : [{ taskId: id, step: name }])),
    claimedBy,
    needs: needsOf(step, own?.task_kind ?? null),
    // Only the step's own handler fills its section in.
    rights: own?.task_kind === 'approve' ? { ...NO_RIGHTS, ...step?.rights } : NO_RIGHTS,
    onBehalfOf: owner === undefined ? null : { userId: owner, userName: picture.names.get(owner) ?? '' },
    rejectTo:
      run !== undefined && actions.includes('Reject') ? targets(state, run.flow.index, owner ?? actor.userId) : [],
    removable,
    takeBackId,
  };
};
