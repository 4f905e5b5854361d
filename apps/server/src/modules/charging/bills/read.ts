/** Bills as they stand: by filter, of a run, of a room. */
import { recounted } from '@hengneng/charging';
import type { ChargeBillRow, chargeBillBatches, chargeBillPage } from '@hengneng/contracts';
import { money, toFen, today } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { likeText } from '../../../platform/db/like.ts';
import { billState, passed } from '../bill-state.ts';
import { graceOf, owedBills, standing } from '../owed/index.ts';
import { penaltySums } from '../owed/penalty-sums.ts';
import { communitiesVisible } from '../registry/index.ts';
import { comparedRun } from './before.ts';
import { SAMPLES, seenRun } from './review.ts';
import { yuanOf } from '../yuan.ts';

export type Filters = Omit<
  z.output<typeof chargeBillPage.input>,
  'PageIndex' | 'PageSize' | 'SortField' | 'SortOrder' | 'Keyword' | 'seed'
>;

const PAY_STATES: Readonly<Record<string, RawBuilder<unknown>>> = {
  未缴: sql`(${standing} and b.settled = 0 and b.amount > b.reduced)`,
  部分缴: sql`(${standing} and b.settled > 0 and b.amount > b.reduced + b.settled)`,
  已缴: sql`(${standing} and b.settled + b.reduced = b.amount)`,
  已红冲: sql`(b.state = '已红冲' or b.kind = '红冲')`,
  待审核: sql`(b.state = '待审核' and not ${passed})`,
  待发布: sql`(b.state = '待审核' and ${passed})`,
  已作废: sql`b.state = '已作废'`,
};
const FLAGS: Readonly<Record<string, RawBuilder<unknown>>> = {
  停用: sql`b.suspend_days > 0`,
  减免: sql`b.reduced > 0`,
  争议: sql`'争议' = any(r.flags)`,
  已开票: sql`b.invoiced > 0`,
  // Invoiced, or on its way to be, before it is paid.
  预开票: sql`(b.invoiced + b.invoice_pending > 0 and b.amount > b.reduced + b.settled)`,
  导入: sql`exists (select from billing_run g where g.id = b.run_id and g.kind in ('导入', '期初'))`,
};

/** Communities whose bills a person sees, narrowed down: one column of ids. */
const communitiesOf = (ctx: Ctx, { community }: Pick<Filters, 'community'>): RawBuilder<unknown> =>
  sql`select c.id from community c where ${communitiesVisible(ctx.session)}${community ? sql` and c.id = ${community}` : sql``}`;

/** What a person sees, narrowed down: a condition over `bill b` and `room r`. */
export function billsWhere(ctx: Ctx, of: Filters): RawBuilder<boolean> {
  const day = today(ctx.now);
  const terms: RawBuilder<unknown>[] = [sql`b.community_id in (${communitiesOf(ctx, of)})`];
  if (of.community) terms.push(sql`b.community_id = ${of.community}::bigint`);
  if (of.building) terms.push(sql`r.building_id = ${of.building}::bigint`);
  if (of.room) terms.push(sql`b.room_id = ${of.room}::bigint`);
  if (of.roomText) terms.push(sql`r.full_code ilike ${likeText(of.roomText)}`);
  if (of.ownerName)
    terms.push(
      sql`exists (select from occupancy o join party p on p.id = o.party_id where o.room_id = b.room_id and p.name like ${likeText(of.ownerName)})`,
    );
  if (of.fee) terms.push(sql`b.fee_id = ${of.fee}::bigint`);
  if (of.periodFrom) terms.push(sql`b.period >= ${of.periodFrom}`);
  if (of.periodTo) terms.push(sql`b.period <= ${of.periodTo}`);
  if (of.dueFrom) terms.push(sql`b.due_day >= ${of.dueFrom}::date`);
  if (of.dueTo) terms.push(sql`b.due_day <= ${of.dueTo}::date`);
  if (of.payState) terms.push(PAY_STATES[of.payState] ?? sql`true`);
  if (of.flag) terms.push(FLAGS[of.flag] ?? sql`true`);
  if (of.overdueDays != null)
    terms.push(
      sql`(${standing} and b.amount > b.reduced + b.settled and ${day}::date - b.due_day - ${graceOf} > ${of.overdueDays}::integer)`,
    );
  if (of.arrearsMin)
    terms.push(
      sql`(${standing} and b.amount - b.settled - b.reduced >= ${String(toFen(money(of.arrearsMin)))}::bigint)`,
    );
  if (of.batch)
    terms.push(sql`b.run_id in (select g.id from billing_run g where g.no = ${of.batch} or g.id::text = ${of.batch})`);
  return sql<boolean>`(${sql.join(terms, sql` and `)})`;
}

