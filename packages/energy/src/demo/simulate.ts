/** Readings and points of the demo room over a time. The same seed gives the same figures, and a window the same as the whole. */
import { dayNumber, dayText } from '@hengneng/core';
import { type Episode, episodesOf } from './alarms.ts';
import type { DemoClimate } from './climate.ts';
import { DEMO_METERS, type DemoMeter, type DemoRegister } from './meters.ts';
import { CHILLER_POINTS, type ChillerPoint, chillerPoints, ROOM_POINTS, type RoomPoint, roomPoints } from './points.ts';
import { DEMO_ROOM, type DemoRoom, demoRoom, type RoomHour } from './room.ts';
import { uniform } from './random.ts';

const MINUTE_MS = 60_000;
/** China time is eight hours ahead, without daylight saving. */
const CHINA_MS = 8 * 3_600_000;

export interface SimulationInput {
  /** Any integer; another one is another building. */
  readonly seed: number;
  /** Where it stands; the east's unless given. */
  readonly climate?: DemoClimate;
  /** Milliseconds since 1970: the first sample and what the last is not after. */
  readonly from: number;
  readonly to: number;
  readonly stepMinutes: number;
  /** Day `YYYY-MM-DD` on which the meters were put in; they count from there. Two years of it take about a second. */
  readonly installed?: string;
}

/** Samples of one dial: what it showed at each of the simulation's times. */
export interface RegisterSeries {
  readonly meter: DemoMeter;
  readonly register: DemoRegister;
  readonly readings: Float64Array;
}

/** Samples of one point. */
export interface PointSeries {
  /** `C1.chilledOut` of the first chiller, `R.outdoorTemperature` of the room, `C1.hours` and `C1.starts` as the machine counts them. */
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly values: Float64Array;
}

export interface Simulation {
  /** Milliseconds since 1970. */
  readonly times: Float64Array;
  readonly registers: readonly RegisterSeries[];
  readonly points: readonly PointSeries[];
  /** Alarms that begin between first and last. */
  readonly alarms: readonly (Episode & { readonly at: number })[];
}

/** Where a meter's dials begin: meters are not put in at zero. The dial of the total stands at what its tariff's periods do together. */
function firstReadings(seed: number, meter: DemoMeter, meterIndex: number): readonly number[] {
  const drawn = meter.registers.map((_, index) => Math.floor(uniform(seed, 1000 + meterIndex, index) * 20_000));
  const periods = drawn.slice(1).reduce((all, reading) => all + reading, 0);
  return meter.registers[0]?.key === 'total' && drawn.length > 1 ? drawn.with(0, periods) : drawn;
}

/** Cut off as dials are, not rounded: a reading never shows more than was used. `unit` is 10 to the dial's decimals. */
const shown = (value: number, unit: number): number => Math.floor(value * unit + 1e-6) / unit;

interface Clock {
  readonly ofDay: number;
  readonly month: number;
}
const clockOf = (hour: number, before?: Clock): Clock => {
  const day = Math.floor(hour / 24);
  const ofDay = hour - day * 24;
  return { ofDay, month: before === undefined || ofDay === 0 ? Number(dayText(day).slice(5, 7)) : before.month };
};

/** Counters that only grow: registers, running hours, starts. */
interface Counted {
  /** In the order of `DIALS`. */
  readonly used: Float64Array;
  readonly hours: number[];
  readonly starts: number[];
}

const DIALS = DEMO_METERS.flatMap((meter) =>
  meter.registers.map((register) => ({ meter, register, unit: 10 ** register.decimals })),
);

function count(counted: Counted, hour: RoomHour, before: RoomHour | null, { ofDay, month }: Clock): void {
  DIALS.forEach(({ register }, index) => {
    counted.used[index] = (counted.used[index] as number) + register.use(hour, ofDay, month);
  });
  hour.chillers.forEach(({ running }, index) => {
    if (!running) return;
    counted.hours[index] = (counted.hours[index] ?? 0) + 1;
    if (before?.chillers[index]?.running !== true) counted.starts[index] = (counted.starts[index] ?? 0) + 1;
  });
}

/**
 * Simulates the room.
 * @throws RangeError where the step is not a positive number of minutes, times are the wrong way round, or before the meters were put in.
 */
