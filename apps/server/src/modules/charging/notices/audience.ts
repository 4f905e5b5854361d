/** Who an announcement is for, what each household owes of what it asks for, and what its variables are worth there. */
import type { NOTICE_VARIABLES } from '@hengneng/charging';
import { DEBT_KINDS, DUNNING_KINDS, type NoticeAudience, type NoticeKind } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { graceOf, type OwedBill, owedBills, standing } from '../owed/index.ts';
import { fenOf, yuanOf } from '../yuan.ts';

export interface Meant {
  readonly communityId: string;
  readonly kind: NoticeKind;
  readonly audience: NoticeAudience;
  readonly stopDay: string | null;
}

/** No condition at all. */
export const EVERYBODY: NoticeAudience = {
  buildings: [],
  fees: [],
  arrearsMin: null,
  overdueMin: null,
  suspended: null,
  rooms: [],
  run: null,
};

/** Told of the same within so many days, a household is not told again. */
export const QUIET_DAYS = 7;

export const wantsDebt = ({ kind }: Pick<Meant, 'kind'>): boolean => DEBT_KINDS.includes(kind);
export const isDunning = ({ kind }: Pick<Meant, 'kind'>): boolean => DUNNING_KINDS.includes(kind);

const ids = (of: readonly string[]) => sql`${[...of]}::bigint[]`;

/**
 * Bills (`b`) of a room (`r`) that are asked for: no longer those of who has left it, nor what no money is taken for now. Dunning asks for what is overdue.
 * They are found by their room; the `+ 0` keeps the planner, which knows nothing of a run that was made just now, from reading all of it for each room.
 */
const askedBills = (of: Meant, day: string): RawBuilder<boolean> => {
  const { fees, run } = of.audience;
  return sql<boolean>`(${standing} and b.amount > b.reduced + b.settled and b.frozen = ''
    and (b.payer_id is null or exists (select from occupancy o where o.room_id = b.room_id and o.party_id = b.payer_id and o.span @> ${day}::date))
    ${fees.length > 0 ? sql`and b.fee_id = any(${ids(fees)})` : sql``} ${run === null ? sql`` : sql`and b.run_id + 0 = ${run}::bigint`}
    ${isDunning(of) ? sql`and b.due_day < ${day}::date` : sql``})`;
};

/** Condition over `room r`. */
export function roomsMeant(of: Meant, day: string): RawBuilder<boolean> {
  const { buildings, rooms, fees, arrearsMin, overdueMin, suspended } = of.audience;
  const asked = askedBills(of, day);
  const terms: RawBuilder<unknown>[] = [sql`r.community_id = ${of.communityId}::bigint`];
  if (buildings.length > 0) terms.push(sql`r.building_id = any(${ids(buildings)})`);
  if (rooms.length > 0) terms.push(sql`r.id = any(${ids(rooms)})`);
  const least = arrearsMin === null ? 0n : fenOf(arrearsMin);
  if (wantsDebt(of) || least > 0n)
    terms.push(
      sql`coalesce((select sum(b.amount - b.reduced - b.settled) from bill b where b.room_id = r.id and ${asked}), 0) >= ${String(least > 0n ? least : 1n)}::bigint`,
    );
  else if (fees.length > 0)
    terms.push(
      sql`exists (select from room_fee f where f.room_id = r.id and f.fee_id = any(${ids(fees)}) and f.span @> ${day}::date)`,
    );
  if (overdueMin !== null)
    terms.push(
      sql`exists (select from bill b where b.room_id = r.id and ${asked} and ${day}::date - b.due_day - ${graceOf} >= ${overdueMin}::integer)`,
    );
  if (suspended !== null)
    terms.push(
      sql`${suspended ? sql`` : sql`not`} exists (select from suspension s where s.room_id = r.id and not s.voided and s.span @> ${day}::date)`,
    );
  return sql<boolean>`(${sql.join(terms, sql` and `)})`;
}

/** Whether `room r` was told of the same within the days of quiet, by another announcement. */
export const toldLately = (kind: NoticeKind, noticeId: string | null): RawBuilder<boolean> =>
  sql<boolean>`exists (select from notice_send s join notice n on n.id = s.notice_id where s.room_id = r.id and n.kind = ${kind}
    and s.state in ('发送中', '已提交', '待投递', '送达') and s.sent_at > app_now() - make_interval(days => ${QUIET_DAYS})
    ${noticeId === null ? sql`` : sql`and n.id <> ${noticeId}::bigint`})`;

