/** What goes between this installation and services of it, signed by a key that both have. */
import { createHmac, timingSafeEqual } from 'node:crypto';

type Fields = Readonly<Record<string, string>>;

/** HMAC-SHA256 over `name=value` in the order of names, joined by `&`; what is empty is left out. */
export const signed = (fields: Fields, key: string): string =>
  createHmac('sha256', key)
    .update(
      Object.entries(fields)
        .filter(([name, value]) => name !== 'sign' && value !== '')
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    )
    .digest('hex');

/** How far clocks may be apart, in seconds. */
const APART = 300;

export function genuine(
  news: Fields & { readonly time: string; readonly sign: string },
  key: string,
  now: Date,
): boolean {
  const right = Buffer.from(signed(news, key));
  const got = Buffer.from(news.sign);
  const near = Math.abs(Number(news.time) - now.getTime() / 1000) <= APART;
  return near && right.length === got.length && timingSafeEqual(right, got);
}

/** `time` of a message: seconds since 1970. */
export const timeOf = (now: Date): string => String(Math.floor(now.getTime() / 1000));
