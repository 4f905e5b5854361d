import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';
import type { FlowCommand, FlowState } from './state.ts';
import { active, agree, at, line, must, openOf, RULES, run, start, tasksOf } from './testing/world.ts';

const sign = (
  state: FlowState,
  actor: string,
  people: readonly string[],
  where: 'before' | 'after',
  mode: 'any' | 'all' | 'turn' = 'all',
): FlowCommand => ({ kind: 'addSign', actor, at: openOf(state, actor), people, where, mode });

const one = line(1, [['u1']]);

describe('signers added before (前加签)', () => {
  it('are asked first; then it comes back to whoever added them', () => {
    let state = start(one);
    state = must(one, state, sign(state, 'u1', ['u2', 'u3'], 'before')).state;
    expect(tasksOf(state)).toEqual(['waiting', 'open', 'open']);
    state = agree(one, state, 'u3');
    expect(tasksOf(state)).toEqual(['waiting', 'open', 'agreed']);
    state = agree(one, state, 'u2');
    expect(tasksOf(state)).toEqual(['open', 'agreed', 'agreed']);
    state = agree(one, state, 'u1');
    expect(state.status).toBe('approved');
    expect(state.agreed.get(0)?.by).toEqual(['u2', 'u3', 'u1']);
  });

  it('need only one of them with any, and go one after another with turn', () => {
    let state = start(one);
    let any = must(one, state, sign(state, 'u1', ['u2', 'u3'], 'before', 'any')).state;
    any = agree(one, any, 'u3');
    expect(tasksOf(any)).toEqual(['open', 'cancelled', 'agreed']);

    state = must(one, state, sign(state, 'u1', ['u2', 'u3'], 'before', 'turn')).state;
    expect(tasksOf(state)).toEqual(['waiting', 'open', 'waiting']);
    state = agree(one, state, 'u2');
    expect(tasksOf(state)).toEqual(['waiting', 'agreed', 'open']);
  });

  it('make a pool of candidates the task of the one who added them', () => {
    const pool = line(1, [['u1', 'u2']]);
    const state = start(pool);
    const added = must(pool, state, sign(state, 'u1', ['u3'], 'before')).state;
    expect(added.runs[0]?.tasks[0]?.candidates).toEqual(['u1']);
    expect(run(pool, added, { kind: 'approve', actor: 'u2', at: at(added) }).refusal).not.toBeNull();
  });

  it('may add signers of their own, and reject the whole like any handler', () => {
    let state = start(one);
    state = must(one, state, sign(state, 'u1', ['u2'], 'before')).state;
    state = must(one, state, sign(state, 'u2', ['u3'], 'before')).state;
    expect(tasksOf(state)).toEqual(['waiting', 'waiting', 'open']);
    const gone = must(one, state, {
      kind: 'reject',
      actor: 'u3',
      at: openOf(state, 'u3'),
      to: 'starter',
      resume: 'replay',
    }).state;
    expect(gone.status).toBe('returned');
  });
});

describe('signers added after (后加签)', () => {
  it('come once the one who added them has agreed, before the record goes on', () => {
    const two = line(2, [['u1'], ['u4']]);
    let state = start(two);
    state = must(two, state, sign(state, 'u1', ['u2', 'u3'], 'after', 'turn')).state;
    expect(tasksOf(state)).toEqual(['open', 'waiting', 'waiting']);
    state = agree(two, state, 'u1');
    expect(tasksOf(state)).toEqual(['agreed', 'open', 'waiting']);
    state = agree(two, state, 'u2');
    state = agree(two, state, 'u3');
    expect(active(state)).toEqual([1]);
  });

  it('hold up the next of a step taken in turn, not those beside it', () => {
    const turn = line(1, [['u1', 'u2']], { mode: 'turn' });
    let state = start(turn);
    state = must(turn, state, sign(state, 'u1', ['u3'], 'after')).state;
    state = agree(turn, state, 'u1');
    expect(tasksOf(state)).toEqual(['agreed', 'waiting', 'open']);
    state = agree(turn, state, 'u3');
    expect(tasksOf(state)).toEqual(['agreed', 'open', 'agreed']);
  });
});

