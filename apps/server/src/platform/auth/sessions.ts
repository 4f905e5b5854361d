/** Sessions in the database: an opaque token, its hash at rest, idle and absolute expiry. Any process may answer any request. */
import { createHash, randomBytes } from 'node:crypto';
import type { RoleCode } from '@hengneng/core';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Permissions, Session } from '../context.ts';
import type { Db, Tx } from '../db/schema.ts';
import { ONLINE, pushToHolders } from '../events/push.ts';
import { AppError } from '../http/errors.ts';

export const IDLE_MS = 2 * 3_600_000;
const ABSOLUTE_MS = 12 * 3_600_000;
const RESET_MS = 10 * 60_000;
/** The last use is noted this often, not at every request. */
const TOUCH_MS = 60_000;
export const PASSWORD_DAYS = 90;

const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface NewSession {
  readonly userId: string;
  readonly kind: 'full' | 'reset';
  readonly device: string;
  readonly browser: string;
  readonly ip: string;
}

/** @returns the token, which is kept nowhere */
export async function openSession(tx: Tx | Db, of: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const seconds = (of.kind === 'reset' ? RESET_MS : ABSOLUTE_MS) / 1000;
  await sql`insert into app_session (token_hash, user_id, kind, device, browser, ip, expires_at)
    values (${tokenHash(token)}, ${of.userId}, ${of.kind}, ${of.device}, ${of.browser.slice(0, 300)}, ${of.ip}, now() + make_interval(secs => ${seconds}))`.execute(
    tx,
  );
  if (of.kind === 'full') await tellOnline(tx);
  return token;
}

/**
 * Ends all sessions of a person, or the one that is named.
 * @returns the devices on which they were
 */
export const endSessions = async (tx: Tx, userId: string, sessionId?: string): Promise<readonly string[]> => {
  const one = sessionId === undefined ? sql`` : sql`and id::text = ${sessionId}`;
  const { rows } = await sql<{
    device: string;
  }>`delete from app_session where user_id = ${userId} ${one} returning device`.execute(tx);
  await tellOnline(tx);
  return rows.map((row) => row.device);
};

/** Who looks at the people's page sees at once who has come or gone. */
const tellOnline = (tx: Tx | Db): Promise<void> =>
  pushToHolders(tx, { screen: 'system.users', button: 'search' }, ONLINE, {});

export interface Person {
  readonly roles: readonly RoleCode[];
  readonly permissions: Permissions;
}
export type LoadPerson = (db: Db, userId: string) => Promise<Person>;

interface Row {
  readonly token_hash: Buffer;
  readonly id: string;
  readonly kind: 'full' | 'reset';
  readonly stale: boolean;
  readonly user_id: string;
  readonly account: string;
  readonly user_name: string;
  readonly dept_id: string | null;
  readonly must_change: boolean;
  readonly permission_version: number;
  readonly day: string;
}

const FIND = `select s.token_hash, s.id, s.kind, s.last_seen_at < now() - interval '${TOUCH_MS} milliseconds' as stale, u.id as user_id, u.account, u.user_name, u.dept_id,
    (u.must_change_password or u.password_changed_at < now() - interval '${PASSWORD_DAYS} days') as must_change, u.permission_version,
    (now() at time zone 'Asia/Shanghai')::date::text as day
  from app_session s join app_user u on u.id = s.user_id
  where s.token_hash = any($1::bytea[]) and s.expires_at > now() and s.last_seen_at > now() - interval '${IDLE_MS} milliseconds' and u.state = 'active'`;

const GONE = '登录已过期，请重新登录';
export const sessionGone = (): AppError => new AppError('unauthorized', GONE);

/**
 * Looks up the sessions of all requests that have come while the last look-up was under way: a page asks for much at once, and so do many
 * people. No answer is older than its request: who comes after a statement was sent waits for the next.
 */
const lookingUp = (pool: pg.Pool): ((hash: Buffer) => Promise<Row | undefined>) => {
  let waiting = new Map<string, PromiseWithResolvers<Row | undefined>>();
  let busy = false;
  const next = async (): Promise<void> => {
    const batch = waiting;
    waiting = new Map();
    try {
      const hashes = [...batch.keys()].map((key) => Buffer.from(key, 'hex'));
      const { rows } = await pool.query<Row>({ name: 'session', text: FIND, values: [hashes] });
      for (const row of rows) batch.get(row.token_hash.toString('hex'))?.resolve(row);
      for (const request of batch.values()) request.resolve(undefined);
    } catch (error) {
      for (const request of batch.values()) request.reject(error);
    }
    busy = waiting.size > 0;
    if (busy) void next();
  };
  return (hash) => {
    const key = hash.toString('hex');
    const request = waiting.get(key) ?? Promise.withResolvers<Row | undefined>();
    waiting.set(key, request);
    // Requests that the same turn reads from their sockets go together.
    if (!busy) setImmediate(() => void next());
    busy = true;
    return request.promise;
  };
};

/** Permissions of people kept in this process; a new version or a new day (roles have dates) is another entry. */
const KEPT = 5_000;

export interface SessionStore {
  /** The session of a request, from its headers. @throws unauthorized where it is gone */
  find(userId: string | undefined, token: string | undefined): Promise<Session & { readonly resetOnly: boolean }>;
  /** The session with this hash of a token, for those who proved otherwise that it is theirs. @throws unauthorized where it is gone */
  byHash(hash: Buffer): Promise<Session>;
}

export function sessionStore(pool: pg.Pool, db: Db, load: LoadPerson): SessionStore {
  const people = new Map<string, Promise<Person>>();
  const lookUp = lookingUp(pool);
  const personOf = (row: Row): Promise<Person> => {
    const key = `${row.user_id}:${row.permission_version}:${row.day}`;
    const known = people.get(key);
    if (known) return known;
    if (people.size > KEPT) people.clear();
    const loading = load(db, row.user_id);
    people.set(key, loading);
    loading.catch(() => people.delete(key));
    return loading;
  };
  const opened = async (row: Row) => {
    if (row.stale) await pool.query('update app_session set last_seen_at = now() where id = $1', [row.id]);
    const { roles, permissions } = await personOf(row);
    return {
      id: row.id,
      userId: row.user_id,
      account: row.account,
      userName: row.user_name,
      deptId: row.dept_id ?? '',
      roles,
      permissions,
      mustChangePassword: row.must_change || row.kind === 'reset',
      resetOnly: row.kind === 'reset',
    };
  };
  return {
    async find(userId, token) {
      if (!token || token.length > 100) throw sessionGone();
      const row = await lookUp(tokenHash(token));
      if (!row || row.user_id !== userId) throw sessionGone();
      return opened(row);
    },
    async byHash(hash) {
      const row = await lookUp(hash);
      if (!row) throw sessionGone();
      return opened(row);
    },
  };
}
