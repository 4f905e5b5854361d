/** From a figure to the rows that it is made of: the same page with the same filters, narrowed to the row, at the list that has them. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** What belongs to the list that is left: its page and its order. */
const OF_THE_LIST = ['PageIndex', 'PageSize', 'SortField', 'SortOrder'] as const;

/** @returns the address of a list of this page, with what else is asked of it */
export function useDrill(): (tab: string, more: Readonly<Record<string, unknown>>) => string {
  const [params] = useSearchParams();
  return useCallback(
    (tab, more) => {
      const next = new URLSearchParams(params);
      for (const name of OF_THE_LIST) next.delete(name);
      next.set('tab', tab);
      for (const [name, value] of Object.entries(more))
        if (typeof value === 'string' || typeof value === 'number') next.set(name, String(value));
      return `?${next}`;
    },
    [params],
  );
}
