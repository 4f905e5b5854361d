/** Reminders of the browser itself, for whoever wants to hear of news while another window is in front. */
import { type NoticeTopic, type NoticeWays, noticeWays, topicOfNotice } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';
import type { ServerEvent } from './events.ts';
import { useSettled } from './settled.ts';

/** By which ways the person hears of what; it holds at every machine, the browser's permission at each one by itself. */
export const useNoticeWays = () =>
  useQuery({
    queryKey: ['notice-ways'],
    queryFn: ({ signal }) => callApi(noticeWays, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: useSettled(),
  });

/** What an event has to tell a person; null for one that only makes lists stale. */
export const newsOf = ({ data }: ServerEvent): { readonly topic: NoticeTopic; readonly title: string } | null => {
  if (typeof data !== 'object' || data === null || !('title' in data)) return null;
  if (typeof data.title !== 'string' || data.title === '') return null;
  return { topic: topicOfNotice('kind' in data ? String(data.kind) : ''), title: data.title };
};

/** Asks the browser; answers whether reminders will be shown. */
export const allowDesktop = async (): Promise<boolean> =>
  'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';

/** What a reminder would say: only of topics that were chosen. */
export const wantedNews = (event: ServerEvent, ways: Pick<NoticeWays, 'desktop'> | undefined): string | null => {
  const news = newsOf(event);
  return news !== null && ways?.desktop.includes(news.topic) === true ? news.title : null;
};

/** Shows a reminder that is wanted if the page is out of sight; in sight, the bell and the badge have told already. */
export const remind = (event: ServerEvent, ways: Pick<NoticeWays, 'desktop'> | undefined): void => {
  const title = wantedNews(event, ways);
  if (title === null || !document.hidden || !('Notification' in globalThis) || Notification.permission !== 'granted')
    return;
  const shown = new Notification('衡能', { body: title, lang: 'zh-CN' });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
};
