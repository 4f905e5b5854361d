/** A room as the pages of 停用 show it, and when it was not supplied before. */
import type { PastSuspension } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { maskedPhone } from '../registry/rooms.ts';
import { communitiesVisible, todayOf } from '../registry/index.ts';
import { yuanOf } from '../yuan.ts';

export interface RoomFacts {
  readonly building: string;
  readonly state: string;
  readonly usage: string;
  readonly area: string | null;
  readonly owner: string;
  /** Masked. */
  readonly phone: string;
  readonly residents: string;
  readonly company: string;
  readonly balance: string | null;
}

/** @throws notFound where it is not the person's to see */
export async function roomFacts(ctx: Ctx, db: Db | Tx, roomId: string): Promise<RoomFacts> {
  const day = todayOf(ctx);
  const { rows } = await sql<RoomFacts & { prepaid: string }>`select b.name as building, r.state, r.usage, c.company,
      (select trim_scale(a.energy_area)::text from room_area a where a.room_id = r.id and a.span @> ${day}::date) as area,
      coalesce((select string_agg(p.name, '、' order by o.id) from occupancy o join party p on p.id = o.party_id where o.room_id = r.id
        and o.role in ('业主', '共有人') and o.span @> ${day}::date), '') as owner,
      coalesce((select ${maskedPhone(sql`p.phone`)} from occupancy o join party p on p.id = o.party_id where o.room_id = r.id
        and o.role = '业主' and o.span @> ${day}::date limit 1), '') as phone,
      coalesce((select string_agg(p.name, '、' order by o.id) from occupancy o join party p on p.id = o.party_id where o.room_id = r.id
        and o.role = '租户' and o.span @> ${day}::date), '') as residents,
      coalesce((select -sum(l.balance) from ledger_account l where l.kind = '预存' and l.community_id = r.community_id and l.ref = r.id), 0)::text as prepaid
    from room r join community c on c.id = r.community_id join building b on b.id = r.building_id
    where r.id = ${roomId}::bigint and ${communitiesVisible(ctx.session)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw notFound('房间不存在，或您没有查看它的权限');
  const { prepaid, ...facts } = row;
  return { ...facts, balance: ctx.session.permissions.classified.has('amount') ? yuanOf(prepaid) : null };
}

export async function historyOf(db: Db | Tx, roomId: string): Promise<readonly PastSuspension[]> {
  const { rows } =
    await sql<PastSuspension>`select coalesce(lower(s.span)::text, '') as "from", (upper(s.span) - 1)::text as "to", f.name as fee, s.kind,
      trim_scale(s.keep_rate)::text as "keepRate", s.seal_no as "sealNo", coalesce(q.serial, '') as document
    from suspension s join fee f on f.id = s.fee_id left join f_suspend q on s.source_module = 'suspend' and q.id = s.source_id
    where s.room_id = ${roomId}::bigint and not s.voided order by lower(s.span) desc limit 20`.execute(db);
  return rows;
}
