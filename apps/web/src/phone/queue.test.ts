import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY } from '../features/energy/entry/entries.ts';
import { ApiError } from '../lib/api.ts';
import type { EntryState, KeptEntry } from './keep.ts';
import { pressed } from './press.ts';
import { afterFailure, afterSent, countsOf, isCutOff, nextWaiting, retyped } from './queue.ts';

const entry = (part: Partial<KeptEntry> = {}): KeptEntry => ({
  id: 'a',
  owner: '7',
  project: 'EMC01001',
  date: '2026-11-22',
  device: '1',
  register: 'total',
  name: '总电表',
  draft: EMPTY,
  photos: [],
  state: 'waiting',
  message: '',
  typedAt: 1,
  ...part,
});

describe('what is sent next', () => {
  it('is the oldest that waits and was not tried in this round', () => {
    const all = [
      entry({ id: 'c', typedAt: 3 }),
      entry({ id: 'b', typedAt: 2 }),
      entry({ id: 'x', typedAt: 1, state: 'draft' }),
    ];
    expect(nextWaiting(all, new Set())?.id).toBe('b');
    expect(nextWaiting(all, new Set(['b']))?.id).toBe('c');
    expect(nextWaiting(all, new Set(['b', 'c']))).toBeUndefined();
  });
});

describe('an answer', () => {
  it('ends it, or leaves somebody to compare two readings', () => {
    expect(afterSent(entry(), { conflict: null })).toMatchObject({ state: 'sent' });
    expect(afterSent(entry(), { conflict: '已由 张三 录入' })).toMatchObject({
      state: 'conflict',
      message: '已由 张三 录入',
    });
  });

  it('that refuses is kept with it, in the words of the field', () => {
    const error = new ApiError(0, '校验未通过', [{ path: 'Rows[0].Reading', message: '该日已锁定' }]);
    expect(afterFailure(entry(), error)).toMatchObject({ state: 'refused', message: '该日已锁定' });
    expect(afterFailure(entry(), new ApiError(0, '项目已停止运营，不能录入'))).toMatchObject({
      message: '项目已停止运营，不能录入',
    });
  });

  it('that never came, or came from a server in trouble or without a session, changes nothing', () => {
    for (const error of [
      new ApiError(-1, '无法连接'),
      new ApiError(401, '过期'),
      new ApiError(503, '忙'),
      // A wireless network that asks for its own password first.
      new ApiError(200, '服务器的回答无法识别'),
      new TypeError('x'),
    ])
      expect(afterFailure(entry(), error)).toBeNull();
    expect([new ApiError(-1, '无法连接'), new ApiError(401, '过期')].every(isCutOff)).toBe(true);
    // One that the server stumbles over holds up no other.
    expect([new ApiError(503, '忙'), new TypeError('x')].some(isCutOff)).toBe(false);
  });
});

describe('typing again', () => {
  it('goes on with a draft, and makes another reading of one that may have arrived', () => {
    expect(retyped(entry({ state: 'draft' }), {}, 9, () => 'new')).toMatchObject({
      id: 'a',
      state: 'draft',
      typedAt: 9,
    });
    for (const state of ['waiting', 'refused', 'conflict', 'sent'] satisfies EntryState[])
      expect(retyped(entry({ state, message: '退' }), {}, 9, () => 'new')).toMatchObject({
        id: 'new',
        state: 'draft',
        message: '',
      });
  });
});

it('counts what is not over', () => {
  const all = (['waiting', 'waiting', 'refused', 'conflict', 'sent', 'draft'] as const).map((state) =>
    entry({ state }),
  );
  expect(countsOf(all)).toEqual({ waiting: 2, refused: 1, conflict: 1 });
});

describe('the keys', () => {
  const dial = { Digits: 4, Decimals: 2 };
  const typed = (keys: string, of = dial): string => [...keys].reduce((text, key) => pressed(text, key, of), '');

  it('make what the dial can show', () => {
    expect(typed('1234.567')).toBe('1234.56');
    expect(typed('12345')).toBe('1234');
    expect(typed('.5')).toBe('0.5');
    expect(typed('007')).toBe('7');
    expect(typed('1.2.3')).toBe('1.23');
    expect(typed('12⌫⌫⌫')).toBe('');
    expect(typed('1.5', { Digits: 4, Decimals: 0 })).toBe('15');
  });

  it('never make anything else, whatever is pressed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('0', '1', '9', '.', '⌫'), { maxLength: 40 }), (keys) => {
        expect(typed(keys.join(''))).toMatch(/^(\d{1,4}(\.\d{0,2})?)?$/);
      }),
    );
  });
});
