/**
 * The state machine of an approval, pure: `decide(state, command) → events | refusal`, `apply(state, event) → state`.
 *
 * Where it needs people or conditions it stops with questions (`asks`), and the caller answers each with a command. Commands of people and
 * answers of the directory thus take the same way, and the whole can be tested without a database. Later kinds of commands are new
 * cases here and nowhere else.
 */
import { fork, forward, enter } from './forward.ts';
import { approve, reject, undo } from './handle.ts';
import { addSign, delegate, escalate, removeSign, takeOver, transfer } from './people.ts';
import {
  accept,
  type Decision,
  type FlowCommand,
  type FlowEvent,
  type FlowState,
  refuse,
  runAt,
  START,
} from './state.ts';
import { takeBack } from './take-back.ts';
import { cancelPending, tasksFor } from './tasks.ts';

/** Decides a command. Never changes anything; `apply` does, event by event. */
export const decide = (state: FlowState, command: FlowCommand): Decision => {
  switch (command.kind) {
    case 'submit':
      return submit(state, command.actor);
    case 'approve':
      return approve(state, command.actor, command.at);
    case 'reject':
      return reject(state, command);
    case 'transfer':
      return transfer(state, command);
    case 'addSign':
      return addSign(state, command);
    case 'delegate':
      return delegate(state, command);
    case 'removeSign':
      return removeSign(state, command);
    case 'takeBack':
      return takeBack(state, command);
    case 'escalate':
      return escalate(state, command);
    case 'takeOver':
      return takeOver(state, command.to);
    case 'reenter':
      return reenter(state, command.index);
    case 'withdraw':
      return withdraw(state, command.actor);
    case 'cancel':
      if (state.status !== 'approved') return refuse({ code: 'status', status: state.status });
      return accept([...undo(state, START, false), { kind: 'ended', as: 'cancelled' }]);
    case 'enter':
      return enter(state, command);
    case 'fork':
      return fork(state, command);
  }
};

const submit = (state: FlowState, actor: string): Decision => {
  if (state.status !== 'draft' && state.status !== 'returned') return refuse({ code: 'status', status: state.status });
  if (actor !== state.starterId) return refuse({ code: 'notStarter' });
  if (state.status === 'draft') return forward(state, [{ kind: 'submitted', first: true }], START);
  return forward(
    state,
    [
      { kind: 'submitted', first: false },
      { kind: 'taskClosed', index: START, task: 0, as: 'agreed', by: actor },
      { kind: 'runClosed', index: START, as: 'done' },
    ],
    START,
  );
};

/** An applicant takes a record back while nobody has handled it; a returned one lies with them: giving it up takes nothing from anybody. */
export const mayWithdraw = (status: FlowState['status'], handledBy: string | null): boolean =>
  status === 'returned' || (status === 'running' && handledBy === null);

const withdraw = (state: FlowState, actor: string): Decision => {
  if (actor !== state.starterId) return refuse({ code: 'notStarter' });
  if (!mayWithdraw(state.status, state.handledBy))
    return refuse(
      state.status === 'running' && state.handledBy !== null
        ? { code: 'handled', by: state.handledBy }
        : { code: 'status', status: state.status },
    );
  const closing = state.runs.flatMap((run): readonly FlowEvent[] => [
    ...cancelPending(run),
    { kind: 'runClosed', index: run.index, as: 'cancelled' },
  ]);
  return accept([...closing, ...undo(state, START, false), { kind: 'ended', as: 'withdrawn' }]);
};

/** Only what is broken is entered anew: a step that is active without an open task, or any where none is active at all. */
const reenter = (state: FlowState, index: number): Decision => {
  if (state.status !== 'running' && state.status !== 'returned')
    return refuse({ code: 'status', status: state.status });
  const run = runAt(state, index);
  const whole = run === undefined ? state.runs.length > 0 : run.tasks.some((task) => task.state === 'open');
  if (whole || (index === START) !== (state.status === 'returned')) return refuse({ code: 'notStuck' });
  const closed: readonly FlowEvent[] =
    run === undefined ? [] : [...cancelPending(run), { kind: 'runClosed', index, as: 'cancelled' }];
  const again: readonly FlowEvent[] = [...closed, { kind: 'reentered', index }];
  if (index !== START) return accept(again, [{ kind: 'enter', index, cause: 'return' }]);
  const tasks = tasksFor({ mode: 'any' }, [state.starterId]);
  return accept([...again, { kind: 'entered', index, cause: 'return', tasks }]);
};
