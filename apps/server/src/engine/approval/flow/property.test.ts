import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply } from './apply.ts';
import { branchOf, isBefore } from './path.ts';
import { type FlowBlock, type FlowCommand, type FlowState, type FlowStep, freshState, runAt, START } from './state.ts';
import { active, must, openOf, PEOPLE, RULES, run, start, STARTER, type World } from './testing/world.ts';
import { balance, verdictOf } from './tasks.ts';

const stepArb: fc.Arbitrary<Omit<FlowStep, 'key'> & { people: readonly string[]; holds: boolean; same: boolean }> =
  fc.record({
    mode: fc.constantFrom('any', 'all', 'turn', 'vote'),
    pass: fc.constantFrom(1, 50, 60, 100),
    passable: fc.boolean(),
    rules: fc.record({
      rejectTo: fc.constant(RULES.rejectTo),
      addSign: fc.constant(true),
      transfer: fc.constant(true),
      delegate: fc.constant(true),
      removeSign: fc.constantFrom('added', 'any'),
      repeat: fc.constantFrom('next', 'all', 'none'),
    }),
    people: fc.uniqueArray(fc.constantFrom(...PEOPLE), { minLength: 1, maxLength: 3 }),
    holds: fc.boolean(),
    same: fc.boolean(),
  });

/** Branches of one step or more, from some step on. */
const blocksArb = (steps: number): fc.Arbitrary<readonly FlowBlock[]> =>
  fc
    .record({
      from: fc.nat({ max: Math.max(0, steps - 2) }),
      sizes: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 2, maxLength: 3 }),
    })
    .map(({ from, sizes }) => {
      let first = from;
      const branches = sizes.flatMap((size) => {
        const branch = { first, last: first + size - 1 };
        first += size;
        return branch.last < steps ? [branch] : [];
      });
      return branches.length < 2 ? [] : [{ branches }];
    });

const worldArb: fc.Arbitrary<World> = fc.array(stepArb, { minLength: 1, maxLength: 7 }).chain((steps) =>
  fc
    .record({ blocks: blocksArb(steps.length), open: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }) })
    .map(({ blocks, open }) => ({
      steps: steps.map(({ mode, pass, passable, rules }, at) => ({ key: `s${at + 1}`, mode, pass, passable, rules })),
      blocks,
      holds: (index) => steps[index]?.holds ?? false,
      candidates: (index) => steps[index]?.people ?? [],
      branchHolds: (_, branch) => open[branch] ?? false,
      unchanged: (index) => steps[index]?.same ?? false,
    })),
);

/** What somebody tries; `run` is the place among the active steps, so that it often hits one. */
interface Try {
  readonly run: number;
  readonly task: number;
  readonly actor: string;
  readonly what:
    | { readonly kind: 'submit' | 'approve' | 'withdraw' | 'cancel' | 'takeBack' | 'removeSign' }
    | { readonly kind: 'reject'; readonly to: 'starter' | 'previous' | 'end' | `s${number}`; readonly direct: boolean }
    | { readonly kind: 'transfer' | 'delegate' | 'takeOver' | 'escalate'; readonly to: string }
    | {
        readonly kind: 'addSign';
        readonly people: readonly string[];
        readonly where: 'before' | 'after';
        readonly mode: 'any' | 'all' | 'turn';
      };
}

const actorArb = fc.constantFrom(STARTER, ...PEOPLE);
const only = (kind: 'submit' | 'approve' | 'withdraw' | 'cancel' | 'takeBack' | 'removeSign') =>
  fc.constant({ kind } as const);
const whatArb: fc.Arbitrary<Try['what']> = fc.oneof(
  { weight: 4, arbitrary: only('submit') },
  { weight: 16, arbitrary: only('approve') },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('reject' as const),
      to: fc.constantFrom('starter', 'previous', 's1', 's2', 's3', 's4', 'end'),
      direct: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('transfer', 'delegate'), to: actorArb }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('takeOver', 'escalate'), to: actorArb }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('addSign' as const),
      people: fc.uniqueArray(fc.constantFrom(...PEOPLE, 'u5', 'u6'), { minLength: 1, maxLength: 2 }),
      where: fc.constantFrom('before', 'after'),
      mode: fc.constantFrom('any', 'all', 'turn'),
    }),
  },
  { weight: 2, arbitrary: only('removeSign') },
  { weight: 4, arbitrary: only('takeBack') },
  { weight: 1, arbitrary: only('withdraw') },
  { weight: 1, arbitrary: only('cancel') },
);
const tryArb: fc.Arbitrary<Try> = fc.record({
  run: fc.nat({ max: 2 }),
  task: fc.nat({ max: 4 }),
  actor: actorArb,
  what: whatArb,
});

/** Steps as they were when they closed, for taking back. */
type Closed = Map<number, FlowState['runs'][number]>;

