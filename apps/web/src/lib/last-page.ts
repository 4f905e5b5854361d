import { useEffect, useEffectEvent } from 'react';

interface Rows {
  readonly rows: readonly unknown[];
  readonly total: number;
}

/** The last page that there is, where the one asked for lies behind it; else null. */
export const pageInstead = ({ rows, total }: Rows, page: number, size: number): number | null => {
  const last = Math.ceil(total / size);
  return rows.length === 0 && last > 0 && page > last ? last : null;
};

/**
 * Goes to the last page when the one that is shown was emptied: its rows handled, deleted or changed by somebody, or an old address. What is
 * left stands on the pages before, and an empty page would say that there is nothing.
 * @returns whether it is on its way there
 */
export const useLastPage = (
  list: { readonly data: Rows | undefined; readonly isPlaceholderData: boolean },
  page: number,
  size: number,
  go: (page: number) => void,
): boolean => {
  const instead = list.data === undefined ? null : pageInstead(list.data, page, size);
  const onEmptied = useEffectEvent(go);
  const to = list.isPlaceholderData ? null : instead;
  useEffect(() => {
    if (to !== null) onEmptied(to);
  }, [to]);
  // Until the page that is there has come, the empty one stands in its place.
  const standsIn = list.isPlaceholderData && list.data?.rows.length === 0 && list.data.total > 0;
  return instead !== null || standsIn;
};
