/** What can wait until the page that was asked for stands: it would only keep it waiting. */
import { useSyncExternalStore } from 'react';

/** Where the browser never has nothing to do, it has waited long enough after this. */
const LATEST_MS = 2_000;
/** For browsers that do not tell when they have nothing to do. */
const A_WHILE_MS = 300;

let settled = false;
let asked = false;
const listeners = new Set<() => void>();

const settle = (): void => {
  settled = true;
  for (const listener of listeners) listener();
  listeners.clear();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (!asked) {
    asked = true;
    if ('requestIdleCallback' in globalThis) requestIdleCallback(settle, { timeout: LATEST_MS });
    else setTimeout(settle, A_WHILE_MS);
  }
  return () => listeners.delete(listener);
};

/** False at the start of the product, true for good once the browser had a moment for other things. */
export const useSettled = (): boolean => useSyncExternalStore(subscribe, () => settled);
