import { dayNumber, dayText } from '@hengneng/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkMakeUp, checkTotal } from '../checks/checks.ts';
import { heatBalance } from '../plant/balance.ts';
import { firedCop } from '../plant/efficiency.ts';
import { gasPower, heatPower } from '../plant/heat.ts';
import { DEMO_METERS, demoTou, totalUse } from './meters.ts';
import { autoregressive, gauss, uniform } from './random.ts';
import { DEMO_CLIMATES } from './climate.ts';
import { DEMO_ROOM, demoMode, demoRoom, roomDay } from './room.ts';
import { type RegisterSeries, type Simulation, simulate } from './simulate.ts';
import { demoWeather } from './weather.ts';

const at = (text: string): number => Date.parse(`${text}+08:00`);
const numberOf = (day: string): number => dayNumber(day) ?? Number.NaN;
const within = (value: number, want: number, percent: number): void =>
  expect(Math.abs(value - want) / want, `${value} against ${want}`).toBeLessThanOrEqual(percent / 100);

/** A day of given weather, over enough seeds that its noise is gone. */
function typicalDay(meanC: number, maxC: number, day: string) {
  const weather = { day: () => ({ meanC, maxC }), hour: () => ({ temperatureC: meanC, humidityPercent: 60 }) };
  const days = Array.from({ length: 20 }, (_, seed) => roomDay(demoRoom(seed, undefined, weather), numberOf(day)));
  const mean = (key: keyof (typeof days)[number]): number => days.reduce((all, one) => all + one[key], 0) / days.length;
  return {
    output: mean('output'),
    gas: mean('gas'),
    electricity: mean('electricity'),
    makeUp: mean('makeUp'),
    chillerHours: mean('chillerHours'),
    rejected: mean('rejected'),
  };
}

describe('chance', () => {
  it('is even, normal, and keeps what it should of the value before', () => {
    const n = 20_000;
    const evens = Array.from({ length: n }, (_, index) => uniform(3, 1, index));
    const normals = Array.from({ length: n }, (_, index) => gauss(3, 2, index));
    const series = Array.from({ length: n }, (_, index) => autoregressive(3, 3, index, 0.8));
    const mean = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0) / n;
    const product = (lag: number): number => mean(series.map((value, index) => value * (series[index + lag] ?? 0)));
    expect(mean(evens)).toBeCloseTo(0.5, 1);
    expect(Math.min(...evens)).toBeLessThan(0.001);
    expect(Math.max(...evens)).toBeGreaterThan(0.999);
    expect(mean(normals)).toBeCloseTo(0, 1);
    expect(mean(normals.map((value) => value * value))).toBeCloseTo(1, 1);
    expect(product(0)).toBeGreaterThan(0.9);
    expect(product(0)).toBeLessThan(1.1);
    expect(product(1) / product(0)).toBeCloseTo(0.8, 1);
  });
});

describe('weather', () => {
  it('has hot summers, cold winters and warm afternoons', () => {
    const weather = demoWeather(7);
    const year = Array.from({ length: 365 }, (_, index) => weather.day(numberOf('2025-01-01') + index));
    const months = (from: number, to: number): number =>
      year.slice(from, to).reduce((all, { meanC }) => all + meanC, 0) / (to - from);
    expect(months(0, 31)).toBeGreaterThan(0);
    expect(months(0, 31)).toBeLessThan(8);
    expect(months(181, 212)).toBeGreaterThan(26);
    expect(months(181, 212)).toBeLessThan(33);
    expect(Math.max(...year.map(({ maxC }) => maxC))).toBeGreaterThan(35);
    const noon = numberOf('2025-07-20') * 24 + 15;
    expect(weather.hour(noon).temperatureC).toBeGreaterThan(weather.hour(noon - 11).temperatureC + 3);
  });
  it('follows its season by the calendar, leap years included', () => {
    expect(
      ['2025-05-14', '2025-05-15', '2025-10-05', '2025-10-06', '2025-11-30', '2024-02-29', '2025-03-16'].map((day) =>
        demoMode(day),
      ),
    ).toEqual(['off', 'cooling', 'cooling', 'off', 'off', 'heating', 'off']);
  });
  it('and its season differ by climate: in November the north heats while the south still cools', () => {
    const november = Object.entries(DEMO_CLIMATES).map(([name, climate]) => {
      const weather = demoWeather(7, climate);
      const days = Array.from({ length: 30 }, (_, index) => weather.day(numberOf('2025-11-01') + index).meanC);
      return [name, demoMode('2025-11-24', climate), days.reduce((all, one) => all + one, 0) / days.length] as const;
    });
    expect(november.map(([name, mode]) => [name, mode])).toEqual([
      ['east', 'off'],
      ['south', 'cooling'],
      ['north', 'heating'],
      ['southwest', 'off'],
    ]);
    const [east = 0, south = 0, north = 0] = november.map(([, , mean]) => mean);
    expect(south).toBeGreaterThan(east + 5);
    expect(north).toBeLessThan(east - 4);
  });
});

