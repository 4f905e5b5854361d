import { expect, it } from 'vitest';
import { weatherPart } from './change.ts';

it('tells the weather by a model of the days', () => {
  const year = Array.from({ length: 120 }, (_, index) => {
    const meanC = 5 + (index % 30);
    return { meanC, use: 100 + 10 * Math.max(0, meanC - 20) };
  });
  const part = weatherPart(year, [{ meanC: 30, use: 200 }]);
  expect(part?.side).toBe('cooling');
  expect(part?.share).toBeCloseTo(0.5, 2);
  expect(part?.r2).toBeGreaterThan(0.99);
  expect(weatherPart(year.slice(0, 20), year)).toBeNull();
});
