/**
 * The state machine of an approval, pure: `decide(state, command) → events | refusal`, `apply(state, event) → state`.
 *
 * It knows positions, not people or conditions. Where it needs them it stops with `ask` (who handles step n, does its condition hold?),
 * and the caller answers with the command `enter`. Commands of people and answers of the directory thus take the same way, and
 * the whole can be tested without a database. Later kinds of commands (add a signer, hand back) are new cases here and nowhere else.
 */
import type { FlowStatus, RejectTarget, Resume } from './types.ts';

/** Position of the applicant's own step. */
export const START = -1;

/** What the machine has to know of a step. */
export interface FlowStep {
  readonly key: string;
  readonly mode: 'any' | 'all' | 'turn';
  /** Nothing to fill in: the person who has just agreed need not agree again. */
  readonly passable: boolean;
}

/** A task of the active step: one for all candidates (`any`), or one for each (`all`, `turn`). */
export interface FlowTask {
  readonly candidates: readonly string[];
  readonly state: 'open' | 'waiting' | 'agreed' | 'rejected' | 'cancelled';
}

export interface FlowRun {
  readonly index: number;
  readonly tasks: readonly FlowTask[];
}

export interface FlowState {
  readonly steps: readonly FlowStep[];
  readonly starterId: string;
  readonly status: FlowStatus;
  /** From 1; a return begins the next. */
  readonly round: number;
  readonly run: FlowRun | null;
  /** Steps to come back to (direct resume), innermost last. */
  readonly resume: readonly number[];
  /** Steps that agreed in the pass under way, with who did; a replay takes them out again. */
  readonly agreed: ReadonlyMap<number, Agreement>;
  /** Who handled a step since the last submission; withdrawing is over then. */
  readonly handledBy: string | null;
}

export interface Agreement {
  readonly by: readonly string[];
  /** Passed by itself; nobody can be sent back there with 上一步. */
  readonly auto: boolean;
}

export type FlowCommand =
  | { readonly kind: 'submit'; readonly actor: string }
  | { readonly kind: 'approve'; readonly actor: string; readonly task: number }
  | {
      readonly kind: 'reject';
      readonly actor: string;
      readonly task: number;
      readonly to: RejectTarget;
      readonly resume: Resume;
    }
  | { readonly kind: 'transfer'; readonly actor: string; readonly task: number; readonly to: string }
  | { readonly kind: 'takeOver'; readonly to: string }
  | { readonly kind: 'withdraw'; readonly actor: string }
  | { readonly kind: 'cancel' }
  | {
      readonly kind: 'enter';
      readonly index: number;
      readonly cause: Cause;
      /** The step's condition holds. */
      readonly holds: boolean;
      readonly candidates: readonly string[];
    };

/** Why a step is entered: in order, sent back to it, or come back to it after a direct return. */
export type Cause = 'forward' | 'return' | 'resume';

export type SkipReason = 'condition' | 'samePerson' | 'carried';

export type FlowEvent =
  | { readonly kind: 'submitted'; readonly first: boolean }
  | {
      readonly kind: 'taskClosed';
      readonly task: number;
      readonly as: 'agreed' | 'rejected' | 'cancelled';
      readonly by: string | null;
    }
  | { readonly kind: 'taskOpened'; readonly task: number }
  | { readonly kind: 'reassigned'; readonly task: number; readonly from: string; readonly to: string }
  | { readonly kind: 'takenOver'; readonly from: string; readonly to: string }
  | { readonly kind: 'runClosed'; readonly index: number; readonly as: 'done' | 'returned' | 'cancelled' }
  | { readonly kind: 'agreed'; readonly index: number; readonly by: readonly string[]; readonly auto: boolean }
  | { readonly kind: 'undone'; readonly indexes: readonly number[] }
  | { readonly kind: 'skipped'; readonly index: number; readonly reason: SkipReason; readonly by: string | null }
  | { readonly kind: 'entered'; readonly index: number; readonly cause: Cause; readonly tasks: readonly FlowTask[] }
  | { readonly kind: 'returned'; readonly from: number; readonly to: number; readonly resume: Resume }
  | { readonly kind: 'resumed'; readonly index: number }
  | { readonly kind: 'ended'; readonly as: 'approved' | 'rejected' | 'withdrawn' | 'cancelled' };

export interface Ask {
  readonly index: number;
  readonly cause: Cause;
}

