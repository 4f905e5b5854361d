/**
 * `Ctx.write`: the one transaction of a request. With an `Idempotency-Key` its first statement claims the key: a second request with the same
 * key waits in the unique index until the first is through, then answers the first one's result; after a rollback it becomes the first.
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { tellTime } from '../clock.ts';
import { flushed, flushedLater, flushLater } from '../db/flush.ts';
import { Late } from '../db/late.ts';
import type { Db, Tx } from '../db/schema.ts';
import { inOrder, together } from '../db/together.ts';
import { isRetryable } from './answer.ts';
import { conflict, refused } from './errors.ts';

export interface Intent {
  /** User id, or `0` without a session. */
  readonly actor: string;
  readonly key: string;
  readonly hash: Buffer;
}

const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isKey = (value: unknown): value is string => typeof value === 'string' && KEY.test(value);

/** The intent that a request declares, or undefined. The hash covers the path and what was sent. Throws where the key is not a UUID. */
export const intentOf = (actor: string, header: unknown, path: string, raw: unknown): Intent | undefined => {
  if (header === undefined || header === '') return undefined;
  if (!isKey(header)) throw refused('Idempotency-Key 必须是 UUID');
  const hash = createHash('sha256')
    .update(path)
    .update('\n')
    .update(JSON.stringify(raw ?? null))
    .digest();
  return { actor, key: header.toLowerCase(), hash };
};

const claimed = async (db: Db, tx: Tx, intent: Intent): Promise<{ response: unknown } | undefined> => {
  const claim = await sql<{ key: string }>`
    insert into idempotency (actor, key, request_hash) values (${intent.actor}, ${intent.key}, ${intent.hash})
    on conflict do nothing returning key, ${flushedLater(db)} as flushed`.execute(tx);
  if (claim.rows.length === 1) return undefined;
  const first = await sql<{ request_hash: Buffer; response: unknown }>`
    select request_hash, response from idempotency where actor = ${intent.actor} and key = ${intent.key}`.execute(tx);
  const row = first.rows[0];
  if (row === undefined || !intent.hash.equals(row.request_hash))
    throw conflict('该请求编号已用于另一次提交，请刷新页面后重试');
  return { response: row.response };
};

const keep = (tx: Tx, intent: Intent, response: RawBuilder<unknown>): Promise<unknown> => {
  const keeping = sql`update idempotency set response = ${response}
    where actor = ${intent.actor} and key = ${intent.key}`.execute(tx);
  // Awaited behind the commit.
  keeping.catch(() => undefined);
  return keeping;
};

const keptOf = (result: unknown): RawBuilder<unknown> =>
  result instanceof Late ? result.kept : sql`${JSON.stringify(result ?? null)}::jsonb`;

const once = async <T>(
  db: Db,
  intent: Intent | undefined,
  work: (tx: Tx) => Promise<T | Late<T>>,
  moment: Date | undefined,
): Promise<T> => {
  const ended = await db.transaction().execute(async (alone) => {
    const tx = await together(alone);
    if (moment !== undefined) await tellTime(tx, moment);
    const earlier = intent === undefined ? undefined : await claimed(db, tx, intent);
    // What was stored is what `work` returned, as JSON: the caller only passes it on to the answer.
    if (earlier !== undefined) return { answer: earlier.response as T, keeping: undefined };
    const result = await work(tx);
    const answer = result instanceof Late ? result.answer : result;
    const keeping = intent === undefined ? flushLater(db, tx) : keep(tx, intent, keptOf(result));
    // Behind all that was started and is not awaited yet.
    await sql`commit`.execute(tx);
    return { answer, keeping };
  });
  // Where one of the last statements failed, the commit behind it took everything back: its failure is told here.
  const [answer] = await inOrder([ended.answer, ended.keeping]);
  await flushed(db);
  return answer;
};

/**
 * Runs `work` in one transaction; deadlocks and serialisation failures are tried again up to three times.
 * @param moment when it happens; absent: now, by the database's own clock
 */
export const runWrite = async <T>(
  db: Db,
  intent: Intent | undefined,
  work: (tx: Tx) => Promise<T | Late<T>>,
  moment?: Date,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(db, intent, work, moment);
    } catch (error) {
      if (attempt >= 4 || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * attempt + Math.random() * 20));
    }
  }
};
