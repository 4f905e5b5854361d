import { monthRange } from '@hengneng/core';

/** 「2025-11 至 2026-02、2026-05」. @param months `YYYY-MM`, in order */
export const monthSpans = (months: readonly string[]): string =>
  months
    .reduce<readonly (readonly [string, string])[]>((spans, month) => {
      const last = spans.at(-1);
      return last !== undefined && monthRange(last[1], month).length === 2
        ? [...spans.slice(0, -1), [last[0], month]]
        : [...spans, [month, month]];
    }, [])
    .map(([from, to]) => (from === to ? from : `${from} 至 ${to}`))
    .join('、');
