/** A community to try charging on: rooms of 100 m² at 2.40 a month, with tax at 6 %. */
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { take } from '../cashier/index.ts';

const idOf = async (db: Db, query: ReturnType<typeof sql<{ id: string }>>): Promise<string> =>
  (await query.execute(db)).rows[0]?.id ?? '';

export interface TriedCommunity {
  readonly community: string;
  readonly fee: string;
  readonly rooms: readonly string[];
}

/** Sixteen rooms whose owners pay, one fee by area from 2026 on, and two cashiers. */
export async function triedCommunity(db: Db, project: string): Promise<TriedCommunity> {
  const community = await idOf(
    db,
    sql`insert into community (code, name, project_code) values ('TT', '试账小区', ${project}) returning id::text`,
  );
  await sql`insert into community_terms (community_id, from_day, due_days) values (${community}, '2020-01-01', 30)`.execute(
    db,
  );
  await sql`insert into community_cashier (community_id, user_id, span) select ${community}::bigint, id, daterange('2020-01-01', null) from app_user
    where account in ('cashier', 'cashier2')`.execute(db);
  const basis = await idOf(
    db,
    sql`insert into fee_basis (name, source, unit) values ('试账面积', '建筑面积', 'm²') returning id::text`,
  );
  const fee = await idOf(
    db,
    sql`insert into fee (code, name, kind, category, basis_id, cycle, tax_rate) values ('TT1', '试账费', '周期性', '采暖费', ${basis}, '月', 6) returning id::text`,
  );
  await sql`insert into fee_price (fee_id, no, span, unit_price, state, made_by) select ${fee}::bigint, 1, daterange('2020-01-01', null), 2.4, '生效', id
    from app_user where account = 'finance'`.execute(db);
  const building = await idOf(
    db,
    sql`insert into building (community_id, code, name) values (${community}, '1', '1栋') returning id::text`,
  );
  const rooms: string[] = [];
  for (let at = 1; at <= 16; at++) {
    const code = String(100 + at);
    const id = await idOf(
      db,
      sql`insert into room (community_id, building_id, code, full_code) values (${community}, ${building}, ${code}, ${`1-${code}`}) returning id::text`,
    );
    await sql`insert into room_area (room_id, span, build_area, energy_area) values (${id}, daterange('2020-01-01', null), 100, 100)`.execute(
      db,
    );
    await sql`insert into room_fee (room_id, fee_id, span) values (${id}, ${fee}, daterange('2026-01-01', null))`.execute(
      db,
    );
    await sql`with p as (insert into party (name, phone) values (${`业主${code}`}, '13900001111') returning id) insert into occupancy (room_id, party_id, role, span, payer)
      select ${id}::bigint, id, '业主', daterange('2020-01-01', null), true from p`.execute(db);
    rooms.push(id);
  }
  return { community, fee, rooms };
}

/** A room's live bill of a month. */
export const billOfMonth = (db: Db, room: string, period: string): Promise<string> =>
  idOf(
    db,
    sql`select id::text from bill where room_id = ${room} and period = ${period} and kind = '周期' and state not in ('已红冲', '已作废')`,
  );

/** What the ledger keeps of a room, by account. Fen. */
export async function accountsOf(db: Db, community: string, room: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{
    kind: string;
    balance: number;
  }>`select kind || case when fee_id <> 0 then '·费' else '' end as kind, balance::int from ledger_account
    where ref = ${room} and kept and kind <> '现金' and community_id = ${community} and balance <> 0`.execute(db);
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}

/** Pays a room's bill of a month by transfer, as any money of the counter is booked. */
export async function payMonth(
  db: Db,
  of: {
    readonly community: string;
    readonly room: string;
    readonly period: string;
    readonly fen: bigint;
    readonly by: string;
    readonly now: Date;
  },
): Promise<void> {
  const { community, room, period, fen, by, now } = of;
  const billId = await billOfMonth(db, room, period);
  await db.transaction().execute((tx) =>
    take(
      tx,
      { session: { userId: by }, now },
      {
        requestId: crypto.randomUUID(),
        communityId: community,
        roomId: room,
        payer: '',
        shiftId: null,
        kind: '收款',
        journal: '收款',
        amount: fen,
        tenders: [{ type: '转账', fen, refNo: '', refDay: today(now) }],
        settlements: [{ billId, principal: fen, penalty: 0n, calc: null }],
        postings: [{ debit: { kind: '银行' }, credit: { kind: '应收', ref: room }, fen, billId }],
      },
    ),
  );
}
