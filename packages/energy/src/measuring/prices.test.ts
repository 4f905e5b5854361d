import { describe, expect, it } from 'vitest';
import { averagePrice, changePrice, type EnergyPrice } from './prices.ts';

const TOU: EnergyPrice = { mode: 'tou', prices: { sharp: '1.2', peak: '1', flat: '0.6', valley: '0.3' } };
const SPLIT = { sharp: '0', peak: '100', flat: '200', valley: '100' };
const LADDER: EnergyPrice = {
  mode: 'ladder',
  per: 'year',
  steps: [
    { upTo: '500', price: '3.62' },
    { upTo: null, price: '3.48' },
  ],
};

describe('an average price', () => {
  it('is the price, or weighs kinds of hours by what fell on them', () => {
    expect(averagePrice({ mode: 'single', price: '0.98' }, null)).toBe(0.98);
    // (100 × 1 + 200 × 0.6 + 100 × 0.3) ÷ 400
    expect(averagePrice(TOU, SPLIT)).toBe(0.625);
  });

  it('is none without the split, without use, and of a ladder', () => {
    expect(averagePrice(TOU, null)).toBeNull();
    expect(averagePrice(TOU, { sharp: '0', peak: '0', flat: '0', valley: '0' })).toBeNull();
    expect(averagePrice(LADDER, SPLIT)).toBeNull();
  });
});

describe('a change of prices', () => {
  it('goes by percent or by difference, to four places', () => {
    expect(changePrice({ mode: 'single', price: '0.6837' }, { by: 'ratio', percent: '5' })).toEqual({
      mode: 'single',
      price: '0.7179',
    });
    expect(changePrice(LADDER, { by: 'difference', yuan: '-0.1' })).toEqual({
      mode: 'ladder',
      per: 'year',
      steps: [
        { upTo: '500', price: '3.5200' },
        { upTo: null, price: '3.3800' },
      ],
    });
  });

  it('sets single kinds of hours and leaves the others', () => {
    expect(changePrice(TOU, { by: 'set', price: null, prices: { valley: '0.25' } })).toEqual({
      mode: 'tou',
      prices: { sharp: '1.2', peak: '1', flat: '0.6', valley: '0.25' },
    });
  });

  it('is none where it says nothing of the kind, or would go below zero', () => {
    expect(changePrice(TOU, { by: 'set', price: '1', prices: {} })).toBeNull();
    expect(changePrice(LADDER, { by: 'set', price: '1', prices: {} })).toBeNull();
    expect(changePrice({ mode: 'single', price: '0.5' }, { by: 'difference', yuan: '-0.6' })).toBeNull();
  });
});
