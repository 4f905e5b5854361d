/** How far the server is with something long that this page asked for: heard by the shell, shown by whoever asked, by the name that it gave. */
import { useSyncExternalStore } from 'react';

export interface Progress {
  readonly stage: string;
  readonly percent: number;
}

/** The last ones; what was asked for long ago is nobody's any more. */
const MOST = 20;
const known = new Map<string, Progress>();
const listeners = new Set<() => void>();

/** Takes what an event says; anything else is left alone. */
export const noteProgress = (data: unknown): void => {
  if (typeof data !== 'object' || data === null || !('Progress' in data)) return;
  if (!('stage' in data) || !('percent' in data)) return;
  const name = String(data.Progress);
  const percent = Number(data.percent);
  // Events may overtake each other: what is done does not become undone.
  if ((known.get(name)?.percent ?? 0) > percent) return;
  known.delete(name);
  known.set(name, { stage: String(data.stage), percent });
  const [oldest] = known.keys();
  if (known.size > MOST && oldest !== undefined) known.delete(oldest);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** What was told last under a name; null before anything was. */
export const progressOf = (name: string): Progress | null => known.get(name) ?? null;

export const useProgress = (name: string): Progress | null => useSyncExternalStore(subscribe, () => progressOf(name));
