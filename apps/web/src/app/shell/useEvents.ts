import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { remind, useNoticeWays } from '../../lib/desktop-notice.ts';
import { listen, type ServerEvent } from '../../lib/events.ts';
import { announce, announceAll } from '../../lib/live.ts';
import { useSession } from '../../lib/session.ts';

/** What an event of the server makes stale wherever it is shown: figures of the shell and the workbench. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  todo: ['todo', 'mine'],
  notice: ['notice', 'todo'],
  rows: [],
  record: [],
  audit: [],
};

/**
 * What pages listen to: lists of one module look again when it changed, a record's own page when somebody else handled it or said something.
 */
const topicsOf = ({ topic, data }: ServerEvent, viewer: string): readonly string[] => {
  if (typeof data !== 'object' || data === null) return [topic];
  if (topic === 'rows' && 'moduleId' in data) return [`rows:${String(data.moduleId)}`];
  if (!('ProcedureId' in data && 'BusinessId' in data)) return [topic];
  const record = `${String(data.ProcedureId)}-${String(data.BusinessId)}`;
  if (topic === 'record') return [`comment:${record}`];
  // What one did oneself, one has seen.
  return 'by' in data && data.by === viewer ? [topic] : [topic, `record:${record}`];
};

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
        announce(topicsOf(event, useSession.getState().userId));
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