describe('adding is refused', () => {
  it.each<[string, (state: FlowState) => FlowCommand, object]>([
    ['for oneself', (state) => sign(state, 'u1', ['u1'], 'before'), { code: 'alreadyThere', person: 'u1' }],
    ['for who is there', (state) => sign(state, 'u1', ['u2'], 'before'), { code: 'alreadyThere', person: 'u2' }],
    [
      'by others',
      (state) => ({ ...sign(state, 'u1', ['u3'], 'before'), actor: 'u4' }) as FlowCommand,
      { code: 'notYours' },
    ],
  ])('%s', (_, command, refusal) => {
    const all = line(1, [['u1', 'u2']], { mode: 'all' });
    const state = start(all);
    expect(decide(state, command(state))).toEqual({ ok: false, refusal });
  });

  it('where the step does not allow it, and in a vote', () => {
    const strict = line(1, [['u1']], { rules: { ...RULES, addSign: false, delegate: false, transfer: false } });
    let state = start(strict);
    expect(run(strict, state, sign(state, 'u1', ['u2'], 'before')).refusal).toEqual({
      code: 'notAllowed',
      what: 'addSign',
    });
    expect(run(strict, state, { kind: 'delegate', actor: 'u1', at: at(state), to: 'u2' }).refusal).toMatchObject({
      what: 'delegate',
    });
    expect(run(strict, state, { kind: 'transfer', actor: 'u1', at: at(state), to: 'u2' }).refusal).toMatchObject({
      what: 'transfer',
    });
    const vote = line(1, [['u1', 'u2']], { mode: 'vote' });
    state = start(vote);
    expect(run(vote, state, sign(state, 'u1', ['u3'], 'before')).refusal).toMatchObject({ what: 'addSign' });
  });
});

describe('removing (减签)', () => {
  const take = (actor: string, ...tasks: readonly number[]): FlowCommand => ({
    kind: 'removeSign',
    actor,
    index: 0,
    tasks,
  });

  it('takes out whom one added, with whomever those added', () => {
    let state = start(one);
    state = must(one, state, sign(state, 'u1', ['u2', 'u3'], 'before')).state;
    state = must(one, state, sign(state, 'u2', ['u4'], 'before')).state;
    expect(run(one, state, take('u3', 1)).refusal).toEqual({ code: 'notRemovable' });
    state = must(one, state, take('u1', 1)).state;
    expect(tasksOf(state)).toEqual(['waiting', 'removed', 'open', 'cancelled']);
    state = must(one, state, take('u1', 2)).state;
    expect(tasksOf(state)).toEqual(['open', 'removed', 'removed', 'cancelled']);
  });

  it('leaves alone who has handled it, and co-signers unless the step lets them go', () => {
    const all = line(1, [['u1', 'u2', 'u3']], { mode: 'all' });
    expect(run(all, start(all), take('u1', 1)).refusal).toEqual({ code: 'notRemovable' });
    const free = line(1, [['u1', 'u2', 'u3']], { mode: 'all', rules: { ...RULES, removeSign: 'any' } });
    let state = agree(free, start(free), 'u2');
    expect(run(free, state, take('u1', 1)).refusal).toEqual({ code: 'notRemovable' });
    expect(run(free, state, take('u1', 0)).refusal).toEqual({ code: 'notRemovable' });
    expect(run(free, state, take('u4', 2)).refusal).toEqual({ code: 'notRemovable' });
    state = must(free, state, take('u1', 2)).state;
    expect(agree(free, state, 'u1').status).toBe('approved');
  });

  it('goes on where nobody is left to be asked', () => {
    const free = line(2, [['u1', 'u2'], ['u3']], { mode: 'all', rules: { ...RULES, removeSign: 'any' } });
    const state = agree(free, start(free), 'u1');
    expect(active(must(free, state, take('u1', 1)).state)).toEqual([1]);
  });
});

