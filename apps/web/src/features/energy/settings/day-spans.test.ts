import { expect, it } from 'vitest';
import { type SpanDay, spansOf } from './day-spans.ts';

const day = (on: string, more: Partial<SpanDay> = {}): SpanDay => ({
  day: on,
  reason: '检修',
  editor: '张三',
  used: 0,
  locked: false,
  inherited: false,
  ...more,
});

it('joins days on end with one reason, over the end of a month, and keeps others apart', () => {
  const spans = spansOf([
    day('2026-03-01', { used: 2 }),
    day('2026-02-28', { used: 1 }),
    day('2026-03-02', { reason: '停电' }),
    day('2026-03-04', { reason: '停电' }),
    day('2026-02-27', { locked: true }),
  ]);
  expect(spans.map(({ from, to, days, reason, used, locked }) => [from, to, days, reason, used, locked])).toEqual([
    ['2026-03-04', '2026-03-04', 1, '停电', 0, false],
    ['2026-03-02', '2026-03-02', 1, '停电', 0, false],
    ['2026-02-28', '2026-03-01', 2, '检修', 3, false],
    ['2026-02-27', '2026-02-27', 1, '检修', 0, true],
  ]);
  expect(spansOf([])).toEqual([]);
});

it('keeps the company’s days apart from the project’s, whatever they are called', () => {
  const name = '放假 店庆（公司默认）';
  const spans = spansOf([day('2026-05-01', { reason: name }), day('2026-05-02', { reason: name, inherited: true })]);
  expect(spans.map(({ from, inherited }) => [from, inherited])).toEqual([
    ['2026-05-02', true],
    ['2026-05-01', false],
  ]);
});
