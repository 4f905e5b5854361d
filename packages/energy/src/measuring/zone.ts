/** Days and instants. Instants are epoch milliseconds, days `YYYY-MM-DD`; a zone is an IANA name or a fixed offset such as `+08:00`. */
import { daysOf } from '@hengneng/core';

export type Zone = string;
export const CHINA: Zone = 'Asia/Shanghai';

export const MINUTE = 60_000;
export const HOUR = 3_600_000;
const DAY = 86_400_000;

const formats = new Map<Zone, Intl.DateTimeFormat>();
const formatOf = (zone: Zone): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
};

/** China's clocks have been eight hours ahead ever since; asking the tables of zones takes a hundred times as long as adding. */
const STEADY_FROM = Date.UTC(1992, 0, 1);

/** What a wall clock in the zone shows at an instant, as if it were UTC. */
const wallOf = (at: number, zone: Zone): number => {
  if (zone === CHINA && at >= STEADY_FROM) return at + 8 * HOUR;
  const fixed = /^([+-])(\d{2}):(\d{2})$/.exec(zone);
  if (fixed !== null) {
    const size = (Number(fixed[2]) * 60 + Number(fixed[3])) * MINUTE;
    return at + (fixed[1] === '-' ? -size : size);
  }
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % 1000) + 1000) % 1000);
};

interface DayOffsets {
  readonly midnight: number;
  /** What clocks are ahead of UTC a day before and a day after. */
  readonly early: number;
  readonly late: number;
}

/** Asking for an offset is slow, and the same days are asked for again and again. */
const offsets = new Map<string, DayOffsets>();
const MOST_OFFSETS = 20_000;

const offsetsOf = (day: string, zone: Zone): DayOffsets => {
  const key = `${day} ${zone}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) throw new RangeError(`not a day: ${day}`);
  const ahead = (at: number): number => wallOf(at, zone) - at;
  const made = { midnight, early: ahead(midnight - DAY), late: ahead(midnight + 2 * DAY) };
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  offsets.set(key, made);
  return made;
};

/**
 * The instant at which a clock in the zone shows `minutes` after midnight of a day; 1440 is the midnight that ends it.
 * A time that daylight saving skips is moved on by what was skipped; of one that happens twice it is the first.
 */
export function instantOf(day: string, minutes: number, zone: Zone): number {
  const { midnight, early, late } = offsetsOf(day, zone);
  const wall = midnight + minutes * MINUTE;
  const first = wall - early;
  if (early === late || wallOf(first, zone) === wall) return first;
  const second = wall - late;
  return wallOf(second, zone) === wall ? second : first;
}

export const dayAt = (at: number, zone: Zone): string => new Date(wallOf(at, zone)).toISOString().slice(0, 10);

/** `2026-03-01 08:00`, as messages name an instant. */
export const timeText = (at: number, zone: Zone): string =>
  new Date(wallOf(at, zone)).toISOString().slice(0, 16).replace('T', ' ');

const byClock = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10);

/** Reports ask for neighbouring days by the hundred thousand: those need no clock. */
export function addDays(day: string, count: number): string {
  if (count < -27 || count > 27) return byClock(day, count);
  const month = day.slice(0, 7);
  const date = Number(day.slice(8)) + count;
  if (date < 1) return dayIn(addMonths(month, -1), date + lengthOf(addMonths(month, -1)));
  const length = lengthOf(month);
  return date <= length ? dayIn(month, date) : dayIn(addMonths(month, 1), date - length);
}
const dayIn = (month: string, date: number): string => `${month}-${date < 10 ? '0' : ''}${date}`;
const lengthOf = (month: string): number => daysOf(Number(month.slice(0, 4)), Number(month.slice(5, 7)));

/** Whole days from one to the other; negative when it goes back. */
export const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);

/** Every day from the first to the last, both included. */
export const daysThrough = (from: string, to: string): readonly string[] =>
  Array.from({ length: Math.max(0, daysFrom(from, to) + 1) }, (_, index) => addDays(from, index));

export const monthOf = (day: string): string => day.slice(0, 7);

/** `YYYY-MM`, so many months later. */
export const addMonths = (month: string, count: number): string => {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
};

/** The last day of a month `YYYY-MM`. */
export const monthEnd = (month: string): string => dayIn(month, lengthOf(month));

/** `08:00` and `24:00` as minutes after midnight; null for what is no time. */
export function minutesOf(time: string): number | null {
  const found = /^(\d{2}):(\d{2})$/.exec(time);
  if (found === null) return null;
  const minutes = Number(found[1]) * 60 + Number(found[2]);
  return Number(found[2]) < 60 && minutes <= 1440 ? minutes : null;
}

export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
