import { describe, expect, it } from 'vitest';
import { closedDay, type DayCalendar, DEFAULT_DAY_RULE } from './day-cut.ts';
import { DEFAULT_DEVIATION } from './deviation.ts';
import { type EntryLine, judgeEntry } from './entry.ts';
import { addDays, CHINA } from './zone.ts';

const at = (text: string): number => Date.parse(`${text}:00+08:00`);
const NOW = at('2026-07-20 08:10');
const DAY = { day: '2026-07-19', temperature: 30, rest: false, ranHours: null };
const ENTRY: EntryLine = {
  register: 'total',
  line: { unit: 'kWh', digits: 6, decimals: 1, multipliers: [{ from: 0, value: '40' }], breaks: [] },
  dial: { digits: 6, decimals: 1 },
  installedAt: 0,
  previous: { at: at('2026-07-19 08:00'), value: '1000.0' },
  next: null,
  samples: Array.from({ length: 7 }, (_, index) => ({
    day: addDays('2026-07-10', index),
    usage: 400,
    temperature: 30,
    rest: false,
    excluded: false,
  })),
  deviation: DEFAULT_DEVIATION,
};
const judge = (text: string, more: Partial<EntryLine> = {}, rollover = false, when = '2026-07-20 08:00') =>
  judgeEntry({ ...ENTRY, ...more }, { text, at: at(when), rollover }, { day: DAY, now: NOW, zone: CHINA });

describe('a typed reading', () => {
  it('is worth its difference times the multiplier, and judged against days like it', () => {
    const judged = judge('1010.6');
    expect(judged).toMatchObject({ kind: 'taken', usage: '424', pending: null });
    expect(judged.kind === 'taken' && judged.verdict?.words).toBe('较近7日同温区间 +6%，正常');
    expect(judge('1002.8')).toMatchObject({ verdict: { level: 'abnormal' } });
  });

  it('is refused with what is wrong with it', () => {
    expect(judge('999.9')).toMatchObject({ kind: 'refused', message: expect.stringMatching(/小于上次读数 1000\.0/) });
    expect(judge('12,3')).toMatchObject({ kind: 'refused', message: '「12,3」不是数字' });
    expect(judge('1010.65')).toMatchObject({ kind: 'refused', message: '该表盘小数位为 1 位，请按表盘填写' });
    expect(judge('1010.6', {}, false, '2026-07-20 09:00')).toMatchObject({ message: '抄表时刻不能晚于现在' });
    const next = { at: at('2026-07-20 08:05'), value: '1005.0' };
    expect(judge('1010.6', { next })).toMatchObject({ kind: 'refused', message: expect.stringMatching(/大于之后/) });
    const line = { ...ENTRY.line, capacity: { rated: '10', factor: '1.1' } };
    expect(judge('1010.6', { line })).toMatchObject({ message: expect.stringMatching(/超过该表最大可能值 264 kWh/) });
  });

  it('begins a curve where none went before, and waits where a rollover was claimed', () => {
    expect(judge('5', { previous: null })).toMatchObject({ kind: 'taken', usage: null, verdict: null });
    const previous = { at: at('2026-07-19 08:00'), value: '999995.0' };
    expect(judge('5.6', { previous }, true)).toMatchObject({
      kind: 'taken',
      usage: null,
      pending: expect.stringMatching(/用量 424 kWh 待项目经理看过表盘照片、确认后计入/),
    });
  });

  it('comes before one that went round, as the one before it does', () => {
    const next = { at: at('2026-07-21 08:00'), value: '20.0', rollover: 'confirmed' } as const;
    expect(judge('1010.6', { next })).toMatchObject({ usage: '424' });
    expect(judge('999.9', { next })).toMatchObject({ kind: 'refused' });
  });

  it('compares days with days where a reading comes after three of them', () => {
    const previous = { at: at('2026-07-17 08:00'), value: '1000.0' };
    expect(judge('1030.0', { previous })).toMatchObject({ usage: '1200', verdict: { deviation: 0 } });
  });

  it('says what may have gone wrong at the dial', () => {
    const judged = judge('10100', { dial: { digits: 6, decimals: 0 } });
    expect(judged.kind === 'taken' && judged.hints.map(({ kind }) => kind)).toContain('digitTooMany');
  });

  it('says what was meant of a reading that cannot be, where two digits the wrong way round explain it', () => {
    const back = { previous: { at: at('2026-07-19 08:00'), value: '2100.0' } };
    expect(judge('1210.0', back)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('相邻两位是否写反？若为 2,110') as string,
    });
  });
});

describe('the day that a reading closes', () => {
  const calendar: DayCalendar = { zone: CHINA, rules: [DEFAULT_DAY_RULE] };
  it.each([
    ['2026-07-20 08:00', '2026-07-19'],
    ['2026-07-20 08:59', '2026-07-19'],
    ['2026-07-20 07:30', '2026-07-19'],
    ['2026-07-20 09:01', '2026-07-20'],
    ['2026-07-20 23:00', '2026-07-20'],
  ])('%s closes %s', (when, day) => {
    expect(closedDay(at(when), calendar)).toBe(day);
  });
  it('follows the attribution', () => {
    const same = { zone: CHINA, rules: [{ from: '2026-01-01', cut: 480, attribution: 'same' as const }] };
    expect(closedDay(at('2026-07-20 08:10'), same)).toBe('2026-07-20');
  });
});
