import { describe, expect, it } from 'vitest';
import type { FlowBlock, FlowCommand, FlowEvent, FlowState, FlowTask } from './state.ts';
import { active, agree, line, must, openOf, run, start, STARTER, type World } from './testing/world.ts';

/** s1 → { s2 s3 | s4 | s5 } → s6 */
const BLOCK: readonly FlowBlock[] = [
  {
    branches: [
      { first: 1, last: 2 },
      { first: 3, last: 3 },
      { first: 4, last: 4 },
    ],
  },
];
const PEOPLE = [['a'], ['b1'], ['b2'], ['c'], ['d'], ['e']];
const world = (more: Partial<World> = {}): World => ({ ...line(6, PEOPLE, {}, BLOCK), ...more });
const all = world();

const rejecting = (
  state: FlowState,
  actor: string,
  to: 'starter' | 'previous' | 'end' | `s${number}`,
  resume: 'replay' | 'direct' = 'replay',
): FlowCommand => ({ kind: 'reject', actor, at: openOf(state, actor), to, resume });
const through = (of: World, state: FlowState, ...people: readonly string[]): FlowState =>
  people.reduce((now, person) => agree(of, now, person), state);
const entered = (events: readonly FlowEvent[]): number[] =>
  events.flatMap((event) => (event.kind === 'entered' ? [event.index] : []));

describe('a parallel block', () => {
  it('asks all branches at once and goes on when all are through', () => {
    let state = through(all, start(all), 'a');
    expect(active(state)).toEqual([1, 3, 4]);
    state = through(all, state, 'c', 'b1');
    expect(active(state)).toEqual([2, 4]);
    state = through(all, state, 'd', 'b2');
    expect(active(state)).toEqual([5]);
    expect(state.fork).toBeNull();
    expect(through(all, state, 'e').status).toBe('approved');
  });

  it('leaves out branches whose condition does not hold (包容), and the whole where none does', () => {
    const some = world({ branchHolds: (_, branch) => branch === 1 });
    const state = through(some, start(some), 'a');
    expect(active(state)).toEqual([3]);
    expect(active(through(some, state, 'c'))).toEqual([5]);
    const none = world({ branchHolds: () => false });
    expect(active(through(none, start(none), 'a'))).toEqual([5]);
  });

  it('joins also when steps of a branch are passed over', () => {
    const skipping = world({ holds: (index) => index !== 2 && index !== 3 });
    const state = through(skipping, start(skipping), 'a');
    expect(active(state)).toEqual([1, 4]);
    expect(active(through(skipping, state, 'd', 'b1'))).toEqual([5]);
  });

  it('asks whom a branch sent back to by name also after another branch has returned the whole', () => {
    const same = world({ unchanged: () => true });
    // b2 wants b1 to look again; before b1 has, c returns the record to its starter.
    let state = through(same, start(same), 'a', 'b1');
    state = must(same, state, rejecting(state, 'b2', 's2')).state;
    expect(active(state)).toEqual([1, 3, 4]);
    state = must(same, state, rejecting(state, 'c', 'starter', 'direct')).state;
    state = must(same, state, { kind: 'submit', actor: STARTER }).state;
    expect(active(state)).toEqual([1, 3, 4]);
  });

  it('may begin and end a chain, and two may follow each other', () => {
    const blocks = [
      {
        branches: [
          { first: 0, last: 0 },
          { first: 1, last: 1 },
        ],
      },
      {
        branches: [
          { first: 2, last: 2 },
          { first: 3, last: 3 },
        ],
      },
    ];
    const two = line(4, [['a'], ['b'], ['c'], ['d']], {}, blocks);
    let state = start(two);
    expect(active(state)).toEqual([0, 1]);
    state = through(two, state, 'b', 'a');
    expect(active(state)).toEqual([2, 3]);
    expect(through(two, state, 'c', 'd').status).toBe('approved');
  });
});

