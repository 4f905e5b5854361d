/** The four messages of the month range; callers and tests rely on their exact words. */
export const MONTH_ERRORS = {
  type: 'Input must be a Date object or a string of the form YYYY-MM or YYYY-MM-DD.',
  format: 'Invalid date format, please use YYYY-MM or YYYY-MM-DD.',
  month: 'Invalid month, must be between 1 and 12.',
  order: 'Start time cannot be later than end time.',
} as const;

const FORM = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/;

/** Months since year 0 of one bound. */
function monthIndex(value: unknown): number {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new Error(MONTH_ERRORS.format);
    return value.getFullYear() * 12 + value.getMonth();
  }
  if (typeof value !== 'string') throw new Error(MONTH_ERRORS.type);
  const match = FORM.exec(value);
  if (!match) throw new Error(MONTH_ERRORS.format);
  const [, year, month, day] = match.map(Number);
  if (month === undefined || year === undefined || month < 1 || month > 12) throw new Error(MONTH_ERRORS.month);
  const hasDay = match[3] !== undefined;
  if (hasDay && (day === undefined || day < 1 || day > daysOf(year, month))) throw new Error(MONTH_ERRORS.format);
  return year * 12 + month - 1;
}

/** Days in a month (1–12), leap years included. */
export const daysOf = (year: number, month: number): number => {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
};

const monthText = (index: number): string =>
  `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;

/**
 * Every month from `start` to `end`, both included, as `YYYY-MM`. A Date counts by its local calendar.
 * @throws Error with one of `MONTH_ERRORS`.
 */
export function monthRange(start: Date | string, end: Date | string): string[] {
  const from = monthIndex(start);
  const to = monthIndex(end);
  if (from > to) throw new Error(MONTH_ERRORS.order);
  return Array.from({ length: to - from + 1 }, (_, offset) => monthText(from + offset));
}
