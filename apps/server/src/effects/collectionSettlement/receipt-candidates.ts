/** Contracts that payments of a bank statement may be of. */
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { Candidate, Open, Payment } from './receipt-match.ts';

/** How far back it counts from which account somebody paid. */
const HISTORY_MONTHS = 24;

interface Row {
  readonly contract: string;
  readonly project: string;
  readonly customer: string;
  readonly manager: string | null;
  readonly names: readonly string[];
  readonly accounts: readonly string[];
  readonly open: readonly Open[];
}

const codesIn = (memo: string | null): readonly string[] => (memo ?? '').match(/[A-Za-z0-9][A-Za-z0-9-]{4,}/g) ?? [];

const UNPAID = sql`(r.amount - coalesce(r.cancel_pending, 0) - coalesce(r.cancelled, 0) - coalesce(r.write_pending, 0) - coalesce(r.written, 0))`;
const OPEN = sql`not r.voided and r.state = '未收清' and ${UNPAID} > 0`;

/** Candidates for all payments at once; `also` are contracts that somebody chose. */
export async function candidatesFor(
  db: Db | Tx,
  payments: readonly Payment[],
  also: readonly string[],
): Promise<readonly Candidate[]> {
  const names = [...new Set(payments.flatMap((one) => one.payerName ?? []))];
  const accounts = [...new Set(payments.flatMap((one) => one.payerAccount ?? []))];
  const amounts = [...new Set(payments.map((one) => one.amount))];
  const codes = [...new Set(payments.flatMap((one) => codesIn(one.memo)))];
  const { rows } = await sql<Row>`
    with paid as (
      select coalesce(f.contract, f.claim_contract) as contract, f.payer_account as account from f_payment_received f
      where f.status in ('running', 'approved') and f.payer_account = any(${accounts}::text[])
        and f.receipt_date >= (app_now() - make_interval(months => ${HISTORY_MONTHS}))::date
      union select u.contract, u.account_no from b_user_pay_account u
      where not u.voided and u.enabled = '启用' and u.account_no = any(${accounts}::text[]) and u.contract is not null),
    named as (
      select code as contract, party_a as name from contract where kind <> '外包合同' and party_a = any(${names}::text[])
      union select u.contract, u.account_name from b_user_pay_account u
      where not u.voided and u.enabled = '启用' and u.account_name = any(${names}::text[]) and u.contract is not null),
    meant as (
      select contract from paid union select contract from named union select unnest(${[...also]}::text[])
      union select r.contract from b_receivable_ledger r
        where ${OPEN} and (${UNPAID} = any(${amounts}::numeric[]) or r.receivable_no = any(${codes}::text[]))
      union select c.code from contract c where c.kind <> '外包合同' and (c.code = any(${codes}::text[]) or c.project_code = any(${codes}::text[])))
    select c.code as contract, c.project_code as project, c.party_a as customer, p.manager::text as manager,
      coalesce((select json_agg(distinct n.name) from named n where n.contract = c.code), '[]') as names,
      coalesce((select json_agg(distinct a.account) from paid a where a.contract = c.code), '[]') as accounts,
      coalesce((select json_agg(json_build_object('id', r.id::text, 'no', r.receivable_no, 'due', r.due_date, 'unpaid', (${UNPAID})::text)
        order by r.due_date nulls last, r.id) from b_receivable_ledger r where r.contract = c.code and ${OPEN}), '[]') as open
    from contract c join project p on p.code = c.project_code where c.code in (select contract from meant where contract is not null)
    order by c.code`.execute(db);
  return rows.map((row) => ({ ...row, names: new Set(row.names), accounts: new Set(row.accounts) }));
}

/** References of an account that are registered already, also as drafts. */
export async function knownSerials(
  db: Db | Tx,
  account: string,
  serials: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ serial: string }>`
    select bank_serial as serial from f_payment_received where our_account = ${account} and bank_serial = any(${[...serials]}::text[])
      and status not in ('rejected', 'cancelled')
    union select bank_serial from b_receipt_ledger where not voided and account = ${account} and bank_serial = any(${[...serials]}::text[])`.execute(
    db,
  );
  return new Set(rows.map((row) => row.serial));
}
