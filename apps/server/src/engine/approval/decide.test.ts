import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Ask,
  apply,
  decide,
  type FlowCommand,
  type FlowEvent,
  type FlowState,
  type FlowStep,
  freshState,
  START,
} from './decide.ts';

const STARTER = 'u0';
const PEOPLE = ['u1', 'u2', 'u3', 'u4'] as const;

/** What the directory and the form answer for a step, fixed for a whole run unless a test changes it. */
interface World {
  readonly steps: readonly FlowStep[];
  holds(index: number): boolean;
  candidates(index: number): readonly string[];
}

interface Ran {
  readonly state: FlowState;
  readonly events: readonly FlowEvent[];
  readonly refused: boolean;
}

/** Runs a command to its end, answering every question; a refusal leaves the state as it was. */
const run = (world: World, state: FlowState, command: FlowCommand): Ran => {
  let now = state;
  const events: FlowEvent[] = [];
  let next: FlowCommand | null = command;
  for (let hop = 0; next !== null; hop += 1) {
    if (hop > 50) throw new Error('too many hops');
    const decision = decide(now, next);
    if (!decision.ok) return { state, events: [], refused: true };
    for (const event of decision.events) {
      now = apply(now, event);
      events.push(event);
    }
    const ask: Ask | null = decision.ask;
    next =
      ask === null
        ? null
        : { kind: 'enter', ...ask, holds: world.holds(ask.index), candidates: world.candidates(ask.index) };
  }
  return { state: now, events, refused: false };
};

const must = (world: World, state: FlowState, command: FlowCommand): Ran => {
  const ran = run(world, state, command);
  expect(ran.refused).toBe(false);
  return ran;
};

const line = (count: number, people: readonly (readonly string[])[], step: Partial<FlowStep> = {}): World => ({
  steps: Array.from({ length: count }, (_, at) => ({ key: `s${at + 1}`, mode: 'any', passable: false, ...step })),
  holds: () => true,
  candidates: (index) => people[index] ?? [],
});

const start = (world: World): FlowState =>
  must(world, freshState(world.steps, STARTER), { kind: 'submit', actor: STARTER }).state;

