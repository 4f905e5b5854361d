/** A chain with fixed answers for tests of the state machine, and people who handle it. */
import { apply } from '../apply.ts';
import { decide } from '../decide.ts';
import {
  type Ask,
  type FlowBlock,
  type FlowCommand,
  type FlowEvent,
  type FlowRules,
  type FlowState,
  type FlowStep,
  freshState,
  type Place,
  type Refusal,
} from '../state.ts';

export const STARTER = 'u0';
export const PEOPLE = ['u1', 'u2', 'u3', 'u4'] as const;

export const RULES: FlowRules = {
  rejectTo: ['starter', 'previous', 'step', 'end'],
  addSign: true,
  transfer: true,
  delegate: true,
  removeSign: 'added',
  repeat: 'next',
};

/** What the directory and the form answer for a step, fixed for a whole run unless a test changes it. */
export interface World {
  readonly steps: readonly FlowStep[];
  readonly blocks: readonly FlowBlock[];
  holds(index: number): boolean;
  candidates(index: number): readonly string[];
  /** Whether the condition of a branch holds. */
  branchHolds(block: number, branch: number): boolean;
  /** What the step watches has not changed since. */
  unchanged(index: number): boolean;
}

export interface Ran {
  readonly state: FlowState;
  readonly events: readonly FlowEvent[];
  readonly refusal: Refusal | null;
}

const answer = (world: World, ask: Ask): FlowCommand =>
  ask.kind === 'fork'
    ? {
        ...ask,
        holds: (world.blocks[ask.block]?.branches ?? []).map((_, branch) => world.branchHolds(ask.block, branch)),
      }
    : {
        ...ask,
        holds: world.holds(ask.index),
        candidates: world.candidates(ask.index),
        unchanged: world.unchanged(ask.index),
      };

/** Runs a command to its end, answering every question; a refusal leaves the state as it was. */
export const run = (world: World, state: FlowState, command: FlowCommand): Ran => {
  let now = state;
  const events: FlowEvent[] = [];
  const waiting: FlowCommand[] = [command];
  for (let hop = 0; waiting.length > 0; hop += 1) {
    if (hop > 60) throw new Error('too many hops');
    const next = waiting.shift();
    if (next === undefined) break;
    const decision = decide(now, next);
    if (!decision.ok) return { state, events: [], refusal: decision.refusal };
    for (const event of decision.events) {
      now = apply(now, event);
      events.push(event);
    }
    waiting.push(...decision.asks.map((ask) => answer(world, ask)));
  }
  return { state: now, events, refusal: null };
};

export const must = (world: World, state: FlowState, command: FlowCommand): Ran => {
  const ran = run(world, state, command);
  if (ran.refusal !== null) throw new Error(`refused: ${JSON.stringify(ran.refusal)}`);
  return ran;
};

export const line = (
  count: number,
  people: readonly (readonly string[])[],
  step: Partial<FlowStep> = {},
  blocks: readonly FlowBlock[] = [],
): World => ({
  steps: Array.from({ length: count }, (_, at) => ({
    key: `s${at + 1}`,
    mode: 'any',
    pass: 60,
    passable: false,
    rules: RULES,
    ...step,
  })),
  blocks,
  holds: () => true,
  candidates: (index) => people[index] ?? [],
  branchHolds: () => true,
  unchanged: () => false,
});

export const start = (world: World): FlowState =>
  must(world, freshState(world.steps, STARTER, world.blocks), { kind: 'submit', actor: STARTER }).state;

/** The n-th task of the active step, or of the active step named. */
export const at = (state: FlowState, task = 0, index = state.runs[0]?.index ?? -1): Place => ({ index, task });

/** Where a person's open task is. */
export const openOf = (state: FlowState, person: string): Place => {
  for (const one of state.runs) {
    const task = one.tasks.findIndex((each) => each.state === 'open' && each.candidates.includes(person));
    if (task >= 0) return { index: one.index, task };
  }
  return { index: -2, task: 0 };
};

/** The person agrees where it is their turn. */
export const agree = (world: World, state: FlowState, person: string): FlowState =>
  must(world, state, { kind: 'approve', actor: person, at: openOf(state, person) }).state;

/** Steps that are active now. */
export const active = (state: FlowState): readonly number[] => state.runs.map((one) => one.index);

/** States of the tasks of the first active step. */
export const tasksOf = (state: FlowState): readonly string[] => (state.runs[0]?.tasks ?? []).map((task) => task.state);
