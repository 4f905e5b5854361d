/** What open pages are told: across processes, only what is theirs, and nothing missed over a reconnect. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pushEvent } from './push.ts';

let here: TestServer;
let there: TestServer;
beforeAll(async () => {
  here = await startTestServer();
  there = await startTestServer({ databaseUrl: here.databaseUrl });
});
afterAll(async () => {
  await there.close();
  await here.close();
});

/** Opens a stream and collects its events. */
const listen = async (server: TestServer, session: Held, headers: Record<string, string> = {}) => {
  const stop = new AbortController();
  const answer = await fetch(`${server.client.url}/webapi/Events?topics=todo,notice,online`, {
    headers: { UserIdValue: session.userId, TokenValue: session.token, ...headers },
    signal: stop.signal,
  });
  const events: { id: string; topic: string; data: { n?: number } }[] = [];
  const read = (async () => {
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += new TextDecoder().decode(chunk);
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) break;
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        const of = (name: string): string =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
        if (of('event')) events.push({ id: of('id'), topic: of('event'), data: JSON.parse(of('data')) });
      }
    }
  })().catch(() => undefined);
  return { status: answer.status, events, ended: read, close: async () => (stop.abort(), read) };
};

it('reaches the person on whatever process they are connected to, and nobody else', async () => {
  const manager = await here.client.signIn('projectManager');
  const other = await here.client.signIn('finance');
  const mine = await listen(here, manager);
  const theirs = await listen(here, other);
  await there.db.transaction().execute((tx) => pushEvent(tx, [manager.userId], 'todo', { n: 1 }));
  await expect.poll(() => mine.events.map((event) => event.data.n)).toEqual([1]);
  // A transaction that is rolled back tells nobody.
  await there.db
    .transaction()
    .execute(async (tx) => {
      await pushEvent(tx, [manager.userId], 'todo', { n: 2 });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await there.db.transaction().execute((tx) => pushEvent(tx, null, 'notice', { n: 3 }));
  await expect.poll(() => mine.events.map((event) => event.data.n)).toEqual([1, 3]);
  expect(theirs.events.map((event) => event.data.n)).toEqual([3]);

  await mine.close();
  await there.db.transaction().execute((tx) => pushEvent(tx, [manager.userId], 'todo', { n: 4 }));
  const again = await listen(there, manager, { 'Last-Event-ID': mine.events.at(-1)?.id ?? '0' });
  await expect.poll(() => again.events.map((event) => event.data.n)).toEqual([4]);
  await again.close();
  await theirs.close();
});

it('tells who looks after people when somebody comes or goes, and nobody else', async () => {
  const admin = await here.client.signIn('admin');
  const clerk = await here.client.signIn('finance');
  const [mine, theirs] = [await listen(here, admin), await listen(here, clerk)];
  const count = (): number => mine.events.filter((event) => event.topic === 'online').length;
  // What was told of the two above may still be on its way.
  let known = count();
  const come = await there.client.signIn('operator');
  await expect.poll(count).toBeGreaterThan(known);
  known = count();
  const [gone, { data }] = [await listen(here, come), await there.client.post('/webapi/Events/Ticket', {}, come)];
  const byTicket = await fetch(`${here.client.url}/webapi/Events?ticket=${String(data.ticket)}`);
  await there.client.post('/webapi/UserInfo/Logout', {}, come);
  await expect.poll(count).toBeGreaterThan(known);
  // Signed out on another process, they hear no more; who is still signed in does.
  await gone.ended;
  await byTicket.text();
  await here.db.transaction().execute((tx) => pushEvent(tx, [admin.userId], 'todo', { n: 5 }));
  await expect.poll(() => mine.events.at(-1)?.data.n).toBe(5);
  expect(theirs.events).toEqual([]);
  await mine.close();
  await theirs.close();
});

it('asks for a session, or a ticket that is good once', async () => {
  expect((await here.client.get('/webapi/Events')).http).toBe(401);
  const session = await here.client.signIn('operator');
  const { data } = await here.client.post('/webapi/Events/Ticket', {}, session);
  const stop = new AbortController();
  const open = () => fetch(`${here.client.url}/webapi/Events?ticket=${String(data.ticket)}`, { signal: stop.signal });
  expect((await open()).status).toBe(200);
  expect((await open()).status).toBe(401);
  stop.abort();
});