interface Raw {
  readonly id: string;
  readonly billNo: string;
  readonly communityId: string;
  readonly community: string;
  readonly building: string;
  readonly roomId: string;
  readonly room: string;
  readonly owner: string;
  readonly fee: string;
  readonly feeId: string;
  readonly cycle: string;
  readonly period: string;
  readonly from: string;
  readonly to: string;
  readonly quantity: string;
  readonly unit: string;
  readonly unitPrice: string;
  readonly weight: string;
  readonly cycleDays: number;
  readonly suspendDays: number;
  readonly amount: string;
  readonly reduced: string;
  readonly settled: string;
  readonly invoiced: string;
  readonly invoice_pending: string;
  readonly dueDate: string;
  readonly kind: string;
  readonly state: string;
  readonly frozen: string;
  readonly batch: string | null;
  readonly batchId: string | null;
  readonly checked: boolean | null;
  readonly by_use: boolean;
  readonly reviewed: boolean;
}

const payStateOf = (row: Raw): string => {
  if (row.kind === '红冲') return '红冲';
  if (row.state !== '已发布') return row.state;
  const [amount, reduced, settled] = [BigInt(row.amount), BigInt(row.reduced), BigInt(row.settled)];
  if (settled + reduced >= amount) return '已缴';
  return settled > 0n ? '部分缴' : '未缴';
};

const invoiceOf = (row: Raw): string =>
  BigInt(row.invoiced) > 0n ? '已开票' : BigInt(row.invoice_pending) > 0n ? '开票中' : '';

const factorOf = (weight: string, days: number): string =>
  days === 0 ? '1' : String(Math.round((Number(weight) / days) * 10_000) / 10_000);

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Rows of bills in the order that is asked for. */
export const billRows = (
  db: Db | Tx,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  asOf: string,
  { limit, offset }: Page = { limit: 500, offset: 0 },
): Promise<readonly ChargeBillRow[]> =>
  rowsOf(
    db,
    sql`select b.id from bill b join room r on r.id = b.room_id where ${where} order by ${order} limit ${limit} offset ${offset}`,
    order,
    asOf,
  );

const NEWEST_FIRST = sql`b.period desc, b.community_id, r.full_code, b.fee_id, b.part, b.id`;

/**
 * The same, the newest first. Each community's are read from its last period on, by the index of periods, until the page is full: as one list, all bills
 * of the company would be sorted for the twenty that are shown.
 */
const newestRows = (
  db: Db | Tx,
  communities: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  asOf: string,
  { limit, offset }: Page,
): Promise<readonly ChargeBillRow[]> =>
  rowsOf(
    db,
    sql`select x.id from community m cross join lateral (
        select b.period, r.full_code, b.fee_id, b.part, b.id from bill b join room r on r.id = b.room_id where b.community_id = m.id and ${where}
        order by b.period desc, r.full_code, b.fee_id, b.part, b.id limit ${limit + offset}) x
      where m.id in (${communities}) order by x.period desc, m.id, x.full_code, x.fee_id, x.part, x.id limit ${limit} offset ${offset}`,
    NEWEST_FIRST,
    asOf,
  );

/** @param page one column of ids */
async function rowsOf(
  db: Db | Tx,
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  asOf: string,
): Promise<readonly ChargeBillRow[]> {
  // Which they are is found out by bill and room alone; what else is told of them is looked up for these. In one, a dozen tables took longer to plan than to read.
  const { rows } = await sql<Raw>`
    with page as materialized (${page})
    select b.id::text, b.bill_no as "billNo", b.community_id::text as "communityId", c.name as community, g.name as building, b.room_id::text as "roomId",
      r.full_code as room, coalesce(p.name, '') as owner, f.name as fee, b.fee_id::text as "feeId", b.cycle, b.period, b.from_day::text as "from",
      (b.to_day - 1)::text as "to", trim_scale(b.quantity)::text as quantity, b.unit, trim_scale(b.unit_price)::text as "unitPrice", trim_scale(b.weight)::text as weight,
      b.cycle_days as "cycleDays", b.suspend_days as "suspendDays", b.amount::text, b.reduced::text, b.settled::text, b.invoiced::text, b.invoice_pending::text,
      b.due_day::text as "dueDate", b.kind, ${billState} as state, b.frozen, n.no as batch, b.run_id::text as "batchId", k.agrees as checked,
      s.by_use, exists (select from income_review v where v.community_id = b.community_id and v.month = b.period and v.undone_at is null) as reviewed
    from page join bill b on b.id = page.id join room r on r.id = b.room_id join building g on g.id = r.building_id join community c on c.id = b.community_id join fee f on f.id = b.fee_id
    join fee_basis s on s.id = f.basis_id left join party p on p.id = b.payer_id left join billing_run n on n.id = b.run_id
    left join bill_check k on k.run_id = b.run_id and k.bill_id = b.id
    order by ${order}`.execute(db);
  const open = rows.filter(({ state, kind }) => state === '已发布' && kind !== '红冲').map(({ id }) => id);
  const owed = open.length === 0 ? [] : await owedBills(db, sql`b.id = any(${open}::bigint[])`, asOf);
  const byId = new Map(owed.map((one) => [one.id, one]));
  return rows.map((raw) => {
    const { settled, invoiced: _i, invoice_pending: _p, weight, cycleDays, by_use, ...row } = raw;
    const due = byId.get(row.id);
    return {
      ...row,
      factor: factorOf(weight, cycleDays),
      amount: yuanOf(row.amount),
      reduced: yuanOf(row.reduced),
      paid: yuanOf(settled),
      principal: yuanOf(due?.principal ?? 0n),
      penalty: yuanOf(due?.penalty.amount ?? 0n),
      overdueDays: due !== undefined && due.principal > 0n ? due.penalty.overdueDays : 0,
      payState: payStateOf(raw),
      invoice: invoiceOf(raw),
      batch: row.batch ?? '',
      // By its own figures; of use the price stands alone, and tiers have no one price.
      recounted:
        cycleDays === 0 || by_use
          ? null
          : yuanOf(recounted({ quantity: row.quantity, unitPrice: row.unitPrice, weight, cycleDays })),
    };
  });
}

