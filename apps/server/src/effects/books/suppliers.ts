/** 服务商库: what is known of a supplier besides its columns, and who may not be invited or ordered from. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { Lookup, LookupEnv } from './lookup.ts';
import { dayOf } from './source.ts';

/** Days after a change of account during which payments ask for a call back. */
const ACCOUNT_FRESH_DAYS = 30;
/** Months over which evaluations are averaged where no year is asked for. */
const AVERAGE_MONTHS = 24;

const yearOf = (env: LookupEnv): number => {
  const asked = env.record.evalYear ?? env.record.reviewYear;
  return typeof asked === 'number' ? asked : Number(dayOf(env.now).slice(0, 4));
};

const one = async (tx: Tx | Db, query: RawBuilder<{ value: unknown }>): Promise<unknown> =>
  (await query.execute(tx)).rows[0]?.value ?? null;

/** Evaluations of a supplier in the year that the form asks about, else of the last two years. */
const processes = (supplier: string, env: LookupEnv): RawBuilder<unknown> => {
  const asked = env.record.evalYear;
  const when =
    typeof asked === 'number'
      ? sql`extract(year from evaluated_on) = ${asked}::integer`
      : sql`evaluated_on > ${dayOf(env.now)}::date - make_interval(months => ${AVERAGE_MONTHS})`;
  return sql`from b_supplier_evaluation where supplier = ${supplier} and kind = '过程评价' and not voided and ${when}`;
};

/** Why a supplier may not be invited or ordered from on a day, in words; null where it may. */
export async function unfitReason(tx: Tx | Db, supplier: string, today: string): Promise<string | null> {
  const reason = await one(
    tx,
    sql`select supplier_unfit(s, ${today}::date) as value from supplier s where s.id = ${supplier}`,
  );
  return typeof reason === 'string' ? reason : null;
}

/** SQL: contracts, order lines and tenders of a supplier `s` that a suspension finds under way. */
const UNDER_WAY = {
  openContracts: sql`b_project_contract c where c.supplier = s.id and not c.voided and c.state in ('履行中', '待结算')`,
  openLines: sql`b_purchase_order_line l where l.supplier = s.id and not l.voided and l.kind <> '施工'
    and coalesce(l.sent_qty, 0) < l.order_qty and not exists (select from purchase_line_close k where k.line = l.id)`,
  openBids: sql`f_invitation_unit i join f_invitation_unit_units u on u.parent_id = i.id join b_bid b on b.tender = i.tender and not b.voided
    where u.provider = s.id and i.status in ('running', 'returned') and b.state in ('邀标中', '评标中')`,
} as const;

const underWay = (what: keyof typeof UNDER_WAY): Lookup =>
  of((tx, supplier) =>
    one(
      tx,
      sql`select (select count(*)::int from ${UNDER_WAY[what]}) as value from supplier s where s.id = ${supplier}`,
    ),
  );

/** Who called for the bids, or manages the projects, in which a supplier is at work. */
export async function concernedBy(tx: Tx, supplier: string): Promise<readonly string[]> {
  const { rows } = await sql<{ person: string | null }>`
    select i.applicant::text as person from supplier s, ${UNDER_WAY.openBids} and s.id = ${supplier}
    union select (select p.manager::text from project p where p.code = c.project)
    from supplier s, ${UNDER_WAY.openContracts} and s.id = ${supplier}`.execute(tx);
  return rows.flatMap((row) => row.person ?? []);
}

const rowsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? (value as readonly Readonly<Record<string, unknown>>[]) : [];

/** Whether somebody else on the form's list is under the same control. */
async function sharedControl(tx: Tx | Db, supplier: string, others: readonly string[]): Promise<boolean> {
  if (others.length === 0) return false;
  const { rows } =
    await sql`select 1 from supplier a join supplier b on b.id = any(${[...others]}::bigint[]) and b.id <> a.id
    where a.id = ${supplier} and supplier_ties(a) && supplier_ties(b) limit 1`.execute(tx);
  return rows.length > 0;
}

const of =
  (look: (tx: Tx | Db, supplier: string, env: LookupEnv) => Promise<unknown>): Lookup =>
  async (tx, supplier, env) =>
    supplier === null ? null : look(tx, supplier, env);

/** What came from a supplier, what was found wrong with it and how it served, in the year that a form asks about. */
const inYear = (value: string, table: string, day: string): Lookup =>
  of((tx, supplier, env) =>
    one(
      tx,
      sql`select ${sql.raw(value)} as value from ${sql.table(table)} where supplier = ${supplier} and not voided
        and extract(year from ${sql.ref(day)}) = ${yearOf(env)}::integer`,
    ),
  );
const delivered = (value: string): Lookup => inYear(value, 'b_supplier_delivery', 'arrived_on');
const faulty = (value: string): Lookup => inYear(value, 'b_supplier_quality', 'found_on');

