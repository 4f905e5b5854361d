import { exactText } from '@hengneng/energy/measuring';
import { expect, it } from 'vitest';
import { type HourDay, usedIn } from './used.ts';

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(`2026-07-${text}:00+08:00`);
/** A day from eight to eight that counts 1 in its first hour, 2 in its second, … */
const day = (
  of: string,
  hours: readonly string[] | null = Array.from({ length: 24 }, (_, hour) => String(hour + 1)),
) => ({
  meter: '1',
  code: 'elec',
  day: `2026-07-${of}`,
  from: at(`${of}T08:00`),
  to: at(`${of}T08:00`) + 24 * HOUR,
  hours,
});
const told = (days: readonly HourDay[], from: string, to: string, meters = 1) => {
  const used = usedIn(days, meters, [{ from: at(from), to: at(to) }]);
  return typeof used === 'string' ? used : [...used.byDay].map(([of, usage]) => [of, exactText(usage)]);
};

it('counts hours wholly and in part, by the day that they belong to', () => {
  // From 18:30 to 20:00 are half of the eleventh hour and the whole of the twelfth.
  expect(told([day('01')], '01T18:30', '01T20:00')).toEqual([['2026-07-01', '17.5']]);
  expect(told([day('01'), day('02')], '02T07:00', '02T09:00')).toEqual([
    ['2026-07-01', '24'],
    ['2026-07-02', '1'],
  ]);
});

it('says why it cannot be told', () => {
  expect(told([day('01', null)], '01T18:00', '01T20:00')).toBe('该时段没有逐时读数');
  expect(told([day('01')], '02T07:00', '02T09:00')).toBe('该时段的读数还不全');
  expect(told([day('01')], '01T18:00', '01T20:00', 2)).toBe('该时段的读数还不全');
  expect(told([], '01T18:00', '01T20:00', 0)).toBe('没有总表');
});
