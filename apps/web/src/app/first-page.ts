/**
 * Going back from the first page that a browser shows of the product would leave it, whatever lies over the page or was typed into it: on a phone by
 * a thumb. Before that page stands an entry of the history that is never shown: who comes to it is asked whether they mean to leave, and leaves by
 * going back once more. It is put there before anything else moves in the history, so that it overtakes no address.
 */
import { notify } from '../lib/notify.ts';

/** Key by which the router knows the entry. */
export const BEFORE_FIRST = 'before-first';
const ALONE = 'hengneng.alone';
/** So long does the question stand. */
const ASKED_MS = 3_000;

const isNoted = (state: unknown): boolean => typeof state === 'object' && state !== null && 'idx' in state;

/** Once, before the router is made. A browser that does not say what stands before the page is left as it is. */
export const standBeforeFirst = (): void => {
  // Pages of the product before this one are where going back leads.
  if (window.navigation?.currentEntry?.index !== 0 || isNoted(history.state)) return;
  if (history.length === 1) sessionStorage.setItem(ALONE, '1');
  history.replaceState({ usr: null, key: BEFORE_FIRST, idx: 0 }, '');
  history.pushState({ usr: null, key: 'first', idx: 1 }, '');
};

let asked = Number.NEGATIVE_INFINITY;

/**
 * Somebody went back from the first page, and stands on it again.
 * @param stepOut shows the entry before: where nothing stands before the product, the next going back closes the window
 */
export const askToLeave = (stepOut: () => void): void => {
  const now = performance.now();
  const sure = now - asked < ASKED_MS;
  asked = sure ? Number.NEGATIVE_INFINITY : now;
  if (!sure) notify.info('再按一次返回将离开系统');
  else if (sessionStorage.getItem(ALONE) === '1') stepOut();
  // The browser itself asks where something is not saved.
  else history.go(-2);
};
