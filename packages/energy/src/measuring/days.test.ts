import { describe, expect, it } from 'vitest';
import { CAPACITY_FACTOR, countingOf } from './consumption.ts';
import { type MeterLine } from './curve.ts';
import { dayFacts, type DaySettings, type LineFacts } from './days.ts';
import { DEFAULT_DAY_RULE } from './day-cut.ts';
import { exact } from './exact.ts';
import { breakUsage, checkBreak, type Break } from './swap.ts';
import { splitByRegisters } from './tou-registers.ts';
import { effectiveReadings, type Flag, type ReadingVersion } from './versions.ts';
import { CHINA, HOUR, instantOf, MINUTE } from './zone.ts';

/** `05-03 08:20` of 2026. */
const at = (text: string, year = 2026): number => {
  const [day = '', time = '08:00'] = text.split(' ');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return instantOf(`${year}-${day}`, hours * 60 + minutes, CHINA);
};

const LINE: MeterLine = {
  unit: 'kWh',
  digits: 5,
  decimals: 2,
  multipliers: [{ from: 0, value: '40' }],
  breaks: [],
};
const SETTINGS: DaySettings = { calendar: { zone: CHINA, rules: [DEFAULT_DAY_RULE] }, cadence: 'day' };

const read = (time: string, value: string | null, more: Partial<ReadingVersion> = {}): ReadingVersion => ({
  id: `${time}=${value}`,
  at: at(time),
  value,
  flag: '实',
  recordedAt: at(time) + MINUTE,
  ...more,
});
const short = ({ facts }: LineFacts) => facts.map(({ day, usage }) => `${day.slice(5)} ${usage}`);

describe('days of daily readings', () => {
  it('are differences times the multiplier; the first reading begins and uses nothing', () => {
    const found = dayFacts(LINE, [read('05-01', '100'), read('05-02', '110.5'), read('05-03', '120.25')], SETTINGS);
    expect(short(found)).toEqual(['05-01 420', '05-02 390']);
    expect(found.total).toBe('810');
    expect(found.facts[0]).toMatchObject({
      open: '100',
      close: '110.5',
      estimated: '0',
      due: 1,
      got: 1,
      hours: null,
      flags: ['实'],
      doubts: [],
      partial: false,
    });
  });

  it('take a reading within the hour for the cut, and interpolate one further off (估)', () => {
    const near = dayFacts(
      LINE,
      [read('05-01', '100'), read('05-02 09:00', '110'), read('05-03 07:00', '120')],
      SETTINGS,
    );
    expect(short(near)).toEqual(['05-01 400', '05-02 400']);
    expect(near.facts.every(({ flags }) => !flags.includes('估'))).toBe(true);
    const far = dayFacts(LINE, [read('05-01', '100'), read('05-02 10:00', '126'), read('05-03', '148')], SETTINGS);
    expect(short(far)).toEqual(['05-01 960', '05-02 960']);
    expect(far.facts.map(({ estimated }) => estimated)).toEqual(['960', '80']);
    expect(far.facts.map(({ flags }) => flags.join(''))).toEqual(['估', '实估']);
    expect(far.facts[0]).toMatchObject({ close: '124', got: 0 });
  });

  it('take the earlier of two that are as near', () => {
    const readings = [
      read('05-01', '100'),
      read('05-02 07:30', '110'),
      read('05-02 08:30', '112'),
      read('05-03', '120'),
    ];
    expect(short(dayFacts(LINE, readings, SETTINGS))).toEqual(['05-01 400', '05-02 400']);
  });

  it('divide what nobody read by time, mark it, and count the readings that are missing', () => {
    const found = dayFacts(LINE, [read('05-01', '100'), read('05-04', '130')], SETTINGS);
    expect(short(found)).toEqual(['05-01 400', '05-02 400', '05-03 400']);
    expect(found.facts.map(({ got }) => got)).toEqual([0, 0, 1]);
    expect(found.facts.map(({ estimated }) => estimated)).toEqual(['400', '400', '400']);
    const uneven = dayFacts(
      { ...LINE, multipliers: [{ from: 0, value: '1' }] },
      [read('05-01', '0'), read('05-04', '1')],
      SETTINGS,
    );
    expect(short(uneven)).toEqual(['05-01 0.333333', '05-02 0.333334', '05-03 0.333333']);
  });

  it('keep what lies before the first cut and after the last, as parts of days', () => {
    const found = dayFacts(
      LINE,
      [read('05-01 20:00', '100'), read('05-02', '104'), read('05-02 20:00', '110')],
      SETTINGS,
    );
    expect(found.facts.map(({ day, usage, partial }) => [day.slice(5), usage, partial])).toEqual([
      ['05-01', '160', true],
      ['05-02', '240', true],
    ]);
    expect(found.total).toBe('400');
  });

  it('change with the cut: the day of the change is another length and marked', () => {
    const rules = [DEFAULT_DAY_RULE, { from: '2026-05-02', cut: 1440, attribution: 'same' } as const];
    const readings = [
      read('05-01', '100'),
      read('05-02', '124'),
      read('05-03 00:00', '140'),
      read('05-04 00:00', '164'),
    ];
    const found = dayFacts(LINE, readings, { ...SETTINGS, calendar: { zone: CHINA, rules } });
    expect(short(found)).toEqual(['05-01 960', '05-02 640', '05-03 960']);
    expect(found.facts.map(({ from, to }) => (to - from) / HOUR)).toEqual([24, 16, 24]);
    expect(found.facts[1]?.flags).toEqual(['实', '估']);
  });

  it('have their leap day', () => {
    const leap = (time: string, value: string) => ({
      ...read(time, value),
      at: at(time, 2028),
      recordedAt: at(time, 2028),
    });
    const found = dayFacts(LINE, [leap('02-28', '1'), leap('02-29', '2'), leap('03-01', '3')], SETTINGS);
    expect(found.facts.map(({ day }) => day)).toEqual(['2028-02-28', '2028-02-29']);
  });
});

