/** The room that the counter works for: who pays for it, in which community it is, and that community's terms today. */
import { type RawBuilder, sql } from 'kysely';
import { today } from '@hengneng/core';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { communitiesVisible } from '../registry/index.ts';

export interface CounterRoom {
  readonly id: string;
  readonly code: string;
  readonly communityId: string;
  readonly community: string;
  readonly communityState: string;
  /** Who pays for it on the day: its payer, else its owner. */
  readonly payer: string;
  readonly penaltyFirst: boolean;
  readonly partial: boolean;
}

/** Of `occupancy`, by its alias: who pays for its room as of a day, its payer, else its owner. One of a room. */
export const paysOn = (day: string, alias: 'o' | 'a' = 'o'): RawBuilder<unknown> => {
  const o = sql.raw(alias);
  return sql`${o}.span @> ${day}::date and (${o}.payer or ${o}.role = '业主' and not exists (
    select from occupancy k where k.room_id = ${o}.room_id and k.payer and k.span @> ${day}::date))`;
};

/** @throws notFound where there is none, or none that the condition on `community c` admits */
export async function roomAt(
  db: Db | Tx,
  roomId: string,
  day: string,
  seen: RawBuilder<unknown> = sql`true`,
): Promise<CounterRoom> {
  const { rows } = await sql<CounterRoom>`
    select r.id::text, r.full_code as code, c.id::text as "communityId", c.name as community, c.state as "communityState",
      coalesce(p.name, '') as payer, coalesce(t.penalty_first, true) as "penaltyFirst", coalesce(t.partial, true) as partial
    from room r join community c on c.id = r.community_id
    left join lateral (select p.name from occupancy o join party p on p.id = o.party_id where o.room_id = r.id and ${paysOn(day)} limit 1) p on true
    left join lateral (select penalty_first, partial from community_terms t where t.community_id = c.id and t.from_day <= ${day}::date
      order by t.from_day desc limit 1) t on true
    where r.id = ${roomId}::bigint and ${seen}`.execute(db);
  const [room] = rows;
  if (room === undefined) throw notFound('没有找到房间，请核对房号');
  return room;
}

/** @throws notFound where there is none that the person may see */
export const counterRoom = (ctx: Ctx, db: Db | Tx, roomId: string): Promise<CounterRoom> =>
  roomAt(db, roomId, today(ctx.now), communitiesVisible(ctx.session));
