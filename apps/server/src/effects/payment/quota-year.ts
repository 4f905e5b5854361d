/** How much of a year a quota is for. */
import { Big } from 'big.js';

type Start = { readonly months: number; readonly late: boolean } | { readonly error: string };

/**
 * Months of the year that are left from the month in which the quota begins; whoever came during the year gets the rest of it.
 * @param fromMonth `YYYY-MM`, or null for the beginning of the year
 * @param entry day on which the person came
 */
export function remainingMonths(year: number, fromMonth: string | null, entry: string | null): Start {
  if (fromMonth !== null && Number(fromMonth.slice(0, 4)) !== year) return { error: `生效月应在${year}年内` };
  const begin = fromMonth === null ? 1 : Number(fromMonth.slice(5, 7));
  const came = entry === null ? 0 : Number(entry.slice(0, 4));
  if (came > year) return { error: `${entry ?? ''}才入职，不能下达${year}年度额度` };
  const first = came === year ? Number((entry ?? '').slice(5, 7)) : 1;
  return { months: 13 - Math.max(begin, first), late: first > begin };
}

export const times = (amount: string, count: number): string => Big(amount).times(count).toFixed(2);
