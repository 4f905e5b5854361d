/**
 * The tax of an advance's invoices, which may come before, between or after the bills that are set against it. Each pair of a bill and an invoice takes
 * its share of tax off the cost, booked by whichever of the two was approved last; a void of either takes that share back.
 */
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { payment } from '@hengneng/forms';
import type { Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import { bookProjectCost } from '../books/costs.ts';
import { positive, total } from '../books/money.ts';

type Payment = Recorded<typeof payment>;

/** Of a tax that came with an advance's invoices, what belongs to a part of the advance. */
const partOf = (tax: string, part: string, whole: string): string =>
  positive(whole) ? Big(tax).times(part).div(whole).toFixed(2) : '0';

/**
 * What an invoice that came late takes off the cost that its bill was booked with, tax included until then. An advance is cost only as far as bills were
 * set against it; the rest of its tax is taken off by those that follow (`advanceRelief`).
 */
export async function lateRelief(
  tx: Tx,
  record: Payment,
): Promise<{ readonly account: string; readonly amount: string }> {
  const { rows } = await sql<{ subject: string; paid: string | null; claims: readonly string[] }>`
    select p.budget_subject as subject, a.paid::text as paid, array(select o.advance_offset::text from f_payment o
      where o.origin = p.id and o.pay_kind = '预付冲抵' and o.status = 'approved' order by o.id) as claims
    from f_payment p left join advance_ledger a on a.payment_id = p.id where p.id = ${record.origin}`.execute(tx);
  const [origin] = rows;
  if (!origin) throw refused('原付款单不存在');
  const { subject, paid, claims } = origin;
  const tax = record.deductTotal ?? '0';
  return { account: subject, amount: paid === null ? tax : total(claims.map((claim) => partOf(tax, claim, paid))) };
}

/** The tax of an advance's invoices, those that came late included, as far as the bill at hand is set against it. */
export async function advanceRelief(tx: Tx, record: Payment): Promise<string> {
  const { rows } = await sql<{ tax: string; paid: string }>`
    select sum(r.deductible)::text as tax, a.paid::text as paid
    from advance_ledger a
    join f_payment p on p.id = a.payment_id or (p.origin = a.payment_id and p.pay_kind = '补票登记')
    join invoice_register r on r.source_module = 'payment' and r.source_id = p.id and r.state = 'used'
    where a.payment_id = ${record.origin} group by a.paid, p.id`.execute(tx);
  return total(rows.map(({ tax, paid }) => partOf(tax, record.advanceOffset ?? '0', paid)));
}

/** A bill or an invoice of an advance that is made void: what those approved after it took off on its account is cost again. */
export async function restoreShares(tx: Tx, record: Payment): Promise<void> {
  const late = record.payKind === '补票登记';
  if (!late && record.payKind !== '预付冲抵') return;
  const { rows } = await sql<{
    id: string;
    project: string;
    month: string;
    account: string;
    tax: string | null;
    part: string | null;
    paid: string;
  }>`select o.id::text, o.project, o.cost_month as month, case when ${late} then o.budget_subject else p.budget_subject end as account,
      o.deduct_total::text as tax, o.advance_offset::text as part, a.paid::text as paid
    from advance_ledger a join f_payment p on p.id = a.payment_id
    join f_payment o on o.origin = a.payment_id and o.pay_kind = ${late ? '预付冲抵' : '补票登记'}
    join effect_log x on x.module_id = 'payment' and x.biz_id = o.id and x.effect = 'payment.cost' and x.reversed_at is null
    where a.payment_id = ${record.origin} and x.id > (select max(id) from effect_log
      where module_id = 'payment' and biz_id = ${record.id} and effect = 'payment.cost')
    order by x.id`.execute(tx);
  for (const { id, project, month, account, paid, ...of } of rows) {
    const [tax, part] = late ? [record.deductTotal, of.part] : [of.tax, record.advanceOffset];
    const amount = partOf(tax ?? '0', part ?? '0', paid);
    await bookProjectCost(tx, project, month, [{ account, amount }], { module: 'payment', id });
  }
}
