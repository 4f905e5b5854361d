/** Which readings were due, and how they came in (录入统计): completeness, lateness, corrections, days missed on end. */
import { daysOf } from '@hengneng/core';
import { addDays, daysThrough, HOUR, instantOf, type Zone } from './zone.ts';

/** 抄表频次: once a day, every so many hours, or monthly on a day (the last one of a shorter month). */
export type Frequency =
  | { readonly kind: 'day' }
  | { readonly kind: 'hours'; readonly every: 1 | 2 | 4 | 6 | 8 | 12 }
  | { readonly kind: 'month'; readonly day: number };

export interface DueMeter {
  readonly id: string;
  readonly frequency: Frequency;
  /** Registers that are read each time. */
  readonly registers: number;
  /** First and last day in use (启用日, 停用日). */
  readonly from: string;
  readonly to: string | null;
}

const lastDayOf = (day: string): number => daysOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)));

/** Readings due on a day; none on a day on which the project stands still (停机日). */
export function dueOn({ frequency, registers, from, to }: DueMeter, day: string, stopped: boolean): number {
  if (stopped || day < from || (to !== null && day > to)) return 0;
  switch (frequency.kind) {
    case 'day':
      return registers;
    case 'hours':
      return (24 / frequency.every) * registers;
    case 'month':
      return Number(day.slice(8, 10)) === Math.min(frequency.day, lastDayOf(day)) ? registers : 0;
  }
}

/** A due reading that came in. */
export interface Entered {
  readonly meter: string;
  readonly day: string;
  /** When its first version was written down. */
  readonly recordedAt: number;
  readonly versions: number;
  /** 估 or 补: never in time. */
  readonly filled: boolean;
  /** 异常 without a reason. */
  readonly unexplained: boolean;
}

export interface EntryStats {
  readonly due: number;
  readonly entered: number;
  /** Percent; null where nothing was due (or entered). */
  readonly completeness: number | null;
  readonly onTime: number | null;
  readonly filledShare: number | null;
  readonly changedShare: number | null;
  readonly unexplained: number;
  /** Hours from the end of the day to the entry, on average; null without entries. */
  readonly meanLagHours: number | null;
  /** The longest row of days on which something was due and nothing came. */
  readonly longestMissing: number;
  readonly byDay: readonly { readonly day: string; readonly due: number; readonly done: number }[];
}

export interface EntryPeriod {
  readonly from: string;
  readonly to: string;
  readonly stopped: ReadonlySet<string>;
  readonly zone: Zone;
  /** 录入截止: days after, minutes after midnight. */
  readonly deadline: { readonly days: number; readonly minutes: number };
  /** The instant at which a day ends (its cut). */
  readonly dayEnd: (day: string) => number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const share = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100);

export function entryStats(meters: readonly DueMeter[], entries: readonly Entered[], period: EntryPeriod): EntryStats {
  const days = daysThrough(period.from, period.to);
  const due = new Map(
    days.map((day) => [day, new Map(meters.map((meter) => [meter.id, dueOn(meter, day, period.stopped.has(day))]))]),
  );
  const done = new Map<string, Map<string, number>>();
  const counted: Entered[] = [];
  for (const entry of entries) {
    const asked = due.get(entry.day)?.get(entry.meter) ?? 0;
    const ofDay = done.get(entry.day) ?? new Map<string, number>();
    const before = ofDay.get(entry.meter) ?? 0;
    // What nobody asked for does not make up for what is missing.
    if (before >= asked) continue;
    ofDay.set(entry.meter, before + 1);
    done.set(entry.day, ofDay);
    counted.push(entry);
  }
  const byDay = days.map((day) => ({
    day,
    due: sum([...(due.get(day)?.values() ?? [])]),
    done: sum([...(done.get(day)?.values() ?? [])]),
  }));
  const limits = new Map(
    days.map((day) => [day, instantOf(addDays(day, period.deadline.days), period.deadline.minutes, period.zone)]),
  );
  const intime = counted.filter(({ day, recordedAt, filled }) => !filled && recordedAt < (limits.get(day) ?? 0));
  const lags = counted.map(({ day, recordedAt }) => Math.max(0, recordedAt - period.dayEnd(day)) / HOUR);
  let missing = 0;
  let longest = 0;
  for (const one of byDay) {
    // A day without anything due neither ends a row nor lengthens it.
    if (one.due === 0) continue;
    missing = one.done === 0 ? missing + 1 : 0;
    longest = Math.max(longest, missing);
  }
  const all = sum(byDay.map((one) => one.due));
  return {
    due: all,
    entered: counted.length,
    completeness: share(counted.length, all),
    onTime: share(intime.length, all),
    filledShare: share(counted.filter(({ filled }) => filled).length, counted.length),
    changedShare: share(counted.filter(({ versions }) => versions >= 2).length, counted.length),
    unexplained: counted.filter(({ unexplained }) => unexplained).length,
    meanLagHours: lags.length === 0 ? null : sum(lags) / lags.length,
    longestMissing: longest,
    byDay,
  };
}
