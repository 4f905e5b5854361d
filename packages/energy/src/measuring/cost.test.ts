import { expect, it } from 'vitest';
import { costOf, withTax } from './cost.ts';
import { exact, exactText } from './exact.ts';
import type { EnergyPrice, PriceVersion } from './prices.ts';

const version = (energy: EnergyPrice, surcharges: PriceVersion['surcharges'] = []): PriceVersion => ({
  id: '1',
  from: '2026-01-01',
  to: null,
  energy,
  surcharges,
  tax: { included: true, rate: '13' },
});
const NONE = { sharp: 0n, peak: 0n, flat: 0n, valley: 0n };
const used = (usage: string, more: object = {}) => ({ usage: exact(usage), tou: NONE, unsplit: 0n, ...more });

it('prices what was used, surcharges beside it, and rounds nothing', () => {
  const cost = costOf(
    version({ mode: 'single', price: '0.3333' }, [{ name: '基金', price: '0.0191' }]),
    used('0.123456'),
    0n,
  );
  expect(exactText(cost.energy)).toBe('0.0411478848');
  expect(exactText(cost.surcharge)).toBe('0.0023580096');
});

it('leaves what is not split by times of use without a price', () => {
  const tou = { sharp: exact('1'), peak: exact('2'), flat: exact('3'), valley: exact('4') };
  const prices = { sharp: '1.2', peak: '1', flat: '0.6', valley: '0.3' };
  const cost = costOf(version({ mode: 'tou', prices }), used('15', { tou, unsplit: exact('5') }), 0n);
  expect(exactText(cost.energy)).toBe('6.2');
  expect(exactText(cost.priced)).toBe('10');
});

it('goes on with a ladder from what stands before', () => {
  const steps = [
    { upTo: '100', price: '2' },
    { upTo: null, price: '3' },
  ];
  const at = (usage: string, before: string) =>
    exactText(costOf(version({ mode: 'ladder', per: 'year', steps }), used(usage), exact(before)).energy);
  expect([at('50', '0'), at('50', '75'), at('50', '100')]).toEqual(['100', '125', '150']);
});

it('puts tax on top only where it is not in the price', () => {
  expect(exactText(withTax(exact('100'), { included: true, rate: '9' }))).toBe('100');
  expect(exactText(withTax(exact('100'), { included: false, rate: '9' }))).toBe('109');
});