export interface BillSums {
  readonly amount: string;
  readonly reduced: string;
  readonly paid: string;
  readonly principal: string;
  readonly penalty: string;
  readonly rate: number | null;
  readonly bills: number;
  readonly rooms: number;
}

/** % of what was to be paid that was. */
export const rateOf = (paid: bigint, due: bigint): number | null =>
  due <= 0n ? null : Math.round((Number(paid) / Number(due)) * 1000) / 10;

/** How many bills a condition finds, and what of them stands added up. */
async function addedUp(
  db: Db | Tx,
  where: RawBuilder<unknown>,
  asOf: string,
): Promise<{ readonly total: number; readonly sums: BillSums }> {
  const [{ rows }, penalties] = await Promise.all([
    sql<{
      total: number;
      amount: string | null;
      reduced: string | null;
      paid: string | null;
      bills: number;
      rooms: number;
    }>`select count(*)::int as total, sum(b.amount) filter (where s.counts)::text as amount, sum(b.reduced) filter (where s.counts)::text as reduced,
        sum(b.settled) filter (where s.counts)::text as paid, (count(*) filter (where s.counts))::int as bills,
        (count(distinct b.room_id) filter (where s.counts))::int as rooms
      from bill b join room r on r.id = b.room_id cross join lateral (select ${standing} as counts) s where ${where}`.execute(
      db,
    ),
    penaltySums(db, where, asOf, 'all'),
  ]);
  const [found] = rows;
  const [amount, reduced, paid] = [BigInt(found?.amount ?? 0), BigInt(found?.reduced ?? 0), BigInt(found?.paid ?? 0)];
  const due = amount - reduced;
  return {
    total: found?.total ?? 0,
    sums: {
      amount: yuanOf(amount),
      reduced: yuanOf(reduced),
      paid: yuanOf(paid),
      principal: yuanOf(due - paid),
      penalty: yuanOf(penalties.get('all') ?? 0n),
      rate: rateOf(paid, due),
      bills: found?.bills ?? 0,
      rooms: found?.rooms ?? 0,
    },
  };
}

export const billSums = async (db: Db | Tx, where: RawBuilder<unknown>, asOf: string): Promise<BillSums> =>
  (await addedUp(db, where, asOf)).sums;

const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  amount: sql`b.amount`,
  dueDate: sql`b.due_day`,
  period: sql`b.period`,
  room: sql`r.full_code`,
  principal: sql`(b.amount - b.settled - b.reduced)`,
};

export async function listBills(
  ctx: Ctx,
  input: z.output<typeof chargeBillPage.input>,
): Promise<z.input<typeof chargeBillPage.output>> {
  const { PageIndex, PageSize, SortField, SortOrder, seed, ...of } = input;
  const asOf = today(ctx.now);
  const where = billsWhere(ctx, of);
  if (seed !== undefined && of.batch) return sampleOf(ctx, of.batch, seed, where);
  const by = ORDERS[SortField ?? ''];
  const direction = SortOrder === 'desc' ? sql`desc` : sql`asc`;
  const page = { limit: PageSize, offset: (PageIndex - 1) * PageSize };
  const [rows, { total, sums }] = await Promise.all([
    by === undefined
      ? newestRows(ctx.db, communitiesOf(ctx, of), where, asOf, page)
      : billRows(ctx.db, where, sql`${by} ${direction}, b.id`, asOf, page),
    addedUp(ctx.db, where, asOf),
  ]);
  return { rows: [...rows], total, sums, asOf };
}

