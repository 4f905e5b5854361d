import { addDays } from '@hengneng/energy/measuring';

/** Spans that the pages of analysis open with: days of China, up to yesterday, which can be complete. */
export const daysAgo = (count: number): string =>
  new Date(Date.now() + 8 * 3_600_000 - count * 86_400_000).toISOString().slice(0, 10);

export const usualSpan = (days = 31): { readonly from: string; readonly to: string } => ({
  from: daysAgo(days),
  to: daysAgo(1),
});

/** All that came after a baseline, a year at the most; the usual span where nothing did. */
export const spanSince = (day: string): { readonly from: string; readonly to: string } => {
  const { from: earliest, to } = usualSpan(365);
  const next = addDays(day, 1);
  const from = next > earliest ? next : earliest;
  return from > to ? usualSpan() : { from, to };
};
