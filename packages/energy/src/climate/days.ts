/** Days of weather: means, gaps, the calendar. Days are `YYYY-MM-DD`, temperatures in ℃. */
import { dayNumber, dayText } from '@hengneng/core';

/** @throws RangeError for a text that is no day of the calendar (2023-02-29). */
export function numberOf(day: string): number {
  const number = dayNumber(day);
  if (number === null) throw new RangeError(`not a day: ${day}`);
  return number;
}

/** Every day from `from` to `to`, both included; 29 February where there is one. @throws RangeError where they are the wrong way round. */
export function daysBetween(from: string, to: string): readonly string[] {
  const first = numberOf(from);
  const last = numberOf(to);
  if (last < first) throw new RangeError(`${to} is before ${from}`);
  return Array.from({ length: last - first + 1 }, (_, index) => dayText(first + index));
}

/** A day's mean temperature; null where there is none. */
export interface WeatherDay {
  readonly day: string;
  readonly meanC: number | null;
}

export interface FilledWeatherDay extends WeatherDay {
  /** Between its neighbours, not measured: shown with 「估」. */
  readonly estimated: boolean;
}

/**
 * Lays days on the calendar from `from` to `to` and fills gaps of up to `longest` days by a line between their neighbours. Longer gaps, and
 * those without a neighbour on both sides, stay empty: a week of weather is not known from the days around it.
 * @throws RangeError where a day is given twice.
 */
export function fillDays(
  days: readonly WeatherDay[],
  from: string,
  to: string,
  longest = 3,
): readonly FilledWeatherDay[] {
  const known = new Map<string, number | null>();
  for (const { day, meanC } of days) {
    if (known.has(day)) throw new RangeError(`${day} is given twice`);
    known.set(day, meanC);
  }
  const calendar = daysBetween(from, to).map((day) => ({ day, meanC: known.get(day) ?? null }));
  const measured = calendar.flatMap(({ meanC }, index) => (meanC === null ? [] : [{ index, meanC }]));
  let next = 0;
  return calendar.map(({ day, meanC }, index): FilledWeatherDay => {
    if (meanC !== null) return { day, meanC, estimated: false };
    while (next < measured.length && (measured[next]?.index ?? 0) < index) next += 1;
    const before = measured[next - 1];
    const after = measured[next];
    if (before === undefined || after === undefined || after.index - before.index - 1 > longest)
      return { day, meanC: null, estimated: false };
    const share = (index - before.index) / (after.index - before.index);
    return { day, meanC: before.meanC + share * (after.meanC - before.meanC), estimated: true };
  });
}
