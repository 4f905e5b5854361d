import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, isEnough, type Part, percentOf, scoreOf, secondsOf, withPart } from './counting.ts';

const NOTHING = { seen: [], effective: 0 };

describe('what was learnt', () => {
  it('is what was played, not what was dragged over', () => {
    const first = advance(NOTHING, [0, 30], 30, 600);
    expect(first).toEqual({ seen: [[0, 30]], effective: 30 });
    expect(advance(first, [300, 330], 30, 600).seen).toEqual([
      [0, 30],
      [300, 330],
    ]);
    expect(advance(first, [30, 600], 30, 600).seen).toEqual([[0, 30]]);
    expect(advance(first, [30, 60], 3600, 600)).toEqual(first);
    expect(advance(first, [10, 25], 15, 600).seen).toEqual([[0, 30]]);
    expect(percentOf(first, true, 600)).toBe(5);
    expect(percentOf({ seen: [], effective: 600 }, true, 600)).toBe(0);
    expect(percentOf({ seen: [], effective: 900 }, false, 600)).toBe(100);
  });

  it('is never more than the clock allows, nor the film is long', () => {
    const reports = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 200 })),
    );
    fc.assert(
      fc.property(reports, (all) => {
        let learnt = NOTHING as ReturnType<typeof advance>;
        let clock = 0;
        for (const [from, to, elapsed] of all) {
          learnt = advance(learnt, [from, to], elapsed, 600);
          clock += elapsed;
        }
        expect(secondsOf(learnt.seen)).toBeLessThanOrEqual(Math.min(600, clock * 2 + all.length * 3));
        expect(learnt.effective).toBeLessThanOrEqual(clock);
      }),
    );
  });

  it('merges parts, whatever their order', () => {
    const parts: Part[] = [
      [5, 9],
      [0, 3],
      [3, 6],
    ];
    expect(parts.reduce<readonly Part[]>(withPart, [])).toEqual([[0, 9]]);
  });

  it('counts hours with enough of it and a quiz that was passed', () => {
    expect(isEnough(89.9, { needed: false, passed: false })).toBe(false);
    expect(isEnough(90, { needed: false, passed: false })).toBe(true);
    expect(isEnough(100, { needed: true, passed: false })).toBe(false);
    expect(isEnough(90, { needed: true, passed: true })).toBe(true);
  });

  it('scores a question by exactly its right options', () => {
    const question = (answers: number[]) => ({ title: '', options: ['a', 'b', 'c'], answers });
    const paper = [question([0]), question([0, 2]), question([1])];
    expect(scoreOf(paper, [[0], [2, 0], [1]])).toBe(100);
    expect(scoreOf(paper, [[0], [0], [1]])).toBe(66.7);
    expect(scoreOf(paper, [])).toBe(0);
  });
});
