/**
 * Addresses that a browser can open by itself. A player or viewer sends no headers of ours; without such an address a film would have to be
 * fetched into memory as a whole before its first picture. A pass is for one file, dies with the session that asked for it, and after hours.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Session } from '../context.ts';
import type { Db } from '../db/schema.ts';
import { sessionGone, type SessionStore } from '../auth/sessions.ts';

const PASS_HOURS = 6;
const SHAPE = /^(\d{1,18})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

/** What the database keeps of a session's token is known to nobody outside, and gone with the session. */
const keyOf = async (db: Db, sessionId: string): Promise<Buffer | null> => {
  const { rows } = await sql<{
    token_hash: Buffer;
  }>`select token_hash from app_session where id = ${sessionId}`.execute(db);
  return rows[0]?.token_hash ?? null;
};

const sign = (key: Buffer, what: string): string =>
  createHmac('sha256', key).update(`file ${what}`).digest('base64url');

/** What a pass is good for: a file, or its marked copy only. */
interface PassFor {
  readonly fileId: string;
  readonly mark: boolean;
}
const whatOf = ({ fileId, mark }: PassFor): string => (mark ? `${fileId} marked` : fileId);

/** @param now where the pass begins to count */
export async function filePass(db: Db, session: Session, of: PassFor, now: Date): Promise<string> {
  const key = await keyOf(db, session.id);
  if (key === null) throw sessionGone();
  const until = Math.floor(now.getTime() / 1000) + PASS_HOURS * 3600;
  return `${session.id}.${until}.${sign(key, `${session.id} ${until} ${whatOf(of)}`)}`;
}

/** The session that a pass stands for. @throws unauthorized where it is not for this file, too old, or its session is over */
export async function sessionOfPass(
  deps: { readonly db: Db; readonly sessions: SessionStore; readonly now: Date },
  of: PassFor,
  pass: string,
): Promise<Session> {
  const [, sessionId, until, mark] = SHAPE.exec(pass) ?? [];
  if (sessionId === undefined || until === undefined || mark === undefined) throw sessionGone();
  if (Number(until) * 1000 < deps.now.getTime()) throw sessionGone();
  const key = await keyOf(deps.db, sessionId);
  if (key === null) throw sessionGone();
  const right = sign(key, `${sessionId} ${until} ${whatOf(of)}`);
  if (!timingSafeEqual(Buffer.from(right), Buffer.from(mark))) throw sessionGone();
  return deps.sessions.byHash(key);
}
