/** Bringing others into a step and taking them out again: handing over, adding signers, delegating. */
import { taskOf } from './handle.ts';
import {
  accept,
  type Added,
  type Decision,
  type FlowCommand,
  type FlowEvent,
  type FlowRun,
  type FlowState,
  type FlowStep,
  type FlowTask,
  refuse,
  runAt,
  SYSTEM,
} from './state.ts';
import { balance, cancelPending, isPending, runAfter, verdictOf } from './tasks.ts';
import { forward } from './forward.ts';

/** A step with more people than this is nobody's any more. */
const MOST_TASKS = 50;

/**
 * People who have or had their say in the step, or would have it again were an agreement taken back; `except` a task that is about to become
 * somebody else's.
 */
const takenBy = (run: FlowRun, except: number): ReadonlySet<string> =>
  new Set(
    run.tasks.flatMap((task, at) =>
      at === except || task.state === 'cancelled' || task.state === 'removed'
        ? []
        : task.state === 'agreed' || task.by === null
          ? task.candidates
          : [task.by],
    ),
  );

/** What was delegated is answered, and decides nothing: whoever answered may be asked for a decision as well. */
const isReply = (task: FlowTask): boolean => task.added?.where === 'delegate' && task.state === 'agreed';

/** Who cannot be brought into the step: whoever has a say in it already. */
const engaged = (run: FlowRun, except: number): ReadonlySet<string> =>
  takenBy({ ...run, tasks: run.tasks.map((task) => (isReply(task) ? { ...task, state: 'removed' } : task)) }, except);

export const transfer = (state: FlowState, command: FlowCommand & { readonly kind: 'transfer' }): Decision => {
  const { actor, at, to } = command;
  // What is not their turn yet would come to somebody who is gone.
  const found = taskOf(state, actor, at, command.leaving === true);
  if ('code' in found) return refuse(found);
  if (!found.step.rules.transfer && command.leaving !== true) return refuse({ code: 'notAllowed', what: 'transfer' });
  // Among the candidates of one task the one who passes it on only leaves it to the others.
  if (engaged(found.run, at.task).has(to)) return refuse({ code: 'alreadyThere', person: to });
  return accept([{ kind: 'reassigned', ...at, from: actor, to }]);
};

/** Another applicant: nobody who has had or has a part in checking the record. */
export const takeOver = (state: FlowState, to: string): Decision => {
  if (state.status !== 'running' && state.status !== 'returned')
    return refuse({ code: 'status', status: state.status });
  const checks =
    [...state.agreed.values()].some((agreement) => agreement.by.includes(to)) ||
    state.runs.some((run) => takenBy(run, -1).has(to));
  if (to === state.starterId || checks) return refuse({ code: 'checker' });
  return accept([{ kind: 'takenOver', from: state.starterId, to }]);
};

/** Others may handle a task as well. Who has had a say in the step, or is its applicant, is none of them. */
export const escalate = (state: FlowState, command: FlowCommand & { readonly kind: 'escalate' }): Decision => {
  const { at } = command;
  const found = taskOf(state, SYSTEM, at);
  if ('code' in found) return refuse(found);
  const taken = takenBy(found.run, -1);
  const people = command.people.filter((person) => !taken.has(person) && person !== state.starterId);
  if (people.length === 0) return refuse({ code: 'nobody', index: at.index });
  return accept([{ kind: 'joined', ...at, people }]);
};

/** Adds people to a task; it becomes the actor's own where several might have taken it. */
const add = (
  state: FlowState,
  command: FlowCommand & { readonly kind: 'addSign' | 'delegate' },
  people: readonly string[],
  how: Pick<Added, 'where' | 'mode'>,
): Decision => {
  const { actor, at } = command;
  const found = taskOf(state, actor, at);
  if ('code' in found) return refuse(found);
  const { run, step, task } = found;
  // To whom it was delegated, only says what they think.
  if (task.added?.where === 'delegate') return refuse({ code: 'onlyReplies' });
  if (!step.rules[command.kind] || (command.kind === 'addSign' && step.mode === 'vote'))
    return refuse({ code: 'notAllowed', what: command.kind });
  const taken = engaged(run, at.task);
  const there = people.find((person) => person === actor || taken.has(person));
  if (there !== undefined) return refuse({ code: 'alreadyThere', person: there });
  if (run.tasks.length + people.length > MOST_TASKS) return refuse({ code: 'tooMany' });
  const group = run.tasks.length;
  const tasks = people.map(
    (person): FlowTask => ({
      candidates: [person],
      state: 'waiting',
      by: null,
      added: { ...how, to: at.task, group, by: actor },
    }),
  );
  const events: readonly FlowEvent[] = [
    ...(task.candidates.length > 1 ? [{ kind: 'taken', ...at, by: actor } as const] : []),
    { kind: 'tasksAdded', index: run.index, tasks },
  ];
  return accept([...events, ...balance(step, runAfter(run, events))]);
};

export const addSign = (state: FlowState, command: FlowCommand & { readonly kind: 'addSign' }): Decision =>
  add(state, command, command.people, { where: command.where, mode: command.mode });

export const delegate = (state: FlowState, command: FlowCommand & { readonly kind: 'delegate' }): Decision =>
  add(state, command, [command.to], { where: 'delegate', mode: 'all' });

/** Whether the person may take this task out of the step. */
export const isRemovable = (step: FlowStep, run: FlowRun, actor: string, at: number): boolean => {
  const task = run.tasks[at];
  if (task === undefined || !isPending(task)) return false;
  if (task.added !== null) return task.added.by === actor;
  const part = run.tasks.some(
    (one) =>
      one.added === null && (one.by === null ? isPending(one) && one.candidates.includes(actor) : one.by === actor),
  );
  return step.rules.removeSign === 'any' && step.mode !== 'any' && part && !task.candidates.includes(actor);
};

export const removeSign = (state: FlowState, command: FlowCommand & { readonly kind: 'removeSign' }): Decision => {
  const { actor, index } = command;
  if (state.status !== 'running') return refuse({ code: 'status', status: state.status });
  const run = runAt(state, index);
  const step = state.steps[index];
  if (run === undefined || step === undefined) return refuse({ code: 'taskClosed' });
  if (!command.tasks.every((at) => isRemovable(step, run, actor, at))) return refuse({ code: 'notRemovable' });
  const removing = command.tasks.map(
    (task): FlowEvent => ({ kind: 'taskClosed', index, task, as: 'removed', by: null }),
  );
  const left = runAfter(run, removing);
  const events = [...removing, ...balance(step, left)];
  const after = runAfter(run, events);
  const verdict = verdictOf(step, after.tasks);
  // Without this vote the step could not pass any more: that is for the voters to say.
  if (verdict === 'failed') return refuse({ code: 'notRemovable' });
  if (verdict === 'open') return accept(events);
  // Those who are left have all agreed.
  const by = after.tasks.flatMap((task) => (task.state === 'agreed' && task.by !== null ? [task.by] : []));
  return forward(
    state,
    [
      ...events,
      ...cancelPending(after),
      { kind: 'runClosed', index, as: 'done' },
      { kind: 'agreed', index, by: [...new Set(by)], auto: false },
    ],
    index,
  );
};
