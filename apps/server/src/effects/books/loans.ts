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

/** Marks a loan cleared once nothing is left, and open again when something is. */
export async function clearLoan(tx: Tx, loan: string): Promise<void> {
  await sql`update borrowing_ledger set cleared_at = case when claimed + returned = paid then coalesce(cleared_at, app_now()) end
    where borrowing_id = ${loan}`.execute(tx);
}