describe('a day of the room (domain/energy.md)', () => {
  it('that is hot: 45 MWh, COP 1.28, 3,556 Nm³, 36 chiller-hours, 5,440 kWh, 155 m³', () => {
    const day = typicalDay(32, 36, '2025-07-23');
    within(day.output, 45_000, 1);
    within(day.gas, 3556, 1);
    within(day.electricity, 5440, 1);
    within(day.makeUp, 155, 1);
    within(day.chillerHours, 36, 2);
    const cop = firedCop({ output: day.output, gas: day.gas, lhvMjPerM3: DEMO_ROOM.lhv, aux: 0 }).gasOnly;
    within(cop ?? 0, 1.28, 0.5);
  });
  it('that is cold: 30 MWh, η 0.92, 3,300 Nm³', () => {
    const day = typicalDay(0, 4, '2025-01-15');
    within(day.output, 30_000, 1);
    within(day.gas, 3300, 1);
    within(firedCop({ output: day.output, gas: day.gas, lhvMjPerM3: DEMO_ROOM.lhv, aux: 0 }).gasOnly ?? 0, 0.92, 0.5);
    expect(day).toMatchObject({ makeUp: 0, rejected: 0 });
  });
  it('of a seed’s own weather is much the same where it is as hot', () => {
    const weather = demoWeather(7);
    const hot = Array.from({ length: 100 }, (_, index) => numberOf('2025-06-15') + index).filter(
      (day) =>
        Math.abs(weather.day(day).maxC - 36) < 0.5 && ![0, 6].includes(new Date(`${dayText(day)}T00:00Z`).getUTCDay()),
    );
    expect(hot.length).toBeGreaterThan(0);
    for (const day of hot) within(roomDay(demoRoom(7), day).output, 45_000, 6);
  });
  it('that is a Sunday has less to do', () => {
    const week = typicalDay(32, 36, '2025-07-23').output;
    within(typicalDay(32, 36, '2025-07-27').output, week * 0.6, 2);
  });
});

