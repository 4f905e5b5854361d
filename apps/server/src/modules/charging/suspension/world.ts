/** What one room is charged a fee by, cycle after cycle, as `packages/charging` walks it. A test holds it against the lines that runs make. */
import {
  type Cycle,
  type CycleSpan,
  cyclesWithin,
  type DayCount,
  type LineWorld,
  type Off,
  type PriceVersion,
  type Span,
} from '@hengneng/charging';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { seasonsOf, termsOf } from '../bills/lines.ts';

export interface Stop extends Off {
  readonly id: string;
}

export interface ChargedCycle {
  readonly roomFeeId: string;
  /** Month in which it is billed. */
  readonly period: string;
  readonly world: LineWorld;
}

export interface FeeOfRoom {
  readonly roomId: string;
  readonly communityId: string;
  readonly project: string;
  readonly fee: {
    readonly id: string;
    readonly name: string;
    readonly category: string;
    readonly cycle: Cycle;
    /** 建筑面积 …, 户, 固定; others are by use, of which nothing is let off. */
    readonly source: string;
    readonly unit: string;
  };
  readonly keepRate: string;
  readonly minDays: number;
  /** Other times that count less, and those of suspension. */
  readonly fixed: readonly Off[];
  readonly stops: readonly Stop[];
  readonly byUse: boolean;
  cycles(span: Span): Promise<readonly ChargedCycle[]>;
}

interface Head {
  readonly community: string;
  readonly project: string;
  readonly usage: string;
  readonly delivered: string | null;
  readonly name: string;
  readonly category: string;
  readonly cycle: Cycle;
  readonly source: string;
  readonly unit: string;
  readonly undelivered: string;
  readonly keep: string;
  readonly min_days: number;
}

interface Charged extends Span {
  readonly id: string;
  readonly contract_price: string | null;
  readonly discount: string;
  readonly quantities: readonly (Span & { readonly quantity: string })[];
}

const ENDLESS = '9999-01-01';
const FIRST = '0001-01-01';
const BY_USE = new Set(['用量', '阶梯', '公式']);

const spanOf = (column: string) =>
  sql`coalesce(lower(${sql.ref(column)})::text, ${FIRST}) as "from", coalesce(upper(${sql.ref(column)})::text, ${ENDLESS}) as "to"`;

async function headOf(db: Db | Tx, roomId: string, feeId: string, day: string): Promise<Head | null> {
  const { rows } = await sql<Head>`select r.community_id::text as community, c.project_code as project, r.usage,
      case when r.deliver_day is not null then r.deliver_day::text when r.state = '未交付' then ${ENDLESS} end as delivered,
      f.name, f.category, f.cycle, b.source, b.unit, f.undelivered_rate::text as undelivered, trim_scale(coalesce(f.keep_rate, t.keep_rate, 30))::text as keep,
      coalesce(t.min_suspend_days, 30) as min_days
    from room r join community c on c.id = r.community_id cross join fee f join fee_basis b on b.id = f.basis_id
    left join lateral (select keep_rate, min_suspend_days from community_terms t where t.community_id = r.community_id and t.from_day <= ${day}::date
      order by t.from_day desc limit 1) t on true
    where r.id = ${roomId}::bigint and f.id = ${feeId}::bigint`.execute(db);
  return rows[0] ?? null;
}

async function chargedOf(db: Db | Tx, roomId: string, feeId: string): Promise<readonly Charged[]> {
  const { rows } = await sql<Charged>`select x.id::text, ${spanOf('x.span')}, x.contract_price::text, x.discount::text,
      case b.source
        when '户' then jsonb_build_array(jsonb_build_object('from', ${FIRST}::text, 'to', ${ENDLESS}::text, 'quantity', '1'))
        when '固定' then jsonb_build_array(jsonb_build_object('from', ${FIRST}::text, 'to', ${ENDLESS}::text, 'quantity', coalesce(x.quantity, 1)::text))
        else coalesce((select jsonb_agg(jsonb_build_object('from', lower(a.span)::text, 'to', coalesce(upper(a.span)::text, ${ENDLESS}),
            'quantity', greatest(round(case b.source when '建筑面积' then a.build_area when '套内面积' then coalesce(a.inner_area, 0) else a.energy_area end,
              b.digits), b.min_quantity)::text) order by lower(a.span)) from room_area a where a.room_id = x.room_id), '[]') end as quantities
    from room_fee x join fee f on f.id = x.fee_id join fee_basis b on b.id = f.basis_id
    where x.room_id = ${roomId}::bigint and x.fee_id = ${feeId}::bigint order by lower(x.span)`.execute(db);
  return rows;
}

