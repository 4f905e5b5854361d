/** The counter of 科创中心, the demo company's, for tests: who sits at it, its rooms, and calls as they make them. */
import { sql } from 'kysely';
import type { Client, Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

export interface Counter {
  readonly server: TestServer;
  readonly cashier: Held;
  /** Another of its cashiers. */
  readonly second: Held;
  readonly manager: Held;
  readonly community: string;
  /** In the order in which they were made; a test takes those that it uses away. */
  readonly rooms: string[];
  /** @param who the first cashier where nobody is named */
  send(path: string, body: object, who?: Held, client?: Client): Promise<Reply>;
}

/** @param float what both cashiers begin their shifts with; absent: nobody has begun one */
export async function startCounter(float?: string): Promise<Counter> {
  const server = await startTestServer();
  const [cashier, second, manager] = [
    await server.client.signIn('cashier'),
    await server.client.signIn('cashier2'),
    await server.client.signIn('propertyManager'),
  ];
  const { rows: found } = await sql<{
    id: string;
    community: string;
  }>`select r.id::text, c.id::text as community from room r
    join community c on c.id = r.community_id where c.code = 'KC' order by r.id`.execute(server.db);
  const community = found[0]?.community ?? '';
  const send: Counter['send'] = (path, body, who = cashier, client = server.client) =>
    client.json(`/pmsapi/Cashier/${path}`, body, who);
  if (float !== undefined)
    for (const who of [cashier, second]) await send('ShiftOpen', { communityId: community, floatAmount: float }, who);
  return { server, cashier, second, manager, community, rooms: found.map(({ id }) => id), send };
}

/** A number for one intended act. */
export const uuid = (): string => crypto.randomUUID();
/** Of fen. */
export const yuan = (fen: number): string => (fen / 100).toFixed(2);
export const inCash = (amount: string) => [{ type: '现金', amount }];
