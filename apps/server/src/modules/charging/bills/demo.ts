/** A year of bills of the demo communities, made, checked and released by different people in the way they are made every day. */
import { monthStart } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import { tellTime } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { termsOf } from './lines.ts';
import { releaseIn } from './review.ts';
import { previewRun, type RunAsked } from './preview.ts';
import { type Actor, beginRun, contentHash, makeNext } from './run.ts';

/** Months before the one we are in that are billed. */
const MONTHS = 12;
const SAMPLED = 20;

async function person(db: Db, account: string): Promise<Actor | null> {
  const { rows } =
    await sql<Actor>`select id::text as "userId", user_name as "userName" from app_user where account = ${account}
    and is_demo`.execute(db);
  return rows[0] ?? null;
}

/** What a demo building's rooms share, from the month in which it is billed first. */
async function seedPools(db: Db, from: string, maker: Actor): Promise<void> {
  await sql`insert into shared_pool (community_id, fee_id, building_id, name, weigh, usage, span, made_by)
    select c.id, f.id, b.id, b.name || '公区冷热量', '供能面积', '非居民', daterange(${from}::date, null), ${maker.userId}::bigint
    from community c join project p on p.code = c.project_code and p.is_demo join building b on b.community_id = c.id
    join fee f on f.name = '公区能耗费' where exists (select from room r join room_fee x on x.room_id = r.id and x.fee_id = f.id where r.building_id = b.id)
      and not exists (select from shared_pool o where o.community_id = c.id and o.fee_id = f.id)`.execute(db);
}

/** From 3,000 kWh on, by the month. */
const seedCost = (tx: Tx, of: RunAsked, maker: Actor) =>
  sql`insert into shared_cost (pool_id, cycle, quantity, made_by)
    select id, ${of.period}, 3000 + (id * 71 + ${Number(of.period.slice(5))}::int * 137) % 900, ${maker.userId}::bigint from shared_pool
    where community_id = ${of.communityId}::bigint and meter_id is null on conflict (pool_id, cycle) do nothing`.execute(
    tx,
  );

/** One month of a community: made on the day of billing, checked and released an hour later. That of the month we are in waits for its checker. */
async function seedMonth(tx: Tx, of: RunAsked, who: { maker: Actor; checker: Actor }, now: Date): Promise<void> {
  const { billDay } = await termsOf(tx, of.communityId, `${of.period}-01`);
  const day = `${of.period}-${String(billDay).padStart(2, '0')}`;
  const at = (clock: string): Date => new Date(Math.min(Date.parse(`${day}T${clock}:00+08:00`), now.getTime()));
  await tellTime(tx, at('09:00'));
  if (of.period < today(now).slice(0, 7)) await seedCost(tx, of, who.maker);
  const preview = await previewRun(tx, of);
  if (preview.lines === 0 || preview.exceptions.some(({ level }) => level === '必须处理')) return;
  const run = await beginRun(tx, who.maker, of, preview.hash);
  while (await makeNext(tx, run));
  if (of.period === today(now).slice(0, 7)) return;
  await tellTime(tx, at('10:00'));
  await sql`insert into bill_check (run_id, bill_id, user_id, agrees) select distinct on (room_id) ${run}::bigint, id, ${who.checker.userId}::bigint, true
    from bill where run_id = ${run} order by room_id, id limit ${SAMPLED}`.execute(tx);
  await sql`update billing_run set exceptions = coalesce((select jsonb_agg(case when e ->> 'level' = '需说明' then e || '{"note": "已与客户核实"}' ||
      jsonb_build_object('by', ${who.checker.userName}::text) else e end) from jsonb_array_elements(exceptions) e), '[]') where id = ${run}`.execute(
    tx,
  );
  await sql`update billing_run set state = '待发布', checked_by = ${who.checker.userId}, checked_at = app_now(), opinion = '抽查一致',
    content_hash = ${await contentHash(tx, run)} where id = ${run}`.execute(tx);
  await tellTime(tx, at('10:30'));
  await releaseIn(tx, run, who.checker, day);
}

/** Seeds with the records of the demo company. A community's month that was billed is left alone, so that a stop in between is made up for. `onMonth` does what follows in the month so many back. */
export async function seedBillRuns(
  db: Db,
  now: Date,
  onMonth: (back: number) => Promise<void> = async () => undefined,
  months = MONTHS,
): Promise<void> {
  const [maker, checker] = [await person(db, 'cashier'), await person(db, 'finance')];
  if (maker === null || checker === null) return;
  const { rows: communities } = await sql<{
    id: string;
    fees: string[];
    /** What is used is known when a month is over. */
    used: string[];
  }>`select c.id::text, array_agg(distinct rf.fee_id::text) as fees,
      coalesce(array_agg(distinct rf.fee_id::text) filter (where s.source in ('用量', '阶梯')), '{}') as used from community c
    join project p on p.code = c.project_code and p.is_demo join room r on r.community_id = c.id join room_fee rf on rf.room_id = r.id
    join fee f on f.id = rf.fee_id join fee_basis s on s.id = f.basis_id where f.cycle <> '次' group by c.id order by c.id`.execute(
    db,
  );
  const month = today(now).slice(0, 7);
  await seedPools(db, monthStart(month, -months), maker);
  for (let back = months; back >= 0; back--) {
    const period = monthStart(month, -back).slice(0, 7);
    for (const { id, fees, used } of communities)
      await db.transaction().execute(async (tx) => {
        const { rows } =
          await sql`select 1 from billing_run where community_id = ${id} and period = ${period} and room_ids is null`.execute(
            tx,
          );
        const feeIds = back > 0 ? fees : fees.filter((fee) => !used.includes(fee));
        if (rows.length === 0) await seedMonth(tx, { communityId: id, feeIds, period }, { maker, checker }, now);
      });
    await onMonth(back);
  }
}
