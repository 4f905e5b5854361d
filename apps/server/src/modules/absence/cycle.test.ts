import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Arrow, closesCycle, sameTime } from './cycle.ts';

const at = (day: number): Date => new Date(Date.UTC(2026, 10, day));
const arrow = (owner: string, delegate: string, more: Partial<Arrow> = {}): Arrow => ({
  owner,
  delegate,
  modules: null,
  from: at(1),
  to: at(10),
  ...more,
});

describe('delegations as arrows', () => {
  it('meet where person, time and module meet', () => {
    const known = [arrow('1', '2', { modules: ['payment'], from: at(5), to: at(8) })];
    expect(sameTime(known, arrow('1', '3'))).toBe(known[0]);
    expect(sameTime(known, arrow('1', '3', { modules: ['borrowing'] }))).toBeUndefined();
    expect(sameTime(known, arrow('2', '3'))).toBeUndefined();
    // One ends at the moment at which the other begins.
    expect(sameTime(known, arrow('1', '3', { from: at(8), to: at(9) }))).toBeUndefined();
  });

  it('close a cycle over several people only where all of them meet', () => {
    const chain = [arrow('2', '3'), arrow('3', '4', { modules: ['payment'] })];
    expect(closesCycle(chain, arrow('1', '2'))).toBe(false);
    expect(closesCycle(chain, arrow('4', '2'))).toBe(true);
    expect(closesCycle(chain, arrow('4', '2', { modules: ['borrowing'] }))).toBe(false);
    expect(closesCycle(chain, arrow('4', '2', { from: at(10), to: at(12) }))).toBe(false);
  });

  it('never have a cycle at any moment once each new one was checked', () => {
    const person = fc.constantFrom('1', '2', '3', '4', '5');
    const modules = fc.constantFrom(null, ['a'], ['b'], ['a', 'b']);
    const anyArrow = fc
      .record({ owner: person, delegate: person, modules, start: fc.nat(20), days: fc.integer({ min: 1, max: 10 }) })
      .filter((one) => one.owner !== one.delegate)
      .map(({ start, days, ...rest }): Arrow => ({ ...rest, from: at(start), to: at(start + days) }));
    fc.assert(
      fc.property(fc.array(anyArrow, { maxLength: 15 }), (wanted) => {
        const kept: Arrow[] = [];
        for (const next of wanted) if (sameTime(kept, next) === undefined && !closesCycle(kept, next)) kept.push(next);
        for (let day = 0; day <= 31; day += 1)
          for (const module of ['a', 'b']) {
            const next = new Map(
              kept
                .filter((one) => one.from <= at(day) && one.to > at(day) && (one.modules?.includes(module) ?? true))
                .map((one) => [one.owner, one.delegate]),
            );
            for (const start of next.keys()) {
              const seen = new Set([start]);
              for (let now = next.get(start); now !== undefined; now = next.get(now)) {
                expect(seen.has(now)).toBe(false);
                seen.add(now);
              }
            }
          }
      }),
    );
  });
});
