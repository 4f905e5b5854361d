import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lossShares } from './meter-loss.ts';

const row = (meterNo: string, used: string, chargeArea = '0') => ({
  meterNo,
  lastReading: '0',
  thisReading: used,
  ratio: '1',
  changeQuantity: '0',
  chargeArea,
});
const shares = (...args: Parameters<typeof lossShares>) => Object.fromEntries(lossShares(...args));

describe('shares of a loss', () => {
  it('follow the use or the area, and what is left over goes to the largest', () => {
    const rows = [row('a', '100', '1'), row('b', '100', '1'), row('c', '101', '1')];
    const terms = { mainQuantity: '311.001', publicQuantity: '0', lossRule: '按用量分摊' };
    expect(shares(terms, rows)).toEqual({ a: '3.322', b: '3.322', c: '3.357' });
    expect(shares({ ...terms, lossRule: '按面积分摊' }, rows)).toEqual({ a: '3.335', b: '3.333', c: '3.333' });
  });

  it('are none where the company bears it, or the meters show more than the main one', () => {
    const rows = [row('a', '100')];
    expect(shares({ mainQuantity: '110', lossRule: '公司承担' }, rows)).toEqual({});
    expect(shares({ mainQuantity: '90', lossRule: '按用量分摊' }, rows)).toEqual({});
    expect(shares({ mainQuantity: '110', publicQuantity: '20', lossRule: '按用量分摊' }, rows)).toEqual({});
  });

  it('add up to the loss exactly, none negative', () => {
    const milli = (n: number): string => (n / 1000).toFixed(3);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 9_000_000 }),
        (uses, loss) => {
          const sum = uses.reduce((a, b) => a + b, 0);
          fc.pre(sum > 0);
          const rows = uses.map((use, at) => row(`m${at}`, milli(use)));
          const all = [...lossShares({ mainQuantity: milli(sum + loss), lossRule: '按用量分摊' }, rows).values()].map(
            Number,
          );
          expect(all.every((each) => each >= 0)).toBe(true);
          expect(Math.round(all.reduce((a, b) => a + b, 0) * 1000)).toBe(loss);
        },
      ),
    );
  });
});