const commandOf = (state: FlowState, closed: Closed, of: Try): FlowCommand => {
  const { actor, what } = of;
  const index = active(state)[of.run % Math.max(1, state.runs.length)] ?? START;
  // Half of the tries are by whoever is asked: else most would be refused.
  const open = runAt(state, index)?.tasks.findIndex((task) => task.state === 'open') ?? -1;
  const asked = of.task % 2 === 0 && open >= 0;
  const at = { index, task: asked ? open : of.task };
  const who = asked ? (runAt(state, index)?.tasks[open]?.candidates[0] ?? actor) : actor;
  switch (what.kind) {
    case 'submit':
      return { kind: 'submit', actor: state.starterId };
    case 'approve':
      return { kind: 'approve', actor: who, at };
    case 'reject':
      return { kind: 'reject', actor: who, at, to: what.to, resume: what.direct ? 'direct' : 'replay' };
    case 'transfer':
    case 'delegate':
      return { kind: what.kind, actor: who, at, to: what.to };
    case 'addSign':
      return { kind: 'addSign', actor: who, at, people: what.people, where: what.where, mode: what.mode };
    case 'removeSign':
      return { kind: 'removeSign', actor, index, tasks: [of.task] };
    case 'escalate':
      return { kind: 'escalate', at, people: [what.to] };
    case 'takeOver':
      return { kind: 'takeOver', to: what.to };
    case 'withdraw':
      return { kind: 'withdraw', actor: state.starterId };
    case 'cancel':
      return { kind: 'cancel' };
    case 'takeBack': {
      const known = [...closed.values()][of.run % Math.max(1, closed.size)];
      const target = of.task > 2 || known === undefined ? runAt(state, index) : known;
      const task = target?.tasks.findIndex((one) => one.state === 'agreed') ?? 0;
      return {
        kind: 'takeBack',
        actor: target?.tasks[task]?.by ?? actor,
        at: { index: target?.index ?? 0, task },
        run: target ?? { index: 0, tasks: [] },
        grace: of.task === 0,
        sentBack: false,
      };
    }
  }
};

const LIVE = new Set(['running', 'returned']);

/** What must hold of every reachable state. */
const check = (state: FlowState): void => {
  if (!LIVE.has(state.status)) {
    expect(state.runs).toEqual([]);
    expect(state.resume).toEqual([]);
    expect(state.fork).toBeNull();
    return;
  }
  expect(state.runs.length).toBeGreaterThan(0);
  for (const one of state.runs) {
    const open = one.tasks.filter((task) => task.state === 'open');
    expect(open.length).toBeGreaterThan(0);
    for (const task of open) expect(task.candidates.length).toBeGreaterThan(0);
    expect(one.index === START).toBe(state.status === 'returned');
    const step = state.steps[one.index];
    if (step === undefined) continue;
    // Whose turn it is and whether the step is through have been acted on.
    expect(balance(step, one)).toEqual([]);
    expect(verdictOf(step, one.tasks)).toBe('open');
    const people = one.tasks.flatMap((task) =>
      task.state === 'open' || task.state === 'waiting' ? [...task.candidates] : [],
    );
    expect(new Set(people).size).toBe(people.length);
  }
  const places = active(state).map((index) => (index === START ? null : branchOf(state.blocks, index)));
  if (state.fork === null) expect(places).toEqual([null]);
  else expect(places).toEqual(state.fork.open.map((branch) => ({ block: state.fork?.block, branch })));
  // Whoever is to be resumed lies ahead.
  for (const index of state.resume)
    expect(active(state).some((from) => from === START || isBefore(state.blocks, from, index))).toBe(true);
  // A step that is under way has not agreed, nor has any that comes after it.
  for (const from of active(state)) {
    expect(state.agreed.has(from)).toBe(false);
    if (state.resume.length === 0 && from !== START)
      for (const at of state.agreed.keys()) expect(isBefore(state.blocks, from, at)).toBe(false);
  }
};

/** Runs what people try, and looks at every event and state on the way. */
const play = (world: World, tries: readonly Try[]): { readonly state: FlowState; readonly ends: number } => {
  let state = freshState(world.steps, STARTER, world.blocks);
  let ends = 0;
  const closed: Closed = new Map();
  for (const of of tries) {
    const before = state;
    const ran = run(world, state, commandOf(state, closed, of));
    state = ran.state;
    check(state);
    if (ran.refusal !== null) expect(state).toBe(before);
    let replay = before;
    for (const event of ran.events) {
      if (event.kind === 'taskClosed') {
        const was = runAt(replay, event.index)?.tasks[event.task]?.state;
        const given = event.as === 'cancelled' || event.as === 'removed';
        expect(was === 'open' || (given && was === 'waiting')).toBe(true);
      }
      if (event.kind === 'runClosed') {
        const one = runAt(replay, event.index);
        const step = replay.steps[event.index];
        expect(one?.tasks.some((task) => task.state === 'open' || task.state === 'waiting')).toBe(false);
        if (event.as === 'done' && one && step) expect(verdictOf(step, one.tasks)).toBe('passed');
        if (event.as === 'done' && one) closed.set(one.index, one);
      }
      if (event.kind === 'entered' && event.index !== START) expect(runAt(replay, event.index)).toBeUndefined();
      if (event.kind === 'ended') ends += 1;
      if (event.kind === 'tookBack' && before.status === 'approved') ends -= 1;
      replay = apply(replay, event);
    }
    expect(replay).toEqual(state);
  }
  return { state, ends };
};

