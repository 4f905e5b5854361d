/** 公摊: what rooms share in a cycle, and what of it each has. Once a run has shared it out, that stands as long as a bill of it does. */
import {
  byDays,
  type CycleSpan,
  daysBetween,
  pricedFen,
  type PriceVersion,
  sharedParts,
  type Span,
  summed,
} from '@hengneng/charging';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { useCtes } from './use.ts';

/** What a room's fee has of it; null fen: why it has none, an empty reason where the pool itself says so. */
export interface PoolPart {
  readonly id: string;
  readonly roomId: string;
  readonly building: string;
  readonly weight: string;
  readonly quantity: string | null;
  readonly price: string | null;
  readonly fen: string | null;
  readonly why: string | null;
  /** It came when all was shared out: the others are billed all the same. */
  readonly late?: boolean;
}

export interface Pool {
  readonly id: string;
  readonly name: string;
  readonly feeId: string;
  readonly cycle: string;
  /** A run has shared it out already. */
  readonly stands: boolean;
  readonly source: string;
  readonly quantity: string | null;
  /** Fen; null where it can't be said. */
  readonly total: bigint | null;
  readonly weights: string;
  readonly parts: readonly PoolPart[];
  /** Why it cannot be shared out. */
  readonly fault: string | null;
}

/** Of what is billed, as far as it is shared. */
interface Asked {
  readonly communityId: string;
  readonly fees: readonly { readonly id: string; readonly cycle: CycleSpan }[];
  readonly prices: readonly (PriceVersion & { readonly fee: string; readonly of: string })[];
}

interface Raw {
  readonly id: string;
  readonly name: string;
  readonly fee: string;
  readonly building: string | null;
  readonly weigh: string;
  readonly weigh_fee: string | null;
  readonly meter: string | null;
  readonly usage: string;
  readonly cost: string | null;
  readonly quantity: string | null;
  readonly amount: string | null;
  readonly source: string | null;
  readonly total: string | null;
  readonly weights: string | null;
  readonly stands: boolean;
}

/** Condition that a run's shares stand: over `shared_cost k`. */
export const SHARED_STANDS = sql<boolean>`(k.run_id is not null and (exists (select from billing_run n where n.id = k.run_id and n.state = '生成中')
  or exists (select from shared_part p join bill x on x.room_fee_id = p.room_fee_id and x.cycle = k.cycle and x.kind = '周期'
    and x.state not in ('已作废', '已红冲') where p.cost_id = k.id)))`;

const rawOf = async (db: Db | Tx, of: Asked): Promise<readonly Raw[]> => {
  const cycles = of.fees.map(({ id, cycle }) => ({ fee: id, key: cycle.key, from: cycle.from }));
  const { rows } =
    await sql<Raw>`select p.id::text, p.name, p.fee_id::text as fee, p.building_id::text as building, p.weigh, p.weigh_fee_id::text as weigh_fee,
      p.meter_id::text as meter, p.usage, k.id::text as cost, k.quantity::text, k.amount::text, k.source, k.total::text, trim_scale(k.weights)::text as weights,
      coalesce(${SHARED_STANDS}, false) as stands
    from jsonb_to_recordset(${JSON.stringify(cycles)}::jsonb) as c(fee bigint, key text, "from" date)
    join shared_pool p on p.fee_id = c.fee and p.community_id = ${of.communityId}::bigint and p.span @> c."from"
    left join shared_cost k on k.pool_id = p.id and k.cycle = c.key order by p.id`.execute(db);
  return rows;
};

interface Weighed {
  readonly id: string;
  readonly roomId: string;
  readonly building: string;
  readonly weight: string | null;
}

/** Area and people count by the days that the room is charged; use is what it used in the cycle. */
const WEIGHTS: Readonly<Record<string, RawBuilder<unknown>>> = {
  户数: sql`(upper(t.active) - lower(t.active))::numeric`,
  人数: sql`coalesce(t.quantity, 1) * (upper(t.active) - lower(t.active))`,
  建筑面积: sql`coalesce((select sum(a.build_area * (upper(a.span * t.active) - lower(a.span * t.active))) from room_area a
    where a.room_id = t.room_id and a.span && t.active), 0)`,
  供能面积: sql`coalesce((select sum(a.energy_area * (upper(a.span * t.active) - lower(a.span * t.active))) from room_area a
    where a.room_id = t.room_id and a.span && t.active), 0)`,
  用量: sql`(select sum(u.measured) from owed o left join used u on u.id = o.id where o.room_id = t.room_id having count(*) = count(u.id))`,
};