describe('meters', () => {
  const july = simulate({
    seed: 7,
    from: at('2025-07-14T00:00'),
    to: at('2025-07-21T00:00'),
    stepMinutes: 60,
    installed: '2025-05-01',
  });
  const used = ({ readings, meter }: RegisterSeries): number =>
    ((readings.at(-1) ?? 0) - (readings[0] ?? 0)) * meter.multiplier;
  const of = (id: string, key = 'total'): number => {
    const series = july.registers.find(({ meter, register }) => meter.id === id && register.key === key);
    if (series === undefined) throw new Error(`no ${id} ${key}`);
    return used(series);
  };
  const point = (one: Simulation, id: string): Float64Array => {
    const series = one.points.find((candidate) => candidate.id === id);
    if (series === undefined) throw new Error(`no ${id}`);
    return series.values;
  };

  it('never turn back, whatever seed and window', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 0, max: 200 }),
        fc.constantFrom(5, 17, 60),
        (seed, days, stepMinutes) => {
          const from = at('2025-05-01T00:00') + days * 86_400_000;
          const { registers, points } = simulate({
            seed,
            from,
            to: from + 86_400_000,
            stepMinutes,
            installed: '2025-05-01',
          });
          for (const { readings } of registers)
            for (let index = 1; index < readings.length; index += 1)
              expect((readings[index] ?? 0) - (readings[index - 1] ?? 0)).toBeGreaterThanOrEqual(0);
          for (const { id, values } of points) {
            expect(values.every(Number.isFinite)).toBe(true);
            if (/hours|starts/.test(id)) expect([...values]).toEqual([...values].toSorted((a, b) => a - b));
          }
        },
      ),
      { numRuns: 8 },
    );
  });
  it('show the same in a window as in the whole', () => {
    const day = simulate({
      seed: 7,
      from: at('2025-07-16T00:00'),
      to: at('2025-07-17T00:00'),
      stepMinutes: 60,
      installed: '2025-05-01',
    });
    const offset = july.times.indexOf(day.times[0] ?? 0);
    expect(offset).toBe(48);
    july.registers.forEach(({ readings }, index) =>
      expect(readings.slice(offset, offset + 25)).toEqual(day.registers[index]?.readings),
    );
    july.points.forEach(({ values }, index) =>
      expect(values.slice(offset, offset + 25)).toEqual(day.points[index]?.values),
    );
    expect(
      simulate({
        seed: 8,
        from: at('2025-07-16T00:00'),
        to: at('2025-07-16T01:00'),
        stepMinutes: 60,
        installed: '2025-05-01',
      }).registers[0]?.readings,
    ).not.toEqual(day.registers[0]?.readings.slice(0, 2));
  });
  it('add up: parts to totals, tariff periods to their sum, branches to the main less what pipes lose', () => {
    const parts = (parent: string, prefix: string): number[] =>
      DEMO_METERS.filter((meter) => meter.parent === parent && meter.id.startsWith(prefix)).map(({ id }) =>
        of(id, parent === 'H0' ? 'cooling' : 'total'),
      );
    expect(checkTotal(of('E0'), parts('E0', 'E'), 'electricity')).toBeNull();
    expect(checkTotal(of('W0'), parts('W0', 'W'), 'water')).toBeNull();
    within(
      parts('G0', 'G').reduce((all, part) => all + part, 0),
      of('G0'),
      0.01,
    );
    within(
      parts('H0', 'H1').reduce((all, part) => all + part, 0),
      of('H0', 'cooling'),
      0.01,
    );
    within(
      parts('H0', 'H2').reduce((all, part) => all + part, 0),
      of('H0', 'cooling') * DEMO_ROOM.delivered,
      0.01,
    );
    const periods = ['sharp', 'peak', 'flat', 'valley'].map((key) => of('E0', key));
    expect(Math.abs(periods.reduce((all, part) => all + part, 0) - of('E0'))).toBeLessThan(5 * 0.01 * 160);
    expect(Math.min(...periods)).toBeGreaterThan(0);
    expect(of('H0', 'heating')).toBe(0);
  });
  it('show the hours’ use, to the dial’s last digit', () => {
    const room = demoRoom(7);
    const begin = numberOf('2025-07-14') * 24;
    for (const meter of DEMO_METERS) {
      const hours = Array.from({ length: 168 }, (_, index) => totalUse(meter, room(begin + index), index % 24, 7));
      const shown = july.registers
        .filter(
          (series) => series.meter.id === meter.id && ['total', 'cooling', 'heating'].includes(series.register.key),
        )
        .reduce((all, series) => all + used(series), 0);
      const digit = meter.multiplier * 10 ** -(meter.registers[0]?.decimals ?? 0);
      expect(Math.abs(shown - hours.reduce((all, hour) => all + hour, 0)), meter.id).toBeLessThanOrEqual(2 * digit);
    }
  });
  it('agree with the points: heat of flow and temperatures, balance within 5 % at load', () => {
    let checked = 0;
    july.times.forEach((_, index) => {
      for (const chiller of [1, 2, 3]) {
        const value = (name: string): number => point(july, `C${chiller}.${name}`)[index] ?? Number.NaN;
        if (value('run') === 0) {
          expect([value('chilledFlow'), value('gasFlow'), value('burner'), value('load')]).toEqual([0, 0, 0, 0]);
          continue;
        }
        if (value('load') < 50 || value('fault') === 1) continue;
        checked += 1;
        const cooling = heatPower(value('chilledFlow'), value('chilledIn') - value('chilledOut'));
        within(cooling, (value('load') / 100) * DEMO_ROOM.ratedCooling, 8);
        const balance = heatBalance({
          rejected: heatPower(value('coolingFlow'), value('coolingOut') - value('coolingIn')),
          cooling,
          gas: gasPower(value('gasFlow'), DEMO_ROOM.lhv),
          pumps: DEMO_ROOM.aux,
        });
        expect(balance.percent).toBeLessThan(5);
        expect(value('highGenerator')).toBeLessThan(165);
      }
    });
    expect(checked).toBeGreaterThan(40);
  });
  it('have their make-up and their COP right by the checks', () => {
    const rejected = Array.from(
      { length: 7 },
      (_, index) => roomDay(demoRoom(7), numberOf('2025-07-14') + index).rejected,
    );
    expect(
      checkMakeUp(
        rejected.reduce((all, day) => all + day, 0),
        of('W1'),
        DEMO_ROOM.cycles,
        1,
      ),
    ).toBeNull();
    const { cop } = firedCop({
      output: of('H0', 'cooling'),
      gas: of('G0'),
      lhvMjPerM3: DEMO_ROOM.lhv,
      aux: of('E11') + of('E12') + of('E13'),
    });
    expect(cop).toBeGreaterThan(1.1);
    expect(cop).toBeLessThan(1.36);
  });
  it('refuse a window before they were put in', () => {
    const input = { seed: 1, from: at('2025-01-01T00:00'), to: at('2025-01-02T00:00'), stepMinutes: 60 };
    expect(() => simulate({ ...input, installed: '2025-01-02' })).toThrow('put in');
    expect(() => simulate({ ...input, stepMinutes: 0 })).toThrow(RangeError);
    expect(() => simulate({ ...input, to: input.from - 60_000 })).toThrow(RangeError);
  });
});