describe('decide, whatever people do', () => {
  it('loses no task, closes none twice, and keeps every open branch with an open task', () => {
    fc.assert(
      fc.property(worldArb, fc.array(tryArb, { maxLength: 60 }), (world, tries) => {
        const { state, ends } = play(world, tries);
        // Approved, then at most voided: an end is reached once.
        expect(ends).toBeLessThanOrEqual(state.status === 'cancelled' ? 2 : 1);
      }),
      { numRuns: 3000 },
    );
  }, 60_000);

  it('always ends when everybody asked agrees', () => {
    fc.assert(
      fc.property(worldArb, fc.array(tryArb, { maxLength: 30 }), (world, tries) => {
        let { state } = play(world, tries);
        if (state.status === 'draft') state = start(world);
        for (let turn = 0; LIVE.has(state.status); turn += 1) {
          expect(turn).toBeLessThan(90);
          const one = state.runs[0];
          const task = one?.tasks.findIndex((each) => each.state === 'open') ?? -1;
          const actor = one?.tasks[task]?.candidates[0] ?? '';
          state = must(
            world,
            state,
            state.status === 'returned'
              ? { kind: 'submit', actor }
              : { kind: 'approve', actor, at: { index: one?.index ?? START, task } },
          ).state;
        }
        expect(['approved', 'rejected', 'withdrawn', 'cancelled']).toContain(state.status);
      }),
      { numRuns: 600 },
    );
  }, 60_000);

  it('asks after a direct return only the step that rejected, and the branches beside it that were under way', () => {
    fc.assert(
      fc.property(worldArb, fc.array(tryArb, { maxLength: 40 }), fc.nat({ max: 2 }), (world, tries, pick) => {
        let { state } = play(world, [{ run: 0, task: 0, actor: STARTER, what: { kind: 'submit' } }, ...tries]);
        fc.pre(state.status === 'running' && state.resume.length === 0);
        const rejecting = active(state)[pick % state.runs.length] ?? START;
        const beside = active(state).filter((index) => index !== rejecting);
        // A vote against is not a rejection yet, and a delegate only replies.
        fc.pre(world.steps[rejecting]?.mode !== 'vote');
        const task = runAt(state, rejecting)?.tasks.findIndex((one) => one.state === 'open') ?? 0;
        const found = runAt(state, rejecting)?.tasks[task];
        fc.pre(found?.added?.where !== 'delegate');
        const actor = found?.candidates[0] ?? '';
        state = must(world, state, {
          kind: 'reject',
          actor,
          at: { index: rejecting, task },
          to: 'starter',
          resume: 'direct',
        }).state;
        const ran = must(world, state, { kind: 'submit', actor: state.starterId });
        const asked = ran.events.flatMap((event) => (event.kind === 'entered' ? [event.index] : []));
        expect(asked.sort((a, b) => a - b)).toEqual([...beside, rejecting].sort((a, b) => a - b));
      }),
      { numRuns: 600 },
    );
  }, 60_000);

  it('puts back exactly what an agreement changed when it is taken back', () => {
    fc.assert(
      fc.property(worldArb, fc.array(tryArb, { maxLength: 40 }), fc.nat({ max: 2 }), (world, tries, pick) => {
        const { state } = play(world, [{ run: 0, task: 0, actor: STARTER, what: { kind: 'submit' } }, ...tries]);
        fc.pre(state.status === 'running');
        const index = active(state)[pick % state.runs.length] ?? START;
        const task = runAt(state, index)?.tasks.findIndex((one) => one.state === 'open') ?? 0;
        const actor = runAt(state, index)?.tasks[task]?.candidates[0] ?? '';
        const at = openOf(state, actor);
        const agreed = must(world, state, { kind: 'approve', actor, at });
        const one = runAt(agreed.state, at.index) ?? runAt(state, at.index);
        let closing = runAt(state, at.index);
        for (const event of agreed.events)
          if (closing !== undefined && 'task' in event && 'index' in event && event.index === at.index)
            closing = runAt({ runs: apply({ ...state, runs: [closing] }, event).runs }, at.index);
        const back = run(world, agreed.state, {
          kind: 'takeBack',
          actor,
          at,
          run: closing ?? one ?? { index, tasks: [] },
          grace: true,
          sentBack: false,
        });
        expect(back.refusal).toBeNull();
        const plain = ({ runs, fork, agreed: steps, status }: FlowState) => ({
          runs,
          fork,
          steps: [...steps].map(([step, { by }]) => [step, by]).sort(([a], [b]) => Number(a) - Number(b)),
          status,
        });
        expect(plain(back.state)).toEqual(plain(state));
        // Whoever agreed before still stands in the way of a withdrawal; what an earlier round left standing never did.
        const inTheWay = ({ agreed: steps, starterId }: FlowState): boolean =>
          [...steps.values()].some((each) => each.carried !== true && each.by.some((person) => person !== starterId));
        if (inTheWay(state)) expect(back.state.handledBy).not.toBeNull();
      }),
      { numRuns: 600 },
    );
  }, 60_000);
});
