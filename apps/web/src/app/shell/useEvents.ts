import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listen } from '../../lib/events.ts';

/** What an event of the server makes stale. */
const STALE: Readonly<Record<string, readonly string[]>> = { todo: ['todo', 'mine'], notice: ['notice'] };

/** The shell's own subscription: it goes on whichever tab is shown. */
export const useEvents = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    const refresh = (topics: readonly string[]) => {
      for (const key of topics.flatMap((topic) => STALE[topic] ?? []))
        void client.invalidateQueries({ queryKey: [key] });
    };
    void listen(
      Object.keys(STALE),
      controller.signal,
      (event) => refresh([event.topic]),
      () => refresh(Object.keys(STALE)),
    );
    return () => controller.abort();
  }, [client]);
};