const DUNNED_DAYS = 365;
/** How often `room r` was dunned before, by different announcements that went out and of which nobody has said that they did not arrive. */
export const timesDunned = sql<number>`(select count(distinct s.notice_id)::int from notice_send s join notice n on n.id = s.notice_id
  where s.room_id = r.id and n.kind in ('一次催缴', '二次催缴') and s.state in ('已提交', '送达') and s.sent_at > app_now() - make_interval(days => ${DUNNED_DAYS}))`;
/** Before supply is stopped. */
export const DUNNED_BEFORE = 2;
export const STOP_DAYS = 7;

export async function countRooms(
  db: Db | Tx,
  of: Meant,
  day: string,
  noticeId: string | null = null,
): Promise<{ readonly rooms: number; readonly recent: number }> {
  const { rows } = await sql<{ rooms: number; recent: number }>`
    select count(*)::int as rooms, count(*) filter (where ${toldLately(of.kind, noticeId)})::int as recent from room r where ${roomsMeant(of, day)}`.execute(
    db,
  );
  return rows[0] ?? { rooms: 0, recent: 0 };
}

export interface Household {
  readonly roomId: string;
  readonly room: string;
  readonly partyId: string | null;
  readonly owner: string;
  readonly phone: string;
  readonly bills: readonly OwedBill[];
  readonly principal: bigint;
  readonly penalty: bigint;
  /** Of every variable but the link. */
  readonly values: Readonly<Record<string, string>>;
}

interface Found {
  readonly id: string;
  readonly room: string;
  readonly party: string | null;
  readonly owner: string | null;
  readonly phone: string | null;
  readonly community: string;
  readonly community_phone: string;
}

const sum = (of: readonly bigint[]): bigint => of.reduce((all, one) => all + one, 0n);

const valuesOf = (of: Found, bills: readonly OwedBill[], stopDay: string | null): Record<string, string> => {
  const periods = bills.map(({ period }) => period).toSorted();
  const [first = '', last = ''] = [periods[0], periods.at(-1)];
  const values: Record<(typeof NOTICE_VARIABLES)[number]['name'], string> = {
    ownerName: of.owner ?? '',
    room: of.room,
    period: first === last ? first : `${first} 至 ${last}`,
    amount: yuanOf(sum(bills.map(({ principal }) => principal))),
    penalty: yuanOf(sum(bills.map(({ penalty }) => penalty.amount))),
    dueDate: bills.map(({ dueDay }) => dueDay).toSorted()[0] ?? '',
    payUrl: '',
    community: of.community,
    communityPhone: of.community_phone,
    stopDay: stopDay ?? '',
  };
  return values;
};

/** Households of rooms (`r`), as they are on a day: who pays there, or else the owner, and what is asked of them. */
export async function households(
  db: Db | Tx,
  of: Meant,
  where: RawBuilder<unknown>,
  day: string,
): Promise<readonly Household[]> {
  const { rows } = await sql<Found>`
    select r.id::text, r.full_code as room, who.id::text as party, who.name as owner, who.phone, c.name as community, c.phone as community_phone
    from room r join community c on c.id = r.community_id
    left join lateral (select p.id, p.name, p.phone from occupancy o join party p on p.id = o.party_id
      where o.room_id = r.id and o.span @> ${day}::date and (o.payer or o.role = '业主') order by o.payer desc, o.id limit 1) who on true
    where ${where} order by r.full_code, r.id`.execute(db);
  const bills = await owedBills(
    db,
    sql`r.id = any(${ids(rows.map(({ id }) => id))}) and b.community_id = ${of.communityId}::bigint and ${askedBills(of, day)}`,
    day,
  );
  const byRoom = Map.groupBy(bills, ({ roomId }) => roomId);
  return rows.map((row) => {
    const own = byRoom.get(row.id) ?? [];
    return {
      roomId: row.id,
      room: row.room,
      partyId: row.party,
      owner: row.owner ?? '',
      phone: row.phone ?? '',
      bills: own,
      principal: sum(own.map(({ principal }) => principal)),
      penalty: sum(own.map(({ penalty }) => penalty.amount)),
      values: valuesOf(row, own, of.stopDay),
    };
  });
}
