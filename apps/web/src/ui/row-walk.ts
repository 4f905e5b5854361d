/** Rows that are reached, walked and opened by the keyboard; what a row opens is its first link. */
import type { KeyboardEvent, MouseEvent } from 'react';

type Row = HTMLTableRowElement;

/** These answer a press themselves. */
const ACTIVE = 'a,button,input,label,select,textarea,[role="button"]';

const openRow = (row: Row): void => row.querySelector<HTMLAnchorElement>('a[href]')?.click();

const neighbourOf = (row: Row, key: string): Element | null => {
  switch (key) {
    case 'ArrowDown':
      return row.nextElementSibling;
    case 'ArrowUp':
      return row.previousElementSibling;
    case 'Home':
      return row.parentElement?.firstElementChild ?? null;
    case 'End':
      return row.parentElement?.lastElementChild ?? null;
    default:
      return null;
  }
};

/**
 * Arrow keys, Home and End go from row to row, also from a link or box in one; Enter opens a row, space picks it.
 * @param pick where rows of the table can be selected
 */
export const walkRows = (event: KeyboardEvent<Row>, pick?: () => void): void => {
  const { currentTarget: row, target, key } = event;
  // What is open over the page belongs to a row in React only.
  if (!(target instanceof HTMLElement) || !row.contains(target) || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const onRow = target === row;
  if (!onRow && !target.matches('a,input[type="checkbox"]')) return;
  const next = neighbourOf(row, key);
  if (next instanceof HTMLElement) {
    event.preventDefault();
    next.focus();
  } else if (onRow && key === 'Enter') openRow(row);
  else if (onRow && key === ' ') {
    event.preventDefault();
    pick?.();
  }
};

/** A press anywhere in a row opens it, but for what answers itself, and for text that is being marked. */
export const pressRow = (event: MouseEvent<Row>): void => {
  const { currentTarget: row, target } = event;
  if (!(target instanceof Element) || !row.contains(target) || target.closest(ACTIVE) !== null) return;
  if (document.getSelection()?.isCollapsed === false) return;
  openRow(row);
};
