import type { borrowing } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import { postBalance, settleBalance, undoBalance } from '../books/balances.ts';
import { payOut, reversePay } from '../books/bank.ts';
import { type BudgetKey, postBudget, releaseBudget, spendBudget, undoBudget } from '../books/budget.ts';
import {
  clearLoan,
  demandOwnLoan,
  giveBackLoanBudget,
  keepOneReminder,
  LOAN_SUBJECT,
  REMIND_BEFORE,
  termWithout,
} from '../books/loans.ts';
import { deductFromPay, undoDeduction } from '../books/payroll.ts';
import { minus, positive } from '../books/money.ts';
import { monthOf } from '../books/source.ts';
import { deptManagerOf } from '../kit/people.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type Borrowing = Recorded<typeof borrowing>;

const source = (record: Borrowing) => ({ module: 'borrowing', id: record.id }) as const;
const budgetKey = (record: Borrowing): BudgetKey => ({
  ownerKind: 'dept',
  ownerCode: record.dept,
  month: record.budgetMonth ?? '',
  subject: LOAN_SUBJECT,
});

async function lend(tx: Tx, record: Borrowing): Promise<void> {
  const cut = minus(record.applyTotal ?? '0', record.approvedAmount ?? '0');
  if (positive(cut)) await postBudget(tx, budgetKey(record), { reserved: minus('0', cut) }, source(record), '财务核减');
  await spendBudget(tx, source(record), '借款付款');
  await sql`insert into borrowing_ledger (borrowing_id, borrower, loan_kind, paid, due_date, owner_kind, owner_code, budget_month)
    values (${record.id}, ${record.borrower}, ${record.loanKind}, ${record.paidAmount}, ${record.expectClear}, 'dept', ${record.dept},
      ${record.budgetMonth})`.execute(tx);
}

async function takeBackLoan(tx: Tx, record: Borrowing): Promise<void> {
  const { rows } = await sql`update borrowing_ledger set voided_at = app_now() where borrowing_id = ${record.id}
    and claim_pending + claimed + return_pending + returned = 0 returning 1`.execute(tx);
  if (rows.length === 0) throw refused('该借款已有冲抵或还款，不能作废');
}

const nameOf = async (tx: Tx, user: string): Promise<string> =>
  (await sql<{ name: string }>`select user_name as name from app_user where id = ${user}`.execute(tx)).rows[0]?.name ??
  '';

/** The number that people know the loan by: an extension is not one of its own. */
const loanNo = async (tx: Tx, record: Borrowing): Promise<string> =>
  (await sql<{ no: string }>`select serial as no from f_borrowing where id = ${record.origin ?? record.id}`.execute(tx))
    .rows[0]?.no ?? '';

export const borrowingEffects: EffectsOf<'borrowing', Borrowing> = {
  'borrowing.reserve': {
    async apply(tx, { record }) {
      if (record.loanAction === '借款')
        await postBudget(tx, budgetKey(record), { reserved: record.applyTotal ?? '0' }, source(record), '借款占用');
      if (record.loanAction !== '借款' && record.origin)
        await demandOwnLoan(tx, record.origin, record.borrower, 'origin');
      if (record.loanAction === '还款' && record.origin)
        await postBalance(
          tx,
          'borrowing',
          record.origin,
          { return_pending: record.returnAmount ?? '0' },
          source(record),
          '还款在途',
        );
    },
    async reverse(tx, { record }) {
      await releaseBudget(tx, source(record), '释放占用');
      await undoBalance(tx, 'borrowing', source(record), '冲回在途');
    },
  },
  'borrowing.settle': {
    async apply(tx, { record }) {
      if (record.loanAction === '借款') await lend(tx, record);
      if (record.loanAction === '还款' && record.origin) {
        await settleBalance(tx, 'borrowing', source(record), '还款');
        await giveBackLoanBudget(tx, record.origin, record.returnAmount ?? '0', source(record));
        await clearLoan(tx, record.origin);
      }
      if (record.loanAction === '还款' && record.returnMode === '工资扣款')
        await deductFromPay(tx, source(record), {
          person: record.borrower,
          month: monthOf(record.payDate ?? ''),
          amount: record.paidAmount,
          reason: '归还借款',
        });
      else
        await payOut(tx, {
          serial: record.bankSerial,
          direction: record.loanAction === '借款' ? 'out' : 'in',
          amount: record.paidAmount,
          day: record.payDate,
          counterparty: record.receiveName ?? '借款人',
          source: source(record),
        });
    },
    async reverse(tx, { record }) {
      if (record.loanAction === '借款') await takeBackLoan(tx, record);
      await reversePay(tx, source(record));
      await undoDeduction(tx, source(record));
      await undoBudget(tx, source(record), '借款作废');
      await undoBalance(tx, 'borrowing', source(record), '借款作废');
      if (record.origin) await clearLoan(tx, record.origin);
    },
  },
  'borrowing.extend': {
    async apply(tx, { record }) {
      if (record.loanAction !== '展期' || !record.origin) return;
      const { rows } =
        await sql`update borrowing_ledger set due_date = ${record.newDue}, extend_times = extend_times + 1
        where borrowing_id = ${record.origin} and cleared_at is null and voided_at is null returning 1`.execute(tx);
      if (rows.length === 0) throw refused('原借款单已清账或尚未付款，不能展期');
    },
    async reverse(tx, { record }) {
      if (record.loanAction !== '展期' || !record.origin) return;
      await sql`update borrowing_ledger set due_date = ${await termWithout(tx, record.origin, record.id)}, extend_times = extend_times - 1
        where borrowing_id = ${record.origin}`.execute(tx);
      await keepOneReminder(tx, record.origin);
    },
  },
  'borrowing.remindClear': {
    async apply(tx, { record, services }) {
      const due =
        record.loanAction === '借款' ? record.expectClear : record.loanAction === '展期' ? record.newDue : null;
      if (!due) return;
      const manager = await deptManagerOf(tx, record.borrower);
      await services.remind({
        on: due,
        daysBefore: REMIND_BEFORE,
        everyDays: 7,
        to: [...new Set([record.borrower, ...(manager === null ? [] : [manager])])],
        title: `${await nameOf(tx, record.borrower)}的借款${await loanNo(tx, record)}请在${due}前清账`,
      });
      await keepOneReminder(tx, record.origin ?? record.id);
    },
    reverse: (_tx, { services }) => services.takeBack(),
  },
};
