/** What waits for the person besides to-dos: how much of it, before anybody opens the drawer. */
import { getFirstNotice, messageIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { useSettled } from '../../lib/settled.ts';

export const useNotices = (all: boolean, top: number, interval: number | false) =>
  useQuery({
    queryKey: ['notice', all, top],
    queryFn: ({ signal }) => callApi(getFirstNotice, { Top: top, All: all }, { signal }),
    refetchInterval: interval,
    enabled: useSettled(),
  });

/** Number of the system's messages that the person has not read. */
export const useUnreadMessages = (): number =>
  useQuery({
    queryKey: ['notice', 'messages', 'unread'],
    queryFn: ({ signal }) => callApi(messageIndex, { PageSize: 1 }, { signal }),
    refetchInterval: 60_000,
    enabled: useSettled(),
  }).data?.unread ?? 0;