describe('what goes backwards', () => {
  it('is refused without a word of why, and the readings around it count', () => {
    const found = dayFacts(LINE, [read('05-01', '100'), read('05-02', '10'), read('05-03', '120')], SETTINGS);
    expect(found.problems.map(({ message }) => message)).toEqual([
      '本次读数小于上次读数 100.00；表计已翻转请勾选「已翻转」，已换表请先登记换表',
    ]);
    expect(found.total).toBe('800');
    expect(found.facts[0]?.doubts).toEqual(['未计']);
  });

  it('counts nothing as long as a rollover is only claimed, and 10ⁿ once it is confirmed', () => {
    const turned = (rollover: 'claimed' | 'confirmed') =>
      dayFacts(LINE, [read('05-01', '99990'), read('05-02', '10', { rollover }), read('05-03', '20')], SETTINGS);
    const claimed = turned('claimed');
    expect(short(claimed)).toEqual(['05-01 0', '05-02 400']);
    expect(claimed.facts.map(({ doubts }) => doubts)).toEqual([['待确认'], []]);
    expect(claimed.problems[0]?.message).toBe('已勾选翻转，用量 800 kWh 待项目经理看过表盘照片、确认后计入');
    const confirmed = turned('confirmed');
    expect(short(confirmed)).toEqual(['05-01 800', '05-02 400']);
    expect(confirmed.problems).toEqual([]);
  });

  it('is taken once, also when a reading between comes late', () => {
    const all = [read('05-01', '99990'), read('05-02', '10', { rollover: 'confirmed' })];
    expect(dayFacts(LINE, [...all, read('05-01 20:00', '99995')], SETTINGS).total).toBe('800');
    expect(dayFacts(LINE, [...all, read('05-01 20:00', '5', { rollover: 'confirmed' })], SETTINGS).total).toBe('800');
  });

  it('is no rollover where the turn is more than the meter can have counted', () => {
    const line = { ...LINE, capacity: { rated: '200', factor: '1.1' } };
    const found = dayFacts(line, [read('05-01', '500'), read('05-02', '10', { rollover: 'confirmed' })], SETTINGS);
    expect(found.total).toBe('0');
    expect(found.problems[0]).toMatchObject({ code: 'overCapacityRollover' });
    expect(found.problems[0]?.message).toContain('不能确认为翻转');
  });
});