describe('tariff and alarms', () => {
  it('a tariff has every hour in one period', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => demoTou(hour, 7));
    expect(hours.filter((kind) => kind === 'valley')).toHaveLength(8);
    expect(hours.filter((kind) => kind === 'sharp')).toHaveLength(2);
    expect(demoTou(19, 4)).toBe('peak');
  });
  it('alarms come now and then, while a machine runs, and its point shows them', () => {
    const summer = simulate({
      seed: 7,
      from: at('2025-06-01T00:00'),
      to: at('2025-09-01T00:00'),
      stepMinutes: 1440,
      installed: '2025-05-01',
    });
    expect(summer.alarms.length).toBeGreaterThan(1);
    expect(summer.alarms.length).toBeLessThan(20);
    const alarm = summer.alarms.find(({ point }) => point !== 'gasLeak');
    if (alarm === undefined) throw new Error('no alarm of a chiller');
    const begin = Math.ceil(alarm.at / 300_000) * 300_000;
    const minutes = simulate({ seed: 7, from: begin, to: begin + 3_600_000, stepMinutes: 5, installed: '2025-05-01' });
    const values = minutes.points.find(({ id }) => id === `C${alarm.chiller + 1}.${alarm.point}`)?.values;
    const faults = minutes.points.find(({ id }) => id === `C${alarm.chiller + 1}.fault`)?.values;
    expect(values?.[0]).toBe(alarm.value);
    expect(faults?.[0]).toBe(1);
    expect(faults?.at(-1)).toBe(0);
    expect(alarm.words).toContain('#直燃机');
  });
});
