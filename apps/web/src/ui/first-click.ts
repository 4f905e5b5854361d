import type { MouseEvent } from 'react';

/** Whether it is the second press of a double click, which is meant for what the first one has pressed. Keys press once. */
export const isSecondClick = ({ detail = 0 }: { readonly detail?: number } = {}): boolean => detail >= 2;

/** For a button that another one takes the place of once it has done its work: the second press must not undo what the first one did. */
export const firstClick =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (!isSecondClick(event)) act();
  };
