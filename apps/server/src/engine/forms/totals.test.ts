import { describe, expect, it } from 'vitest';
import { ListTotals, type Counted } from './totals.ts';

describe('totals of lists', () => {
  const counted =
    (version: string, total: number): (() => Promise<Counted>) =>
    () =>
      Promise.resolve({ version, total, sums: {} });

  it('are kept while the version stands and counted again when it moves', async () => {
    const totals = new ListTotals();
    expect((await totals.read('a', '1', counted('1', 10))).total).toBe(10);
    expect((await totals.read('a', '1', counted('1', 99))).total).toBe(10);
    expect((await totals.read('b', '1', counted('1', 7))).total).toBe(7);
    expect((await totals.read('a', '2', counted('2', 11))).total).toBe(11);
  });

  it('belong to the snapshot in which they were counted, not to the version asked for', async () => {
    const totals = new ListTotals();
    await totals.read('a', '1', counted('3', 12));
    expect((await totals.read('a', '1', counted('3', 13))).total).toBe(13);
    expect((await totals.read('a', '3', counted('3', 14))).total).toBe(13);
  });
});
