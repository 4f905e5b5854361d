import type { StopDayRow } from '@hengneng/contracts';
import { expect, it } from 'vitest';
import { spansOf } from './stop-spans.ts';

const day = (Day: string, more: Partial<StopDayRow> = {}): StopDayRow => ({
  Day,
  Reason: '检修',
  Editor: '张三',
  EditTime: '',
  Used: 0,
  Locked: false,
  ...more,
});

it('joins days on end with one reason, over the end of a month, and keeps others apart', () => {
  const spans = spansOf([
    day('2026-03-01', { Used: 2 }),
    day('2026-02-28', { Used: 1 }),
    day('2026-03-02', { Reason: '停电' }),
    day('2026-03-04', { Reason: '停电' }),
    day('2026-02-27', { Locked: true }),
  ]);
  expect(spans.map(({ from, to, days, reason, used, locked }) => [from, to, days, reason, used, locked])).toEqual([
    ['2026-03-04', '2026-03-04', 1, '停电', 0, false],
    ['2026-03-02', '2026-03-02', 1, '停电', 0, false],
    ['2026-02-28', '2026-03-01', 2, '检修', 3, false],
    ['2026-02-27', '2026-02-27', 1, '检修', 0, true],
  ]);
  expect(spansOf([])).toEqual([]);
});
