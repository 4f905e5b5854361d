/** Taking back one's own agreement while nobody has gone on from it. */
import { branchOf, isBefore } from './path.ts';
import { reopenFork } from './forward.ts';
import {
  accept,
  type Decision,
  type FlowCommand,
  type FlowEvent,
  type FlowRun,
  type FlowState,
  type FlowStep,
  refuse,
  runAt,
} from './state.ts';
import { balance, cancelPending, isPending, mayBeHandled, runAfter, verdictOf } from './tasks.ts';

type TakeBack = FlowCommand & { readonly kind: 'takeBack' };

/** The step with the agreement taken out again; whoever was passed over because of it has their say again. */
const reopened = (step: FlowStep, run: FlowRun, task: number): readonly FlowEvent[] => {
  const again = run.tasks.flatMap((one, at): readonly FlowEvent[] =>
    at === task || one.state === 'cancelled' ? [{ kind: 'taskReopened', index: run.index, task: at }] : [],
  );
  return [...again, ...balance(step, runAfter(run, again))];
};

/** Somebody who went on from the agreement: it was their turn only because of it, or they have asked the same people again since. */
const builtOn = (step: FlowStep, run: FlowRun): string | null => {
  const task = run.tasks.find((one, at) => one.by !== null && !mayBeHandled(step, run.tasks, at));
  if (task !== undefined) return task.by;
  const asked = new Set<string>();
  for (const one of run.tasks.filter(isPending)) {
    if (one.added !== null && one.candidates.some((person) => asked.has(person))) return one.added.by;
    for (const person of one.candidates) asked.add(person);
  }
  return null;
};

export const takeBack = (state: FlowState, command: TakeBack): Decision => {
  const { actor, at, sentBack } = command;
  const active = runAt(state, at.index);
  const run = active ?? command.run;
  const step = state.steps[at.index];
  const task = run.tasks[at.task];
  if (step === undefined || task === undefined || task.state !== 'agreed') return refuse({ code: 'notTakeable' });
  if (task.by !== actor) return refuse({ code: 'notYours' });
  if (state.status !== 'running' && !(state.status === 'approved' && command.grace))
    return refuse({ code: 'status', status: state.status });
  const inside = reopened(step, run, at.task);
  const then = runAfter(run, inside);
  const other = builtOn(step, then);
  if (other !== null) return refuse({ code: 'handled', by: other });
  if (verdictOf(step, then.tasks) === 'passed') return refuse({ code: 'notTakeable' });
  if (active !== undefined)
    return accept([...inside, { kind: 'tookBack', at, by: actor, sentBack, across: false, resume: [] }]);
  return across(state, command, inside);
};

/** The step had been through: what came of it is left again, where nobody has touched it. */
const across = (state: FlowState, command: TakeBack, inside: readonly FlowEvent[]): Decision => {
  const { actor, at, run, sentBack } = command;
  const mine = state.agreed.get(at.index);
  // Sent back since, or never through: this agreement does not stand.
  if (mine?.by.includes(actor) !== true) return refuse({ code: 'notTakeable' });
  // Sent back to before it, past it: the record is somewhere else now, and two steps of a row would be asked at once.
  if (state.runs.some((one) => isBefore(state.blocks, one.index, at.index))) return refuse({ code: 'notTakeable' });
  const later = (index: number): boolean => isBefore(state.blocks, at.index, index);
  const followers = state.runs.filter((one) => later(one.index));
  // What agreed in an earlier round did not follow from this agreement; it was only not asked again.
  const since = [...state.agreed].filter(([index, agreement]) => later(index) && agreement.round >= mine.round);
  const touched = followers.flatMap((one) => one.tasks).find((task) => task.by !== null || task.added !== null);
  const passed = since.find(([, agreement]) => !agreement.auto && !agreement.carried);
  const by = touched?.by ?? touched?.added?.by ?? passed?.[1].by[0];
  if (by !== undefined) return refuse({ code: 'handled', by });
  const indexes = [at.index, ...since.map(([index]) => index)].sort((a, b) => a - b);
  // Steps that were not asked again tell of a direct return: what came after them is to be come back to as before.
  const direct = [...state.agreed].some(([index, agreement]) => later(index) && agreement.round < mine.round);
  const resume = direct ? followers.map((one) => one.index) : [];
  const own = branchOf(state.blocks, at.index);
  const leaving = followers.flatMap((one): readonly FlowEvent[] => [
    ...cancelPending(one),
    { kind: 'runClosed', index: one.index, as: 'undone' },
  ]);
  // From before a parallel block its branches are left; inside one, only this branch is open again.
  const block = state.fork;
  const forks: readonly FlowEvent[] =
    block !== null && own?.block !== block.block ? [{ kind: 'forkClosed', block: block.block }] : [];
  return accept([
    ...leaving,
    ...forks,
    { kind: 'undone', indexes, keep: false },
    ...reopenFork(state, [at.index]),
    { kind: 'runReopened', run },
    ...inside,
    { kind: 'tookBack', at, by: actor, sentBack, across: true, resume },
  ]);
};
