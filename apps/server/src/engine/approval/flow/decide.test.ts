import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';
import type { FlowCommand, FlowState } from './state.ts';
import {
  active,
  agree,
  at,
  line,
  must,
  openOf,
  RULES,
  run,
  start,
  STARTER,
  tasksOf,
  type World,
} from './testing/world.ts';

describe('decide', () => {
  it('walks a chain to its end', () => {
    const world = line(2, [['u1'], ['u2']]);
    let state = start(world);
    expect(active(state)[0]).toBe(0);
    state = must(world, state, { kind: 'approve', actor: 'u1', at: at(state) }).state;
    expect(active(state)[0]).toBe(1);
    state = must(world, state, { kind: 'approve', actor: 'u2', at: at(state) }).state;
    expect(state.status).toBe('approved');
    expect(state.runs).toEqual([]);
  });

  it('needs everybody with all, and asks one after another with turn', () => {
    const all = line(1, [['u1', 'u2']], { mode: 'all' });
    let state = agree(all, start(all), 'u2');
    expect(state.status).toBe('running');
    expect(run(all, state, { kind: 'approve', actor: 'u2', at: at(state, 1) }).refusal).not.toBeNull();
    expect(must(all, state, { kind: 'approve', actor: 'u1', at: at(state) }).state.status).toBe('approved');

    const turn = line(1, [['u1', 'u2']], { mode: 'turn' });
    state = start(turn);
    expect(run(turn, state, { kind: 'approve', actor: 'u2', at: at(state, 1) }).refusal).not.toBeNull();
    state = must(turn, state, { kind: 'approve', actor: 'u1', at: at(state) }).state;
    expect(tasksOf(state)).toEqual(['agreed', 'open']);
    expect(must(turn, state, { kind: 'approve', actor: 'u2', at: at(state, 1) }).state.status).toBe('approved');
  });

  it('returns to the step before in one command and asks from there', () => {
    const world = line(3, [['u1'], ['u2'], ['u3']]);
    let state = start(world);
    state = must(world, state, { kind: 'approve', actor: 'u1', at: at(state) }).state;
    state = must(world, state, { kind: 'approve', actor: 'u2', at: at(state) }).state;
    state = must(world, state, { kind: 'reject', actor: 'u3', at: at(state), to: 'previous', resume: 'replay' }).state;
    expect(active(state)[0]).toBe(1);
    expect([...state.agreed.keys()]).toEqual([0]);
    expect(state.round).toBe(2);
  });

  it('enters a step anew that waits for nobody, and none that waits for somebody', () => {
    const world = line(2, [['u1'], ['u2']]);
    const whole = start(world);
    expect(run(world, whole, { kind: 'reenter', index: 0 }).refusal).toEqual({ code: 'notStuck' });
    expect(run(world, whole, { kind: 'reenter', index: 1 }).refusal).toEqual({ code: 'notStuck' });
    const [broken] = whole.runs;
    const lost = { ...whole, runs: broken ? [{ ...broken, tasks: [] }] : [] };
    const { state } = must(world, lost, { kind: 'reenter', index: 0 });
    expect([active(state)[0], tasksOf(state), state.round]).toEqual([0, ['open'], 2]);
    expect(must(world, { ...whole, runs: [] }, { kind: 'reenter', index: 1 }).state.runs).toHaveLength(1);
    expect(run(world, { ...lost, status: 'approved' }, { kind: 'reenter', index: 0 }).refusal).toMatchObject({
      code: 'status',
    });
  });

  it('passes over a step of the same person, never over one that has something to fill in', () => {
    const passable = line(2, [['u1'], ['u1', 'u2']], { passable: true });
    const begun = start(passable);
    const ran = must(passable, begun, { kind: 'approve', actor: 'u1', at: at(begun) });
    expect(ran.state.status).toBe('approved');
    expect(ran.events).toContainEqual({ kind: 'skipped', index: 1, reason: 'samePerson', by: ['u1'] });

    const filled = line(2, [['u1'], ['u1']]);
    expect(agree(filled, start(filled), 'u1').status).toBe('running');
  });

  it('does not let one person decide a step of all', () => {
    const world: World = {
      ...line(2, [['u1'], ['u1', 'u2']]),
      steps: [
        { key: 's1', mode: 'any', pass: 60, passable: true, rules: RULES },
        { key: 's2', mode: 'all', pass: 60, passable: true, rules: RULES },
      ],
    };
    expect(agree(world, start(world), 'u1').runs[0]?.tasks).toHaveLength(2);
  });

  it('asks on a direct resume those steps whose condition holds only now', () => {
    let raised = false;
    const world: World = { ...line(3, [['u1'], ['u2'], ['u3']]), holds: (index) => index !== 1 || raised };
    let state = start(world);
    state = must(world, state, { kind: 'approve', actor: 'u1', at: at(state) }).state;
    expect(active(state)[0]).toBe(2);
    state = must(world, state, { kind: 'reject', actor: 'u3', at: at(state), to: 'starter', resume: 'direct' }).state;
    raised = true;
    state = must(world, state, { kind: 'submit', actor: STARTER }).state;
    expect(active(state)[0]).toBe(1);
    state = must(world, state, { kind: 'approve', actor: 'u2', at: at(state) }).state;
    expect(active(state)[0]).toBe(2);
  });

  it('comes back through nested direct returns', () => {
    const world = line(3, [['u1'], ['u2'], ['u3']]);
    let state = start(world);
    state = must(world, state, { kind: 'approve', actor: 'u1', at: at(state) }).state;
    state = must(world, state, { kind: 'approve', actor: 'u2', at: at(state) }).state;
    state = must(world, state, { kind: 'reject', actor: 'u3', at: at(state), to: 's2', resume: 'direct' }).state;
    state = must(world, state, { kind: 'reject', actor: 'u2', at: at(state), to: 'starter', resume: 'direct' }).state;
    state = must(world, state, { kind: 'submit', actor: STARTER }).state;
    expect(active(state)[0]).toBe(1);
    state = must(world, state, { kind: 'approve', actor: 'u2', at: at(state) }).state;
    expect(active(state)[0]).toBe(2);
    expect(state.resume).toEqual([]);
  });

  it('lets the applicant withdraw until somebody has handled it', () => {
    const world = line(2, [['u1'], ['u2']]);
    const state = start(world);
    expect(must(world, state, { kind: 'withdraw', actor: STARTER }).state.status).toBe('withdrawn');
    expect(run(world, state, { kind: 'withdraw', actor: 'u1' }).refusal).not.toBeNull();
    const later = must(world, state, { kind: 'approve', actor: 'u1', at: at(state) }).state;
    expect(decide(later, { kind: 'withdraw', actor: STARTER })).toEqual({
      ok: false,
      refusal: { code: 'handled', by: 'u1' },
    });
  });

  it('gives a record to another applicant, but never to one of its checkers', () => {
    const world = line(2, [['u1'], ['u2']]);
    let state = agree(world, start(world), 'u1');
    for (const to of ['u1', 'u2', STARTER])
      expect(decide(state, { kind: 'takeOver', to })).toEqual({ ok: false, refusal: { code: 'checker' } });
    state = must(world, state, { kind: 'takeOver', to: 'u3' }).state;
    expect(state).toMatchObject({ starterId: 'u3', status: 'running' });
    expect(openOf(state, 'u2')).toEqual({ index: 1, task: 0 });
    state = must(world, state, { kind: 'reject', actor: 'u2', at: at(state), to: 'starter', resume: 'replay' }).state;
    expect(run(world, state, { kind: 'submit', actor: STARTER }).refusal).toEqual({ code: 'notStarter' });
    // What had been the first applicant's is the second one's.
    state = must(world, state, { kind: 'takeOver', to: 'u4' }).state;
    expect(state.runs[0]?.tasks[0]).toMatchObject({ candidates: ['u4'], state: 'open' });
    expect(must(world, state, { kind: 'submit', actor: 'u4' }).state.status).toBe('running');
  });

  it('leaves a task to those who share it, takes none to a co-signer, and lets go where nobody may hand over', () => {
    const world = line(1, [['u1', 'u2']]);
    const shared = start(world);
    const state = must(world, shared, { kind: 'transfer', actor: 'u1', at: at(shared), to: 'u2' }).state;
    expect(state.runs[0]?.tasks[0]?.candidates).toEqual(['u2']);
    const both = start(line(1, [['u1', 'u2']], { mode: 'all' }));
    expect(decide(both, { kind: 'transfer', actor: 'u1', at: at(both), to: 'u2' })).toMatchObject({
      refusal: { code: 'alreadyThere' },
    });
    const closed = line(1, [['u1']], { rules: { ...RULES, transfer: false } });
    const give = { kind: 'transfer', actor: 'u1', at: at(start(closed)), to: 'u3' } as const;
    expect(decide(start(closed), give)).toMatchObject({ refusal: { code: 'notAllowed' } });
    expect(decide(start(closed), { ...give, leaving: true }).ok).toBe(true);
  });

  it('goes back only where the step says so, and is not ended by its applicant', () => {
    const reject = (state: FlowState, actor: string, to: 'starter' | 'previous' | 'end'): FlowCommand => ({
      kind: 'reject',
      actor,
      at: at(state),
      to,
      resume: 'replay',
    });
    const strict = line(2, [['u1'], ['u2']], { rules: { ...RULES, rejectTo: ['starter'] } });
    const state = agree(strict, start(strict), 'u1');
    for (const to of ['previous', 'end'] as const)
      expect(decide(state, reject(state, 'u2', to))).toEqual({ ok: false, refusal: { code: 'targetNotAllowed' } });
    expect(must(strict, state, reject(state, 'u2', 'starter')).state.status).toBe('returned');

    const own = line(1, [[STARTER]]);
    const begun = start(own);
    expect(decide(begun, reject(begun, STARTER, 'end'))).toEqual({ ok: false, refusal: { code: 'starterEnds' } });
    const others = line(1, [['u1']]);
    expect(must(others, start(others), reject(start(others), 'u1', 'end')).state.status).toBe('rejected');
  });

  it('refuses a task of somebody else, a closed one, and steps that nobody has handled', () => {
    const world = line(2, [['u1'], ['u2']]);
    const state = start(world);
    expect(decide(state, { kind: 'approve', actor: 'u2', at: at(state) })).toMatchObject({
      refusal: { code: 'notYours' },
    });
    expect(decide(state, { kind: 'approve', actor: 'u1', at: at(state, 3) })).toMatchObject({
      refusal: { code: 'taskClosed' },
    });
    const bad: FlowCommand = { kind: 'reject', actor: 'u1', at: at(state), to: 's2', resume: 'replay' };
    expect(decide(state, bad)).toMatchObject({ refusal: { code: 'badTarget' } });
    expect(decide(state, { kind: 'cancel' })).toMatchObject({ refusal: { code: 'status' } });
  });
});
