/** A read that runs away is cut, with words that say what to do; what is meant to take long is not. */
import { call } from '@hengneng/contracts';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { blankDatabase, type TestDatabase } from '../../testing/databases.ts';
import type { SessionStore } from '../auth/sessions.ts';
import { CallRegistry } from '../http/registry.ts';
import { buildServer } from '../http/server.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { patientOf } from './patient.ts';
import type { Db, Tx } from './schema.ts';

/** Statements outside of transactions may take so long here, and these take longer, however quick the machine. */
const LIMIT_MS = 200;
const LONG: RawBuilder<{ done: number }> = sql`select 1 as done, pg_sleep(${0.25}::float)`;
const LASTING = async (db: Db | Tx): Promise<number> => (await LONG.execute(db)).rows[0]?.done ?? 0;
const CUT = '查询时间过长，已停止。请缩小日期、项目等筛选范围后再试，仍不行请联系管理员';

let kept: TestDatabase;
let database: OpenDatabase;
let app: FastifyInstance;

const asking = (path: string) =>
  call('POST', path, path, { input: z.object({}), output: z.object({ done: z.number() }) });
const post = (url: string) => app.inject({ method: 'POST', url, payload: {} });

beforeAll(async () => {
  kept = await blankDatabase();
  // One connection: whoever comes next gets the one that was left.
  database = openDatabase(kept.url, { max: 1, readLimitMs: LIMIT_MS });
  const registry = new CallRegistry();
  const open = { access: 'public' } as const;
  registry.handle(asking('/webapi/Try/Read'), open, async (ctx) => ({ done: await LASTING(ctx.db) }));
  registry.handle(asking('/webapi/Try/Quick'), open, async (ctx) => {
    const { rows } = await sql<{ done: number }>`select 1 as done`.execute(ctx.db);
    return { done: rows[0]?.done ?? 0 };
  });
  registry.handle(asking('/webapi/Try/Write'), open, (ctx) => ctx.write(async (tx) => ({ done: await LASTING(tx) })));
  registry.stream(asking('/webapi/Try/Export'), open, async (ctx) => ({
    fileName: '导出.txt',
    contentType: 'text/plain',
    body: Buffer.from(String(await LASTING(ctx.db))),
  }));
  app = await buildServer({ db: database.db, sessions: {} as SessionStore, registry, logger: false });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.close();
  await kept.drop();
});

describe('a statement that takes long', () => {
  it('is cut where somebody waits for a page, and its connection serves the next', async () => {
    expect((await post('/webapi/Try/Read')).json()).toMatchObject({ status: 0, message: CUT, data: null });
    expect((await post('/webapi/Try/Quick')).json()).toMatchObject({ status: 1, data: { done: 1 } });
  });

  it('goes on in a write, in an export and in work by the clock', async () => {
    expect((await post('/webapi/Try/Write')).json()).toMatchObject({ status: 1, data: { done: 1 } });
    expect((await post('/webapi/Try/Export')).body).toBe('1');
    expect(await LASTING(patientOf(database.db))).toBe(1);
    for (const db of [database.db, patientOf(database.db)]) {
      expect(await db.transaction().execute(LASTING)).toBe(1);
      expect(await db.transaction().setIsolationLevel('repeatable read').execute(LASTING)).toBe(1);
    }
  });

  it('is cut again on the connection that had no limit for a while', async () => {
    await LASTING(patientOf(database.db));
    await database.db.transaction().execute(LASTING);
    await expect(LASTING(database.db)).rejects.toMatchObject({ code: '57014' });
  });
});
