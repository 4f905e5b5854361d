import type { expenseReimbursement } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { postBalance, settleBalance, undoBalance } from '../books/balances.ts';
import { payOut, reversePay } from '../books/bank.ts';
import { type BudgetKey, postBudget, releaseBudget, spendBudget, undoBudget } from '../books/budget.ts';
import { bookDeptCost, bookProjectCost, reverseCosts } from '../books/costs.ts';
import { holdInvoices, invoiceLines, releaseInvoices, unuseInvoices, useInvoices } from '../books/invoices.ts';
import { clearLoan, demandOwnLoan, giveBackLoanBudget } from '../books/loans.ts';
import { minus, plus, positive, totalsBy } from '../books/money.ts';
import { monthOf } from '../books/source.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type Claim = Recorded<typeof expenseReimbursement>;

const source = (record: Claim) => ({ module: 'expenseReimbursement', id: record.id }) as const;
const budgetKey = (record: Claim, subject: string): BudgetKey => ({
  ownerKind: record.bearer === '项目' ? 'project' : 'dept',
  ownerCode: record.bearer === '项目' ? (record.project ?? '') : record.dept,
  month: record.budgetMonth,
  subject,
});

/** What is claimed, by subject; travel allowances belong to 差旅费. */
function claimedBySubject(record: Claim): Map<string, string> {
  const totals = totalsBy(
    record.expenses,
    (row) => row.subject,
    (row) => row.expenseAmount,
  );
  if (positive(record.allowanceTotal))
    totals.set('差旅费', plus(totals.get('差旅费') ?? '0', record.allowanceTotal ?? '0'));
  return totals;
}

const cutBySubject = (record: Claim): Map<string, string> =>
  totalsBy(
    record.cuts,
    (row) => row.cutSubject,
    (row) => row.cutAmount,
  );

function approvedBySubject(record: Claim): Map<string, string> {
  const totals = claimedBySubject(record);
  for (const [subject, cut] of cutBySubject(record)) totals.set(subject, minus(totals.get(subject) ?? '0', cut));
  return totals;
}

const CONTROLLED = ['业务招待', '车辆交通'] as const;

async function addControlTotals(tx: Tx, record: Claim, sign: 1 | -1): Promise<void> {
  const key = budgetKey(record, '');
  const year = Number(record.costMonth.slice(0, 4));
  const rows = [...approvedBySubject(record)]
    .filter(([subject]) => CONTROLLED.some((name) => name === subject))
    .map(
      ([subject, amount]) =>
        sql`(${key.ownerKind}, ${key.ownerCode}, ${year}::integer, ${subject}, ${amount}::numeric * ${sign}::integer)`,
    );
  if (rows.length > 0)
    await sql`insert into control_total (owner_kind, owner_code, year, subject, amount) values ${sql.join(rows)}
      on conflict (owner_kind, owner_code, year, subject) do update set amount = control_total.amount + excluded.amount`.execute(
      tx,
    );
}

export const expenseReimbursementEffects: EffectsOf<'expenseReimbursement', Claim> = {
  'expenseReimbursement.reserve': {
    async apply(tx, { record }) {
      for (const [subject, amount] of claimedBySubject(record))
        await postBudget(tx, budgetKey(record, subject), { reserved: amount }, source(record), '费用报销占用');
      await holdInvoices(tx, invoiceLines(record.invoices), source(record));
      for (const [index, offset] of record.offsets.entries()) {
        await demandOwnLoan(tx, offset.loan, record.claimer, `offsets[${index}].loan`);
        await postBalance(
          tx,
          'borrowing',
          offset.loan,
          { claim_pending: offset.offsetAmount },
          source(record),
          '报销冲抵在途',
        );
      }
    },
    async reverse(tx, { record }) {
      await releaseBudget(tx, source(record), '释放占用');
      await releaseInvoices(tx, source(record));
      await undoBalance(tx, 'borrowing', source(record), '冲回在途');
    },
  },
  'expenseReimbursement.cut': {
    async apply(tx, { record, log }) {
      const cuts = cutBySubject(record);
      const claimed = claimedBySubject(record);
      for (const [subject, cut] of cuts) {
        if (positive(minus(cut, claimed.get(subject) ?? '0')))
          throw invalid([{ path: 'cuts', message: `「${subject}」核减金额超过该科目的报销金额` }]);
        await postBudget(tx, budgetKey(record, subject), { reserved: minus('0', cut) }, source(record), '财务核减');
      }
      log(Object.fromEntries(cuts));
    },
    async reverse(tx, { record, logged }) {
      for (const [subject, cut] of Object.entries(logged))
        await postBudget(tx, budgetKey(record, subject), { reserved: cut }, source(record), '恢复核减');
    },
  },
  'expenseReimbursement.pay': {
    async apply(tx, { record }) {
      await spendBudget(tx, source(record), '报销付款');
      await payOut(tx, {
        serial: record.bankSerial,
        direction: 'out',
        amount: record.paidAmount,
        day: record.payDate,
        counterparty: record.receiveName,
        source: source(record),
      });
    },
    async reverse(tx, { record }) {
      await reversePay(tx, source(record));
      await undoBudget(tx, source(record), '报销作废');
    },
  },
  'expenseReimbursement.settleOffsets': {
    async apply(tx, { record }) {
      // Fully offset claims have nothing to pay and never reach the cashier.
      await spendBudget(tx, source(record), '报销全额冲抵');
      await settleBalance(tx, 'borrowing', source(record), '报销冲抵');
      for (const offset of record.offsets) {
        await giveBackLoanBudget(tx, offset.loan, offset.offsetAmount, source(record));
        await clearLoan(tx, offset.loan);
      }
    },
    async reverse(tx, { record }) {
      await undoBudget(tx, source(record), '报销作废');
      await undoBalance(tx, 'borrowing', source(record), '报销作废');
      for (const offset of record.offsets) await clearLoan(tx, offset.loan);
    },
  },
  'expenseReimbursement.invoices': {
    apply: (tx, { record, now }) => useInvoices(tx, source(record), monthOf(now)),
    reverse: (tx, { record, now }) => unuseInvoices(tx, source(record), monthOf(now)),
  },
  'expenseReimbursement.cost': {
    async apply(tx, { record }) {
      const lines = [...approvedBySubject(record)].map(([account, amount]) => ({ account, amount }));
      lines.push({ account: '可抵扣进项税', amount: minus('0', record.deductTaxTotal ?? '0') });
      if (record.bearer === '项目')
        await bookProjectCost(tx, record.project ?? '', record.costMonth, lines, source(record));
      else await bookDeptCost(tx, record.dept, record.costMonth, lines, source(record));
    },
    reverse: (tx, { record }) => reverseCosts(tx, source(record)),
  },
  'expenseReimbursement.controlTotals': {
    apply: (tx, { record }) => addControlTotals(tx, record, 1),
    reverse: (tx, { record }) => addControlTotals(tx, record, -1),
  },
};