export const SUPPLIER_LOOKUPS = {
  yearDeliveries: delivered('count(*)::int'),
  yearOnTime: delivered('(count(*) filter (where on_time))::int'),
  yearOkRate: delivered('avg(ok_rate)::numeric(12,4)::text'),
  yearFaults: faulty('count(*)::int'),
  yearFaultPoints: faulty('coalesce(sum(points), 0)::int'),
  yearServiceAvg: inYear(
    "(round(avg(score) filter (where kind = '外协服务'), 1))::text",
    'b_supplier_evaluation',
    'evaluated_on',
  ),
  processAvg: of((tx, supplier, env) =>
    one(tx, sql`select round(avg(score), 1)::text as value ${processes(supplier, env)}`),
  ),
  processTimes: of((tx, supplier, env) => one(tx, sql`select count(*)::int as value ${processes(supplier, env)}`)),
  yearAmount: of((tx, supplier, env) =>
    one(
      tx,
      sql`select coalesce(sum(amount), 0)::numeric(18,2)::text as value from b_project_contract
        where supplier = ${supplier} and not voided and extract(year from sign_date) = ${yearOf(env)}::integer`,
    ),
  ),
  yearFine: of((tx, supplier, env) =>
    one(
      tx,
      sql`select coalesce(sum(amount), 0)::numeric(18,2)::text as value from b_supplier_fine
        where supplier = ${supplier} and state = '已确认' and not voided and extract(year from happened_on) = ${yearOf(env)}::integer`,
    ),
  ),
  openContracts: underWay('openContracts'),
  openLines: underWay('openLines'),
  openBids: underWay('openBids'),
  unfit: of((tx, supplier, env) => unfitReason(tx, supplier, dayOf(env.now))),
  sameControl: of((tx, supplier, env) =>
    sharedControl(
      tx,
      supplier,
      rowsOf(env.record.units).flatMap((row) => (typeof row.provider === 'string' ? [row.provider] : [])),
    ),
  ),
  accountChanged: of((tx, supplier, env) =>
    one(
      tx,
      sql`select exists (select from b_supplier_account where supplier = ${supplier} and changed and not voided
        and verified_on > ${dayOf(env.now)}::date - ${ACCOUNT_FRESH_DAYS}::integer) as value`,
    ),
  ),
} satisfies Readonly<Record<string, Lookup>>;

interface Standing {
  readonly name: string;
  readonly state: string;
  readonly grade: string | null;
  readonly single_limit: string | null;
  readonly trial_orders: number | null;
  readonly contracts: number;
}

interface Named {
  readonly supplier: string;
  /** Of the field that names it. */
  readonly path: string;
}

/** @throws invalid at each of those that are suspended: what they may not do then, in words */
export async function demandNoneSuspended(tx: Tx, named: readonly Named[], refusal: string): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`select id::text, name from supplier
    where id = any(${named.map(({ supplier }) => supplier)}::bigint[]) and state = '停用'`.execute(tx);
  const suspended = new Map(rows.map(({ id, name }) => [id, name]));
  const wrong = named.flatMap(({ supplier, path }) =>
    suspended.has(supplier) ? [{ path, message: `${suspended.get(supplier)}已停用，${refusal}` }] : [],
  );
  if (wrong.length > 0) throw invalid(wrong);
}

export const demandNotSuspended = (tx: Tx, supplier: string, path: string, refusal: string): Promise<void> =>
  demandNoneSuspended(tx, [{ supplier, path }], refusal);

/**
 * New orders and contracts: not with a supplier that is suspended, restricted or not admitted yet; one on trial only within its limit and number.
 * @throws invalid at `path`
 */
export async function demandOrderable(tx: Tx, supplier: string, amount: string, path: string): Promise<void> {
  const { rows } = await sql<Standing & { readonly over: boolean }>`
    select name, state, grade, single_limit::text, trial_orders, coalesce(${amount}::numeric > single_limit, false) as over,
      (select count(*)::int from b_project_contract c where c.supplier = s.id and not c.voided) as contracts
    from supplier s where id = ${supplier} for update`.execute(tx);
  const row = rows[0];
  const refuse = (why: string) => invalid([{ path, message: `${row?.name ?? '该单位'}${why}` }]);
  if (row === undefined) throw refuse('不在服务商库中');
  if (row.grade === 'D' || !['合格', '试用'].includes(row.state)) throw refuse(`${row.state}，不能签订新的合同或订单`);
  if (row.over) throw refuse(`单笔合同限额为${row.single_limit ?? ''}元，本次超过限额`);
  if (row.state === '试用' && row.trial_orders !== null && row.contracts >= row.trial_orders)
    throw refuse(`处于试用，已签满${row.trial_orders}个试用合同`);
}