async function weighed(db: Db | Tx, of: Asked, pool: Raw, cycle: CycleSpan): Promise<readonly Weighed[]> {
  const whole = sql`daterange(${cycle.from}::date, ${cycle.to}::date)`;
  const { rows } = await sql<Weighed>`with t as materialized (
      select rf.id, rf.room_id, rf.quantity, rf.span * ${whole} as active, r.building_id from room_fee rf join room r on r.id = rf.room_id
      where r.community_id = ${of.communityId}::bigint and (${pool.building}::bigint is null or r.building_id = ${pool.building}::bigint) and r.state <> '停用'
        and rf.fee_id = ${pool.fee}::bigint and rf.span && ${whole}),
    owed as materialized (
      select rf.id, rf.room_id, rf.fee_id, rf.meter_id, rf.span * ${whole} as active, ${cycle.key}::text as cycle, true as metered, null::date as year_from, 0::numeric as min_quantity,
        4 as digits from room_fee rf where rf.fee_id = ${pool.weigh_fee}::bigint and rf.span && ${whole} and rf.room_id in (select room_id from t)),
    shared as (select null::bigint as id, 0::numeric as quantity, 0::numeric as price, null::bigint as fen where false),
    ${useCtes(pool.weigh === '用量', [])}
    select t.id::text, t.room_id::text as "roomId", t.building_id::text as building, trim_scale(${WEIGHTS[pool.weigh] ?? sql`0`})::text as weight
    from t order by t.room_id, t.id`.execute(db);
  return rows;
}

/** Days of the pool's meter in a span, as they stand. */
async function counted(
  db: Db | Tx,
  meter: string,
  spans: readonly Span[],
): Promise<{ readonly parts: readonly string[]; readonly fault: string | null }> {
  const { rows } = await sql<{
    usage: string;
    lacking: number;
    doubtful: number;
    waiting: boolean;
  }>`select coalesce(sum(x.usage), 0)::text as usage, (s."to" - s."from" - count(x.day))::int as lacking,
      (count(*) filter (where x.partial or x.doubts <> '{}'))::int as doubtful,
      exists (select from recalc_queue q where q.meter_id = ${meter}::bigint and q.from_day < s."to" and q.to_day >= s."from") as waiting
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as s("from" date, "to" date)
    left join meter_day x on x.meter_id = ${meter}::bigint and x.register = 'total' and x.day >= s."from" and x.day < s."to"
    group by s."from", s."to" order by s."from"`.execute(db);
  const sum = (pick: (row: (typeof rows)[number]) => number): number => rows.reduce((n, row) => n + pick(row), 0);
  const [lacking, doubtful] = [sum((row) => row.lacking), sum((row) => row.doubtful)];
  const fault = rows.some(({ waiting }) => waiting)
    ? '表计读数正在重算，请稍后再试'
    : lacking > 0
      ? `表计本周期有${lacking}天没有用量`
      : doubtful > 0
        ? `表计有${doubtful}天的用量待确认`
        : null;
  return { parts: rows.map(({ usage }) => usage), fault };
}

interface Cost {
  readonly quantity: string | null;
  readonly total: bigint | null;
  readonly fault: string | null;
}
const lacks = (fault: string): Cost => ({ quantity: null, total: null, fault });

async function costOf(db: Db | Tx, pool: Raw, cycle: Span, prices: Asked['prices']): Promise<Cost> {
  const entered = pool.amount === null ? null : BigInt(pool.amount);
  const own = prices.filter(({ fee, of }) => fee === pool.fee && of === pool.usage);
  const priced =
    own.reduce((days, { from, to }) => days + daysBetween(from, to), 0) === daysBetween(cycle.from, cycle.to);
  const spans: readonly Span[] = priced ? own.map(({ from, to }) => ({ from, to })) : [cycle];
  let parts: readonly string[];
  if (pool.meter !== null) {
    const read = await counted(db, pool.meter, spans);
    if (read.fault !== null) return lacks(read.fault);
    ({ parts } = read);
  } else if (pool.quantity !== null)
    parts = byDays(
      pool.quantity,
      spans.map(({ from, to }) => daysBetween(from, to)),
    );
  else if (entered !== null) return { quantity: null, total: entered, fault: null };
  else return lacks('本周期还没有录入费用');
  const quantity = summed(parts, 4);
  if (entered !== null) return { quantity, total: entered, fault: null };
  if (!priced) return lacks(`本周期内有日期没有${pool.usage}生效的单价`);
  return {
    quantity,
    total: pricedFen(own.map(({ price }, at) => ({ quantity: parts[at] ?? '0', price }))),
    fault: null,
  };
}

