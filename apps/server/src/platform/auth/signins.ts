/** The session store as administrators see it. */
import { sql } from 'kysely';
import type { Db, Tx } from '../db/schema.ts';
import { IDLE_MS } from './sessions.ts';

const LIVE = sql`s.kind = 'full' and s.expires_at > now() and s.last_seen_at > now() - make_interval(secs => ${IDLE_MS / 1000})`;
/** Failures in a row that lock an account, within the lock time. */
const STREAK = sql`select f.account, count(*)::int as n from login_attempt f where not f.ok and not f.forgiven and f.at > now() - interval '15 minutes'
  and f.at > coalesce((select max(s.at) from login_attempt s where s.account = f.account and s.ok), '-infinity') group by f.account`;

const iso = (at: Date): string => at.toISOString();

export const signins = {
  async devices(db: Db, userId: string) {
    const { rows } = await sql<{
      id: string;
      device: string;
      ip: string;
      created_at: Date;
      last_seen_at: Date;
    }>`select id, device, ip, created_at, last_seen_at
      from app_session s where user_id = ${userId} and ${LIVE} order by last_seen_at desc`.execute(db);
    return rows.map((row) => ({
      id: row.id,
      device: row.device,
      ip: row.ip,
      signedInAt: iso(row.created_at),
      lastSeenAt: iso(row.last_seen_at),
    }));
  },
  async of(db: Db, userIds: readonly string[]) {
    const { rows } = await sql<{
      id: string;
      online: boolean;
      failures: number;
      at: Date | null;
      device: string | null;
      ip: string | null;
    }>`
      select u.id, exists (select from app_session s where s.user_id = u.id and ${LIVE}) as online, coalesce(k.n, 0) as failures, l.at, l.device, l.ip
      from app_user u left join (${STREAK}) k on k.account = u.account
      left join lateral (select at, device, ip from login_attempt a where a.user_id = u.id and a.ok order by at desc limit 1) l on true
      where u.id = any(${[...userIds]}::bigint[])`.execute(db);
    return new Map(
      rows.map((row) => [
        row.id,
        {
          userId: row.id,
          online: row.online,
          locked: row.failures >= 5,
          failures: row.failures,
          lastLogin: row.at === null ? null : { at: iso(row.at), device: row.device ?? '', ip: row.ip ?? '' },
        },
      ]),
    );
  },
  async online(db: Db) {
    const { rows } = await sql<{
      id: string;
    }>`select distinct user_id::text as id from app_session s where ${LIVE}`.execute(db);
    return rows.map((row) => row.id);
  },
  async locked(db: Db) {
    const { rows } = await sql<{
      id: string;
    }>`select u.id::text as id from app_user u join (${STREAK}) k on k.account = u.account where k.n >= 5`.execute(db);
    return rows.map((row) => row.id);
  },
  async signOut(tx: Tx, userId: string, sessionId?: string) {
    const { rows } =
      await sql`delete from app_session where user_id = ${userId} ${sessionId && /^\d{1,18}$/.test(sessionId) ? sql`and id = ${sessionId}` : sql``} returning 1`.execute(
        tx,
      );
    return rows.length;
  },
  async unlock(tx: Tx, account: string) {
    await sql`update login_attempt set forgiven = true where account = ${account} and not ok and not forgiven`.execute(
      tx,
    );
  },
};
