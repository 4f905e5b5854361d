/** What the cycles before a run, and those of a year ago, come to: as they stand now, for some are billed, or taken back, after it was made. */
import { keyBefore, keyYearBefore } from '@hengneng/charging';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { standing } from '../owed/index.ts';

/** Of a run, which is not owed yet, all of it counts; else what stands. */
export const counting = (batch: string | undefined): RawBuilder<unknown> =>
  batch ? sql`b.state not in ('已作废', '已红冲') and b.kind <> '红冲'` : standing;

/** Of a run of chosen rooms, only these; of one of all, whoever was billed then, but for who was billed this time by a run of chosen rooms. */
const chosenIn = (batch: string | undefined) =>
  batch === undefined
    ? sql`true`
    : sql`not exists (select from billing_run g where (g.no = ${batch} or g.id::text = ${batch}) and b.room_id <> all (g.room_ids))
      and coalesce(b.room_fee_id, 0) not in (select x.room_fee_id from billing_run g
        join billing_run o on o.community_id = g.community_id and o.period = g.period and o.id <> g.id and o.room_ids is not null
        join bill x on x.run_id = o.id where (g.no = ${batch} or g.id::text = ${batch}) and x.kind = '周期' and x.state not in ('已作废', '已红冲'))`;

/** A fee of what is looked at, in which cycles and communities. */
export interface FeeCycles {
  readonly feeId: string;
  readonly cycles: readonly string[];
  readonly communities: readonly string[];
}

/**
 * The same rooms' cycles before and a year ago; only where one cycle is looked at, for several have no one before.
 * @param where over `bill b` and `room r`
 */
export async function beforeOf(
  db: Db | Tx,
  fees: readonly FeeCycles[],
  where: RawBuilder<unknown>,
  batch: string | undefined,
): Promise<readonly { readonly fee: string; readonly last: string | null; readonly year: string | null }[]> {
  const pairs = fees.flatMap(({ feeId, cycles, communities }) => {
    const [cycle] = cycles;
    return cycle === undefined || cycles.length > 1
      ? []
      : [{ fee: feeId, last: keyBefore(cycle), year: keyYearBefore(cycle), communities }];
  });
  if (pairs.length === 0) return [];
  const { rows: found } = await sql<{ fee: string; last: string | null; year: string | null }>`
    select p.fee::text, sum(b.amount) filter (where b.cycle = p.last)::text as last, sum(b.amount) filter (where b.cycle = p.year)::text as year
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p(fee bigint, last text, year text, communities bigint[])
    join bill b on b.fee_id = p.fee and b.cycle in (p.last, p.year) and b.community_id = any(p.communities) join room r on r.id = b.room_id
    where ${where} and ${counting(batch)} and ${chosenIn(batch)} group by p.fee`.execute(db);
  return found;
}

export interface Compared {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  /** Fen, as kept with the run. */
  readonly last: string;
  readonly yearAgo: string;
}

/** A run that waits for its checker beside what stands now; one that was decided on, beside what its checker saw. */
export async function comparedRun(
  db: Db | Tx,
  { id, kind, state, last, yearAgo }: Compared,
): Promise<{ readonly last: bigint; readonly yearAgo: bigint }> {
  if (kind !== '出账' || state !== '待审核') return { last: BigInt(last), yearAgo: BigInt(yearAgo) };
  const { rows: fees } =
    await sql<FeeCycles>`select b.fee_id::text as "feeId", array_agg(distinct b.cycle) as cycles, array_agg(distinct b.community_id::text) as communities
    from bill b where b.run_id = ${id}::bigint and ${counting(id)} group by 1`.execute(db);
  const before = await beforeOf(db, fees, sql`true`, id);
  const sum = (key: 'last' | 'year') => before.reduce((fen, of) => fen + BigInt(of[key] ?? 0), 0n);
  return { last: sum('last'), yearAgo: sum('year') };
}
