/** Which readings are due on a day. */
import { daysOf } from '@hengneng/core';

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