it('refuses more than the meter can have counted', () => {
  const line = {
    ...LINE,
    digits: 6,
    multipliers: [{ from: 0, value: '1' }],
    capacity: { rated: '2000', factor: '1.1' },
  };
  const found = dayFacts(line, [read('05-01', '0'), read('05-02', '98000'), read('05-03', '50000')], SETTINGS);
  expect(found.problems.map(({ message }) => message)).toEqual([
    '用量 98000 kWh 超过该表最大可能值 52800 kWh（额定 2000kW×24h×1.1），请核对读数或倍率',
  ]);
  expect(found.total).toBe('50000');
});

describe('a change of the multiplier', () => {
  const multipliers = [
    { from: 0, value: '40' },
    { from: at('05-02 14:00'), value: '60' },
  ];
  it('is split by the reading of its instant; what went before keeps its multiplier', () => {
    const found = dayFacts(
      { ...LINE, multipliers },
      [read('05-02', '100'), read('05-02 14:00', '110'), read('05-03', '120')],
      SETTINGS,
    );
    expect(short(found)).toEqual(['05-02 1000']);
  });

  it('without a reading there leaves the span out and says which reading is wanted', () => {
    const readings = [read('05-01', '90'), read('05-02', '100'), read('05-03', '120'), read('05-04', '130')];
    const found = dayFacts({ ...LINE, multipliers }, readings, SETTINGS);
    expect(short(found)).toEqual(['05-01 400', '05-02 0', '05-03 600']);
    expect(found.facts[1]?.doubts).toEqual(['未计']);
    expect(found.problems[0]?.message).toContain('请补录 2026-05-02 14:00 的读数');
  });

  it('is wanted before anything can be counted', () => {
    const found = dayFacts({ ...LINE, multipliers: [] }, [read('05-01', '1'), read('05-02', '2')], SETTINGS);
    expect(found.total).toBe('0');
    expect(found.problems[0]?.code).toBe('noMultiplier');
  });
});

