/** The days that an analysis covers. */
import { addDays, monthEnd } from '@hengneng/core';
import { invalid } from '../../../platform/http/errors.ts';

export interface Span {
  /** Days in China, both included. */
  readonly from: string;
  readonly to: string;
}

interface Ends {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 400;

const daysOf = ({ from, to }: Span): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Days, or months, as asked; this month where nothing is. @throws where it ends before it begins, or is too long */
export const spanOf = (
  asked: { readonly range?: Ends | undefined; readonly month?: Ends | undefined },
  today: string,
): Span => {
  const { range, month } = asked;
  const first = month?.from ?? month?.to;
  const byMonth = first ? { from: `${month?.from ?? first}-01`, to: monthEnd(month?.to ?? first) } : null;
  const from = range?.from ?? byMonth?.from ?? (range?.to ? `${range.to.slice(0, 7)}-01` : `${today.slice(0, 7)}-01`);
  const to = range?.to ?? byMonth?.to ?? (from > today ? from : today);
  const path = byMonth ? 'month' : 'range';
  if (to < from) throw invalid([{ path, message: '结束日期不能早于开始日期' }]);
  if (daysOf({ from, to }) > MOST_DAYS) throw invalid([{ path, message: `期间最长${MOST_DAYS}天` }]);
  return { from, to };
};

/** As many days right before. */
export const before = (span: Span): Span => ({ from: addDays(span.from, -daysOf(span)), to: addDays(span.from, -1) });
