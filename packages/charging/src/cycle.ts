/** Cycles of a fee: which span a month of billing means, and what the cycle is called. Spans are half-open days, `YYYY-MM-DD`. */

export const CYCLES = ['月', '季', '供冷季', '供暖季', '年', '次'] as const;
export type Cycle = (typeof CYCLES)[number];
/** What stands behind the unit of a price that is for the whole of a cycle: 元/m²·季. */
export const PER_CYCLE: Readonly<Record<Cycle, string>> = {
  月: '·月',
  季: '·季',
  供冷季: '·季',
  供暖季: '·季',
  年: '·年',
  次: '',
};
export type SeasonKind = '供冷季' | '供暖季';

export interface Span {
  /** First day of it. */
  readonly from: string;
  /** First day after it. */
  readonly to: string;
}

export interface Season extends Span {
  readonly kind: SeasonKind;
  /** The year in which it begins. */
  readonly year: number;
}

export interface CycleSpan extends Span {
  /** What bills are keyed on: 2026-11, 2026Q4, 2026冷, 2026暖, 2026. */
  readonly key: string;
}

const DAY_MS = 86_400_000;
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
/** Days from one to another. */
export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / DAY_MS);
export const plusDays = (day: string, days: number): string =>
  new Date(at(day) + days * DAY_MS).toISOString().slice(0, 10);
/** The first day of the month that is so many months on. */
export const monthStart = (month: string, ahead = 0): string => {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of - 1 + ahead, 1)).toISOString().slice(0, 10);
};

/**
 * The cycle that is billed in a month: months and quarters are billed in their own, a year in January, a season in the month in which it begins.
 * @param period YYYY-MM
 * @returns null where nothing of this cycle begins to be billed in that month, as a fee that is charged 次 by 次 never is
 */
export function cycleOf(cycle: Cycle, period: string, seasons: readonly Season[]): CycleSpan | null {
  const [year = 0, month = 1] = period.split('-').map(Number);
  switch (cycle) {
    case '月':
      return { key: period, from: monthStart(period), to: monthStart(period, 1) };
    case '季':
      return month % 3 === 1
        ? { key: `${year}Q${(month + 2) / 3}`, from: monthStart(period), to: monthStart(period, 3) }
        : null;
    case '年':
      return month === 1 ? { key: String(year), from: monthStart(period), to: monthStart(period, 12) } : null;
    case '供冷季':
    case '供暖季': {
      const season = seasons.find(({ kind, from }) => kind === cycle && from.slice(0, 7) === period);
      return season
        ? { key: `${season.year}${cycle === '供冷季' ? '冷' : '暖'}`, from: season.from, to: season.to }
        : null;
    }
    case '次':
      return null;
  }
}

/** The key of the cycle before: a month's is the month before, a season's that of the year before. */
export function keyBefore(key: string): string {
  const quarter = /^(\d{4})Q([1-4])$/.exec(key);
  if (quarter) return quarter[2] === '1' ? `${Number(quarter[1]) - 1}Q4` : `${quarter[1]}Q${Number(quarter[2]) - 1}`;
  if (/^\d{4}-\d{2}$/.test(key)) return monthStart(key, -1).slice(0, 7);
  return keyYearBefore(key);
}

/** The same cycle a year before. */
export const keyYearBefore = (key: string): string => `${Number(key.slice(0, 4)) - 1}${key.slice(4)}`;
