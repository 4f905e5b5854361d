/** From a figure to the rows that it is made of: the same page with the same filters, narrowed to the row, at the list that has them. */
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';

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

/** Brings lists into sight that were drilled to from above them. Filters and tabs replace the address, so that only a drill has left one behind. */
export function useInSight(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const { search } = useLocation();
  const pushed = useNavigationType() === 'PUSH';
  const seen = useRef(search);
  useEffect(() => {
    const changed = seen.current !== search;
    seen.current = search;
    const below = (place.current?.getBoundingClientRect().top ?? 0) > window.innerHeight / 2;
    if (changed && pushed && below) place.current?.scrollIntoView();
  }, [search, pushed]);
  return place;
}