interface Asked {
  readonly roomId: string;
  readonly feeId: string;
  readonly day: string;
}

/** @throws notFound where there is no such room or fee; who may see it is the caller's to ask */
export async function feeOfRoom(db: Db | Tx, of: Asked): Promise<FeeOfRoom> {
  const room = await findFeeOfRoom(db, of);
  if (room === null) throw notFound('房间或收费项目不存在，请重新选择');
  return room;
}

export async function findFeeOfRoom(db: Db | Tx, of: Asked): Promise<FeeOfRoom | null> {
  const { roomId, feeId } = of;
  const head = await headOf(db, roomId, feeId, of.day);
  if (head === null) return null;
  const [charged, prices, payers, off, seasons] = await Promise.all([
    chargedOf(db, roomId, feeId),
    sql<PriceVersion>`select ${spanOf('v.span')}, id::text, unit_price::text as price, community_id is not null as "ofCommunity", usage
      from fee_price v where fee_id = ${feeId}::bigint and state = '生效' and (community_id is null or community_id = ${head.community}::bigint)`.execute(
      db,
    ),
    sql<Span & { payer: string }>`select ${spanOf('o.span')}, o.party_id::text as payer from occupancy o
      where o.room_id = ${roomId}::bigint and o.payer`.execute(db),
    sql<
      Stop & { kind: string }
    >`select s.id::text, s.kind, ${spanOf('s.span')}, s.keep_rate::text as keep from suspension s
      where s.room_id = ${roomId}::bigint and s.fee_id = ${feeId}::bigint and not s.voided order by lower(s.span)`.execute(
      db,
    ),
    seasonsOf(db, head.community),
  ]);
  const counts = new Map<string, Promise<DayCount>>();
  const dayCount = (period: string): Promise<DayCount> => {
    const known = counts.get(period) ?? termsOf(db, head.community, `${period}-01`).then((terms) => terms.dayCount);
    counts.set(period, known);
    return known;
  };
  const byUse = BY_USE.has(head.source);
  const worldOf = (charge: Charged, cycle: CycleSpan, count: DayCount): LineWorld => ({
    cycle,
    dayCount: count,
    charged: charge,
    usage: head.usage,
    discount: charge.discount,
    contractPrice: charge.contract_price,
    prices: prices.rows,
    quantities: charge.quantities,
    payers: payers.rows,
    off: [],
    delivered: head.delivered,
    undelivered: head.undelivered,
  });
  return {
    roomId,
    communityId: head.community,
    project: head.project,
    fee: {
      id: feeId,
      name: head.name,
      category: head.category,
      cycle: head.cycle,
      source: head.source,
      unit: head.unit,
    },
    keepRate: head.keep,
    minDays: head.min_days,
    fixed: off.rows.filter(({ kind }) => kind !== '停用'),
    stops: off.rows.filter(({ kind }) => kind === '停用'),
    byUse,
    async cycles(span) {
      const found: ChargedCycle[] = [];
      if (byUse) return found;
      for (const cycle of cyclesWithin(head.cycle, seasons, span)) {
        const period = cycle.from.slice(0, 7);
        const count = await dayCount(period);
        for (const charge of charged)
          if (charge.from < cycle.to && charge.to > cycle.from)
            found.push({ roomFeeId: charge.id, period, world: worldOf(charge, cycle, count) });
      }
      return found;
    },
  };
}
