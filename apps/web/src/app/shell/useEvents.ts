import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { remind, useNoticeWays } from '../../lib/desktop-notice.ts';
import { listen, type ServerEvent } from '../../lib/events.ts';
import { announce, announceAll } from '../../lib/live.ts';

/** What an event of the server makes stale wherever it is shown: figures of the shell and the workbench. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  todo: ['todo', 'mine'],
  notice: ['notice', 'todo'],
  rows: [],
  audit: [],
};

/** Changes of records are told by module, so that only lists of that module look again. */
const topicOf = ({ topic, data }: ServerEvent): string =>
  topic === 'rows' && typeof data === 'object' && data !== null && 'moduleId' in data
    ? `rows:${String(data.moduleId)}`
    : topic;

/** The shell's own subscription: it goes on whichever tab is shown. */
export const useEvents = (): void => {
  const client = useQueryClient();
  const ways = useNoticeWays().data;
  const onNews = useEffectEvent((event: ServerEvent) => remind(event, ways));
  useEffect(() => {
    const controller = new AbortController();
    const refresh = (topics: readonly string[]) => {
      for (const key of new Set(topics.flatMap((topic) => STALE[topic] ?? [])))
        void client.invalidateQueries({ queryKey: [key] });
    };
    void listen(
      Object.keys(STALE),
      controller.signal,
      (event) => {
        refresh([event.topic]);
        announce([topicOf(event)]);
        onNews(event);
      },
      () => {
        refresh(Object.keys(STALE));
        announceAll();
      },
    );
    return () => controller.abort();
  }, [client]);
};
