/** Answers for the phone's page where there is no network. It sees nothing but pages below /mobile and what they ask for. */

interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(
    name: 'install' | 'activate',
    act: (event: Event & { waitUntil(done: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(name: 'fetch', act: (event: FetchEvent) => void): void;
}
const worker = globalThis as unknown as Worker;
/** Told by the page that registers it: a worker that imports nothing runs in every browser. */
const told = new URLSearchParams(worker.location.search);
const CACHE = told.get('cache') ?? '';
const PAGES = told.getAll('page');

/** A basement's network often is there and brings nothing. */
const PATIENCE_MS = 4_000;

async function page(request: Request, path: string): Promise<Response> {
  const kept = await caches.match(path);
  const fresh = fetch(request);
  if (kept === undefined) return fresh;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  return Promise.race([fresh.catch(() => kept), late]);
}

/** Named after what they hold: what is kept is right. */
async function file(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  const path = pathname.replace(/\/$/, '');
  if (request.mode === 'navigate' && PAGES.includes(path)) event.respondWith(page(request, path));
  else if (pathname.startsWith('/assets/') || pathname === '/favicon.svg' || pathname === '/phone.webmanifest')
    event.respondWith(file(request));
});