describe('decide', () => {
  it('walks a chain to its end', () => {
    const world = line(2, [['u1'], ['u2']]);
    let state = start(world);
    expect(state.run?.index).toBe(0);
    state = must(world, state, { kind: 'approve', actor: 'u1', task: 0 }).state;
    expect(state.run?.index).toBe(1);
    state = must(world, state, { kind: 'approve', actor: 'u2', task: 0 }).state;
    expect(state.status).toBe('approved');
    expect(state.run).toBeNull();
  });

  it('needs everybody with all, and asks one after another with turn', () => {
    const all = line(1, [['u1', 'u2']], { mode: 'all' });
    let state = must(all, start(all), { kind: 'approve', actor: 'u2', task: 1 }).state;
    expect(state.status).toBe('running');
    expect(run(all, state, { kind: 'approve', actor: 'u2', task: 1 }).refused).toBe(true);
    expect(must(all, state, { kind: 'approve', actor: 'u1', task: 0 }).state.status).toBe('approved');

    const turn = line(1, [['u1', 'u2']], { mode: 'turn' });
    state = start(turn);
    expect(run(turn, state, { kind: 'approve', actor: 'u2', task: 1 }).refused).toBe(true);
    state = must(turn, state, { kind: 'approve', actor: 'u1', task: 0 }).state;
    expect(state.run?.tasks.map((task) => task.state)).toEqual(['agreed', 'open']);
    expect(must(turn, state, { kind: 'approve', actor: 'u2', task: 1 }).state.status).toBe('approved');
  });

  it('returns to the step before in one command and asks from there', () => {
    const world = line(3, [['u1'], ['u2'], ['u3']]);
    let state = start(world);
    state = must(world, state, { kind: 'approve', actor: 'u1', task: 0 }).state;
    state = must(world, state, { kind: 'approve', actor: 'u2', task: 0 }).state;
    state = must(world, state, { kind: 'reject', actor: 'u3', task: 0, to: 'previous', resume: 'replay' }).state;
    expect(state.run?.index).toBe(1);
    expect([...state.agreed.keys()]).toEqual([0]);
    expect(state.round).toBe(2);
  });

  it('passes over a step of the same person, never over one that has something to fill in', () => {
    const passable = line(2, [['u1'], ['u1', 'u2']], { passable: true });
    const ran = must(passable, start(passable), { kind: 'approve', actor: 'u1', task: 0 });
    expect(ran.state.status).toBe('approved');
    expect(ran.events).toContainEqual({ kind: 'skipped', index: 1, reason: 'samePerson', by: 'u1' });

    const filled = line(2, [['u1'], ['u1']]);
    expect(must(filled, start(filled), { kind: 'approve', actor: 'u1', task: 0 }).state.status).toBe('running');
  });

  it('does not let one person decide a step of all', () => {
    const world: World = {
      ...line(2, [['u1'], ['u1', 'u2']]),
      steps: [
        { key: 's1', mode: 'any', passable: true },
        { key: 's2', mode: 'all', passable: true },
      ],
    };
    expect(must(world, start(world), { kind: 'approve', actor: 'u1', task: 0 }).state.run?.tasks).toHaveLength(2);
  });

  it('asks on a direct resume those steps whose condition holds only now', () => {
    let raised = false;
    const world: World = { ...line(3, [['u1'], ['u2'], ['u3']]), holds: (index) => index !== 1 || raised };
    let state = start(world);
    state = must(world, state, { kind: 'approve', actor: 'u1', task: 0 }).state;
    expect(state.run?.index).toBe(2);
    state = must(world, state, { kind: 'reject', actor: 'u3', task: 0, to: 'starter', resume: 'direct' }).state;
    raised = true;
    state = must(world, state, { kind: 'submit', actor: STARTER }).state;
    expect(state.run?.index).toBe(1);
    state = must(world, state, { kind: 'approve', actor: 'u2', task: 0 }).state;
    expect(state.run?.index).toBe(2);
  });

  it('comes back through nested direct returns', () => {
    const world = line(3, [['u1'], ['u2'], ['u3']]);
    let state = start(world);
    state = must(world, state, { kind: 'approve', actor: 'u1', task: 0 }).state;
    state = must(world, state, { kind: 'approve', actor: 'u2', task: 0 }).state;
    state = must(world, state, { kind: 'reject', actor: 'u3', task: 0, to: 's2', resume: 'direct' }).state;
    state = must(world, state, { kind: 'reject', actor: 'u2', task: 0, to: 'starter', resume: 'direct' }).state;
    state = must(world, state, { kind: 'submit', actor: STARTER }).state;
    expect(state.run?.index).toBe(1);
    state = must(world, state, { kind: 'approve', actor: 'u2', task: 0 }).state;
    expect(state.run?.index).toBe(2);
    expect(state.resume).toEqual([]);
  });

  it('lets the applicant withdraw until somebody has handled it', () => {
    const world = line(2, [['u1'], ['u2']]);
    const state = start(world);
    expect(must(world, state, { kind: 'withdraw', actor: STARTER }).state.status).toBe('withdrawn');
    expect(run(world, state, { kind: 'withdraw', actor: 'u1' }).refused).toBe(true);
    const later = must(world, state, { kind: 'approve', actor: 'u1', task: 0 }).state;
    expect(decide(later, { kind: 'withdraw', actor: STARTER })).toEqual({
      ok: false,
      refusal: { code: 'handled', by: 'u1' },
    });
  });

  it('gives a record to another applicant, but never to one of its checkers', () => {
    const world = line(2, [['u1'], ['u2']]);
    let state = must(world, start(world), { kind: 'approve', actor: 'u1', task: 0 }).state;
    for (const to of ['u1', 'u2', STARTER])
      expect(decide(state, { kind: 'takeOver', to })).toEqual({ ok: false, refusal: { code: 'checker' } });
    state = must(world, state, { kind: 'takeOver', to: 'u3' }).state;
    expect(state).toMatchObject({
      starterId: 'u3',
      status: 'running',
      run: { index: 1, tasks: [{ candidates: ['u2'] }] },
    });
    state = must(world, state, { kind: 'reject', actor: 'u2', task: 0, to: 'starter', resume: 'replay' }).state;
    expect(run(world, state, { kind: 'submit', actor: STARTER }).refused).toBe(true);
    // What had been the first applicant's is the second one's.
    state = must(world, state, { kind: 'takeOver', to: 'u4' }).state;
    expect(state.run?.tasks).toEqual([{ candidates: ['u4'], state: 'open' }]);
    expect(must(world, state, { kind: 'submit', actor: 'u4' }).state.status).toBe('running');
  });

  it('leaves a task to those who share it, and takes none from a co-signer', () => {
    const world = line(1, [['u1', 'u2']]);
    const state = must(world, start(world), { kind: 'transfer', actor: 'u1', task: 0, to: 'u2' }).state;
    expect(state.run?.tasks).toEqual([{ candidates: ['u2'], state: 'open' }]);
    const both = line(1, [['u1', 'u2']], { mode: 'all' });
    expect(decide(start(both), { kind: 'transfer', actor: 'u1', task: 0, to: 'u2' })).toEqual({
      ok: false,
      refusal: { code: 'alreadyThere' },
    });
  });

  it('refuses a task of somebody else, a closed one, and steps that nobody has handled', () => {
    const world = line(2, [['u1'], ['u2']]);
    const state = start(world);
    expect(decide(state, { kind: 'approve', actor: 'u2', task: 0 })).toMatchObject({ refusal: { code: 'notYours' } });
    expect(decide(state, { kind: 'approve', actor: 'u1', task: 3 })).toMatchObject({ refusal: { code: 'taskClosed' } });
    const bad: FlowCommand = { kind: 'reject', actor: 'u1', task: 0, to: 's2', resume: 'replay' };
    expect(decide(state, bad)).toMatchObject({ refusal: { code: 'badTarget' } });
    expect(decide(state, { kind: 'cancel' })).toMatchObject({ refusal: { code: 'status' } });
  });
});

