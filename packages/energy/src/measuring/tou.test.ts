import { describe, expect, it } from 'vitest';
import { standardVolume } from './gas.ts';
import { checkTou, checkTouSum, touAt, touCuts, type DayKind, type TouPeriod, type TouSchedule } from './tou.ts';
import { CHINA, HOUR, instantOf } from './zone.ts';

const period = (start: string, end: string, kind: TouPeriod['kind'], more: Partial<TouPeriod> = {}): TouPeriod => ({
  season: null,
  dayKind: null,
  start,
  end,
  kind,
  ...more,
});
const PLAIN = [period('08:00', '12:00', 'peak'), period('12:00', '22:00', 'flat'), period('22:00', '08:00', 'valley')];
const schedule = (periods: readonly TouPeriod[], seasons: TouSchedule['seasons'] = []): TouSchedule => ({
  from: '2026-01-01',
  to: null,
  seasons,
  periods,
});

describe('a schedule by time of use', () => {
  it('covers every hour once', () => {
    expect(checkTou(schedule(PLAIN))).toEqual([]);
    expect(checkTou(schedule([period('08:00', '22:00', 'peak'), period('22:30', '08:00', 'valley')]))[0]).toBe(
      '工作日 22:00-22:30 未分配时段',
    );
    expect(checkTou(schedule([...PLAIN, period('11:00', '12:30', 'sharp')]))[0]).toBe('工作日 11:00-12:00 时段重叠');
    expect(checkTou(schedule([period('00:00', '24:00', 'flat')]))).toEqual([]);
    expect(checkTou(schedule([period('0:00', '24:00', 'flat')]))).toEqual(['0:00-24:00 不是时段，请写成 08:00-12:00']);
  });

  it('has seasons that cover the year once, also over its turn', () => {
    const summer = { name: '夏季', ranges: [{ from: '06-01', to: '09-30' }] };
    const rest = { name: '非夏季', ranges: [{ from: '10-01', to: '05-31' }] };
    expect(checkTou(schedule(PLAIN, [summer, rest]))).toEqual([]);
    expect(checkTou(schedule(PLAIN, [summer]))).toEqual(['01-01 不属于任何季节']);
    const wide = { name: '尖峰季', ranges: [{ from: '07-01', to: '08-31' }] };
    expect(checkTou(schedule(PLAIN, [summer, rest, wide]))).toEqual(['07-01 同属「夏季」「尖峰季」，季节不能重叠']);
    expect(checkTou(schedule([period('00:00', '24:00', 'flat', { season: '冬' })]))).toEqual([
      '季节「冬」没有起止日期',
    ]);
  });

  it('gives the kind of an hour by season and kind of day, the most particular first', () => {
    const summer = { name: '夏季', ranges: [{ from: '06-01', to: '09-30' }] };
    const rest = { name: '非夏季', ranges: [{ from: '10-01', to: '05-31' }] };
    const sharp = PLAIN.map((one) => (one.kind === 'peak' ? { ...one, kind: 'sharp' as const } : one));
    const periods = [
      ...PLAIN,
      ...sharp.map((one) => ({ ...one, season: '夏季' })),
      period('00:00', '24:00', 'valley', { dayKind: 'holiday' }),
      period('00:00', '24:00', 'flat', { season: '夏季', dayKind: 'rest' }),
    ];
    const splitter = {
      schedules: [schedule(periods, [summer, rest])],
      zone: CHINA,
      dayKindOf: (day: string): DayKind => (day.endsWith('01') ? 'holiday' : day.endsWith('04') ? 'rest' : 'work'),
    };
    const kindAt = (day: string, hour: number) => touAt(splitter, instantOf(day, hour * 60, CHINA));
    expect(kindAt('2026-07-02', 9)).toBe('sharp');
    expect(kindAt('2026-11-02', 9)).toBe('peak');
    expect(kindAt('2026-11-01', 9)).toBe('valley');
    // What a season says of its days goes before what all seasons say of holidays.
    expect(kindAt('2026-07-01', 9)).toBe('sharp');
    expect(kindAt('2026-07-04', 9)).toBe('flat');
    expect(kindAt('2025-12-31', 9)).toBeNull();
  });

  it('cuts a day from 08:00 at every change of kind', () => {
    const splitter = { schedules: [schedule(PLAIN)], zone: CHINA, dayKindOf: (): DayKind => 'work' };
    const from = instantOf('2026-05-01', 480, CHINA);
    const found = touCuts(splitter, from, from + 24 * HOUR);
    expect(found?.kinds).toEqual(['peak', 'flat', 'valley', 'valley']);
    expect(found?.cuts.map((at) => (at - from) / HOUR)).toEqual([0, 4, 14, 16, 24]);
  });
});

it('tells sums by time of use that do not make up the total', () => {
  expect(checkTouSum('1000', ['250', '250', '250', '255'], '1')).toBeNull();
  expect(checkTouSum('1000', ['250', '250', '250', '256'], '1')).toBe('尖峰平谷之和与总示数用量相差 6 kWh，请核对');
  expect(checkTouSum('100', ['50', '51.6'], '1.6')).toBeNull();
  expect(checkTouSum('100', ['48.3'], '1.6')).toBe('尖峰平谷之和与总示数用量相差 51.7 kWh，请核对');
});

describe('gas', () => {
  it('is brought to the standard state', () => {
    expect(standardVolume('100', { gauge: '0', air: '101.325', temperature: '20' })).toBe('100.000000');
    // 100 × (12 + 100.8)/101.325 × 293.15/298.15
    expect(standardVolume('100', { gauge: '12', air: '100.8', temperature: '25' }, 20, 3)).toBe('109.458');
    expect(() => standardVolume('1', { gauge: '-102', air: '101.325', temperature: '20' })).toThrow('气体状态不合理');
  });
});
