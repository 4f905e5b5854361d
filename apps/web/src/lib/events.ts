/** Server-sent events read with fetch: EventSource cannot send the session's headers, and a token does not belong in an address. */
import { sessionHeaders } from './session.ts';

export interface ServerEvent {
  readonly id: string | null;
  readonly topic: string;
  readonly data: unknown;
}

const parseData = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Takes whole events out of received text; the rest is the beginning of the next one. */
export const takeEvents = (text: string): { readonly events: readonly ServerEvent[]; readonly rest: string } => {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  const events = blocks.flatMap((block): ServerEvent[] => {
    let id: string | null = null;
    let topic = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const colon = line.indexOf(':');
      if (colon <= 0) continue;
      const name = line.slice(0, colon);
      const value = line.slice(colon + 1).replace(/^ /, '');
      if (name === 'id') id = value;
      else if (name === 'event') topic = value;
      else if (name === 'data') data.push(value);
    }
    return data.length === 0 ? [] : [{ id, topic, data: parseData(data.join('\n')) }];
  });
  return { events, rest };
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Listens until `signal` aborts, reconnecting by itself with `Last-Event-ID`, so that nothing kept is missed.
 * @param onOpen called at each connection after the first: what happened in between is to be fetched again
 */
export const listen = async (
  topics: readonly string[],
  signal: AbortSignal,
  onEvent: (event: ServerEvent) => void,
  onReopen: () => void,
): Promise<void> => {
  let lastId: string | null = null;
  let wait = FIRST_WAIT_MS;
  let opened = false;
  while (!signal.aborted) {
    try {
      const response = await fetch(`/webapi/Events?topics=${topics.join(',')}`, {
        headers: { ...sessionHeaders(), Accept: 'text/event-stream', ...(lastId ? { 'Last-Event-ID': lastId } : {}) },
        signal,
        cache: 'no-store',
      });
      if (response.status === 401 || response.status === 404) return;
      const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
      if (reader) {
        if (opened) onReopen();
        opened = true;
        wait = FIRST_WAIT_MS;
        let text = '';
        for (;;) {
          const { done, value } = await reader.read();
          if (done) break;
          const taken = takeEvents(text + value);
          text = taken.rest;
          for (const event of taken.events) {
            lastId = event.id ?? lastId;
            onEvent(event);
          }
        }
      }
    } catch {
      // A broken stream is the normal end of one: wait and open the next.
    }
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
};
