import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Rows drawn above and below what is in sight. */
const MARGIN = 8;

/** Which rows of a scrolled box are in sight, each of the same height, and how one gets to another. */
export const useRowsInSight = (count: number, rowPx: number) => {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    // Rows are exchanged for room of the same height: a browser that holds on to one of them would move the box away from where it was sent.
    element.style.overflowAnchor = 'none';
    const look = () => setPlace({ top: element.scrollTop, height: element.clientHeight });
    look();
    const sized = new ResizeObserver(look);
    sized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  /** The input that is gone to as soon as its row is drawn. */
  const wanted = useRef<string | null>(null);
  const take = useCallback(() => {
    const input = wanted.current === null ? null : box.current?.querySelector<HTMLInputElement>(wanted.current);
    if (!input) return;
    wanted.current = null;
    input.focus();
  }, []);
  useLayoutEffect(take);
  /** Goes to an input of a row, which may have to come into sight first. */
  const goTo = useCallback(
    (index: number, input: string) => {
      const element = box.current;
      if (element === null) return;
      const top = index * rowPx;
      if (top < element.scrollTop || top + 3 * rowPx > element.scrollTop + element.clientHeight)
        element.scrollTo({ top: Math.max(0, top - element.clientHeight / 2) });
      wanted.current = input;
      take();
    },
    [rowPx, take],
  );
  const first = Math.max(0, Math.floor(place.top / rowPx) - MARGIN);
  const last = Math.min(count, Math.ceil((place.top + place.height) / rowPx) + MARGIN);
  return { box, first, last, goTo };
};
