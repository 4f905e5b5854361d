/**
 * Server-sent events. What is told is written in the transaction it tells of and announced by NOTIFY, which PostgreSQL sends at commit, to
 * every process; each hands it to the pages that are open there.
 */
import { createHash, randomBytes } from 'node:crypto';
import { eventTicket } from '@hengneng/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import type { Session } from '../context.ts';
import type { Db } from '../db/schema.ts';
import type { CallRegistry } from '../http/registry.ts';
import { type ServerDeps, sessionOf } from '../http/server.ts';
import { sessionGone } from '../auth/sessions.ts';
import { WORDING_CHANNEL } from '../messages/wording.ts';
import { CHANNEL, ONLINE } from './push.ts';

const BEAT_MS = 25_000;
const TICKET_SECONDS = 30;
const TOPICS = /^[A-Za-z]+(-[A-Za-z]+)*(:[A-Za-z0-9-]{1,30})?$/;

interface Event {
  readonly id: string;
  readonly topic: string;
  readonly user_ids: readonly string[] | null;
  readonly data: unknown;
}

interface Page {
  readonly userId: string;
  readonly sessionId: string;
  readonly topics: ReadonlySet<string>;
  readonly reply: FastifyReply;
  /** Ids written last: what a page missed while it was away may be announced to it at the same moment. */
  readonly written: Set<string>;
}

/** As many as are read again at a reconnect. */
const MOST_MISSED = 500;

const write = (page: Page, event: Event): void => {
  if (!page.topics.has(event.topic) || (event.user_ids !== null && !event.user_ids.includes(page.userId))) return;
  if (page.written.has(event.id)) return;
  page.written.add(event.id);
  const [oldest] = page.written;
  if (page.written.size > MOST_MISSED && oldest !== undefined) page.written.delete(oldest);
  page.reply.raw.write(`id: ${event.id}\nevent: ${event.topic}\ndata: ${JSON.stringify(event.data)}\n\n`);
};

export interface EventHub {
  mount(app: FastifyInstance, server: ServerDeps): void;
  register(registry: CallRegistry): void;
  stop(): Promise<void>;
}

const hashed = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

/**
 * Listens on a connection of its own and keeps it up.
 * @param onWordings wordings of messages were changed, by whatever process; or may have been, while nobody listened
 */
export function eventHub(url: string, db: Db, onWordings: () => Promise<void>): EventHub {
  const pages = new Set<Page>();
  let stopped = false;
  let client: pg.Client | null = null;

  const deliver = async (id: string): Promise<void> => {
    if (pages.size === 0) return;
    const { rows } =
      await sql<Event>`select id, topic, user_ids::text[] as user_ids, data from live_event where id = ${id}`.execute(
        db,
      );
    for (const event of rows) for (const page of pages) write(page, event);
    if (rows.some(({ topic }) => topic === ONLINE)) await hangUp();
  };
  /** Who was signed out, wherever that was done, hears no more. */
  const hangUp = async (): Promise<void> => {
    const open = [...pages];
    const { rows } = await sql<{
      id: string;
    }>`select id::text as id from app_session where id = any(${open.map(({ sessionId }) => sessionId)}::bigint[])`.execute(
      db,
    );
    const held = new Set(rows.map(({ id }) => id));
    for (const page of open) if (!held.has(page.sessionId)) page.reply.raw.end();
  };
  const connect = async (): Promise<void> => {
    if (stopped) return;
    const next = new pg.Client({ connectionString: url, application_name: 'hengneng events' });
    client = next;
    next.on('error', () => undefined);
    next.on('end', () => {
      if (!stopped) setTimeout(() => void connect(), 1_000).unref();
    });
    next.on('notification', (message) => {
      if (message.channel === WORDING_CHANNEL) onWordings().catch(() => undefined);
      else if (message.payload) deliver(message.payload).catch(() => undefined);
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}; listen ${WORDING_CHANNEL}`);
      await onWordings();
    } catch {
      await next.end().catch(() => undefined);
    }
  };
  void connect();
  const beat = setInterval(() => {
    for (const page of pages) page.reply.raw.write(': beat\n\n');
  }, BEAT_MS);
  beat.unref();

  const missed = async (page: Page, after: string): Promise<void> => {
    const { rows } =
      await sql<Event>`select id, topic, user_ids::text[] as user_ids, data from live_event where id > ${after} order by id limit ${MOST_MISSED}`.execute(
        db,
      );
    for (const event of rows) write(page, event);
  };

  return {
    mount(app, server) {
      app.get<{ Querystring: { topics?: string; ticket?: string } }>('/webapi/Events', async (request, reply) => {
        const { userId, id: sessionId } = request.query.ticket
          ? await byTicket(db, request.query.ticket)
          : await sessionOf(server, request);
        const topics = new Set(
          (request.query.topics ?? 'notice,todo')
            .split(',')
            .filter((topic) => TOPICS.test(topic))
            .slice(0, 50),
        );
        const page: Page = { userId, sessionId, topics, reply, written: new Set() };
        reply.hijack();
        reply.raw.writeHead(200, {
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-store',
          'X-Accel-Buffering': 'no',
          // The stream is the connection's last answer: a server that stops does not wait for another request on it.
          Connection: 'close',
        });
        reply.raw.write('retry: 2000\n\n');
        pages.add(page);
        request.raw.on('close', () => pages.delete(page));
        const last = request.headers['last-event-id'];
        if (typeof last === 'string' && /^\d{1,18}$/.test(last)) await missed(page, last).catch(() => undefined);
        return reply;
      });
    },
    register(registry) {
      registry.handle(eventTicket, { access: 'signedIn' }, async (ctx) => {
        // Says in itself for which session it is; what was not given out as a whole is no ticket.
        const ticket = `${randomBytes(24).toString('base64url')}.${ctx.session.id}`;
        await sql`with old as (delete from event_ticket where expires_at < now())
          insert into event_ticket (hash, user_id, expires_at) values (${hashed(ticket)}, ${ctx.session.userId}, now() + make_interval(secs => ${TICKET_SECONDS}))`.execute(
          ctx.db,
        );
        return { ticket, seconds: TICKET_SECONDS };
      });
    },
    async stop() {
      stopped = true;
      clearInterval(beat);
      for (const page of pages) page.reply.raw.end();
      await client?.end().catch(() => undefined);
    },
  };
}

async function byTicket(db: Db, ticket: string): Promise<Pick<Session, 'userId' | 'id'>> {
  const { rows } = await sql<{
    user_id: string;
  }>`delete from event_ticket where hash = ${hashed(ticket)} and expires_at > now() returning user_id`.execute(db);
  const userId = rows[0]?.user_id;
  if (!userId) throw sessionGone();
  return { userId, id: ticket.split('.')[1] ?? '0' };
}
