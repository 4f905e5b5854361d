/** Reminders of the browser itself, for whoever wants to hear of news while another window is in front. */
import type { ServerEvent } from './events.ts';

/** The person's setting; it holds at every machine, the browser's permission at each one by itself. */
export const DESKTOP_SETTING = 'notice.desktop';

export const isWanted = (stored: string | undefined): boolean => stored === 'true';

/** What an event has to tell a person; null for one that only makes lists stale. */
export const titleOfEvent = ({ data }: ServerEvent): string | null => {
  if (typeof data !== 'object' || data === null || !('title' in data)) return null;
  return typeof data.title === 'string' && data.title !== '' ? data.title : null;
};

/** Asks the browser; answers whether reminders will be shown. */
export const allowDesktop = async (): Promise<boolean> =>
  'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';

/** Shows a reminder if the page is out of sight; in sight, the bell and the badge have told already. */
export const remind = (event: ServerEvent): void => {
  const title = titleOfEvent(event);
  if (title === null || !document.hidden || !('Notification' in globalThis) || Notification.permission !== 'granted')
    return;
  const shown = new Notification('衡能', { body: title, lang: 'zh-CN' });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
};