export type Refusal =
  | { readonly code: 'status'; readonly status: FlowStatus }
  | { readonly code: 'taskClosed'; readonly task: number }
  | { readonly code: 'notYours' }
  | { readonly code: 'notStarter' }
  | { readonly code: 'handled'; readonly by: string }
  | { readonly code: 'badTarget' }
  | { readonly code: 'starterEnds' }
  | { readonly code: 'nobody'; readonly index: number }
  | { readonly code: 'alreadyThere' }
  | { readonly code: 'checker' };

export type Decision =
  | { readonly ok: true; readonly events: readonly FlowEvent[]; readonly ask: Ask | null }
  | { readonly ok: false; readonly refusal: Refusal };

const refuse = (refusal: Refusal): Decision => ({ ok: false, refusal });
const accept = (events: readonly FlowEvent[], ask: Ask | null = null): Decision => ({ ok: true, events, ask });

/** Decides a command. Never changes anything; `apply` does, event by event. */
export const decide = (state: FlowState, command: FlowCommand): Decision => {
  switch (command.kind) {
    case 'submit':
      return submit(state, command.actor);
    case 'approve':
      return approve(state, command.actor, command.task);
    case 'reject':
      return reject(state, command);
    case 'transfer':
      return transfer(state, command.actor, command.task, command.to);
    case 'takeOver':
      return takeOver(state, command.to);
    case 'withdraw':
      return withdraw(state, command.actor);
    case 'cancel':
      if (state.status !== 'approved') return refuse({ code: 'status', status: state.status });
      return accept([...undo(state, START), { kind: 'ended', as: 'cancelled' }]);
    case 'enter':
      return enter(state, command);
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
      { kind: 'taskClosed', task: 0, as: 'agreed', by: actor },
      { kind: 'runClosed', index: START, as: 'done' },
    ],
    START,
  );
};

/** The way on from a step that agreed: back to where a direct return came from, or to the next one. */
const forward = (state: FlowState, events: readonly FlowEvent[], from: number): Decision => {
  const next = from + 1;
  const back = state.resume.at(-1);
  if (next >= state.steps.length) return accept([...events, { kind: 'ended', as: 'approved' }]);
  return accept(events, { index: next, cause: back === next ? 'resume' : 'forward' });
};

/** The person's open task, or why there is none. */
const taskOf = (state: FlowState, actor: string, index: number): FlowTask | Refusal => {
  if (state.status !== 'running' || state.run === null) return { code: 'status', status: state.status };
  const task = state.run.tasks[index];
  if (!task || task.state !== 'open') return { code: 'taskClosed', task: index };
  return task.candidates.includes(actor) ? task : { code: 'notYours' };
};

const approve = (state: FlowState, actor: string, index: number): Decision => {
  const task = taskOf(state, actor, index);
  if ('code' in task || state.run === null)
    return refuse('code' in task ? task : { code: 'status', status: state.status });
  const { run } = state;
  const closed: FlowEvent = { kind: 'taskClosed', task: index, as: 'agreed', by: actor };
  const left = run.tasks.findIndex(
    (other, at) => at !== index && (other.state === 'open' || other.state === 'waiting'),
  );
  if (left >= 0) {
    const nothingOpen = run.tasks.every((other, at) => at === index || other.state !== 'open');
    return accept(nothingOpen ? [closed, { kind: 'taskOpened', task: left }] : [closed]);
  }
  const before = run.tasks.flatMap((other, at) => (at !== index && other.state === 'agreed' ? other.candidates : []));
  return forward(
    state,
    [
      closed,
      { kind: 'runClosed', index: run.index, as: 'done' },
      { kind: 'agreed', index: run.index, by: [...before, actor], auto: false },
    ],
    run.index,
  );
};

/** The events that make the agreement of every step after `index` void. */
const undo = (state: FlowState, index: number): readonly FlowEvent[] => {
  const indexes = [...state.agreed.keys()].filter((at) => at > index).sort((a, b) => a - b);
  return indexes.length > 0 ? [{ kind: 'undone', indexes }] : [];
};

const cancelTasks = (run: FlowRun, except: number | null): readonly FlowEvent[] =>
  run.tasks.flatMap((task, at): FlowEvent[] =>
    at !== except && (task.state === 'open' || task.state === 'waiting')
      ? [{ kind: 'taskClosed', task: at, as: 'cancelled', by: null }]
      : [],
  );

/** Position that a rejection goes to; undefined where it names no earlier step that somebody handled. */
export const targetOf = (state: FlowState, to: RejectTarget): number | undefined => {
  const from = state.run?.index ?? START;
  if (to === 'starter') return START;
  const handled = [...state.agreed].filter(([at, agreement]) => at < from && !agreement.auto).map(([at]) => at);
  if (to === 'previous') return handled.length > 0 ? Math.max(...handled) : START;
  const at = state.steps.findIndex((step) => step.key === to);
  return handled.includes(at) ? at : undefined;
};

