import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

export type Filters = Readonly<Record<string, string>>;

/** Filters of a list kept in the address: they survive leaving, reloading and sending the address to somebody. */
export const useUrlFilters = (): readonly [
  Filters,
  (change: Readonly<Record<string, string | null | undefined>>) => void,
] => {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => Object.fromEntries(params), [params]);
  const set = useCallback(
    (change: Readonly<Record<string, string | null | undefined>>) => {
      const next = new URLSearchParams(params);
      // Another filter is another list: it starts at its first page.
      if (!('PageIndex' in change)) next.delete('PageIndex');
      for (const [name, value] of Object.entries(change)) {
        if (value === null || value === undefined || value === '') next.delete(name);
        else next.set(name, value);
      }
      setParams(next, { replace: true });
    },
    [params, setParams],
  );
  return [filters, set];
};
