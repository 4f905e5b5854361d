/** The room that the counter works for: whose it is, in which community, and that community's terms today. */
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
  readonly ownerName: string;
  readonly penaltyFirst: boolean;
  readonly partial: boolean;
}

/** @throws notFound where there is none, or none that the condition on `community c` admits */
export async function roomAt(
  db: Db | Tx,
  roomId: string,
  day: string,
  seen: RawBuilder<unknown> = sql`true`,
): Promise<CounterRoom> {
  const { rows } = await sql<CounterRoom>`
    select r.id::text, r.full_code as code, c.id::text as "communityId", c.name as community, c.state as "communityState",
      coalesce(p.name, '') as "ownerName", coalesce(t.penalty_first, true) as "penaltyFirst", coalesce(t.partial, true) as partial
    from room r join community c on c.id = r.community_id
    left join occupancy o on o.room_id = r.id and o.role = '业主' and o.span @> ${day}::date
    left join party p on p.id = o.party_id
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
