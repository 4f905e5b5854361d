/** What reimbursements and repayments share when they bring a loan down. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { postBudget } from './budget.ts';
import { minus } from './money.ts';
import type { Source } from './source.ts';

/** The budget subject that loans are charged to. */
export const LOAN_SUBJECT = '个人借款';

/** Somebody else's loan is not to be brought down. @throws invalid at `path` */
export async function demandOwnLoan(tx: Tx, loan: string, borrower: string, path: string): Promise<void> {
  const { rows } =
    await sql`select 1 from borrowing_ledger where borrowing_id = ${loan} and borrower = ${borrower} and voided_at is null`.execute(
      tx,
    );
  if (rows.length === 0) throw invalid([{ path, message: '只能选本人已付款且未清的借款单' }]);
}

/** The budget that the loan used gets back what was repaid or claimed. */
export async function giveBackLoanBudget(tx: Tx, loan: string, amount: string, source: Source): Promise<void> {
  const { rows } = await sql<{ owner_kind: 'project' | 'dept'; owner_code: string; budget_month: string }>`
    select owner_kind, owner_code, budget_month from borrowing_ledger where borrowing_id = ${loan}`.execute(tx);
  const row = rows[0];
  if (row)
    await postBudget(
      tx,
      { ownerKind: row.owner_kind, ownerCode: row.owner_code, month: row.budget_month, subject: LOAN_SUBJECT },
      { used: minus('0', amount) },
      source,
      '冲回个人借款已用',
    );
}

/** Marks a loan cleared once nothing is left, and open again when something is; with it goes who is reminded of it. */
export async function clearLoan(tx: Tx, loan: string): Promise<void> {
  await sql`update borrowing_ledger set cleared_at = case when claimed + returned = paid then coalesce(cleared_at, app_now()) end
    where borrowing_id = ${loan}`.execute(tx);
  await keepOneReminder(tx, loan);
}

/** Days before its due day on which a loan is first spoken of. */
export const REMIND_BEFORE = 7;

/** Of the reminders that a loan and its extensions left, the one of the term that holds rings, and only while something is owed. */
export async function keepOneReminder(tx: Tx, loan: string): Promise<void> {
  await sql`update reminder r set ended_at = case
      when l.cleared_at is null and l.voided_at is null and r.on_day = l.due_date - ${REMIND_BEFORE}::integer and f.status in ('running', 'approved')
      then null else coalesce(r.ended_at, app_now()) end
    from borrowing_ledger l, f_borrowing f
    where l.borrowing_id = ${loan} and r.source_module = 'borrowing' and r.source_effect = 'borrowing.remindClear' and f.id = r.source_id
      and (f.id = l.borrowing_id or f.origin = l.borrowing_id)`.execute(tx);
}

/** The term of a loan without what one extension changed: that of the latest other extension that stands, else its own. */
export async function termWithout(tx: Tx, loan: string, extension: string): Promise<string> {
  const { rows } = await sql<{ due: string }>`select coalesce(
      (select e.new_due from f_borrowing e join effect_log x on x.module_id = 'borrowing' and x.biz_id = e.id and x.effect = 'borrowing.extend'
        where e.origin = l.id and e.loan_action = '展期' and e.id <> ${extension} and x.reversed_at is null order by x.id desc limit 1),
      l.expect_clear)::text as due from f_borrowing l where l.id = ${loan}`.execute(tx);
  return rows[0]?.due ?? '';
}
