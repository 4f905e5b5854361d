/** What of a page's period a single month of a picture stands for. */
import { daysOf } from '@hengneng/core';

type Span = Readonly<Record<'from' | 'to', string>>;

/** @param month as 2026-03, where a page asks for months */
export const monthOnly = (month: string): Span => ({ from: month, to: month });

/** @param month as 2026-03, where a page asks for days */
export const daysOfMonth = (month: string): Span => {
  const [year = 0, at = 0] = month.split('-').map(Number);
  return { from: `${month}-01`, to: `${month}-${daysOf(year, at)}` };
};