export function simulate({
  seed,
  climate,
  from,
  to,
  stepMinutes,
  installed = '2024-01-01',
}: SimulationInput): Simulation {
  const first = dayNumber(installed);
  if (first === null) throw new RangeError(`not a day: ${installed}`);
  if (!(Number.isInteger(stepMinutes) && stepMinutes > 0)) throw new RangeError(`not a step: ${stepMinutes}`);
  const begin = Math.floor((from + CHINA_MS) / MINUTE_MS);
  const end = Math.floor((to + CHINA_MS) / MINUTE_MS);
  if (end < begin) throw new RangeError('the end is before the beginning');
  if (begin < first * 1440) throw new RangeError(`the meters were put in on ${installed}`);

  const room = demoRoom(seed, climate);
  const size = Math.floor((end - begin) / stepMinutes) + 1;
  const times = Float64Array.from({ length: size }, (_, index) => (begin + index * stepMinutes) * MINUTE_MS - CHINA_MS);
  const registers = DIALS.map(({ meter, register }) => ({ meter, register, readings: new Float64Array(size) }));
  const starts = DEMO_METERS.flatMap((meter, index) => firstReadings(seed, meter, index));
  const points = pointSeries(size);
  const counted: Counted = {
    used: new Float64Array(DIALS.length),
    hours: Array.from({ length: DEMO_ROOM.chillers }, () => 0),
    starts: Array.from({ length: DEMO_ROOM.chillers }, () => 0),
  };
  const episodes = episodesByDay(seed, room);

  let hourNumber = first * 24;
  let hour = room(hourNumber);
  let before: RoomHour | null = null;
  let clock = clockOf(hourNumber);
  for (let index = 0; index < size; index += 1) {
    const minute = begin + index * stepMinutes;
    while ((hourNumber + 1) * 60 <= minute) {
      count(counted, hour, before, clock);
      hourNumber += 1;
      before = hour;
      hour = room(hourNumber);
      clock = clockOf(hourNumber, clock);
    }
    const share = minute / 60 - hourNumber;
    DIALS.forEach(({ meter, register, unit }, dial) => {
      const used = (counted.used[dial] as number) + share * register.use(hour, clock.ofDay, clock.month);
      (registers[dial] as RegisterSeries).readings[index] = shown(
        (starts[dial] as number) + used / meter.multiplier,
        unit,
      );
    });
    points.set(index, { seed, hour, before, minute, share, counted, episodes: episodes(Math.floor(minute / 1440)) });
  }
  return {
    times,
    registers,
    points: points.series,
    alarms: alarmsBetween(begin, end, episodes),
  };
}

const episodesByDay = (seed: number, room: DemoRoom): ((day: number) => readonly Episode[]) => {
  const known = new Map<number, readonly Episode[]>();
  return (day) => {
    const before = known.get(day) ?? episodesOf(seed, room, day);
    known.set(day, before);
    return before;
  };
};

function alarmsBetween(
  begin: number,
  end: number,
  episodes: (day: number) => readonly Episode[],
): Simulation['alarms'] {
  const days = Array.from({ length: Math.floor(end / 1440) - Math.floor(begin / 1440) + 1 }, (_, index) => index);
  return days
    .flatMap((index) => episodes(Math.floor(begin / 1440) + index))
    .filter(({ from }) => from >= begin && from <= end)
    .map((episode) => ({ ...episode, at: episode.from * MINUTE_MS - CHINA_MS }));
}

interface Moment {
  readonly seed: number;
  readonly hour: RoomHour;
  readonly before: RoomHour | null;
  readonly minute: number;
  readonly share: number;
  readonly counted: Counted;
  readonly episodes: readonly Episode[];
}

/** Empty series of all points, and how a moment is put into them. */
function pointSeries(size: number): {
  readonly series: readonly PointSeries[];
  readonly set: (index: number, moment: Moment) => void;
} {
  const one = (id: string, name: string, unit: string): PointSeries => ({
    id,
    name,
    unit,
    values: new Float64Array(size),
  });
  const roomNames = Object.keys(ROOM_POINTS) as RoomPoint[];
  const chillerNames = Object.keys(CHILLER_POINTS) as ChillerPoint[];
  const ofRoom = roomNames.map((key) => one(`R.${key}`, ROOM_POINTS[key].name, ROOM_POINTS[key].unit));
  const ofChillers = Array.from({ length: DEMO_ROOM.chillers }, (_, chiller) => ({
    points: chillerNames.map((key) =>
      one(`C${chiller + 1}.${key}`, `${chiller + 1}#${CHILLER_POINTS[key].name}`, CHILLER_POINTS[key].unit),
    ),
    hours: one(`C${chiller + 1}.hours`, `${chiller + 1}#累计运行`, 'h'),
    starts: one(`C${chiller + 1}.starts`, `${chiller + 1}#启动次数`, '次'),
  }));
  return {
    series: [...ofRoom, ...ofChillers.flatMap(({ points, hours, starts }) => [...points, hours, starts])],
    set: (index, { seed, hour, before, minute, share, counted, episodes }) => {
      const room = roomPoints(seed, hour, minute, episodes);
      roomNames.forEach((key, at) => {
        (ofRoom[at] as PointSeries).values[index] = room[key];
      });
      ofChillers.forEach(({ points, hours, starts }, chiller) => {
        const values = chillerPoints(seed, hour, chiller, minute, episodes);
        chillerNames.forEach((key, at) => {
          (points[at] as PointSeries).values[index] = values[key];
        });
        const running = hour.chillers[chiller]?.running === true;
        const started = running && before?.chillers[chiller]?.running !== true;
        hours.values[index] = Math.floor(((counted.hours[chiller] ?? 0) + (running ? share : 0)) * 10) / 10;
        starts.values[index] = (counted.starts[chiller] ?? 0) + (started ? 1 : 0);
      });
    },
  };
}
