/** The page's own files on the phone, so that it opens where there is no network. */

import { fetchDetector } from './detector.ts';

const CACHE = 'hengneng-phone';
const PAGE = '/mobileNewDataInput';
/** Whoever signed out, or was signed out, is told there that nothing is lost. */
const SIGN_IN = '/mobileLogin';

const SETTLE_MS = 1_500;

/** A page's own files, as it names them. */
const filesNamed = async (page: string): Promise<readonly string[]> =>
  [...(await (await fetch(page)).text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);

/** Files that this page was made of. */
const filesInUse = (): readonly string[] => [
  PAGE,
  SIGN_IN,
  '/phone.webmanifest',
  '/favicon.svg',
  ...performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname),
];

/** Keeps what the page needs and lets go of what an earlier version needed. Without a network everything stays as it is. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return;
  await navigator.serviceWorker.register(
    `/phone-worker.js?${new URLSearchParams([
      ['cache', CACHE],
      ['page', PAGE],
      ['page', SIGN_IN],
    ])}`,
    {
      scope: '/mobile',
    },
  );
  void navigator.storage?.persist?.();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  if (!navigator.onLine) return;
  await fetchDetector();
  const cache = await caches.open(CACHE);
  const wanted = [...new Set([...filesInUse(), ...(await filesNamed(SIGN_IN))])];
  await cache.addAll(wanted.map((path) => new Request(path, { cache: 'no-cache' })));
  for (const request of await cache.keys())
    if (!wanted.includes(new URL(request.url).pathname)) await cache.delete(request);
}
