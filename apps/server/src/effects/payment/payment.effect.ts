import type { payment } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { settleBalance, postBalance, undoBalance } from '../books/balances.ts';
import { payOut, reversePay } from '../books/bank.ts';
import { type BudgetKey, postBudget, releaseBudget, spendBudget, undoBudget } from '../books/budget.ts';
import { matchEnergy } from '../books/energy-costs.ts';
import { demandSupplier } from '../books/energy-suppliers.ts';
import { holdInvoices, invoiceLines, releaseInvoices, unuseInvoices, useInvoices } from '../books/invoices.ts';
import { minus, plus, positive, totalsBy } from '../books/money.ts';
import { monthOf } from '../books/source.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { effect, undoing } from '../kit/effect.ts';
import { advanceRelief, lateRelief, restoreShares } from './advance-tax.ts';

type Payment = Recorded<typeof payment>;

const source = (record: { readonly id: string }) => ({ module: 'payment', id: record.id }) as const;
const budgetKey = (record: Payment): BudgetKey => ({
  ownerKind: 'project',
  ownerCode: record.project,
  month: record.payMonth,
  subject: record.budgetSubject,
});

/** Advances and late invoices belong to a paid form of the same supplier and project. */
async function demandSamePayee(tx: Tx, record: Payment): Promise<void> {
  const { rows } =
    await sql`select 1 from f_payment where id = ${record.origin} and payee_account = ${record.payeeAccount}
    and project = ${record.project} and status = 'approved'`.execute(tx);
  if (rows.length === 0) throw invalid([{ path: 'origin', message: '只能选同一项目、同一供能单位已付款的单' }]);
}

/** The budget that the original payment used gets back what its supplier paid back. */
async function giveBackToOrigin(tx: Tx, record: Payment): Promise<void> {
  const { rows } = await sql<{ project: string; pay_month: string; budget_subject: string }>`
    select project, pay_month, budget_subject from f_payment where id = ${record.origin}`.execute(tx);
  const origin = rows[0];
  if (!origin) throw refused('原付款单不存在');
  await postBudget(
    tx,
    { ownerKind: 'project', ownerCode: origin.project, month: origin.pay_month, subject: origin.budget_subject },
    { used: minus('0', record.refundAmount ?? '0') },
    source(record),
    '预付退回冲减已用',
  );
}

/** Invoices that came after the money, or, negative, are taken back: whoever promised the rest is reminded while there is one. */
async function receiveTickets(tx: Tx, payment: string | null, amount: string): Promise<void> {
  await sql`with t as (
      update open_ticket set received = received + ${amount}::numeric,
        closed_at = case when received + ${amount}::numeric = amount then app_now() end
      where payment_id = ${payment} returning payment_id, closed_at)
    update reminder r set ended_at = case when t.closed_at is not null then coalesce(r.ended_at, app_now())
        when r.last_sent_on is null then null else r.ended_at end
      from t where r.source_module = 'payment' and r.source_effect = 'payment.openTickets' and r.source_id = t.payment_id`.execute(
    tx,
  );
}