/** Rooms of a run by chance, the same for the same seed, and those with the largest amounts. */
async function sampleOf(
  ctx: Ctx,
  batch: string,
  seed: string,
  where: RawBuilder<unknown>,
): Promise<z.input<typeof chargeBillPage.output>> {
  const asOf = today(ctx.now);
  const run = await seenRun(ctx, ctx.db, /^\d+$/.test(batch) ? batch : '0');
  const { rows: chosen } = await sql<{ id: string }>`
    with room_of as (select b.room_id, sum(b.amount) as amount from bill b where b.run_id = ${run.id} and b.state <> '已作废' group by 1),
      chance as (select room_id from room_of order by md5(${seed} || room_id), room_id limit ${SAMPLES}),
      large as (select room_id from room_of order by amount desc, room_id limit 10)
    select b.id::text from bill b where b.run_id = ${run.id} and b.state <> '已作废' and b.room_id in (select room_id from chance union select room_id from large)`.execute(
    ctx.db,
  );
  const only = sql`b.id = any(${chosen.map(({ id }) => id)}::bigint[])`;
  const [rows, sums] = await Promise.all([
    billRows(ctx.db, sql`${where} and ${only}`, sql`r.full_code, b.fee_id, b.part`, asOf),
    billSums(ctx.db, sql`${where} and ${only}`, asOf),
  ]);
  return { rows: [...rows], total: rows.length, sums, asOf };
}

export async function listRuns(
  ctx: Ctx,
  of: z.output<typeof chargeBillBatches.input>,
): Promise<z.input<typeof chargeBillBatches.output>> {
  type Row = z.input<typeof chargeBillBatches.output>['rows'][number];
  const where = sql.join(
    [
      communitiesVisible(ctx.session),
      ...(of.community ? [sql`b.community_id = ${of.community}`] : []),
      ...(of.kind ? [of.kind === '导入批次' ? sql`b.kind in ('导入', '期初')` : sql`b.kind in ('出账', '重开')`] : []),
      ...(of.period ? [sql`b.period = ${of.period}`] : []),
      ...(of.maker ? [sql`b.made_by = ${of.maker}`] : []),
      ...(of.state ? [sql`b.state = ${of.state}`] : []),
      ...(of.batch ? [sql`b.no like ${likeText(of.batch)}`] : []),
      ...(of.id ? [sql`b.id = ${of.id}`] : []),
    ],
    sql` and `,
  );
  const { rows } = await sql<
    Row & { found: number }
  >`select b.id::text, b.no, b.kind, c.id::text as "communityId", c.name as community,
      coalesce((select string_agg(f.name, '、' order by f.id) from fee f where f.id = any(b.fee_ids)), '') as fees, b.period, b.rooms,
      b.room_ids is not null as chosen, b.lines, b.amount::text,
      b.last_amount::text as "lastAmount", b.year_ago_amount::text as "yearAgoAmount", b.skipped, b.exceptions, b.state, b.done, b.parts, m.user_name as maker,
      b.made_by::text as "makerId", to_jsonb(b.made_at) #>> '{}' as "madeAt", coalesce(k.user_name, '') as checker, to_jsonb(b.checked_at) #>> '{}' as "checkedAt",
      b.opinion, to_jsonb(b.release_at) #>> '{}' as "releaseAt", to_jsonb(b.released_at) #>> '{}' as "releasedAt", b.error,
      coalesce(b.content_hash, '') as "contentHash", least(${SAMPLES}::integer, b.rooms) as agreeing, b.version, (count(*) over ())::int as found,
      (select count(distinct x.room_id)::int from bill_check q join bill x on x.id = q.bill_id where q.run_id = b.id and q.agrees) as agreed
    from billing_run b join community c on c.id = b.community_id join app_user m on m.id = b.made_by left join app_user k on k.id = b.checked_by
    where ${where} order by b.made_at desc, b.id desc limit ${of.PageSize} offset ${(of.PageIndex - 1) * of.PageSize}`.execute(
    ctx.db,
  );
  const beside = await Promise.all(
    rows.map((row) => comparedRun(ctx.db, { ...row, last: row.lastAmount, yearAgo: row.yearAgoAmount })),
  );
  return {
    rows: rows.map(({ found: _, ...row }, at) => {
      const { last = 0n, yearAgo = 0n } = beside[at] ?? {};
      const diff = BigInt(row.amount) - last;
      return {
        ...row,
        diff: yuanOf(diff),
        rate: rateOf(diff, last),
        amount: yuanOf(row.amount),
        lastAmount: yuanOf(last),
        yearAgoAmount: yuanOf(yearAgo),
      };
    }),
    total: rows[0]?.found ?? 0,
  };
}
