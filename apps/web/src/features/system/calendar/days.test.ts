import { describe, expect, it } from 'vitest';
import { between, daysOf, daysOfMonth, holidaysOf, isWorked, put, rebased, sameDays } from './days.ts';

describe('a year of the calendar', () => {
  it('puts days in, and leaves out what needs no entry', () => {
    const days = put(daysOf([]), between('2027-02-05', '2027-02-08'), 'off', '春节');
    expect([...days.keys()]).toEqual(['2027-02-05', '2027-02-06', '2027-02-07', '2027-02-08']);
    const worked = put(days, ['2027-02-09', '2027-02-13'], 'worked', '春节调休');
    expect(worked.has('2027-02-09')).toBe(false);
    expect(isWorked(worked, '2027-02-13')).toBe(true);
    expect(isWorked(worked, '2027-02-05')).toBe(false);
    const back = put(worked, ['2027-02-13', ...days.keys()], 'plain', '');
    expect(sameDays(back, daysOf([]))).toBe(true);
  });

  it('keeps what was changed when somebody else saves the year, and what they changed', () => {
    const base = put(daysOf([]), ['2027-01-01', '2027-05-01'], 'off', '原有');
    const mine = put(put(base, ['2027-10-01'], 'off', '国庆节'), ['2027-01-01'], 'plain', '');
    const theirs = put(put(base, ['2027-04-05'], 'off', '清明节'), ['2027-05-01'], 'off', '劳动节');
    const both = rebased(mine, base, theirs);
    expect([...both.values()].map(({ day, name }) => `${day} ${name}`).sort()).toEqual([
      '2027-04-05 清明节',
      '2027-05-01 劳动节',
      '2027-10-01 国庆节',
    ]);
    expect(sameDays(rebased(base, base, theirs), theirs)).toBe(true);
  });

  it('speaks of days in a row as one holiday', () => {
    const days = daysOf([
      { day: '2026-10-02', off: true, name: '国庆节' },
      { day: '2026-10-01', off: true, name: '国庆节' },
      { day: '2026-10-10', off: false, name: '国庆节调休' },
    ]);
    expect(holidaysOf(days)).toEqual([
      { name: '国庆节', from: '2026-10-01', to: '2026-10-02', off: true, count: 2 },
      { name: '国庆节调休', from: '2026-10-10', to: '2026-10-10', off: false, count: 1 },
    ]);
  });

  it('knows the days of a month', () => {
    expect(daysOfMonth(2028, 2)).toHaveLength(29);
    expect(daysOfMonth(2027, 12).at(-1)).toBe('2027-12-31');
    expect(between('2027-01-02', '2027-01-01')).toEqual([]);
  });
});
