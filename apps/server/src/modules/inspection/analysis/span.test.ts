import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { before, spanOf } from './span.ts';

const TODAY = '2026-11-22';

describe('the span of an analysis', () => {
  it('is this month to today where nothing is asked, else days or months', () => {
    expect(spanOf({}, TODAY)).toEqual({ from: '2026-11-01', to: TODAY });
    expect(spanOf({ range: { from: '2026-10-05', to: '2026-10-09' } }, TODAY)).toEqual({
      from: '2026-10-05',
      to: '2026-10-09',
    });
    expect(spanOf({ range: { to: '2026-09-09' } }, TODAY)).toEqual({ from: '2026-09-01', to: '2026-09-09' });
    expect(spanOf({ month: { from: '2024-01', to: '2024-02' } }, TODAY)).toEqual({
      from: '2024-01-01',
      to: '2024-02-29',
    });
    expect(spanOf({ month: { from: '2026-10' } }, TODAY)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  });

  it('does not end before it begins, and has an end', () => {
    expect(() => spanOf({ range: { from: '2026-10-05', to: '2026-10-04' } }, TODAY)).toThrow(
      '结束日期不能早于开始日期',
    );
    expect(() => spanOf({ range: { from: '2020-01-01', to: TODAY } }, TODAY)).toThrow('期间最长400天');
  });

  it('has one of the same length right before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 300 }), (start, length) => {
        const at = (days: number) => new Date(Date.UTC(2020, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
        expect(before({ from: at(start), to: at(start + length) })).toEqual({
          from: at(start - length - 1),
          to: at(start - 1),
        });
      }),
    );
  });
});
