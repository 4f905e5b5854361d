/**
 * What has changed on the server since a page last looked. The shell hears the events and announces them here; a page that is shown answers at
 * once, one in a hidden tab when it is shown again, and one in the middle of something when its person asks.
 */
import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { gathering } from './gather.ts';

const versions = new Map<string, number>();
const listeners = new Set<() => void>();

/** Notes that what these topics speak of is no longer what pages show. */
export const announce = gathering<string>((topics) => {
  for (const topic of topics) versions.set(topic, (versions.get(topic) ?? 0) + 1);
  for (const listener of listeners) listener();
});

/** Every page listens to it: after a broken connection anything may have changed. */
const ANYTHING = '*';
export const announceAll = (): void => announce([ANYTHING]);

/** What is announced when one record has moved on. */
export const recordTopic = (moduleId: string, businessId: string): string => `record:${moduleId}:${businessId}`;

/** What is announced when somebody said something about one record. */
export const commentTopic = (procedureId: number, businessId: string): string => `comment:${procedureId}:${businessId}`;

/** What is announced when money of a room has moved. */
export const chargeTopic = (roomId: string): string => `charge:${roomId}`;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/**
 * Refreshes a page quietly when one of the topics changed.
 * @param hold the person is in the middle of something (has rows selected): nothing moves until they ask
 * @returns whether something newer waits, and how to take it over
 */
export const useLive = (
  topics: readonly string[],
  refresh: () => unknown,
  hold = false,
): { readonly stale: boolean; readonly take: () => void } => {
  const version = useSyncExternalStore(subscribe, () =>
    [...topics, ANYTHING].reduce((sum, topic) => sum + (versions.get(topic) ?? 0), 0),
  );
  const [seen, setSeen] = useState(version);
  const fetched = useRef(version);
  const refetch = useEffectEvent(refresh);
  if (!hold && seen !== version) setSeen(version);
  useEffect(() => {
    if (fetched.current === seen) return;
    fetched.current = seen;
    refetch();
  }, [seen]);
  const take = useCallback(() => setSeen(version), [version]);
  return { stale: version !== seen, take };
};