describe('delegating (委派)', () => {
  it('comes back to its owner, who decides', () => {
    let state = start(one);
    state = must(one, state, { kind: 'delegate', actor: 'u1', at: at(state), to: 'u2' }).state;
    expect(tasksOf(state)).toEqual(['waiting', 'open']);
    const rejecting: FlowCommand = { kind: 'reject', actor: 'u2', at: at(state, 1), to: 'starter', resume: 'replay' };
    expect(run(one, state, rejecting).refusal).toEqual({ code: 'onlyReplies' });
    expect(run(one, state, sign(state, 'u2', ['u3'], 'before')).refusal).toEqual({ code: 'onlyReplies' });
    state = agree(one, state, 'u2');
    expect(tasksOf(state)).toEqual(['open', 'agreed']);
    expect(agree(one, state, 'u1').agreed.get(0)?.by).toEqual(['u1']);
    // Whoever answered may be asked to decide as well, and takes the answer back no more.
    expect(must(one, state, { kind: 'transfer', actor: 'u1', at: at(state), to: 'u2' }).state.status).toBe('running');
    state = must(one, state, sign(state, 'u1', ['u2'], 'before')).state;
    expect(tasksOf(state)).toEqual(['waiting', 'agreed', 'open']);
    const back = { kind: 'takeBack', actor: 'u2', at: at(state, 1), grace: false, sentBack: false } as const;
    expect(run(one, state, { ...back, run: state.runs[0] ?? { index: 0, tasks: [] } }).refusal).toEqual({
      code: 'handled',
      by: 'u1',
    });
    state = agree(one, agree(one, state, 'u2'), 'u1');
    expect(state.agreed.get(0)?.by).toEqual(['u2', 'u1']);
  });
});

describe('voting (票签)', () => {
  const vote = line(2, [['u1', 'u2', 'u3', 'u4'], ['u1']], { mode: 'vote', pass: 60 });
  const against = (state: FlowState, actor: string, to: 'starter' | 'end' = 'starter'): FlowCommand => ({
    kind: 'reject',
    actor,
    at: openOf(state, actor),
    to,
    resume: 'replay',
  });

  it('passes as soon as enough have agreed', () => {
    let state = start(vote);
    state = agree(vote, state, 'u1');
    state = must(vote, state, against(state, 'u2')).state;
    expect(state.status).toBe('running');
    state = agree(vote, state, 'u3');
    expect(tasksOf(state)).toEqual(['agreed', 'rejected', 'agreed', 'open']);
    state = agree(vote, state, 'u4');
    expect(active(state)).toEqual([1]);
    expect(state.agreed.get(0)?.by).toEqual(['u1', 'u3', 'u4']);
  });

  it('is lost only when enough can no longer agree, and then goes where the deciding vote says', () => {
    let state = start(vote);
    state = must(vote, state, against(state, 'u1', 'end')).state;
    expect(state.status).toBe('running');
    state = must(vote, state, against(state, 'u2')).state;
    expect(state.status).toBe('returned');
  });
});

describe('taking back (拿回)', () => {
  const back = (actor: string, state: FlowState, index: number, task: number, from: FlowState): FlowCommand => ({
    kind: 'takeBack',
    actor,
    at: { index, task },
    run: from.runs.find((each) => each.index === index) ?? state.runs[0] ?? { index, tasks: [] },
    grace: false,
    sentBack: false,
  });

  it('undoes an agreement while the next step is untouched', () => {
    const two = line(2, [['u1'], ['u2']]);
    const before = start(two);
    const state = agree(two, before, 'u1');
    const closed = {
      ...before,
      runs: [{ index: 0, tasks: [{ candidates: ['u1'], state: 'agreed', by: 'u1', added: null }] }],
    } as FlowState;
    const ran = must(two, state, back('u1', state, 0, 0, closed));
    expect(active(ran.state)).toEqual([0]);
    expect(ran.state.handledBy).toBeNull();
    expect(ran.events).toContainEqual({ kind: 'runClosed', index: 1, as: 'undone' });
    // Later steps are of the next round: those of this one are there already.
    expect(ran.state.round).toBe(2);
    const later = agree(two, state, 'u2');
    expect(run(two, later, back('u1', later, 0, 0, closed)).refusal).toEqual({ code: 'status', status: 'approved' });
  });

  it('is refused once somebody went on from it, and to others', () => {
    const turn = line(1, [['u1', 'u2', 'u3']], { mode: 'turn' });
    let state = agree(turn, start(turn), 'u1');
    expect(run(turn, state, back('u2', state, 0, 0, state)).refusal).toEqual({ code: 'notYours' });
    expect(tasksOf(must(turn, state, back('u1', state, 0, 0, state)).state)).toEqual(['open', 'waiting', 'waiting']);
    state = agree(turn, state, 'u2');
    expect(run(turn, state, back('u1', state, 0, 0, state)).refusal).toEqual({ code: 'handled', by: 'u2' });
    expect(tasksOf(must(turn, state, back('u2', state, 0, 1, state)).state)).toEqual(['agreed', 'open', 'waiting']);
  });
});