describe('an exchange of the meter', () => {
  const swap: Break = {
    id: 's1',
    kind: 'swap',
    removedAt: at('05-02 14:00'),
    installedAt: at('05-02 17:00'),
    oldFinal: '1050',
    newInitial: '0.5',
    gap: { usage: '120', method: '同时段均值', reason: '拆表 3 小时' },
    multiplier: '60',
    confirmed: true,
  };
  const readings = [read('05-02', '1000'), read('05-03', '12.5'), read('05-04', '20')];

  it('is three parts in one line', () => {
    const found = dayFacts({ ...LINE, breaks: [swap] }, readings, SETTINGS);
    expect(short(found)).toEqual(['05-02 2840', '05-03 450']);
    expect(found.facts[0]).toMatchObject({ estimated: '120', open: '1000', close: '12.5', flags: ['实', '估', '换'] });
    expect(breakUsage(swap, { previous: '1000', current: '12.5' }, LINE.multipliers)).toEqual({
      old: '2000',
      gap: '120',
      new: '720',
      total: '2840',
      words: '(1050 − 1000) × 40 + 120（同时段均值） + (12.5 − 0.5) × 60 = 2840',
    });
  });

  it('passes over the two readings that it generates, and refuses one from between', () => {
    const generated = [read('05-02 14:00', '1050', { flag: '换' }), read('05-02 17:00', '0.5', { flag: '换' })];
    const found = dayFacts({ ...LINE, breaks: [swap] }, [...readings, ...generated], SETTINGS);
    expect(found.total).toBe('3290');
    const between = dayFacts({ ...LINE, breaks: [swap] }, [...readings, read('05-02 15:00', '7')], SETTINGS);
    expect(between.total).toBe('3290');
    expect(between.problems.map(({ code }) => code)).toEqual(['duringGap']);
  });

  it('goes by its own line also where that was corrected after it had generated readings', () => {
    const generated = [read('05-02 14:00', '1060', { flag: '换' }), read('05-02 17:00', '3', { flag: '换' })];
    const found = dayFacts({ ...LINE, breaks: [swap] }, [...readings, ...generated], SETTINGS);
    expect([found.total, found.problems]).toEqual(['3290', []]);
  });

  it('leaves a reading of its very instant to the old meter', () => {
    const found = dayFacts({ ...LINE, breaks: [swap] }, [...readings, read('05-02 14:00', '1049')], SETTINGS);
    expect([found.total, found.problems]).toEqual(['3290', []]);
  });

  it('counts nothing across it before a second person agreed', () => {
    const found = dayFacts({ ...LINE, breaks: [{ ...swap, confirmed: false }] }, readings, SETTINGS);
    expect(found.facts[0]).toMatchObject({ usage: '0', doubts: ['待确认'] });
    expect(found.problems.map(({ code }) => code)).toEqual(['breakPending']);
  });

  it('counts the old final on the old dial and turns on the new one', () => {
    const line = { ...LINE, breaks: [{ ...swap, digits: 2 }] };
    const turned = [read('05-02', '1000'), read('05-03', '95'), read('05-04', '5', { rollover: 'confirmed' })];
    expect(short(dayFacts(line, turned, SETTINGS))).toEqual(['05-02 7790', '05-03 600']);
    const { multiplier: _same, ...like } = { ...swap, digits: 2 };
    expect(short(dayFacts({ ...LINE, breaks: [like] }, turned, SETTINGS))).toEqual(['05-02 5900', '05-03 400']);
  });

  it('may be a reset of the same register', () => {
    const reset: Break = { ...swap, id: 'z', kind: 'reset', installedAt: swap.removedAt, newInitial: '0', gap: null };
    const { multiplier: _none, ...same } = reset;
    expect(dayFacts({ ...LINE, breaks: [same] }, readings, SETTINGS).facts[0]?.usage).toBe('2500');
  });

  it('is checked field by field', () => {
    const previous = { value: '1000', at: at('05-02') };
    const fields = (line: Break, more: object = {}) =>
      checkBreak(line, { previous, now: at('05-03'), ...more }).map(({ path, message }) => `${path}: ${message}`);
    expect(fields(swap)).toEqual([]);
    expect(fields({ ...swap, oldFinal: '999' })).toEqual(['oldFinal: 旧表止码小于上次读数 1000']);
    expect(fields({ ...swap, oldFinal: '1000' })).toEqual([]);
    expect(fields({ ...swap, gap: null })).toEqual(['gap: 空档 3 h，请选择估算方法并填写估算量']);
    expect(fields({ ...swap, installedAt: swap.removedAt - 1, gap: null })).toEqual([
      'installedAt: 装用时刻不能早于拆除时刻',
    ]);
    expect(fields({ ...swap, installedAt: swap.removedAt })).toEqual(['gap: 没有空档，不能填写估算量']);
    expect(fields({ ...swap, newInitial: 'x' })).toEqual(['newInitial: 请填写新表起码']);
    // 200 kW for the six hours before and the three of the gap, with a tenth over.
    const capacity = { rated: exact('200'), factor: CAPACITY_FACTOR };
    const counting = countingOf({ digits: 6, decimals: 1, unit: 'kWh', multiplier: exact('40'), capacity });
    expect(fields(swap, { counting })).toEqual([
      'oldFinal: 用量 2000 kWh 超过该表最大可能值 1320 kWh（额定 200kW×6h×1.1），请核对读数或倍率',
    ]);
    const gap = { usage: '700', method: '同温', reason: '停电' } as const;
    expect(fields({ ...swap, oldFinal: '1030', gap }, { counting })).toEqual([
      'gap: 空档估算量 700 kWh 超过该表最大可能值 660 kWh（额定 200kW×3h×1.1）',
    ]);
  });
});

