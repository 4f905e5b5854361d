/** A year of the calendar as the page works on it. Pure. */
import { type CalendarDay, isWeekend } from '@hengneng/core';

/** What a day is: by its weekday, off, or worked although it is a weekend. */
export type DayKind = 'plain' | 'off' | 'worked';

export type Days = ReadonlyMap<string, CalendarDay>;

export const daysOf = (list: readonly CalendarDay[]): Days => new Map(list.map((one) => [one.day, one]));
export const listOf = (days: Days): readonly CalendarDay[] =>
  [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));

export const kindOf = (days: Days, day: string): DayKind => {
  const entry = days.get(day);
  if (entry === undefined) return 'plain';
  return entry.off ? 'off' : 'worked';
};

export const isWorked = (days: Days, day: string): boolean => {
  const entry = days.get(day);
  return entry === undefined ? !isWeekend(day) : !entry.off;
};

const DAY_MS = 86_400_000;
export const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Days from one to another, both included. */
export const between = (from: string, to: string): readonly string[] => {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (!(first <= last)) return [];
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, at) => dayText(first + at * DAY_MS));
};

export const daysOfMonth = (year: number, month: number): readonly string[] =>
  between(dayText(Date.UTC(year, month - 1, 1)), dayText(Date.UTC(year, month, 0)));

/** The days with some of them made into what they are to be; a weekday that is worked needs no entry. */
export const put = (days: Days, which: readonly string[], kind: DayKind, name: string): Days => {
  const next = new Map(days);
  for (const day of which) {
    if (kind === 'plain' || (kind === 'worked' && !isWeekend(day))) next.delete(day);
    else next.set(day, { day, off: kind === 'off', name });
  }
  return next;
};

/** What was changed of a year, done to the year as somebody else has saved it meanwhile; of a day that both changed, the change stands. */
export const rebased = (mine: Days, base: Days, theirs: Days): Days => {
  const next = new Map(theirs);
  for (const day of new Set([...base.keys(), ...mine.keys()])) {
    const entry = mine.get(day);
    if (JSON.stringify(entry) === JSON.stringify(base.get(day))) continue;
    if (entry === undefined) next.delete(day);
    else next.set(day, entry);
  }
  return next;
};

/** Holidays in a row, as people speak of them. */
export interface Holiday {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly off: boolean;
  readonly count: number;
}

export const holidaysOf = (days: Days): readonly Holiday[] => {
  const found: Holiday[] = [];
  for (const { day, off, name } of listOf(days)) {
    const last = found.at(-1);
    const follows = last !== undefined && Date.parse(day) - Date.parse(last.to) === DAY_MS;
    if (last !== undefined && follows && off && last.off && last.name === name)
      found[found.length - 1] = { ...last, to: day, count: last.count + 1 };
    else found.push({ name, from: day, to: day, off, count: 1 });
  }
  return found;
};

/** Whether two years say the same. */
export const sameDays = (a: Days, b: Days): boolean => JSON.stringify(listOf(a)) === JSON.stringify(listOf(b));
