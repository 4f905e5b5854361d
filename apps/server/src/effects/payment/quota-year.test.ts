/** How many months a quota is for. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { remainingMonths, times } from './quota-year.ts';

it('counts from the month in which the quota begins, or the person came, whichever is later', () => {
  expect(remainingMonths(2026, null, null)).toEqual({ months: 12, late: false });
  expect(remainingMonths(2026, '2026-07', null)).toEqual({ months: 6, late: false });
  expect(remainingMonths(2026, '2026-03', '2026-09-15')).toEqual({ months: 4, late: true });
  expect(remainingMonths(2026, '2026-11', '2026-09-15')).toEqual({ months: 2, late: false });
  expect(remainingMonths(2026, null, '2019-05-01')).toEqual({ months: 12, late: false });
  expect(remainingMonths(2026, '2025-07', null)).toEqual({ error: '生效月应在2026年内' });
  expect(remainingMonths(2026, null, '2027-01-01')).toEqual({ error: '2027-01-01才入职，不能下达2026年度额度' });
});

it('is one to twelve months, and never more for coming later', () => {
  const month = fc.integer({ min: 1, max: 12 });
  const text = (of: number): string => String(of).padStart(2, '0');
  fc.assert(
    fc.property(month, month, (begin, came) => {
      const start = remainingMonths(2026, `2026-${text(begin)}`, `2026-${text(came)}-01`);
      expect(start).toEqual({ months: 13 - Math.max(begin, came), late: came > begin });
    }),
  );
  expect(times('0.10', 3)).toBe('0.30');
});
