/**
 * The demo machine room (domain/energy.md), fictional and consistent: 60,000 m² of offices and hotel, three direct-fired chillers. One hour of
 * it follows from seed and hour alone.
 */
import { dayText, isWeekend } from '@hengneng/core';
import { heatBalance } from '../plant/balance.ts';
import { gasFor } from '../plant/efficiency.ts';
import { gasHeat } from '../plant/heat.ts';
import { towerWater } from '../plant/tower.ts';
import { DEMO_CLIMATES, type DemoClimate, within } from './climate.ts';
import { autoregressive, STREAM } from './random.ts';
import { type DemoWeather, demoWeather } from './weather.ts';

export const DEMO_ROOM = {
  areaM2: 60_000,
  /** MJ/Nm³. */
  lhv: 35.59,
  chillers: 3,
  /** kW. */
  ratedCooling: 2326,
  ratedHeating: 1791,
  /** Against gas, at full load. */
  ratedCop: 1.36,
  ratedEfficiency: 0.93,
  /** m³/h of one chiller. */
  chilledFlow: 400,
  coolingFlow: 580,
  /** m³/h of gas at full load. */
  ratedGas: 173,
  /** kW of one chiller's own pumps, its chilled pump, cooling pump and tower; pumps take 89 % of what their plates say. */
  aux: 13,
  chilledPump: 55 * 0.89,
  coolingPump: 75 * 0.89,
  tower: 22,
  /** kW of softener and dosing, all year. */
  always: 0.6,
  /** Share of electricity and water that is lost between main meter and the others. */
  electricityLoss: 0.008,
  waterLoss: 0.004,
  /** Share of cold and heat that reaches the branches, and how they divide it: offices, hotel, shops. */
  delivered: 0.985,
  branches: [0.45, 0.35, 0.2],
  /** N of the cooling water. */
  cycles: 4,
  /** kW of the peak hour of a hot day. */
  peakCooling: 3446,
  /** kWh of a cold day, at a mean of 0 ℃. */
  coldDay: 30_000,
  /** m³ of chilled make-up in an hour that pumps run, and of domestic hot water in a day. */
  chilledMakeUp: 0.05,
  hotWater: 40,
} as const;

/** Load of a hot day as a share of its peak, 0–23 h (domain/energy.md). */
const COOLING_SHAPE = [
  0.12, 0.1, 0.1, 0.1, 0.12, 0.18, 0.35, 0.62, 0.74, 0.8, 0.86, 0.9, 0.88, 0.95, 1, 0.99, 0.95, 0.82, 0.66, 0.55, 0.48,
  0.38, 0.25, 0.16,
];
/** Of a cold day: warming up at seven, guests in the evening. */
const HEATING_SHAPE = [
  0.6, 0.58, 0.56, 0.56, 0.6, 0.72, 0.95, 1, 0.98, 0.92, 0.86, 0.82, 0.8, 0.78, 0.78, 0.8, 0.84, 0.9, 0.95, 0.96, 0.92,
  0.84, 0.74, 0.66,
];
const HOT_WATER_SHAPE = [1, 1, 1, 1, 1, 2, 6, 9, 8, 5, 3, 3, 3, 3, 2, 2, 3, 5, 7, 8, 9, 8, 5, 3];
const total = (shape: readonly number[]): number => shape.reduce((all, part) => all + part, 0);
const PEAK_HEATING = DEMO_ROOM.coldDay / total(HEATING_SHAPE);
const WEEKEND = 0.6;

export type DemoMode = 'cooling' | 'heating' | 'off';

/** What the plant does on a day, by the seasons of its climate. */
export function demoMode(day: string, { cooling, heating }: DemoClimate = DEMO_CLIMATES.east): DemoMode {
  const date = day.slice(5);
  if (within(date, cooling)) return 'cooling';
  return within(date, heating) ? 'heating' : 'off';
}

/** One chiller in one hour; all zero where it rests. */
export interface ChillerHour {
  readonly running: boolean;
  /** kW of cold or heat, 0–1 of its rating. */
  readonly output: number;
  readonly partLoad: number;
  /** m³/h. */
  readonly gas: number;
  /** kW taken by the cooling water. */
  readonly rejected: number;
}

export interface RoomHour {
  readonly mode: DemoMode;
  readonly temperatureC: number;
  readonly humidityPercent: number;
  /** ℃, the day's warmest. */
  readonly dayMaxC: number;
  readonly chillers: readonly ChillerHour[];
  /** kW, or kWh in the hour. */
  readonly output: number;
  readonly electricity: {
    readonly main: number;
    readonly chillers: readonly number[];
    readonly chilledPumps: number;
    readonly coolingPumps: number;
    readonly towers: number;
    readonly aux: number;
  };
  /** m³ in the hour. */
  readonly gas: number;
  readonly water: {
    readonly main: number;
    readonly towers: number;
    readonly chilled: number;
    readonly hotWater: number;
  };
}

const REST: ChillerHour = { running: false, output: 0, partLoad: 0, gas: 0, rejected: 0 };

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** What all hours of a day share; a season of hours asks for it again and again. */
interface RoomDayFacts {
  readonly mode: DemoMode;
  /** What the week leaves of the load. */
  readonly week: number;
}
function dayFacts(climate: DemoClimate): (day: number) => RoomDayFacts {
  let last: (RoomDayFacts & { readonly day: number }) | undefined;
  return (day) => {
    if (last?.day !== day) {
      const text = dayText(day);
      last = { day, mode: demoMode(text, climate), week: isWeekend(text) ? WEEKEND : 1 };
    }
    return last;
  };
}