describe('versions', () => {
  const first = read('05-02', '11', { id: 'a', recordedAt: 10 });
  const ids = (versions: ReadingVersion[], asOf?: number) =>
    effectiveReadings(versions, asOf).readings.map(({ id }) => id);

  it('supersede one another, void, and can be seen as they were', () => {
    const second = read('05-02', '12', { id: 'b', supersedes: 'a', recordedAt: 20, flag: '改' });
    const gone = read('05-02', null, { id: 'c', supersedes: 'b', recordedAt: 30, flag: '改' });
    expect(ids([gone, first, second])).toEqual([]);
    expect(ids([gone, first, second], 20)).toEqual(['b']);
    expect(ids([gone, first, second], 15)).toEqual(['a']);
  });

  it('of one moment: recorded before imported before estimated, the others wait for a person', () => {
    const made = (id: string, flag: Flag, recordedAt: number) => read('05-02', '1', { id, flag, recordedAt });
    const found = effectiveReadings([made('e', '估', 1), made('i', '导', 2), made('r', '移', 9), made('s', '实', 5)]);
    expect(found.readings.map(({ id }) => id)).toEqual(['s']);
    expect(found.candidates).toEqual([
      { kept: 's', candidate: 'e' },
      { kept: 's', candidate: 'i' },
      { kept: 's', candidate: 'r' },
    ]);
  });

  it('that correct the same one: the later holds', () => {
    const one = read('05-02', '12', { id: 'b', supersedes: 'a', recordedAt: 20 });
    const other = read('05-02', '13', { id: 'c', supersedes: 'a', recordedAt: 21 });
    expect(effectiveReadings([other, first, one])).toMatchObject({
      readings: [{ id: 'c' }],
      candidates: [{ kept: 'c', candidate: 'b' }],
    });
  });

  it('make late data count where they belong', () => {
    const before = [read('05-01', '100'), read('05-03', '120')];
    const late = read('05-02', '104', { recordedAt: at('06-20') });
    expect(short(dayFacts(LINE, before, SETTINGS))).toEqual(['05-01 400', '05-02 400']);
    expect(short(dayFacts(LINE, [...before, late], SETTINGS))).toEqual(['05-01 160', '05-02 640']);
    expect(short(dayFacts(LINE, [...before, late], { ...SETTINGS, asOf: at('06-01') }))).toEqual([
      '05-01 400',
      '05-02 400',
    ]);
  });

  it('that are filled in count as estimated, on both sides of an estimate and before what was read late', () => {
    const with_ = (flag: Flag) =>
      dayFacts(LINE, [read('05-01', '100'), read('05-02', '110', { flag }), read('05-03', '120')], SETTINGS).facts;
    expect(with_('估').map(({ estimated }) => estimated)).toEqual(['400', '400']);
    expect(with_('补').map(({ estimated }) => estimated)).toEqual(['400', '0']);
    expect(with_('估').map(({ got }) => got)).toEqual([1, 1]);
  });
});

