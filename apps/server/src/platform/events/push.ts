/** Telling open pages: written in the transaction it tells of, announced at its commit. */
import { type RawBuilder, sql } from 'kysely';
import { BUTTONS, type ButtonName } from '../auth/buttons.ts';
import { raw } from '../db/raw.ts';
import type { Db, Tx } from '../db/schema.ts';

export const CHANNEL = 'hengneng_event';
/** Told whenever somebody signed in, or was signed out. */
export const ONLINE = 'online';

const write = async (tx: Tx | Db, userIds: RawBuilder<unknown>, topic: string, data: unknown): Promise<void> => {
  await sql`with e as (insert into live_event (topic, user_ids, data) values (${topic}, ${userIds}, ${JSON.stringify(data)}::jsonb) returning id)
    select pg_notify(${CHANNEL}, id::text) from e`.execute(tx);
};

export interface LiveEvent {
  /** Null: everybody who listens to the topic. */
  readonly userIds: readonly string[] | null;
  readonly topic: string;
  readonly data: unknown;
}

const TELL = `
  with e as (
    insert into live_event (topic, user_ids, data)
    select topic, user_ids, data from jsonb_to_recordset($1::jsonb) as g(topic text, user_ids bigint[], data jsonb) returning id
  )
  select pg_notify($2, id::text) from e`;

/** Tells open pages several things, once the transaction commits. */
export const pushEvents = async (tx: Tx | Db, events: readonly LiveEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const rows = events.map(({ userIds, topic, data }) => ({ topic, user_ids: userIds, data }));
  await raw(tx, TELL, [JSON.stringify(rows), CHANNEL]);
};

/** Tells people's open pages, once the transaction commits; without `userIds`, everybody who listens to the topic. */
export const pushEvent = (
  tx: Tx | Db,
  userIds: readonly string[] | null,
  topic: string,
  data: unknown,
): Promise<void> => pushEvents(tx, [{ userIds, topic, data }]);

interface Held {
  readonly screen: string;
  readonly button: ButtonName;
}

const holders = ({ screen, button }: Held): RawBuilder<unknown> =>
  sql`array(select distinct ur.user_id from user_role ur join role_menu m on m.role_id = ur.role_id
    where m.short_code = ${screen} and ${BUTTONS[button]} = any(m.buttons)
      and daterange(ur.from_date, ur.to_date, '[]') @> (now() at time zone 'Asia/Shanghai')::date)`;

/** Tells those who hold a button of a screen today. */
export const pushToHolders = (tx: Tx | Db, of: Held, topic: string, data: unknown): Promise<void> =>
  write(tx, holders(of), topic, data);

/**
 * The same of several things at once, outside of any transaction, for what happened already. It waits for no disk: PostgreSQL lets transactions that
 * announce something commit one after the other.
 */
export async function pushManyToHolders(db: Db, of: Held, topic: string, data: readonly unknown[]): Promise<void> {
  await sql`with quick as materialized (select set_config('synchronous_commit', 'off', true)),
    told as materialized (select ${holders(of)}::bigint[] as ids from quick),
    e as (insert into live_event (topic, user_ids, data) select ${topic}, told.ids, d from told, jsonb_array_elements(${JSON.stringify(data)}::jsonb) d returning id)
    select pg_notify(${CHANNEL}, id::text) from e`.execute(db);
}
