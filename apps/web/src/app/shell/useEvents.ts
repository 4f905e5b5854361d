import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { DESKTOP_SETTING, isWanted, remind } from '../../lib/desktop-notice.ts';
import { listen, type ServerEvent } from '../../lib/events.ts';
import { useSetting } from '../../lib/useSetting.ts';

/** What an event of the server makes stale. */
const STALE: Readonly<Record<string, readonly string[]>> = { todo: ['todo', 'mine'], notice: ['notice'] };

/** The shell's own subscription: it goes on whichever tab is shown. */
export const useEvents = (): void => {
  const client = useQueryClient();
  const [desktop] = useSetting(DESKTOP_SETTING);
  const onNews = useEffectEvent((event: ServerEvent) => {
    if (isWanted(desktop)) remind(event);
  });
  useEffect(() => {
    const controller = new AbortController();
    const refresh = (topics: readonly string[]) => {
      for (const key of topics.flatMap((topic) => STALE[topic] ?? []))
        void client.invalidateQueries({ queryKey: [key] });
    };
    void listen(
      Object.keys(STALE),
      controller.signal,
      (event) => {
        refresh([event.topic]);
        onNews(event);
      },
      () => refresh(Object.keys(STALE)),
    );
    return () => controller.abort();
  }, [client]);
};
