import { expect, it } from 'vitest';
import { weatherPart } from './change.ts';

it('tells the weather by a model of the days', () => {
  const year = Array.from({ length: 120 }, (_, index) => {
    const meanC = 5 + (index % 30);
    return { meanC, use: 100 + 10 * Math.max(0, meanC - 20) };
  });
  const part = weatherPart(year, [{ meanC: 30, use: 200 }]);
  // From 20 ℃ on, where this use begins to follow: 30 ℃ are 10, 32 ℃ a fifth more, not the half more that they are above 26 ℃.
  expect(part?.degrees(30)).toBeCloseTo(10, 1);
  expect(part?.degrees(32)).toBeCloseTo(12, 1);
  expect(part?.degrees(15)).toBe(0);
  expect(part?.words).toBe('供冷自 20.0 ℃');
  expect(part?.share).toBeCloseTo(0.5, 2);
  expect(part?.r2).toBeGreaterThan(0.99);
  expect(weatherPart(year.slice(0, 20), year)).toBeNull();
});
