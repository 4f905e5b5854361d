/** Agreeing and rejecting. */
import { branchOf, directlyBefore, isBefore } from './path.ts';
import { forward, reopenFork } from './forward.ts';
import {
  accept,
  type Ask,
  type Decision,
  type FlowCommand,
  type FlowEvent,
  type FlowRun,
  type FlowState,
  type FlowStep,
  type FlowTask,
  type Place,
  refuse,
  type Refusal,
  runAt,
  START,
  SYSTEM,
  type TargetKind,
} from './state.ts';
import { balance, cancelPending, isPending, runAfter, tasksAfter, verdictOf } from './tasks.ts';
import type { RejectTarget } from '../types.ts';

/** What a command about a task works with. */
export interface AtTask {
  readonly run: FlowRun;
  readonly step: FlowStep;
  readonly task: FlowTask;
}

/** The person's task, or why there is none. @param early also where it is not its turn yet */
export const taskOf = (state: FlowState, actor: string, at: Place, early = false): AtTask | Refusal => {
  if (state.status !== 'running') return { code: 'status', status: state.status };
  const run = runAt(state, at.index);
  const step = state.steps[at.index];
  const task = run?.tasks[at.task];
  if (
    run === undefined ||
    step === undefined ||
    task === undefined ||
    !(early ? isPending(task) : task.state === 'open')
  )
    return { code: 'taskClosed' };
  return task.candidates.includes(actor) || actor === SYSTEM ? { run, step, task } : { code: 'notYours' };
};

/** Everybody whose agreement made a step pass, whoever was last at the end. */
const agreedBy = (tasks: readonly FlowTask[], last: string): readonly string[] => [
  ...new Set(
    tasks
      .flatMap((task) => (task.state === 'agreed' && task.added?.where !== 'delegate' ? [task.by ?? ''] : []))
      .filter((person) => person !== last),
  ),
  last,
];

export const approve = (state: FlowState, actor: string, at: Place): Decision => {
  const found = taskOf(state, actor, at);
  if ('code' in found) return refuse(found);
  const closed: FlowEvent = { kind: 'taskClosed', ...at, as: 'agreed', by: actor };
  const handled = runAfter(found.run, [closed]);
  const followed = [closed, ...balance(found.step, handled)];
  const run = runAfter(found.run, followed);
  if (verdictOf(found.step, run.tasks) !== 'passed') return accept(followed);
  return forward(
    state,
    [
      closed,
      ...cancelPending(handled),
      { kind: 'runClosed', index: run.index, as: 'done' },
      { kind: 'agreed', index: run.index, by: agreedBy(run.tasks, actor), auto: false },
    ],
    run.index,
  );
};

/** The events that make the agreement of every step that comes after `index` void. */
export const undo = (state: FlowState, index: number, keep: boolean): readonly FlowEvent[] => {
  const indexes = [...state.agreed.keys()].filter((at) => isBefore(state.blocks, index, at)).sort((a, b) => a - b);
  return indexes.length > 0 ? [{ kind: 'undone', indexes, keep }] : [];
};

/** Positions that a rejection goes to; empty where it names no earlier step that somebody handled. */
export const targetsOf = (state: FlowState, from: number, to: RejectTarget): readonly number[] => {
  if (to === 'starter') return [START];
  const handled = [...state.agreed]
    .filter(([at, agreement]) => !agreement.auto && isBefore(state.blocks, at, from))
    .map(([at]) => at);
  if (to === 'previous') return handled.length > 0 ? directlyBefore(state.blocks, from, handled) : [START];
  const at = state.steps.findIndex((step) => step.key === to);
  return handled.includes(at) ? [at] : [];
};

const kindOf = (to: RejectTarget): TargetKind => (to === 'starter' || to === 'previous' || to === 'end' ? to : 'step');

export const reject = (state: FlowState, command: FlowCommand & { readonly kind: 'reject' }): Decision => {
  const { actor, at, to } = command;
  const found = taskOf(state, actor, at);
  if ('code' in found) return refuse(found);
  const { run, step, task } = found;
  if (task.added?.where === 'delegate') return refuse({ code: 'onlyReplies' });
  if (!step.rules.rejectTo.includes(kindOf(to))) return refuse({ code: 'targetNotAllowed' });
  // The applicant who handles a step of their own form takes part in carrying it out; to stop it is for the others.
  if (to === 'end' && actor === state.starterId) return refuse({ code: 'starterEnds' });
  const targets = to === 'end' ? [] : targetsOf(state, run.index, to);
  if (to !== 'end' && targets.length === 0) return refuse({ code: 'badTarget' });
  const closed: FlowEvent = { kind: 'taskClosed', ...at, as: 'rejected', by: actor };
  const tasks = tasksAfter(run.tasks, closed);
  if (step.mode === 'vote' && verdictOf(step, tasks) === 'open')
    return accept([closed, ...balance(step, { ...run, tasks })]);
  const left: FlowState = { ...state, runs: state.runs.map((one) => (one === run ? { ...run, tasks } : one)) };
  return to === 'end' ? end(left, run.index, [closed]) : sendBack(left, command, targets, [closed]);
};

/** Closes a step that was rejected, and the branches beside it where the whole is left. */
const leave = (state: FlowState, index: number, siblings: boolean): readonly FlowEvent[] => {
  const closing = state.runs.flatMap((run): readonly FlowEvent[] =>
    run.index === index || siblings
      ? [
          ...cancelPending(run),
          { kind: 'runClosed', index: run.index, as: run.index === index ? 'returned' : 'cancelled' },
        ]
      : [],
  );
  return siblings && state.fork !== null ? [...closing, { kind: 'forkClosed', block: state.fork.block }] : closing;
};

const end = (state: FlowState, index: number, events: readonly FlowEvent[]): Decision =>
  accept([...events, ...leave(state, index, true), ...undo(state, START, false), { kind: 'ended', as: 'rejected' }]);

const sendBack = (
  state: FlowState,
  command: FlowCommand & { readonly kind: 'reject' },
  targets: readonly number[],
  events: readonly FlowEvent[],
): Decision => {
  const from = command.at.index;
  const [first = START] = targets;
  const own = branchOf(state.blocks, from);
  const inside = first === START ? null : branchOf(state.blocks, first);
  const sameBlock = own !== null && inside !== null && own.block === inside.block;
  // Replay makes everything from the targets on void; direct only the targets themselves, which are asked anew.
  const again = new Set(targets.filter((index) => state.agreed.has(index)));
  if (command.resume === 'replay')
    for (const index of state.agreed.keys())
      if (targets.some((target) => isBefore(state.blocks, target, index))) again.add(index);
  const indexes = [...again].sort((a, b) => a - b);
  const undone: readonly FlowEvent[] = indexes.length > 0 ? [{ kind: 'undone', indexes, keep: true }] : [];
  const all: readonly FlowEvent[] = [
    ...events,
    ...leave(state, from, !sameBlock),
    ...undone,
    { kind: 'returned', from, to: targets, resume: command.resume },
  ];
  if (first === START)
    return accept([
      ...all,
      {
        kind: 'entered',
        index: START,
        cause: 'return',
        tasks: [{ candidates: [state.starterId], state: 'open', by: null, added: null }],
      },
    ]);
  const asks = targets.map((index): Ask => ({ kind: 'enter', index, cause: 'return' }));
  return accept([...all, ...(sameBlock ? [] : reopenFork(state, targets))], asks);
};
