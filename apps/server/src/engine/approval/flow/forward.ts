/** How an approval goes on from a step: to the next one, into a parallel block, to its join, to the end; and what is passed over on the way. */
import { apply } from './apply.ts';
import { branchOf, directlyBefore, isBefore, lastOf, type Next, nextAfter, nextAfterBlock } from './path.ts';
import {
  accept,
  type Ask,
  type Decision,
  type FlowCommand,
  type FlowEvent,
  type FlowState,
  type FlowStep,
  refuse,
  START,
} from './state.ts';
import { tasksFor } from './tasks.ts';

const after = (state: FlowState, events: readonly FlowEvent[]): FlowState => events.reduce(apply, state);

const stepAsk = (state: FlowState, index: number): Ask => ({
  kind: 'enter',
  index,
  cause: state.resume.includes(index) ? 'resume' : 'forward',
});

/** @param state as it is after `events` */
const goTo = (state: FlowState, events: readonly FlowEvent[], next: Next): Decision => {
  switch (next.kind) {
    case 'end':
      return accept([...events, { kind: 'ended', as: 'approved' }]);
    case 'fork':
      return accept(events, [{ kind: 'fork', block: next.block }]);
    case 'step':
      return accept(events, [stepAsk(state, next.index)]);
    case 'branchEnd': {
      const done: FlowEvent = { kind: 'branchDone', block: next.block, branch: next.branch };
      const joined = apply(state, done);
      if (joined.fork !== null && joined.fork.open.length > 0) return accept([...events, done]);
      const closed: FlowEvent = { kind: 'forkClosed', block: next.block };
      return goTo(
        apply(joined, closed),
        [...events, done, closed],
        nextAfterBlock(state.blocks, state.steps.length, next.block),
      );
    }
  }
};

/** The way on from a step that is through. @param events what happened to it, not yet part of `state` */
export const forward = (state: FlowState, events: readonly FlowEvent[], from: number): Decision =>
  goTo(after(state, events), events, nextAfter(state.blocks, state.steps.length, from));

/** Enters the branches whose conditions hold. What waited to be resumed in a branch that is left out now is not waited for. */
export const fork = (state: FlowState, command: FlowCommand & { readonly kind: 'fork' }): Decision => {
  const { block, holds } = command;
  const branches = state.blocks[block]?.branches ?? [];
  const events: FlowEvent[] = [];
  for (const [at, { first, last }] of branches.entries()) {
    if (holds[at] === true) continue;
    for (let index = first; index <= last; index += 1) {
      if (state.resume.includes(index)) events.push({ kind: 'resumed', index });
      events.push({ kind: 'skipped', index, reason: 'branch', by: [] });
    }
  }
  const entered = [...branches.keys()].filter((at) => holds[at] === true);
  if (entered.length === 0)
    return goTo(after(state, events), events, nextAfterBlock(state.blocks, state.steps.length, block));
  return accept(
    [...events, { kind: 'forked', block, branches: entered }],
    entered.map((at) => stepAsk(state, branches[at]?.first ?? lastOf(state.blocks, block))),
  );
};

/**
 * On the way back to the step that returned a record directly, who agreed before is not asked again; a step whose condition
 * holds only now (the applicant raised the amount) is.
 */
export const isCarried = (
  state: FlowState,
  { index, cause }: Pick<Ask & { kind: 'enter' }, 'index' | 'cause'>,
): boolean => cause === 'forward' && state.agreed.has(index);

/** Who has agreed before, would be asked again, and could decide this step alone. */
const samePerson = (state: FlowState, index: number, step: FlowStep, candidates: readonly string[]): string | null => {
  const { repeat } = step.rules;
  if (repeat === 'none' || !step.passable || (step.mode !== 'any' && candidates.length > 1)) return null;
  const agreed = [...state.agreed.keys()];
  const before = repeat === 'all' ? agreed : directlyBefore(state.blocks, index, agreed);
  // After a parallel block nobody has seen what the other branches said.
  if (repeat === 'next' && before.length > 1) return null;
  const people = before
    .filter((at) => isBefore(state.blocks, at, index))
    .flatMap((at) => state.agreed.get(at)?.by ?? []);
  return people.find((person) => candidates.includes(person)) ?? null;
};

/** What is passed over; null where the step has to be handled. */
const passedOver = (
  state: FlowState,
  command: FlowCommand & { readonly kind: 'enter' },
  step: FlowStep,
): readonly FlowEvent[] | null => {
  const { index, cause, candidates } = command;
  if (isCarried(state, command)) return [{ kind: 'skipped', index, reason: 'carried', by: [] }];
  if (cause !== 'return' && !command.holds) return [{ kind: 'skipped', index, reason: 'condition', by: [] }];
  const kept = state.kept.get(index);
  if (cause === 'forward' && command.unchanged === true && kept !== undefined)
    return [
      { kind: 'skipped', index, reason: 'unchanged', by: kept.by },
      { kind: 'agreed', index, by: kept.by, auto: false, carried: true },
    ];
  const instead = command.instead ?? null;
  if (instead === 'nobodySkips' || instead === 'selfSkips')
    return [{ kind: 'skipped', index, reason: instead, by: [] }];
  const self = instead === 'selfPasses' ? state.starterId : null;
  const same = self ?? (cause === 'forward' ? samePerson(state, index, step, candidates) : null);
  if (same === null) return null;
  return [
    { kind: 'skipped', index, reason: instead ?? 'samePerson', by: [same] },
    { kind: 'agreed', index, by: [same], auto: true },
  ];
};

/** A step is reached: it is passed over, or its people get their tasks. */
export const enter = (state: FlowState, command: FlowCommand & { readonly kind: 'enter' }): Decision => {
  const { index, cause, candidates } = command;
  const step = state.steps[index];
  if (!step || index <= START) return refuse({ code: 'badTarget' });
  const arrived: readonly FlowEvent[] = cause === 'resume' ? [{ kind: 'resumed', index }] : [];
  const passed = passedOver(state, command, step);
  if (passed !== null) return forward(state, [...arrived, ...passed], index);
  if (candidates.length === 0) return refuse({ code: 'nobody', index });
  return accept([...arrived, { kind: 'entered', index, cause, tasks: tasksFor(step, candidates) }]);
};

/** The branch of a step that is sent back to is open again. */
export const reopenFork = (state: FlowState, targets: readonly number[]): readonly FlowEvent[] => {
  const places = targets.flatMap((index) => branchOf(state.blocks, index) ?? []);
  const [first] = places;
  return first === undefined
    ? []
    : [{ kind: 'forked', block: first.block, branches: places.map((place) => place.branch) }];
};
