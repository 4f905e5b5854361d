import { expect, it } from 'vitest';
import { together } from './together.ts';

const row = (id: string, kind: string, minutes: number, read = false) => ({
  id,
  kind,
  at: new Date(Date.parse('2026-11-28T10:00:00Z') - minutes * 60_000).toISOString(),
  read,
});
const ids = (rows: readonly ReturnType<typeof row>[]) =>
  together(rows).map((group) => group.map((one) => one.id).join());

it('puts unread notices of a kind within five minutes of the newest together', () => {
  expect(
    ids([row('a', 'todo', 0), row('b', 'cc', 1), row('c', 'todo', 2), row('d', 'todo', 5), row('e', 'todo', 6)]),
  ).toEqual(['a,c,d', 'b', 'e']);
});

it('leaves what has been read by itself', () => {
  expect(ids([row('a', 'todo', 0, true), row('b', 'todo', 1), row('c', 'todo', 2, true), row('d', 'todo', 3)])).toEqual(
    ['a', 'b', 'c', 'd'],
  );
});

it('begins anew after the five minutes, and loses nobody', () => {
  expect(ids([row('a', 'todo', 0), row('b', 'todo', 6), row('c', 'todo', 8), row('d', 'todo', 12)])).toEqual([
    'a',
    'b,c',
    'd',
  ]);
  expect(ids([])).toEqual([]);
});