describe('days of dense readings', () => {
  const series = (from: number, count: number, step: number, value = (index: number) => index): ReadingVersion[] =>
    Array.from({ length: count }, (_, index) => ({
      id: String(index),
      at: from + index * step,
      value: String(value(index)),
      flag: '自',
      recordedAt: from + index * step,
    }));
  const dense = { ...SETTINGS, cadence: { minutes: 60 } };

  it('have their hours', () => {
    const { facts } = dayFacts(
      LINE,
      series(at('05-01'), 25, HOUR, (index) => index * index),
      dense,
    );
    expect(facts).toHaveLength(1);
    expect(facts[0]).toMatchObject({ usage: '23040', due: 24, got: 24, flags: ['自'] });
    expect(facts[0]?.hours?.slice(0, 3)).toEqual(['40', '120', '200']);
  });

  it('have none across a hole, and count what is missing', () => {
    const holes = series(at('05-01'), 49, HOUR).filter(({ id }) => !['5', '6'].includes(id));
    const { facts } = dayFacts(LINE, holes, dense);
    expect(facts.map(({ hours }) => hours?.length ?? null)).toEqual([null, 24]);
    expect(facts.map(({ due, got }) => `${got}/${due}`)).toEqual(['22/24', '24/24']);
    expect(facts[0]).toMatchObject({ usage: '960', estimated: '0' });
  });

  it('have 23 and 25 of them where clocks are changed', () => {
    const calendar = { zone: 'Europe/Berlin', rules: [{ ...DEFAULT_DAY_RULE, cut: 0 }] };
    for (const [day, hours] of [
      ['2026-03-29', 23],
      ['2026-10-25', 25],
    ] as const) {
      const readings = series(instantOf(day, 0, 'Europe/Berlin'), hours + 1, HOUR);
      const { facts } = dayFacts(LINE, readings, { ...dense, calendar });
      expect(facts.map((fact) => [fact.day, fact.hours?.length, fact.due, fact.usage])).toEqual([
        [day, hours, hours, String(hours * 40)],
      ]);
    }
  });
});

it('is nothing without readings', () => {
  expect(dayFacts(LINE, [], SETTINGS)).toEqual({ facts: [], problems: [], candidates: [], total: '0' });
  for (const time of ['05-01', '05-01 09:00', '05-01 07:00', '05-01 12:00'])
    expect(dayFacts(LINE, [read(time, '1')], SETTINGS), time).toMatchObject({ facts: [], total: '0' });
});

it('splits by registers of their own, on days that all of them have', () => {
  const facts = (...values: string[]) =>
    dayFacts(
      LINE,
      values.map((value, index) => read(`05-0${index + 1}`, value)),
      SETTINGS,
    ).facts;
  const total = facts('100', '110', '120', '130');
  const parts = { peak: facts('10', '14', '18'), valley: facts('20', '26', '33.5', '40') };
  expect(splitByRegisters(total, parts, () => '0.4')).toEqual([
    { day: '2026-05-01', tou: { sharp: '0', peak: '160', flat: '0', valley: '240' }, usage: '400', message: null },
    {
      day: '2026-05-02',
      tou: { sharp: '0', peak: '160', flat: '0', valley: '300' },
      usage: '460',
      message: '尖峰平谷之和与总示数用量相差 60 kWh，请核对',
    },
  ]);
  const waiting = dayFacts(LINE, [read('05-01', '99990'), read('05-02', '1', { rollover: 'claimed' })], SETTINGS).facts;
  expect(splitByRegisters(facts('1', '2'), { peak: waiting }, () => '0.4')).toEqual([]);
  expect(splitByRegisters(waiting, { peak: facts('1', '2') }, () => '0.4')).toEqual([]);
});

it('lets every dial of time of use be off by its own last digit', () => {
  const facts = (...values: string[]) =>
    dayFacts(
      LINE,
      values.map((value, index) => read(`05-0${index + 1}`, value)),
      SETTINGS,
    ).facts;
  // What a machine room used while it stood still: 0.09 on the dial of the total, 0.11 and 0.12 on those of the periods.
  const total = facts('1.00', '1.09', '1.18');
  const parts = {
    flat: facts('1.00', '1.04', '1.09'),
    peak: facts('1.00', '1.03', '1.06'),
    valley: facts('1.00', '1.05', '1.09'),
  };
  expect(splitByRegisters(total, parts, () => '0.4').map(({ message }) => message)).toEqual([null, null]);
  const more = { ...parts, valley: facts('1.00', '1.06', '1.10') };
  expect(splitByRegisters(total, more, () => '0.4')[0]?.message).toBe('尖峰平谷之和与总示数用量相差 1.6 kWh，请核对');
});
