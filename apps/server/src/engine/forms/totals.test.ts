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

  it('are counted once for all who ask at the same time, unless their page is newer than the count', async () => {
    const totals = new ListTotals();
    let counts = 0;
    let release: (counted: Counted) => void = () => undefined;
    const slow = (): Promise<Counted> => {
      counts += 1;
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    const first = totals.read('a', '5', slow);
    const same = totals.read('a', '5', slow);
    const newer = totals.read('a', '6', counted('6', 61));
    release({ version: '5', total: 50, sums: {} });
    expect([(await first).total, (await same).total, (await newer).total]).toEqual([50, 50, 61]);
    expect(counts).toBe(1);
  });

  it('a count that failed is done again by the next who asks', async () => {
    const totals = new ListTotals();
    await expect(totals.read('a', '1', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect((await totals.read('a', '1', counted('1', 4))).total).toBe(4);
  });
});