const reject = (state: FlowState, command: FlowCommand & { kind: 'reject' }): Decision => {
  const task = taskOf(state, command.actor, command.task);
  if ('code' in task || state.run === null)
    return refuse('code' in task ? task : { code: 'status', status: state.status });
  const { run } = state;
  const closing: readonly FlowEvent[] = [
    { kind: 'taskClosed', task: command.task, as: 'rejected', by: command.actor },
    ...cancelTasks(run, command.task),
    { kind: 'runClosed', index: run.index, as: 'returned' },
  ];
  if (command.to === 'end') {
    // The applicant who handles a step of their own form takes part in carrying it out; to stop it is for the others.
    if (command.actor === state.starterId) return refuse({ code: 'starterEnds' });
    return accept([...closing, ...undo(state, START), { kind: 'ended', as: 'rejected' }]);
  }
  const target = targetOf(state, command.to);
  if (target === undefined) return refuse({ code: 'badTarget' });
  // Replay makes everything from the target on void; direct only the target itself, which is asked anew.
  const undone: readonly FlowEvent[] =
    command.resume === 'replay'
      ? undo(state, target - 1)
      : state.agreed.has(target)
        ? [{ kind: 'undone', indexes: [target] }]
        : [];
  const returned: FlowEvent = { kind: 'returned', from: run.index, to: target, resume: command.resume };
  if (target === START) {
    const revise: FlowTask = { candidates: [state.starterId], state: 'open' };
    return accept([
      ...closing,
      ...undone,
      returned,
      { kind: 'entered', index: START, cause: 'return', tasks: [revise] },
    ]);
  }
  return accept([...closing, ...undone, returned], { index: target, cause: 'return' });
};

const transfer = (state: FlowState, actor: string, index: number, to: string): Decision => {
  const task = taskOf(state, actor, index);
  if ('code' in task || state.run === null)
    return refuse('code' in task ? task : { code: 'status', status: state.status });
  const taken = state.run.tasks.some(
    // Among the candidates of one task the one who passes it on only leaves it to the others.
    (other, at) => at !== index && other.state !== 'cancelled' && other.candidates.includes(to),
  );
  if (taken) return refuse({ code: 'alreadyThere' });
  return accept([{ kind: 'reassigned', task: index, from: actor, to }]);
};

/** Another applicant, where the one before cannot go on: whoever has a part in checking the record cannot be that. */
const takeOver = (state: FlowState, to: string): Decision => {
  if (state.status !== 'running' && state.status !== 'returned')
    return refuse({ code: 'status', status: state.status });
  const checks =
    [...state.agreed.values()].some((agreement) => agreement.by.includes(to)) ||
    (state.run?.tasks.some((task) => task.candidates.includes(to)) ?? false);
  if (to === state.starterId || checks) return refuse({ code: 'checker' });
  return accept([{ kind: 'takenOver', from: state.starterId, to }]);
};

const withdraw = (state: FlowState, actor: string): Decision => {
  if (actor !== state.starterId) return refuse({ code: 'notStarter' });
  // A returned record lies with the applicant: giving it up takes nothing from anybody.
  if (state.status !== 'running' && state.status !== 'returned')
    return refuse({ code: 'status', status: state.status });
  if (state.status === 'running' && state.handledBy !== null) return refuse({ code: 'handled', by: state.handledBy });
  const closing: readonly FlowEvent[] = state.run
    ? [...cancelTasks(state.run, null), { kind: 'runClosed', index: state.run.index, as: 'cancelled' }]
    : [];
  return accept([...closing, ...undo(state, START), { kind: 'ended', as: 'withdrawn' }]);
};

/**
 * On the way back to the step that returned a record directly, who agreed before is not asked again; a step whose condition
 * holds only now (the applicant raised the amount) is.
 */
export const isCarried = (state: FlowState, { index, cause }: Ask): boolean => {
  const back = state.resume.at(-1);
  return cause === 'forward' && back !== undefined && index < back && state.agreed.has(index);
};