describe('sending back from a branch', () => {
  it('stays inside while the step is its own: the others go on', () => {
    let state = through(all, start(all), 'a', 'b1', 'c');
    state = must(all, state, rejecting(state, 'b2', 'previous')).state;
    expect(active(state)).toEqual([1, 4]);
    expect([...state.agreed.keys()].sort()).toEqual([0, 3]);
    expect(active(through(all, state, 'd', 'b1', 'b2'))).toEqual([5]);
  });

  it('leaves the block otherwise, and cancels what is under way beside it', () => {
    const state = through(all, start(all), 'a', 'c');
    const ran = must(all, state, rejecting(state, 'd', 's1'));
    expect(active(ran.state)).toEqual([0]);
    expect(ran.state.fork).toBeNull();
    expect([...ran.state.agreed.keys()]).toEqual([]);
    expect(ran.events).toContainEqual({ kind: 'runClosed', index: 1, as: 'cancelled' });
    expect(ran.events).toContainEqual({ kind: 'runClosed', index: 4, as: 'returned' });
    expect(active(through(all, ran.state, 'a'))).toEqual([1, 3, 4]);
  });

  it('knows no way into a branch beside it', () => {
    const state = through(all, start(all), 'a', 'c');
    expect(run(all, state, rejecting(state, 'd', 's4')).refusal).toEqual({ code: 'badTarget' });
  });

  it('comes straight back, beside those that had not agreed yet', () => {
    let state = through(all, start(all), 'a', 'c', 'b1');
    state = must(all, state, rejecting(state, 'b2', 'starter', 'direct')).state;
    expect(state.status).toBe('returned');
    const ran = must(all, state, { kind: 'submit', actor: STARTER });
    expect(entered(ran.events).sort()).toEqual([2, 4]);
  });

  it('ends everything with an end', () => {
    const state = through(all, start(all), 'a');
    const ended = must(all, state, rejecting(state, 'c', 'end')).state;
    expect(ended.status).toBe('rejected');
    expect(ended.runs).toEqual([]);
  });
});

describe('sending back from behind the join', () => {
  const joined = through(all, start(all), 'a', 'b1', 'b2', 'c', 'd');

  it('asks the last step of every branch with 上一步', () => {
    const state = must(all, joined, rejecting(joined, 'e', 'previous')).state;
    expect(active(state)).toEqual([2, 3, 4]);
    expect(active(through(all, state, 'b2', 'c', 'd'))).toEqual([5]);
  });

  it('asks one branch alone where one of its steps is named', () => {
    const state = must(all, joined, rejecting(joined, 'e', 's2')).state;
    expect(active(state)).toEqual([1]);
    expect([...state.agreed.keys()].sort()).toEqual([0, 3, 4]);
    expect(active(through(all, state, 'b1', 'b2'))).toEqual([5]);
  });
});

describe('taking back around a block', () => {
  const closed = (index: number, person: string): { index: number; tasks: readonly FlowTask[] } => ({
    index,
    tasks: [{ candidates: [person], state: 'agreed', by: person, added: null }],
  });
  const back = (actor: string, index: number): FlowCommand => ({
    kind: 'takeBack',
    actor,
    at: { index, task: 0 },
    run: closed(index, actor),
    grace: false,
    sentBack: false,
  });

  it('leaves the branches again where nobody has touched them', () => {
    const state = through(all, start(all), 'a');
    const ran = must(all, state, back('a', 0)).state;
    expect(active(ran)).toEqual([0]);
    expect(ran.fork).toBeNull();
    expect(run(all, through(all, state, 'c'), back('a', 0)).refusal).toEqual({ code: 'handled', by: 'c' });
  });

  it('opens its own branch again, before and after the join', () => {
    const before = through(all, start(all), 'a', 'c');
    expect(active(must(all, before, back('c', 3)).state)).toEqual([1, 3, 4]);
    const after = through(all, before, 'd', 'b1', 'b2');
    const state = must(all, after, back('c', 3)).state;
    expect(active(state)).toEqual([3]);
    expect(active(through(all, state, 'c'))).toEqual([5]);
  });

  it('opens nothing once another branch has sent the record back to before the block', () => {
    const before = through(all, start(all), 'a', 'c');
    for (const resume of ['direct', 'replay'] as const) {
      const returned = must(all, before, rejecting(before, 'd', 'previous', resume)).state;
      expect(active(returned)).toEqual([0]);
      const tried = run(all, returned, back('c', 3));
      expect(tried.refusal).toEqual({ code: 'notTakeable' });
      expect(active(tried.state)).toEqual([0]);
    }
  });
});