/** kW that the building asks for. */
function demand(seed: number, hour: number, { mode, week }: RoomDayFacts, weather: DemoWeather): number {
  const day = Math.floor(hour / 24);
  const ofDay = hour - day * 24;
  const { meanC, maxC } = weather.day(day);
  const noise = 1 + 0.03 * autoregressive(seed, STREAM.load, hour, 0.8);
  switch (mode) {
    case 'cooling':
      return DEMO_ROOM.peakCooling * (COOLING_SHAPE[ofDay] ?? 0) * clamp((maxC - 18) / 18, 0.12, 1.05) * week * noise;
    case 'heating':
      return PEAK_HEATING * (HEATING_SHAPE[ofDay] ?? 0) * clamp((18 - meanC) / 18, 0.12, 1.1) * week * noise;
    case 'off':
      return 0;
  }
}

/** A chiller at a load: less good the less it has to do. */
function chillerAt(output: number, mode: 'cooling' | 'heating'): ChillerHour {
  const rated = mode === 'cooling' ? DEMO_ROOM.ratedCooling : DEMO_ROOM.ratedHeating;
  const partLoad = output / rated;
  const loss = (1 - partLoad) ** 2;
  const cop =
    mode === 'cooling' ? DEMO_ROOM.ratedCop * (1 - 0.33 * loss) : DEMO_ROOM.ratedEfficiency * (1 - 0.09 * loss);
  const gas = gasFor(output, cop, DEMO_ROOM.lhv);
  const { expected } = heatBalance({
    rejected: 0,
    cooling: output,
    gas: gasHeat(gas, DEMO_ROOM.lhv),
    pumps: DEMO_ROOM.aux,
  });
  return { running: true, output, partLoad, gas, rejected: mode === 'cooling' ? expected : 0 };
}

/** One hour of the room. `hour` counts from 1970 in China time. */
export type DemoRoom = (hour: number) => RoomHour;

/** The room of a seed in a climate. @param weather other than what the seed makes of the climate */
export function demoRoom(
  seed: number,
  climate: DemoClimate = DEMO_CLIMATES.east,
  weather = demoWeather(seed, climate),
): DemoRoom {
  const factsOf = dayFacts(climate);
  return (hour) => {
    const day = Math.floor(hour / 24);
    const ofDay = hour - day * 24;
    const facts = factsOf(day);
    const { mode } = facts;
    const output = demand(seed, hour, facts, weather);
    const rated = mode === 'heating' ? DEMO_ROOM.ratedHeating : DEMO_ROOM.ratedCooling;
    // The next chiller starts before those that run are at their end; who leads changes every week.
    const count = mode === 'off' ? 0 : clamp(Math.ceil(output / (0.9 * rated)), 1, DEMO_ROOM.chillers);
    const lead = Math.floor(day / 7);
    const chillers = Array.from({ length: DEMO_ROOM.chillers }, (_, index) =>
      mode !== 'off' && (index + lead) % DEMO_ROOM.chillers < count ? chillerAt(output / count, mode) : REST,
    );
    const cooling = mode === 'cooling' ? count : 0;
    const electricity = {
      chillers: chillers.map(({ running }) => (running ? DEMO_ROOM.aux : 0)),
      chilledPumps: count * DEMO_ROOM.chilledPump,
      coolingPumps: cooling * DEMO_ROOM.coolingPump,
      towers: cooling * DEMO_ROOM.tower,
      aux: DEMO_ROOM.always,
    };
    const used =
      total(electricity.chillers) +
      electricity.chilledPumps +
      electricity.coolingPumps +
      electricity.towers +
      electricity.aux;
    const water = {
      towers: towerWater(total(chillers.map(({ rejected }) => rejected)), DEMO_ROOM.cycles).makeUp / 1000,
      chilled: count > 0 ? DEMO_ROOM.chilledMakeUp : 0,
      hotWater: (DEMO_ROOM.hotWater * (HOT_WATER_SHAPE[ofDay] ?? 0)) / total(HOT_WATER_SHAPE),
    };
    return {
      mode,
      ...weather.hour(hour),
      dayMaxC: weather.day(day).maxC,
      chillers,
      output,
      electricity: { ...electricity, main: used * (1 + DEMO_ROOM.electricityLoss) },
      gas: total(chillers.map(({ gas }) => gas)),
      water: { ...water, main: (water.towers + water.chilled + water.hotWater) * (1 + DEMO_ROOM.waterLoss) },
    };
  };
}

/** What a day of the room comes to. kWh, m³, h. */
export interface RoomDay {
  readonly output: number;
  readonly gas: number;
  readonly electricity: number;
  readonly makeUp: number;
  readonly rejected: number;
  readonly chillerHours: number;
}

/** Sums the 24 hours of a day number. */
export function roomDay(room: DemoRoom, day: number): RoomDay {
  const hours = Array.from({ length: 24 }, (_, hour) => room(day * 24 + hour));
  const all = (of: (hour: RoomHour) => number): number => total(hours.map(of));
  return {
    output: all(({ output }) => output),
    gas: all(({ gas }) => gas),
    electricity: all(({ electricity }) => electricity.main),
    makeUp: all(({ water }) => water.towers),
    rejected: all(({ chillers }) => total(chillers.map(({ rejected }) => rejected))),
    chillerHours: all(({ chillers }) => chillers.filter(({ running }) => running).length),
  };
}
