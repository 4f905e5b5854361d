/** What imports of quotas and appropriations look up: whose they are, and the accounts as they stand. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';

export interface Person {
  readonly id: string;
  readonly jobNo: string;
  readonly name: string;
  readonly dept: string | null;
  readonly entry: string | null;
}

/** People at work, by their number. */
export async function peopleByNo(db: Db | Tx, numbers: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  const { rows } =
    await sql<Person>`select u.id::text as id, u.job_no as "jobNo", u.user_name as name, u.dept_id as dept,
      e.entry_date::text as entry
    from app_user u left join employee_profile e on e.user_id = u.id
    where u.job_no = any(${[...new Set(numbers)]}::text[]) and u.state = 'active' and coalesce(e.employ_state, '') <> '离职'`.execute(
      db,
    );
  return new Map(rows.map((row) => [row.jobNo, row]));
}

export interface Site {
  readonly code: string;
  readonly name: string;
  readonly fullName: string;
  readonly manager: string | null;
}

/** An ended project gets nothing any more. */
const ENDED = 4;

export async function sitesByCode(db: Db | Tx, codes: readonly string[]): Promise<ReadonlyMap<string, Site>> {
  const { rows } =
    await sql<Site>`select code, coalesce(nullif(short_name, ''), name) as name, name as "fullName", manager::text as manager
    from project where code = any(${[...new Set(codes)]}::text[]) and state <> ${ENDED}`.execute(db);
  return new Map(rows.map((row) => [row.code, row]));
}

export interface Account {
  readonly id: string;
  readonly year: number;
  readonly kind: string;
  readonly employee: string | null;
  readonly project: string | null;
  readonly keeper: string | null;
  readonly keeperName: string | null;
  readonly monthStandard: string | null;
  readonly carryIn: string;
  readonly granted: string;
  /** With what is under way. */
  readonly used: string;
  readonly appropriated: string;
  /** Cleared and returned, with what is under way. */
  readonly settled: string;
}

/** Under what an account is found. */
export const accountKey = (of: {
  readonly year: number;
  readonly kind: string;
  readonly employee: string | null;
  readonly project: string | null;
}): string => [of.year, of.kind, of.employee ?? '', of.project ?? ''].join('\n');

/** Standing accounts of these people and projects; locked where they are about to change. */
export async function accountsOf(
  db: Db | Tx,
  of: { readonly employees: readonly string[]; readonly projects: readonly string[] },
  locking: boolean,
): Promise<ReadonlyMap<string, Account>> {
  const { rows } =
    await sql<Account>`select a.id::text as id, a.year, a.quota_kind as kind, a.employee::text as employee, a.project,
      a.keeper::text as keeper, (select user_name from app_user where id = a.keeper) as "keeperName", a.month_standard::text as "monthStandard",
      coalesce(a.carry_in, 0)::numeric(18,2)::text as "carryIn", coalesce(a.granted, 0)::numeric(18,2)::text as granted,
      (coalesce(a.use_pending, 0) + coalesce(a.used_done, 0))::numeric(18,2)::text as used,
      coalesce(a.appropriated, 0)::numeric(18,2)::text as appropriated,
      (coalesce(a.clear_pending, 0) + coalesce(a.cleared, 0) + coalesce(a.return_pending, 0) + coalesce(a.returned, 0))::numeric(18,2)::text as settled
    from b_quota_account a
    where not a.voided and (a.employee = any(${[...new Set(of.employees)]}::bigint[]) or a.project = any(${[...new Set(of.projects)]}::text[]))
    order by a.id ${locking ? sql`for update of a` : sql``}`.execute(db);
  return new Map(rows.map((row) => [accountKey(row), row]));
}
