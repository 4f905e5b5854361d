import { describe, expect, it } from 'vitest';
import { summedColumns } from './totals.ts';

describe('totals below a detail table', () => {
  const of = (...formulas: string[]) => [...summedColumns(formulas, 'points')];

  it('are those that the form sums, of its own rows only', () => {
    expect(of('sum(points.amount) + sum(other.tax)', '100 - sum(points.fee) / total')).toEqual(['amount', 'fee']);
  });

  it('leave out what is summed only for its average', () => {
    expect(of('sum(points.temp) / count(points)', 'sum(points.rate)/count(points)')).toEqual([]);
    expect(of('sum(points.temp) / count(points)', 'sum(points.temp)')).toEqual(['temp']);
    expect(of('sum(points.amount) / count(other)')).toEqual(['amount']);
  });
});
