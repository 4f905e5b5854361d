import { expect, it } from 'vitest';
import { monthSpans } from './month-spans.ts';

it('joins months that follow each other, over the turn of the year too', () => {
  expect(monthSpans(['2025-11', '2025-12', '2026-01', '2026-05'])).toBe('2025-11 至 2026-01、2026-05');
  expect(monthSpans([])).toBe('');
});
