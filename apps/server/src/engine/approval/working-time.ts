/**
 * Working time: 8:30–17:30 on working days, China time. Waiting, lateness and the time a step took are counted in it,
 * so that a form that arrives on Friday evening is not late on Monday morning.
 */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** China has had one time zone and no summer time since 1991. */
const OFFSET = 8 * HOUR;
/** Hours of a working day, for SQL as well. */
export const WORKING_DAY = { opens: 8.5, hours: 9 } as const;
const OPEN = WORKING_DAY.opens * HOUR;
const CLOSE = OPEN + WORKING_DAY.hours * HOUR;

/** Whether a day (counted from 1970-01-01, China time) is a working day: see `work-calendar.ts`. */
export type IsWorkday = (day: number) => boolean;
/** By the weekday alone. */
export const weekday: IsWorkday = (day) => {
  const sinceSunday = (day + 4) % 7;
  return sinceSunday !== 0 && sinceSunday !== 6;
};

/** Working milliseconds between two moments; 0 where `to` is not later. */
export const workingTime = (from: Date, to: Date, isWorkday: IsWorkday): number => {
  const start = from.getTime() + OFFSET;
  const end = to.getTime() + OFFSET;
  let total = 0;
  for (let day = Math.floor(start / DAY); day * DAY < end; day += 1) {
    if (!isWorkday(day)) continue;
    total += Math.max(0, Math.min(end, day * DAY + CLOSE) - Math.max(start, day * DAY + OPEN));
  }
  return total;
};

/** Working hours between two moments, rounded to one decimal, as text. */
export const workingHours = (from: Date, to: Date, isWorkday: IsWorkday): string =>
  (Math.round(workingTime(from, to, isWorkday) / (HOUR / 10)) / 10).toFixed(1);

/** The moment at which so many working hours have passed. */
export const afterWorkingHours = (from: Date, hours: number, isWorkday: IsWorkday): Date => {
  let left = hours * HOUR;
  const start = from.getTime() + OFFSET;
  for (let day = Math.floor(start / DAY); ; day += 1) {
    if (!isWorkday(day)) continue;
    const begin = Math.max(start, day * DAY + OPEN);
    const open = day * DAY + CLOSE - begin;
    if (open < 0) continue;
    if (left <= open) return new Date(begin + left - OFFSET);
    left -= open;
  }
};

/** Hours that the applicant has for a revision. */
export const REVISE_HOURS = 24;

/** Part of a step's time after which its people are reminded for the first time. */
const REMIND_AFTER = 0.75;

/** When something that begins at a moment is due, and when its people are first reminded of it. */
export const dueOf = (from: Date, hours: number, isWorkday: IsWorkday) => ({
  due_at: afterWorkingHours(from, hours, isWorkday),
  remind_at: afterWorkingHours(from, hours * REMIND_AFTER, isWorkday),
});

const two = (value: number): string => String(value).padStart(2, '0');
/** `hh:mm` in China time, with the date in front where it is another day than `now`. */
export const clock = (at: Date, now: Date): string => {
  const local = new Date(at.getTime() + OFFSET);
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`;
  const today = new Date(now.getTime() + OFFSET);
  return local.toISOString().slice(0, 10) === today.toISOString().slice(0, 10)
    ? time
    : `${local.getUTCMonth() + 1}月${local.getUTCDate()}日${time}`;
};