const stepArb: fc.Arbitrary<FlowStep & { people: readonly string[]; holds: boolean }> = fc.record({
  key: fc.constant(''),
  mode: fc.constantFrom('any', 'all', 'turn'),
  passable: fc.boolean(),
  people: fc.uniqueArray(fc.constantFrom(...PEOPLE), { minLength: 1, maxLength: 3 }),
  holds: fc.boolean(),
});

const worldArb: fc.Arbitrary<World> = fc.array(stepArb, { minLength: 1, maxLength: 6 }).map((steps) => ({
  steps: steps.map(({ mode, passable }, at) => ({ key: `s${at + 1}`, mode, passable })),
  holds: (index) => steps[index]?.holds ?? false,
  candidates: (index) => steps[index]?.people ?? [],
}));

const actorArb = fc.constantFrom(STARTER, ...PEOPLE);
const taskArb = fc.nat({ max: 2 });
const commandArb: fc.Arbitrary<FlowCommand> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('submit'), actor: fc.constant(STARTER) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('approve'), actor: actorArb, task: taskArb }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('reject'),
      actor: actorArb,
      task: taskArb,
      to: fc.constantFrom('starter', 'previous', 's1', 's2', 's3', 'end'),
      resume: fc.constantFrom('replay', 'direct'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('transfer'), actor: actorArb, task: taskArb, to: actorArb }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw'), actor: actorArb }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('takeOver'), to: actorArb }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel') }) },
) as fc.Arbitrary<FlowCommand>;

const LIVE = new Set(['running', 'returned']);

