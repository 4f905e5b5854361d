import { describe, expect, it } from 'vitest';
import { Rounds } from './flush.ts';

/** Rounds that are ended by hand. */
const byHand = () => {
  const open: { done: () => void; failed: (error: Error) => void }[] = [];
  let begun = 0;
  const rounds = new Rounds(() => {
    begun += 1;
    return new Promise<void>((done, failed) => open.push({ done, failed }));
  });
  return { rounds, open, begun: () => begun };
};
const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('a round', () => {
  it('that began before somebody asked is not theirs: they share the next', async () => {
    const { rounds, open, begun } = byHand();
    const told: string[] = [];
    const ask = (name: string) => rounds.round().then(() => told.push(name));
    const all = [ask('first'), ask('second'), ask('third')];
    await turn();
    expect(begun()).toBe(1);
    open[0]?.done();
    await turn();
    expect(told).toEqual(['first']);
    expect(begun()).toBe(2);
    // Asked while the second is under way: neither of those who wait for it.
    all.push(ask('fourth'));
    open[1]?.done();
    await turn();
    expect(told).toEqual(['first', 'second', 'third']);
    expect(begun()).toBe(3);
    open[2]?.done();
    await Promise.all(all);
    expect(told.at(-1)).toBe('fourth');
    // Nobody waits: the next begins at once.
    const last = ask('fifth');
    expect(begun()).toBe(4);
    open[3]?.done();
    await last;
  });

  it('that failed is told to those who waited for it, and to nobody else', async () => {
    const { rounds, open } = byHand();
    const [first, second] = [rounds.round(), rounds.round()];
    open[0]?.failed(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await turn();
    open[1]?.done();
    await second;
  });
});
