/** Moments as the phone writes them, in the phone's own zone. */

/** Month, day, hour and minute. @param iso a moment */
export const shortTime = (iso: string): string =>
  new Date(iso).toLocaleString('zh-CN', {
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });

/** What a picture carries in its corner: when and who. @param ms since the epoch */
export const stampOf = (ms: number, who: string): string =>
  `${new Date(ms).toLocaleString('zh-CN', { hour12: false })} ${who}`;
