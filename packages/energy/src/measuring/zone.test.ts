import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changesOn,
  dayEnd,
  dayOfInstant,
  dayStart,
  DEFAULT_DAY_RULE,
  type DayCalendar,
  type DayRule,
} from './day-cut.ts';
import { addDays, addMonths, CHINA, dayAt, daysFrom, HOUR, instantOf, minutesOf, monthEnd, timeText } from './zone.ts';

const utc = (text: string): number => Date.parse(text);
const china = (...rules: DayRule[]): DayCalendar => ({ zone: CHINA, rules });

describe('instants', () => {
  it('are those of the zone', () => {
    expect(instantOf('2026-03-01', 480, CHINA)).toBe(utc('2026-03-01T00:00:00Z'));
    expect(instantOf('2026-03-01', 480, '+08:00')).toBe(utc('2026-03-01T00:00:00Z'));
    expect(instantOf('2026-03-01', 1440, CHINA)).toBe(instantOf('2026-03-02', 0, CHINA));
    expect(dayAt(utc('2026-03-01T16:00:00Z'), CHINA)).toBe('2026-03-02');
    expect(timeText(utc('2026-03-01T00:05:00Z'), CHINA)).toBe('2026-03-01 08:05');
    expect(() => instantOf('2026-02-31x', 0, CHINA)).toThrow('not a day');
  });

  it('stand where clocks are changed: a skipped hour is moved on, of a double one the first counts', () => {
    expect(instantOf('2026-03-29', 150, 'Europe/Berlin')).toBe(utc('2026-03-29T01:30:00Z'));
    expect(instantOf('2026-10-25', 150, 'Europe/Berlin')).toBe(utc('2026-10-25T00:30:00Z'));
    expect(instantOf('2026-10-25', 480, 'Europe/Berlin')).toBe(utc('2026-10-25T07:00:00Z'));
  });

  it('in China are those of the tables of zones, before and since its clocks stand still', () => {
    const table = new Intl.DateTimeFormat('sv-SE', { timeZone: CHINA, dateStyle: 'short', timeStyle: 'short' });
    const at = fc.integer({ min: utc('1986-01-01T00:00:00Z'), max: utc('2060-01-01T00:00:00Z') });
    fc.assert(
      fc.property(at, (instant) => {
        expect(timeText(instant, CHINA)).toBe(table.format(instant));
      }),
    );
    expect(timeText(utc('1991-07-01T00:00:00Z'), CHINA)).toBe('1991-07-01 09:00');
  });

  it('show on a clock what they were made from', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('1990-01-01', count));
    fc.assert(
      fc.property(day, fc.integer({ min: 240, max: 1439 }), fc.constantFrom(CHINA, 'Europe/Berlin'), (on, at, zone) => {
        const clock = `${on} ${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
        expect(timeText(instantOf(on, at, zone), zone)).toBe(clock);
      }),
    );
  });

  it('know leap days and the ends of years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysFrom('2024-02-01', '2024-03-01')).toBe(29);
    expect(addMonths('2026-11', 3)).toBe('2027-02');
    expect([minutesOf('24:00'), minutesOf('24:01'), minutesOf('8:00'), minutesOf('07:60')]).toEqual([
      1440,
      null,
      null,
      null,
    ]);
  });
});

describe('months', () => {
  it('end on their last day, in leap years, too', () => {
    expect(['2026-11', '2026-12', '2027-02', '2028-02'].map(monthEnd)).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-02-28',
      '2028-02-29',
    ]);
  });
});

describe('days', () => {
  it('go from cut to cut: D 08:00 closes D−1, or D where it counts to the same day', () => {
    const before = china(DEFAULT_DAY_RULE);
    expect(dayStart('2026-05-01', before)).toBe(utc('2026-05-01T00:00:00Z'));
    expect(dayEnd('2026-05-01', before)).toBe(utc('2026-05-02T00:00:00Z'));
    const same = china({ from: '2020-01-01', cut: 480, attribution: 'same' });
    expect(dayEnd('2026-05-01', same)).toBe(utc('2026-05-01T00:00:00Z'));
    const midnight = china({ from: '2020-01-01', cut: 1440, attribution: 'previous' });
    expect(dayStart('2026-05-01', midnight)).toBe(instantOf('2026-05-01', 0, CHINA));
    expect(dayOfInstant(utc('2026-05-01T00:00:00Z'), before)).toBe('2026-05-01');
    expect(dayOfInstant(utc('2026-05-01T00:00:00Z') - 1, before)).toBe('2026-04-30');
  });

  it('are as long as the clocks make them', () => {
    const berlin: DayCalendar = { zone: 'Europe/Berlin', rules: [{ ...DEFAULT_DAY_RULE, cut: 0 }] };
    const length = (day: string) => (dayEnd(day, berlin) - dayStart(day, berlin)) / HOUR;
    expect([length('2026-03-29'), length('2026-10-25'), length('2026-06-01')]).toEqual([23, 25, 24]);
  });

  it('are of another length only on the day on which the rule changes', () => {
    const rules = china(DEFAULT_DAY_RULE, { from: '2026-05-10', cut: 1440, attribution: 'same' });
    const length = (day: string) => (dayEnd(day, rules) - dayStart(day, rules)) / HOUR;
    expect(['2026-05-09', '2026-05-10', '2026-05-11'].map((day) => length(day))).toEqual([24, 16, 24]);
    expect(['2026-05-09', '2026-05-10', '2026-05-11'].map((day) => changesOn(day, rules))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('follow one another without a hole, whatever the rules', () => {
    const rule = fc.record({
      from: fc.integer({ min: 0, max: 30 }).map((count) => addDays('2026-05-01', count)),
      cut: fc.integer({ min: 0, max: 96 }).map((quarter) => quarter * 15),
      attribution: fc.constantFrom('previous' as const, 'same' as const),
    });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), (rules) => {
        const calendar = china(...rules);
        for (let count = -3; count < 35; count += 1) {
          const day = addDays('2026-05-01', count);
          expect(dayEnd(day, calendar)).toBeGreaterThanOrEqual(dayStart(day, calendar));
        }
      }),
    );
  });
});
