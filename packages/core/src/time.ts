/**
 * Days, months and instants of the business: everything is told in China Standard Time, which has been UTC+8 without daylight saving
 * since 1991, so that no time zone data is needed on either side.
 */

const OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** Days since 1970-01-01 of `YYYY-MM-DD`; null where that is no day of the calendar. */
export function dayNumber(text: string): number | null {
  const parts = DAY.exec(text);
  if (!parts) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const at = new Date(Date.UTC(year, month - 1, day));
  if (year < 100 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null;
  return at.getTime() / DAY_MS;
}

/** `YYYY-MM-DD` of a day number. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Milliseconds of an ISO instant; one without an offset is China time. Null where it is none. */
export function instantMs(text: string): number | null {
  const parts = INSTANT.exec(text);
  if (!parts) return null;
  const [, date = '', hour = '', minute = '', second = '0', fraction = '0', zone] = parts;
  const day = dayNumber(date);
  if (day === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const offset = zone === undefined ? OFFSET_MS : zoneMs(zone);
  if (offset === null) return null;
  const ms = Math.floor(Number(`0.${fraction}`) * 1000);
  return day * DAY_MS + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + ms - offset;
}

function zoneMs(zone: string): number | null {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** The one spelling of an instant in records: `2026-01-31T08:00:00+08:00`; parts of a second are dropped. */
export const instantText = (ms: number): string =>
  `${new Date(Math.floor(ms / 1000) * 1000 + OFFSET_MS).toISOString().slice(0, 19)}+08:00`;

/** Day number (China time) in which an instant lies. */
export const dayOfInstant = (ms: number): number => Math.floor((ms + OFFSET_MS) / DAY_MS);

/** Months since year 0 of `YYYY-MM`; null where it is none. */
export function monthNumber(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})$/.exec(text);
  if (!parts) return null;
  const month = Number(parts[2]);
  return month >= 1 && month <= 12 ? Number(parts[1]) * 12 + month - 1 : null;
}

export const monthText = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;

/** `HH:mm` of a day. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** The day so many days later; earlier where the number is below zero. */
export const addDays = (day: string, days: number): string => dayText(Date.parse(`${day}T00:00:00Z`) / DAY_MS + days);

/** Last day of a month `2026-02`. */
export const monthEnd = (month: string): string =>
  dayText(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0) / DAY_MS);

export const today = (now: Date): string => dayText(dayOfInstant(now.getTime()));