/** Each one's part; nobody has one where the pool can't be shared out, or somebody's weight is not known. */
function partsOf(takers: readonly Weighed[], cost: Cost): Pick<Pool, 'parts' | 'weights' | 'fault'> {
  const known = takers.flatMap((one) => (one.weight === null ? [] : [{ ...one, weight: one.weight }]));
  const weights = summed(
    known.map(({ weight }) => weight),
    6,
  );
  const nobody = (fault: string | null): Pick<Pool, 'parts' | 'weights' | 'fault'> => ({
    weights,
    fault,
    parts: takers.map((one) => ({
      ...one,
      weight: one.weight ?? '0',
      quantity: null,
      price: null,
      fen: null,
      why: one.weight === null ? '没有用量，不能按用量公摊' : '',
    })),
  });
  if (cost.total === null) return nobody(cost.fault);
  if (known.length < takers.length) return nobody(null);
  const parts = sharedParts(cost.total, cost.quantity, known);
  if (parts === null) return nobody('没有房间有权重，不能分摊');
  return {
    weights,
    fault: null,
    parts: known.map((one) => {
      const part = parts.get(one.id);
      return {
        ...one,
        quantity: part?.quantity ?? null,
        price: part?.unitPrice ?? null,
        fen: part === undefined ? null : String(part.fen),
        why: null,
      };
    }),
  };
}

/** As it was shared out; whoever came since has no part of it. */
async function standing(db: Db | Tx, pool: Raw, takers: readonly Weighed[]): Promise<readonly PoolPart[]> {
  const { rows } = await sql<{
    id: string;
    weight: string;
    quantity: string;
    price: string;
    fen: string;
  }>`select room_fee_id::text as id,
      trim_scale(weight)::text as weight, quantity::text, unit_price::text as price, amount::text as fen from shared_part where cost_id = ${pool.cost}::bigint`.execute(
    db,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return takers.map(({ id, roomId, building }) => {
    const part = known.get(id);
    return part === undefined
      ? {
          id,
          roomId,
          building,
          weight: '0',
          quantity: null,
          price: null,
          fen: null,
          why: '本周期公摊已分完，该房间没有份额',
          late: true,
        }
      : { ...part, roomId, building, why: null };
  });
}

/** Pools of the fees that are asked for, worked out. */
export async function sharedOf(db: Db | Tx, of: Asked): Promise<readonly Pool[]> {
  if (of.fees.length === 0) return [];
  const found: Pool[] = [];
  for (const pool of await rawOf(db, of)) {
    const cycle = of.fees.find(({ id }) => id === pool.fee)?.cycle;
    if (cycle === undefined) continue;
    const takers = await weighed(db, of, pool, cycle);
    const same = { id: pool.id, name: pool.name, feeId: pool.fee, cycle: cycle.key, stands: pool.stands };
    if (pool.stands) {
      found.push({
        ...same,
        source: pool.source ?? '录入',
        quantity: pool.quantity,
        total: BigInt(pool.total ?? '0'),
        weights: pool.weights ?? '0',
        parts: await standing(db, pool, takers),
        fault: null,
      });
      continue;
    }
    const cost = await costOf(db, pool, cycle, of.prices);
    found.push({
      ...same,
      source: pool.meter === null ? '录入' : '表计',
      quantity: cost.quantity,
      total: cost.total,
      ...partsOf(takers, cost),
    });
  }
  return found;
}

/** What a run shares out stands from now on. */
export async function keepShares(tx: Tx, runId: string, by: string, pools: readonly Pool[]): Promise<void> {
  for (const { id, cycle, quantity, source, total, weights, parts } of pools.filter(({ stands }) => !stands)) {
    const { rows } = await sql<{
      id: string;
    }>`insert into shared_cost as k (pool_id, cycle, quantity, amount, source, run_id, total, weights, made_by)
      values (${id}, ${cycle}, ${quantity}::numeric, null, ${source}, ${runId}, ${String(total ?? 0n)}, ${weights}, ${by})
      on conflict (pool_id, cycle) do update set run_id = excluded.run_id, total = excluded.total, weights = excluded.weights, version = k.version + 1,
        source = excluded.source, quantity = case when excluded.source = '表计' then excluded.quantity else k.quantity end
      returning id::text`.execute(tx);
    const cost = rows[0]?.id ?? '';
    await sql`delete from shared_part where cost_id = ${cost}`.execute(tx);
    await sql`insert into shared_part (cost_id, room_fee_id, weight, quantity, unit_price, amount)
      select ${cost}::bigint, id, weight, quantity, price, fen from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
        as p(id bigint, weight numeric, quantity numeric, price numeric, fen bigint) where fen is not null`.execute(tx);
  }
}
