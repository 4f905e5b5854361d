/** When a day begins and ends: by the time at which meters are read (抄表时刻) and the day to which that reading counts (归属). */
import { addDays, dayAt, instantOf, MINUTE, type Zone } from './zone.ts';

export interface DayRule {
  /** The day from which it holds (生效日). */
  readonly from: string;
  /** Minutes after midnight; 1440 is 24:00, where a day is a calendar day whatever the attribution. */
  readonly cut: number;
  /** The reading of D 08:00 closes D−1 (`previous`, 前一日) or D (`same`, 当日). */
  readonly attribution: 'previous' | 'same';
}

export interface DayCalendar {
  readonly zone: Zone;
  /** In any order, one for a day of change. What lies before the first follows the first. */
  readonly rules: readonly DayRule[];
}

export const DEFAULT_DAY_RULE: DayRule = { from: '0001-01-01', cut: 480, attribution: 'previous' };

/** Which of several versions holds on a day: the one that began last, and before the first one the first; as `operational_on` has it in SQL. */
export const versionOn = <T extends { readonly from: string }>(day: string, rules: readonly T[]): T | undefined => {
  let found: T | undefined;
  let first: T | undefined;
  for (const rule of rules) {
    if (first === undefined || rule.from < first.from) first = rule;
    if (rule.from <= day && (found === undefined || rule.from > found.from)) found = rule;
  }
  return found ?? first;
};

const ruleOn = (day: string, rules: readonly DayRule[]): DayRule => versionOn(day, rules) ?? DEFAULT_DAY_RULE;

const endByRule = (day: string, { zone, rules }: DayCalendar): number => {
  const { cut, attribution } = ruleOn(day, rules);
  if (cut === 1440) return instantOf(day, cut, zone);
  return instantOf(attribution === 'previous' ? addDays(day, 1) : day, cut, zone);
};

/**
 * The instant that ends a day and begins the next. On the day on which a rule begins to hold, the day still begins by the rule before:
 * it is the one day that is longer or shorter. No day ends before it begins.
 */
export function dayEnd(day: string, calendar: DayCalendar): number {
  const end = endByRule(day, calendar);
  if (calendar.rules.length < 2) return end;
  return Math.max(end, endByRule(addDays(day, -1), calendar), endByRule(addDays(day, -2), calendar));
}

export const dayStart = (day: string, calendar: DayCalendar): number => dayEnd(addDays(day, -1), calendar);

/** The day to which an instant belongs; the instant that begins a day belongs to it. */
export function dayOfInstant(at: number, calendar: DayCalendar): string {
  let day = addDays(dayAt(at, calendar.zone), -2);
  while (dayEnd(day, calendar) <= at) day = addDays(day, 1);
  return day;
}

/**
 * The day that a reading closes: one within the tolerance of a cut is that cut's, any other lies in the day of its instant.
 * @param tolerance minutes
 */
export function closedDay(at: number, calendar: DayCalendar, tolerance = 60): string {
  const day = dayOfInstant(at, calendar);
  const near = tolerance * MINUTE;
  return at - dayStart(day, calendar) <= near && dayEnd(day, calendar) - at > near ? addDays(day, -1) : day;
}

/** Whether another rule begins on this day, so that it is no day of the usual length. */
export const changesOn = (day: string, { rules }: DayCalendar): boolean => {
  const now = ruleOn(day, rules);
  const before = ruleOn(addDays(day, -1), rules);
  return now.cut !== before.cut || now.attribution !== before.attribution;
};
