/** 同比 and 环比: only where both periods can be compared; else 「—」 and why. */
import { exact, exactText, toNumber, type Exact } from './exact.ts';
import { WHOLE_FROM } from './quality.ts';
import { addDays, addMonths, daysFrom, monthOf } from './zone.ts';
import { daysOf } from '@hengneng/core';

export interface ComparedPeriod {
  /** Decimal text; null without data. */
  readonly usage: string | null;
  /** Percent. */
  readonly completeness: number | null;
  readonly days: number;
}

export type Comparison =
  | {
      readonly rate: number;
      /** `+12.3%`, `−6.2%`. */
      readonly text: string;
      readonly difference: string;
      /** The periods differ in length, so that means by day were compared. */
      readonly byDay: boolean;
    }
  | { readonly rate: null; readonly text: '—'; readonly reason: string };

const none = (reason: string): Comparison => ({ rate: null, text: '—', reason });

/** (now − base) / base. `baseName` is 去年同期 or 上期, as the reasons name it. */
export function compare(now: ComparedPeriod, base: ComparedPeriod, baseName: '去年同期' | '上期'): Comparison {
  if (now.usage === null) return none('本期没有数据');
  if (base.usage === null) return none(`${baseName}没有数据`);
  const baseUsage = exact(base.usage);
  if (baseUsage === 0n) return none(`${baseName}为 0`);
  if (now.days <= 0 || base.days <= 0) return none('没有可比的天数');
  for (const [name, { completeness }] of [
    ['本期', now],
    [baseName, base],
  ] as const) {
    if (completeness === null || completeness < WHOLE_FROM)
      return none(
        `${name}完整率${completeness === null ? '未知' : ` ${Math.floor(completeness * 10) / 10}%`}，低于 ${WHOLE_FROM}%`,
      );
  }
  const usage = exact(now.usage);
  const byDay = now.days !== base.days;
  // Times the other's days instead of divided by one's own: nothing is rounded before the end.
  const top: Exact = byDay ? usage * BigInt(base.days) : usage;
  const bottom: Exact = byDay ? baseUsage * BigInt(now.days) : baseUsage;
  const rate = toNumber(top - bottom) / Math.abs(toNumber(bottom));
  const percent = Math.round(rate * 1000) / 10;
  const text = `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`;
  return { rate, text, difference: exactText(usage - baseUsage), byDay };
}

interface Period {
  readonly from: string;
  readonly to: string;
}

const clampDay = (month: string, day: number): string =>
  `${month}-${String(Math.min(day, daysOf(Number(month.slice(0, 4)), Number(month.slice(5, 7))))).padStart(2, '0')}`;

const shiftMonths = (day: string, count: number): string =>
  clampDay(addMonths(monthOf(day), count), Number(day.slice(8, 10)));

const isMonthEnd = (day: string): boolean => monthOf(addDays(day, 1)) !== monthOf(day);

/** Whole months stay whole months: February of a leap year against that of a common one. */
const shifted = ({ from, to }: Period, months: number): Period => {
  const whole = from.endsWith('-01') && isMonthEnd(to);
  const end = whole ? clampDay(addMonths(monthOf(to), months), 31) : shiftMonths(to, months);
  return { from: shiftMonths(from, months), to: end };
};

/** The same days a year before; 29 February has none and takes the 28th. */
export const lastYearOf = (period: Period): Period => shifted(period, -12);

/** As many whole months before, or as many days. */
export function previousOf(period: Period): Period {
  const { from, to } = period;
  if (from.endsWith('-01') && isMonthEnd(to)) {
    const months =
      (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;
    return shifted(period, -months);
  }
  const length = daysFrom(from, to) + 1;
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

/** Days of a period, both ends included. */
export const daysIn = ({ from, to }: Period): number => daysFrom(from, to) + 1;