/** What must hold of every reachable state. */
const check = (state: FlowState): void => {
  if (LIVE.has(state.status)) {
    expect(state.run).not.toBeNull();
    const open = state.run?.tasks.filter((task) => task.state === 'open') ?? [];
    expect(open.length).toBeGreaterThan(0);
    for (const task of open) expect(task.candidates.length).toBeGreaterThan(0);
    expect(state.run?.index === START).toBe(state.status === 'returned');
  } else {
    expect(state.run).toBeNull();
    expect(state.resume).toEqual([]);
  }
  // Whoever is to be resumed lies ahead, innermost nearest.
  const ahead = [state.run?.index ?? START, ...[...state.resume].reverse()];
  for (let at = 1; at < ahead.length; at += 1) expect(ahead[at]).toBeGreaterThan(ahead[at - 1] ?? START);
};

describe('decide, whatever people do', () => {
  it('loses no task, closes none twice, and keeps one active step with an open task', () => {
    fc.assert(
      fc.property(worldArb, fc.array(commandArb, { maxLength: 60 }), (world, commands) => {
        let state = freshState(world.steps, STARTER);
        let ended = 0;
        for (const command of commands) {
          const before = state;
          const ran = run(world, state, command);
          state = ran.state;
          check(state);
          if (ran.refused) expect(state).toBe(before);
          let replay = before;
          for (const event of ran.events) {
            if (event.kind === 'taskClosed') {
              const was = replay.run?.tasks[event.task]?.state;
              expect(was === 'open' || (event.as === 'cancelled' && was === 'waiting')).toBe(true);
            }
            if (event.kind === 'runClosed' && event.as === 'done') {
              expect(replay.run?.tasks.every((task) => task.state === 'agreed')).toBe(true);
            }
            if (event.kind === 'ended') ended += 1;
            replay = apply(replay, event);
          }
          expect(replay).toEqual(state);
        }
        // Approved, then at most voided: an end is reached once.
        expect(ended).toBeLessThanOrEqual(state.status === 'cancelled' ? 2 : 1);
      }),
      { numRuns: 2000 },
    );
  });

  it('always ends when everybody asked agrees', () => {
    fc.assert(
      fc.property(worldArb, fc.array(commandArb, { maxLength: 30 }), (world, commands) => {
        let state = freshState(world.steps, STARTER);
        for (const command of commands) state = run(world, state, command).state;
        if (state.status === 'draft') state = start(world);
        for (let turn = 0; LIVE.has(state.status); turn += 1) {
          expect(turn).toBeLessThan(40);
          const task = state.run?.tasks.findIndex((one) => one.state === 'open') ?? -1;
          const actor = state.run?.tasks[task]?.candidates[0] ?? '';
          state = must(
            world,
            state,
            state.status === 'returned' ? { kind: 'submit', actor } : { kind: 'approve', actor, task },
          ).state;
        }
        expect(['approved', 'rejected', 'withdrawn', 'cancelled']).toContain(state.status);
      }),
      { numRuns: 1000 },
    );
  });

  it('asks after a direct return only the step that rejected', () => {
    fc.assert(
      fc.property(
        worldArb,
        fc.array(commandArb, { maxLength: 40 }),
        fc.constantFrom('starter', 'previous'),
        (world, commands, to) => {
          let state = start(world);
          for (const command of commands) state = run(world, state, command).state;
          const rejecting = state.run?.index ?? START;
          fc.pre(state.status === 'running' && rejecting > START);
          const task = state.run?.tasks.findIndex((one) => one.state === 'open') ?? 0;
          const actor = state.run?.tasks[task]?.candidates[0] ?? '';
          state = must(world, state, { kind: 'reject', actor, task, to: to as 'starter', resume: 'direct' }).state;
          const target = state.run?.index ?? START;
          const asked: number[] = [];
          while (state.run?.index === target) {
            const open = state.run.tasks.findIndex((one) => one.state === 'open');
            const who = state.run.tasks[open]?.candidates[0] ?? '';
            const ran = must(
              world,
              state,
              target === START ? { kind: 'submit', actor: who } : { kind: 'approve', actor: who, task: open },
            );
            for (const event of ran.events) if (event.kind === 'entered') asked.push(event.index);
            state = ran.state;
          }
          expect(asked).toEqual([rejecting]);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
