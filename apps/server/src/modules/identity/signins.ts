/** Sessions and attempts to sign in, as the administrators see them. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';

/** As the sign-in code counts: five failures since the last success lock an account for a quarter of an hour. */
const LOCK_FAILURES = 5;
const LOCK_MINUTES = 15;
const IDLE_MINUTES = 120;

const live = sql<boolean>`s.kind = 'full' and s.expires_at > now() and s.last_seen_at > now() - make_interval(mins => ${IDLE_MINUTES})`;

const failuresOf = (account: string) => sql<number>`(select count(*)::int from login_attempt a
  where a.account = ${sql.ref(account)} and not a.ok and not a.forgiven and a.at > now() - make_interval(mins => ${LOCK_MINUTES})
    and a.at > coalesce((select max(g.at) from login_attempt g where g.account = a.account and g.ok), '-infinity'))`;

const iso = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

export interface DeviceRow {
  readonly id: string;
  readonly device: string;
  readonly browser: string;
  readonly ip: string;
  readonly signedInAt: string;
  readonly lastSeenAt: string;
}

export interface SigninRow {
  readonly online: boolean;
  readonly locked: boolean;
  readonly failures: number;
  readonly lastLogin: { readonly at: string; readonly device: string; readonly ip: string } | null;
}

export const devicesOf = async (db: Db, userId: string): Promise<readonly DeviceRow[]> => {
  const { rows } = await sql<DeviceRow>`
    select s.id::text, s.device, s.browser, s.ip, ${iso('s.created_at')} as "signedInAt",
      ${iso('s.last_seen_at')} as "lastSeenAt"
    from app_session s where s.user_id = ${userId} and ${live} order by s.last_seen_at desc`.execute(db);
  return rows;
};

export const signinsOf = async (db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, SigninRow>> => {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; online: boolean; failures: number; last: SigninRow['lastLogin'] }>`
    select u.id::text, exists (select 1 from app_session s where s.user_id = u.id and ${live}) as online,
      ${failuresOf('u.account')} as failures,
      (select json_build_object('at', ${iso('l.at')}, 'device', l.device, 'ip', l.ip) from login_attempt l
        where l.user_id = u.id and l.ok order by l.at desc limit 1) as last
    from app_user u where u.id = any(${[...userIds]}::bigint[])`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      { online: row.online, failures: row.failures, locked: row.failures >= LOCK_FAILURES, lastLogin: row.last },
    ]),
  );
};

export const onlineUsers = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select distinct s.user_id::text as id from app_session s where ${live}`.execute(db);
  return rows.map((row) => row.id);
};

export const lockedUsers = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`select u.id::text from app_user u
    where u.account in (select account from login_attempt where not ok and not forgiven and at > now() - make_interval(mins => ${LOCK_MINUTES}))
      and ${failuresOf('u.account')} >= ${LOCK_FAILURES}`.execute(db);
  return rows.map((row) => row.id);
};

/** What failed before does not count any more. */
export const unlock = async (tx: Tx, account: string): Promise<void> => {
  await sql`update login_attempt set forgiven = true where account = ${account} and not ok and not forgiven`.execute(
    tx,
  );
};
