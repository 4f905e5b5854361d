import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { remind, useNoticeWays } from '../../lib/desktop-notice.ts';
import { listen, type ServerEvent } from '../../lib/events.ts';
import { gathering } from '../../lib/gather.ts';
import { announce, announceAll, chargeTopic, commentTopic, recordTopic } from '../../lib/live.ts';
import { noteProgress } from '../../lib/progress.ts';

/** What an event of the server makes stale wherever it is shown: figures of the shell and the workbench. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  todo: ['todo', 'mine'],
  notice: ['notice', 'todo'],
  rows: [],
  record: [],
  audit: [],
  online: [],
  job: [],
  import: [],
  alarm: ['warnings'],
  charge: [],
  chargeNotice: [],
};

/**
 * What pages listen to. Changes of records are told by module and record, so that only lists of that module and pages of that record look
 * again; what people say about a record concerns only its comments.
 */
const topicsOf = ({ topic, data }: ServerEvent): readonly string[] => {
  if (typeof data !== 'object' || data === null) return [topic];
  if (topic === 'record' && 'ProcedureId' in data && 'BusinessId' in data)
    return [commentTopic(Number(data.ProcedureId), String(data.BusinessId))];
  if (topic === 'charge' && 'roomId' in data) return [chargeTopic(String(data.roomId))];
  // Claimed, or given back: nothing of the record is another, but who may handle it.
  if (topic === 'todo' && 'moduleId' in data && 'BusinessId' in data)
    return [topic, recordTopic(String(data.moduleId), String(data.BusinessId))];
  if (topic !== 'rows' || !('moduleId' in data)) return [topic];
  const rows = `rows:${String(data.moduleId)}`;
  return 'BusinessId' in data ? [rows, recordTopic(String(data.moduleId), String(data.BusinessId))] : [rows];
};

/** The shell's own subscription: it goes on whichever tab is shown. */
export const useEvents = (): void => {
  const client = useQueryClient();
  const ways = useNoticeWays().data;
  const onNews = useEffectEvent((event: ServerEvent) => remind(event, ways));
  useEffect(() => {
    const controller = new AbortController();
    const stale = gathering<string>((keys) => {
      for (const key of keys) void client.invalidateQueries({ queryKey: [key] });
    });
    const refresh = (topics: readonly string[]) => stale(topics.flatMap((topic) => STALE[topic] ?? []));
    void listen(
      Object.keys(STALE),
      controller.signal,
      (event) => {
        if (event.topic === 'import') return noteProgress(event.data);
        refresh([event.topic]);
        announce(topicsOf(event));
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
