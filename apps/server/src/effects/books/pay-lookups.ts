/** What payments are told of advances, of invoices that are registered already, and of quotas; and who may use a registered invoice. */
import { payBalance } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { heldByOthers } from './held.ts';
import type { Lookup, LookupEnv, Lookups } from './lookup.ts';
import { minus } from './money.ts';
import type { Source } from './source.ts';

const me = (env: LookupEnv): Source => ({ module: env.moduleId, id: env.businessId ?? '0' });

type Column = 'claimPending' | 'claimed' | 'returnPending' | 'returned' | 'ticketPending' | 'ticketed';

const ofPayment =
  (...plus: readonly Column[]): Lookup =>
  async (tx, payment, env) =>
    payment === null
      ? null
      : heldByOthers(tx, payBalance, me(env), { plus, where: 'm.payment = $3::bigint', values: [payment] });

export interface Registered {
  readonly id: string;
  readonly no: string;
  readonly sellerTaxNo: string;
  readonly state: string;
  readonly amount: string;
  /** Paid with by others, under way or done: all of it where what registered it pays it as well. */
  readonly used: string;
  /** Taken back by red invoices of others. */
  readonly reversed: string;
}

/** A registered invoice as another record finds it; locked with `lock`, so that two cannot use the same rest. */
export async function registered(tx: Tx, id: string, except: Source, lock = false): Promise<Registered | undefined> {
  if (lock) await sql`select 1 from invoice_register where id = ${id} for update`.execute(tx);
  const uses = (kind: '付款' | '红冲') => sql`coalesce((select sum(u.amount) from b_invoice_use u
    where u.invoice = i.id and u.kind = ${kind} and not u.voided
      and not (u.source_module = ${except.module} and u.source_id = ${except.id}::bigint)), 0)`;
  // Payments settle their own papers. What came with an advance may be referred to once that is claimed; an invoice of building works
  // is paid by its application, except on contracts that are paid here.
  const { rows } =
    await sql<Registered>`select i.id::text, i.invoice_no as no, i.seller_tax_no as "sellerTaxNo", i.state,
      (i.net + i.tax)::text as amount, ${uses('红冲')}::numeric(18,2)::text as reversed,
      (case
        when i.source_module in ('payment', 'expenseReimbursement', 'quotaReimburse') then i.net + i.tax
        when i.source_module = 'paymentNotEnergy' and not exists (select from f_payment_not_energy p
          where p.id = i.source_id and p.pay_nature in ('预付款', '补票登记')) then i.net + i.tax
        when i.source_module = 'purchaseInvoice' and not exists (select from f_purchase_invoice p
          join b_project_contract c on c.id = p.project_contract
          join b_buyer_contract b on b.contract_no = c.document and not b.voided and b.pay_channel = '非能源付款'
          where p.id = i.source_id) then i.net + i.tax
        else ${uses('付款')} end)::numeric(18,2)::text as used
    from invoice_register i where i.id = ${id}`.execute(tx);
  return rows[0];
}

const ofInvoice =
  (value: (invoice: Registered) => string): Lookup =>
  async (tx, id, env) => {
    const invoice = id === null ? undefined : await registered(tx, id, me(env));
    return invoice === undefined ? null : value(invoice);
  };

/** Claims of the same month on a quota, those under way among them. */
const monthClaims: Lookup = async (tx, account, env) => {
  const month = env.record.quotaMonth;
  if (account === null || typeof month !== 'string') return null;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from f_quota_reimburse
    where quota_account = ${account} and quota_month = ${month} and quota_action = '额度内报销'
      and status in ('running', 'returned', 'approved') and id <> ${env.businessId ?? '0'}`.execute(tx);
  return rows[0]?.n ?? 0;
};

/** What was paid on behalf of the form's unit in its project and has not come back. */
const unrecovered: Lookup = async (tx, _value, { record, moduleId, businessId }) => {
  const { project, behalfName } = record;
  if (typeof project !== 'string' || typeof behalfName !== 'string') return null;
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount - coalesce(cancelled, 0) - coalesce(written, 0)), 0)::numeric(18,2)::text as sum from b_receivable_ledger
    where source_kind in ('代缴费用', '代垫费用') and project = ${project} and customer_name = ${behalfName} and not voided
      and not (source_module = ${moduleId} and source_id = ${businessId ?? '0'}::bigint)`.execute(tx);
  return rows[0]?.sum ?? '0.00';
};

export const NOT_ENERGY_LOOKUPS: Lookups = {
  behalf: { unrecovered },
  paymentNotEnergy: {
    claimedAmount: ofPayment('claimPending', 'claimed'),
    returnedAmount: ofPayment('returnPending', 'returned'),
    ticketedAmount: ofPayment('ticketPending', 'ticketed'),
  },
  invoiceRegister: {
    amount: ofInvoice((invoice) => invoice.amount),
    usedAmount: ofInvoice((invoice) => invoice.used),
    redLeft: ofInvoice((invoice) => minus(invoice.amount, invoice.reversed)),
  },
  quotaAccount: { monthClaims },
};