/** The account whose period was paid before, where the database refused a second payment. */
const paidAccount = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && error.code === '23P01' && 'detail' in error
    ? (/=\([^,]*, (.*?), [[(]/.exec(String(error.detail))?.[1] ?? '')
    : null;

export const paymentEffects: EffectsOf<'payment', Payment> = {
  'payment.reserve': {
    async apply(tx, { record }) {
      await demandSupplier(tx, record.payeeAccount, record.energyType);
      if (positive(record.payTotal))
        await postBudget(tx, budgetKey(record), { reserved: record.payTotal ?? '0' }, source(record), '能源付款占用');
      await holdInvoices(tx, invoiceLines(record.invoices), source(record));
      if (record.origin) await demandSamePayee(tx, record);
      if (record.origin)
        await postBalance(
          tx,
          'advance',
          record.origin,
          { claim_pending: record.advanceOffset ?? '0', return_pending: record.refundAmount ?? '0' },
          source(record),
          record.payKind,
        );
    },
    async reverse(tx, { record }) {
      await releaseBudget(tx, source(record), '释放占用');
      await releaseInvoices(tx, source(record));
      await undoBalance(tx, 'advance', source(record), '冲回在途');
    },
  },
  'payment.cut': {
    async apply(tx, { record, log }) {
      const cut = minus(record.payTotal ?? '0', record.approvedAmount ?? '0');
      if (!positive(cut) || !positive(record.payTotal)) return;
      await postBudget(tx, budgetKey(record), { reserved: minus('0', cut) }, source(record), '财务核减');
      log({ cut });
    },
    async reverse(tx, { record, logged }) {
      const cut = logged.cut;
      if (cut) await postBudget(tx, budgetKey(record), { reserved: cut }, source(record), '恢复核减');
    },
  },
  'payment.pay': {
    async apply(tx, { record }) {
      await spendBudget(tx, source(record), '能源付款');
      const refund = record.payKind === '预付退回';
      await payOut(tx, {
        serial: record.bankSerial,
        account: record.payAccount,
        direction: refund ? 'in' : 'out',
        amount: record.paidAmount,
        day: record.payDate,
        counterparty: record.payeeName,
        source: source(record),
      });
      if (refund) await giveBackToOrigin(tx, record);
      if (record.payKind === '预付充值')
        await sql`insert into advance_ledger (payment_id, payee_account_id, paid)
          values (${record.id}, ${record.payeeAccount}, ${record.paidAmount})`.execute(tx);
    },
    async reverse(tx, { record }) {
      if (record.payKind === '预付充值') {
        const { rows } = await sql`delete from advance_ledger where payment_id = ${record.id}
          and claim_pending + claimed + return_pending + returned = 0 returning 1`.execute(tx);
        if (rows.length === 0) throw refused('该预付款已有冲抵或退回，不能作废');
      }
      await reversePay(tx, source(record));
      await undoBudget(tx, source(record), '付款作废');
    },
  },
  'payment.invoices': {
    async apply(tx, { record, now }) {
      await useInvoices(tx, source(record), monthOf(now));
      // Offsets that leave nothing to pay never reach the cashier, so they are settled here for all.
      await settleBalance(tx, 'advance', source(record), record.payKind);
    },
    async reverse(tx, { record, now }) {
      await unuseInvoices(tx, source(record), monthOf(now));
      await undoBalance(tx, 'advance', source(record), '付款作废');
    },
  },
  'payment.cost': undoing(
    effect(async ({ record, projectCost, ...w }) => {
      if (record.payKind === '补票登记') {
        const { account, amount } = await lateRelief(w.tx, record);
        await projectCost(record.project, record.costMonth, { account, amount: minus('0', amount) });
        return;
      }
      const relief = record.payKind === '预付冲抵' ? await advanceRelief(w.tx, record) : '0';
      const bill = minus(record.billTotal ?? '0', record.lateFeeTotal ?? '0');
      const confirmed = await matchEnergy(w, {
        project: record.project,
        month: record.costMonth,
        subject: record.budgetSubject,
        by: '付款',
        amount: bill,
        document: record.serial ?? '',
      });
      await projectCost(
        record.project,
        record.costMonth,
        {
          account: record.budgetSubject,
          amount: positive(record.billTotal)
            ? minus(minus(bill, plus(record.deductTotal ?? '0', relief)), confirmed)
            : null,
          quantity: positive(confirmed) ? null : record.quantityTotal,
        },
        { account: '营业外支出-违约金', amount: record.lateFeeTotal },
      );
    }),
    (tx, { record }) => restoreShares(tx, record),
  ),
  'payment.energyLedger': {
    async apply(tx, { record }) {
      const account = (meter: Payment['meters'][number]): string => meter.accountNo;
      const quantities = totalsBy(record.meters, account, (meter) => meter.quantity);
      const amounts = totalsBy(record.meters, account, (meter) => meter.amount);
      const rows = [...quantities].map(
        ([accountNo, quantity]) => sql`(${record.id}, ${record.payeeAccount}, ${accountNo},
          daterange(${record.periodStart}, ${record.periodEnd}, '[]'), ${record.energyType}, ${record.project}, ${quantity},
          ${amounts.get(accountNo) ?? '0'}, ${record.payKind === '调价误抄补差'})`,
      );
      if (rows.length === 0) return;
      try {
        await sql`insert into energy_payment_ledger
            (payment_id, payee_account_id, account_no, period, energy_type, project_code, quantity, amount, correction)
          values ${sql.join(rows)}`.execute(tx);
      } catch (error) {
        const paid = paidAccount(error);
        if (paid !== null) throw refused(`户号${paid}在该账期已付过款，补差请选调价误抄补差`);
        throw error;
      }
    },
    async reverse(tx, { record }) {
      await sql`update energy_payment_ledger set voided = true where payment_id = ${record.id}`.execute(tx);
    },
  },
  'payment.openTickets': {
    async apply(tx, { record, services }) {
      if (record.payKind === '补票登记') {
        await receiveTickets(tx, record.origin, record.invoiceTotal ?? '0');
        return;
      }
      const open = minus(record.payTotal ?? '0', record.invoiceTotal ?? '0');
      const awaits =
        record.invoiceMode === '先款后票' || (record.payKind === '预付充值' && record.invoiceMode !== '充值时已开票');
      if (!awaits || !positive(open) || record.invoiceMode === '不涉及' || record.invoiceMode === '供能单位只开收据')
        return;
      await sql`insert into open_ticket (payment_id, amount, deadline) values (${record.id}, ${open}, ${record.ticketDeadline})`.execute(
        tx,
      );
      if (record.ticketDeadline)
        await services.remind({
          on: record.ticketDeadline,
          to: [record.applicant],
          title: `请补交${record.payeeName}的发票，未到票${open}元`,
        });
    },
    async reverse(tx, { record, services }) {
      if (record.payKind === '补票登记') {
        await receiveTickets(tx, record.origin, minus('0', record.invoiceTotal ?? '0'));
        return;
      }
      const { rows } = await sql<{ received: string }>`select received::text from open_ticket
        where payment_id = ${record.id} and received > 0`.execute(tx);
      if (rows[0]) throw refused(`该付款已补票${rows[0].received}元，请先作废补票登记`);
      await sql`delete from open_ticket where payment_id = ${record.id}`.execute(tx);
      await services.takeBack();
    },
  },
};
