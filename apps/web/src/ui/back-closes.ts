/**
 * Whoever goes back means what lies over the page, not the page: going back closes it, the address stays. On a phone that is the only key there is.
 * What is open is known here, the one on top last; the shell keeps the browser's step from becoming one of the pages.
 */
import { useEffect, useRef } from 'react';

const open: (() => void)[] = [];

/** @returns false where nothing lies over the page */
export const closeTop = (): boolean => {
  const close = open.at(-1);
  close?.();
  return close !== undefined;
};

export const isAnythingOver = (): boolean => open.length > 0;

/** While `shown`, going back closes it, as its own cross does. */
export const useBackCloses = (close: () => void, shown = true): void => {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!shown) return;
    const one = () => latest.current();
    open.push(one);
    return () => {
      open.splice(open.indexOf(one), 1);
    };
  }, [shown]);
};
