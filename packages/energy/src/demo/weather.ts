/** Weather of a city, made up: seasons, warm and cold spells of days, the course of the day. */
import { dayText } from '@hengneng/core';
import { DEMO_CLIMATES, type DemoClimate } from './climate.ts';
import { autoregressive, STREAM, uniform } from './random.ts';

/** Deviation of a day from its season, and how much of it the next day keeps. */
const DAY_DEVIATION = 2.6;
const DAY_KEEPS = 0.7;

export interface DemoWeather {
  /** ℃ outdoors of a day number; the day's warmest is that of 15:00. */
  readonly day: (day: number) => { readonly meanC: number; readonly maxC: number };
  /** ℃ and % of an hour, counted from 1970 in China time. */
  readonly hour: (hour: number) => { readonly temperatureC: number; readonly humidityPercent: number };
}

/** Days since 1 January of the day's year. */
function dayOfYear(day: number): number {
  return day - Date.UTC(Number(dayText(day).slice(0, 4)), 0, 1) / 86_400_000;
}

/** Weather of a seed; the same for the same seed, whatever window of it is asked for. */
export function demoWeather(seed: number, climate: DemoClimate = DEMO_CLIMATES.east): DemoWeather {
  const known = new Map<number, { readonly meanC: number; readonly maxC: number }>();
  const day = (number: number): { readonly meanC: number; readonly maxC: number } => {
    const before = known.get(number);
    if (before !== undefined) return before;
    const season = climate.yearMean - climate.yearSwing * Math.cos((2 * Math.PI * (dayOfYear(number) - 20)) / 365.25);
    const meanC = season + DAY_DEVIATION * autoregressive(seed, STREAM.day, number, DAY_KEEPS);
    const made = { meanC, maxC: meanC + 3.5 + uniform(seed, STREAM.amplitude, number) };
    known.set(number, made);
    return made;
  };
  return {
    day,
    hour: (hour) => {
      const number = Math.floor(hour / 24);
      const ofDay = hour - number * 24;
      // From one day's mean to the next's without a step at midnight.
      const toward = day(ofDay < 12 ? number - 1 : number + 1);
      const { meanC, maxC } = day(number);
      const share = Math.abs(ofDay - 12) / 24;
      const course = Math.cos((2 * Math.PI * (ofDay - 15)) / 24);
      const temperatureC =
        meanC +
        share * (toward.meanC - meanC) +
        (maxC - meanC) * course +
        0.3 * autoregressive(seed, STREAM.hour, hour, 0.8);
      const humidity = 74 - 16 * course + 7 * autoregressive(seed, STREAM.humidity, hour, 0.9);
      return { temperatureC, humidityPercent: Math.min(100, Math.max(20, humidity)) };
    },
  };
}