const enter = (state: FlowState, command: FlowCommand & { kind: 'enter' }): Decision => {
  const { index, cause, candidates } = command;
  const step = state.steps[index];
  if (!step) return refuse({ code: 'badTarget' });
  if (isCarried(state, { index, cause })) {
    return forward(state, [{ kind: 'skipped', index, reason: 'carried', by: null }], index);
  }
  const arrived: readonly FlowEvent[] = cause === 'resume' ? [{ kind: 'resumed', index }] : [];
  if (cause !== 'return' && !command.holds) {
    return forward(
      after(state, arrived),
      [...arrived, { kind: 'skipped', index, reason: 'condition', by: null }],
      index,
    );
  }
  const same = cause === 'forward' && step.passable ? samePerson(state, index, step, candidates) : null;
  if (same !== null) {
    return forward(
      state,
      [
        { kind: 'skipped', index, reason: 'samePerson', by: same },
        { kind: 'agreed', index, by: [same], auto: true },
      ],
      index,
    );
  }
  if (candidates.length === 0) return refuse({ code: 'nobody', index });
  return accept([...arrived, { kind: 'entered', index, cause, tasks: tasksFor(step, candidates) }]);
};

/** Who agreed at the step directly before and would be asked again, and could decide this step alone. */
const samePerson = (state: FlowState, index: number, step: FlowStep, candidates: readonly string[]): string | null => {
  const before = Math.max(START, ...[...state.agreed.keys()].filter((at) => at < index));
  const by = state.agreed.get(before)?.by ?? [];
  if (step.mode !== 'any' && candidates.length > 1) return null;
  return by.find((person) => candidates.includes(person)) ?? null;
};

const tasksFor = (step: FlowStep, candidates: readonly string[]): readonly FlowTask[] => {
  if (step.mode === 'any') return [{ candidates, state: 'open' }];
  return candidates.map((person, at) => ({
    candidates: [person],
    state: step.mode === 'turn' && at > 0 ? 'waiting' : 'open',
  }));
};

const after = (state: FlowState, events: readonly FlowEvent[]): FlowState => events.reduce(apply, state);

/** The state after an event. */
export const apply = (state: FlowState, event: FlowEvent): FlowState => {
  switch (event.kind) {
    case 'submitted':
      return { ...state, status: 'running', handledBy: null };
    case 'taskClosed':
      return {
        ...state,
        // What the applicant does in a step of their own does not bind them.
        handledBy: event.by !== null && event.by !== state.starterId ? event.by : state.handledBy,
        run: withTask(state.run, event.task, (task) => ({
          candidates: event.by === null ? task.candidates : [event.by],
          state: event.as,
        })),
      };
    case 'taskOpened':
      return { ...state, run: withTask(state.run, event.task, (task) => ({ ...task, state: 'open' })) };
    case 'reassigned':
      return {
        ...state,
        run: withTask(state.run, event.task, (task) => ({
          ...task,
          candidates: [...task.candidates.filter((person) => person !== event.from && person !== event.to), event.to],
        })),
      };
    case 'takenOver':
      return {
        ...state,
        starterId: event.to,
        run: withTasks(state.run, (task) => ({
          ...task,
          candidates: task.candidates.map((person) => (person === event.from ? event.to : person)),
        })),
      };
    case 'runClosed':
      return { ...state, run: null };
    case 'agreed':
      return { ...state, agreed: new Map([...state.agreed, [event.index, { by: event.by, auto: event.auto }]]) };
    case 'undone':
      return { ...state, agreed: new Map([...state.agreed].filter(([at]) => !event.indexes.includes(at))) };
    case 'skipped':
      return state;
    case 'entered':
      return {
        ...state,
        status: event.index === START ? 'returned' : 'running',
        run: { index: event.index, tasks: event.tasks },
      };
    case 'returned':
      return {
        ...state,
        round: state.round + 1,
        resume:
          event.resume === 'direct'
            ? [...state.resume, event.from]
            : // Replay asks everybody from the target on: whoever waited to be resumed further on is asked in order.
              [],
      };
    case 'resumed':
      return { ...state, resume: state.resume.slice(0, -1) };
    case 'ended':
      return { ...state, status: event.as, run: null, resume: [] };
  }
};

const withTasks = (run: FlowRun | null, change: (task: FlowTask, at: number) => FlowTask): FlowRun | null =>
  run === null ? null : { ...run, tasks: run.tasks.map(change) };

const withTask = (run: FlowRun | null, index: number, change: (task: FlowTask) => FlowTask): FlowRun | null =>
  withTasks(run, (task, at) => (at === index ? change(task) : task));

/** The state of a record that was never submitted. */
export const freshState = (steps: readonly FlowStep[], starterId: string): FlowState => ({
  steps,
  starterId,
  status: 'draft',
  round: 1,
  run: null,
  resume: [],
  agreed: new Map(),
  handledBy: null,
});
