/**
 * What prefills (`from`) look up in the books. Amounts are taken anew at submit and at every step, without what the record itself holds.
 */
import { textOrNull } from '@hengneng/core';
import { ATTRIBUTES, credential } from '@hengneng/forms';
import { snakeCase } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { BUYER_LOOKUPS } from './contract-lookups.ts';
import { type BudgetKey, budgetLeft } from './budget.ts';
import { BUDGET_DRAWS } from './budget-draws.ts';
import { CHARGE_LOOKUPS } from './charge-lookups.ts';
import { CONTRACT_LOOKUPS, WARRANTY_LOOKUPS } from './contracts.ts';
import { INVOICE_LOOKUPS, PAY_LOOKUPS } from './works-pay.ts';
import { INSPECTION_LOOKUPS } from './inspection-lookups.ts';
import { energySubjectOf } from './energy-suppliers.ts';
import { heldByOthers } from './held.ts';
import { invoiceKey, otherUses } from './invoices.ts';
import { NOT_ENERGY_LOOKUPS } from './pay-lookups.ts';
import { CONFIRMED_LOOKUPS, METER_LOOKUPS } from './metering.ts';
import type { Lookup, LookupEnv, Lookups } from './lookup.ts';
import { PEOPLE_LOOKUPS } from './people-lookups.ts';
import { PLAN_LOOKUPS } from './plan-lookups.ts';
import { budgetSubjectOf, PURCHASE_LOOKUPS } from './purchase-lookups.ts';
import { LAMP_LOOKUPS } from './lamp-lookups.ts';
import { RECEIVABLE_LOOKUPS } from './receivable-lookups.ts';
import { ORDER_LINE_LOOKUPS, SITE_LOOKUPS } from './site.ts';
import { dayOf, monthOf, type Source } from './source.ts';
import { stockOf } from './stock.ts';
import { SUB_PROJECT_LOOKUPS } from './sub-projects.ts';
import { SUPPLIER_LOOKUPS } from './suppliers.ts';
import { WATER_LOOKUPS } from './water-lookups.ts';

const self = (env: LookupEnv): Source => ({ module: env.moduleId, id: env.businessId ?? '0' });

/** The owner and month whose budget a form draws on. */
function budgetOwner({ moduleId, record }: LookupEnv): Pick<BudgetKey, 'ownerKind' | 'ownerCode' | 'month'> | null {
  const draw = BUDGET_DRAWS[moduleId];
  if (!draw) return null;
  const ownerKind = draw.ownerKind(record);
  const ownerCode = textOrNull(ownerKind === 'dept' ? record.dept : record.project);
  const month = textOrNull(record[draw.month]);
  return ownerCode && month ? { ownerKind, ownerCode, month } : null;
}

/** The subject that a row or form draws on. */
const budgetSubject = ({ moduleId, record, row }: LookupEnv): string | null =>
  textOrNull(BUDGET_DRAWS[moduleId]?.subject(record, row));

const shiftMonth = (month: string, by: number): string => {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
};

/** Sum of a budget column over the months that match, for one owner (and subject, where given). */
const budgetSum =
  (what: 'approved' | 'used', months: (month: string) => { from: string; to: string }, perSubject: boolean): Lookup =>
  async (tx, _value, env) => {
    const owner = budgetOwner(env);
    const subject = budgetSubject(env);
    if (!owner || (perSubject && !subject)) return null;
    const { from, to } = months(owner.month);
    const amount = what === 'approved' ? sql`approved + appended + moved_in - moved_out` : sql`used`;
    const { rows } = await sql<{
      total: string;
    }>`select coalesce(sum(${amount}), 0)::numeric(18,2)::text as total from fund_budget_ledger
      where owner_kind = ${owner.ownerKind} and owner_code = ${owner.ownerCode} and month between ${from} and ${to}
        ${perSubject ? sql`and subject = ${subject}` : sql``}`.execute(tx);
    return rows[0]?.total ?? '0.00';
  };
const sameMonth = (by: number) => (month: string) => ({ from: shiftMonth(month, by), to: shiftMonth(month, by) });
const thisYear = (month: string) => ({ from: `${month.slice(0, 4)}-01`, to: `${month.slice(0, 4)}-12` });

/** Yearly budget of the owner: what the plan in force of a project costs, else what was laid down; unknown where there is neither. */
const yearPlan: Lookup = async (tx, _value, env) => {
  const owner = budgetOwner(env);
  if (!owner) return null;
  const year = Number(owner.month.slice(0, 4));
  const { rows } = await sql<{ amount: string | null }>`select coalesce(
      (select sum(cost) from b_year_budget where ${owner.ownerKind} = 'project' and project = ${owner.ownerCode} and year = ${year}
        and state = '执行中' and not voided),
      (select amount from year_fund_budget where owner_kind = ${owner.ownerKind} and owner_code = ${owner.ownerCode} and year = ${year})
    )::numeric(18,2)::text as amount`.execute(tx);
  return rows[0]?.amount ?? null;
};

/** Quantity that a project paid for of one kind of energy, in the latest period that ends before the given day. */
const energyQuantity =
  (yearsBack: number): Lookup =>
  async (tx, project, env) => {
    const start = textOrNull(env.record.periodStart);
    const energy = textOrNull(env.record.energyType);
    if (!project || !start || !energy) return null;
    const { rows } = await sql<{ quantity: string }>`
      select sum(quantity)::text as quantity from energy_payment_ledger
      where project_code = ${project} and energy_type = ${energy} and not voided and lower(period) = (
        select max(lower(period)) from energy_payment_ledger where project_code = ${project} and energy_type = ${energy} and not voided
          and ${yearsBack === 0 ? sql`upper(period) <= ${start}::date` : sql`period && daterange((${start}::date - make_interval(years => ${yearsBack}))::date, (${start}::date - make_interval(years => ${yearsBack}) + interval '1 month')::date)`})
      having count(*) > 0`.execute(tx);
    return rows[0]?.quantity ?? null;
  };

/** How many other claims refer to a journey or a visit. */
const claims =
  (column: 'travel_form' | 'visit_form'): Lookup =>
  async (tx, form, env) => {
    if (!form) return null;
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from f_expense_reimbursement
      where ${sql.ref(column)} = ${form} and id <> ${env.moduleId === 'expenseReimbursement' ? self(env).id : '0'}
        and status in ('running', 'approved')`.execute(tx);
    return rows[0]?.n ?? 0;
  };

/** A column of an account's balances, without what the asking record has there; 0 where the account was never paid. */
const balance =
  (book: 'advance' | 'borrowing', pending: 'claim_pending' | 'return_pending', done: 'claimed' | 'returned'): Lookup =>
  async (tx, account, env) => {
    if (!account) return null;
    const table = book === 'advance' ? sql.table('advance_ledger') : sql.table('borrowing_ledger');
    const key = book === 'advance' ? sql.ref('payment_id') : sql.ref('borrowing_id');
    const me = self(env);
    const { rows } = await sql<{ amount: string }>`
      select (${sql.ref(pending)} + ${sql.ref(done)} - coalesce((select sum(amount) from balance_entry e where e.book = ${book} and e.account_id = ${account}
        and e.column_name in (${pending}, ${done}) and e.source_module = ${me.module} and e.source_id = ${me.id}), 0))::text as amount
      from ${table} where ${key} = ${account}`.execute(tx);
    return rows[0]?.amount ?? '0.00';
  };

const loanColumn =
  (column: 'due_date' | 'extend_times' | 'paid'): Lookup =>
  async (tx, loan) => {
    const { rows } = await sql<{
      value: unknown;
    }>`select ${column === 'extend_times' ? sql`extend_times` : sql`${sql.ref(column)}::text`} as value
      from borrowing_ledger where borrowing_id = ${loan} and voided_at is null`.execute(tx);
    return rows[0]?.value ?? (column === 'paid' ? '0.00' : null);
  };

/** Loans of a person that are still open, by what is asked of them. */
const openLoans =
  (what: 'balance' | 'overdue' | 'offsetable'): Lookup =>
  async (tx, user, env) => {
    if (!user) return null;
    const me = self(env);
    const { rows } = await sql<{ balance: string; overdue: number; offsetable: string }>`
      with mine as (
        select l.*, coalesce((select sum(amount) from balance_entry e where e.book = 'borrowing' and e.account_id = l.borrowing_id
          and e.source_module = ${me.module} and e.source_id = ${me.id}), 0) as own
        from borrowing_ledger l where borrower = ${user} and cleared_at is null and voided_at is null)
      select coalesce(sum(paid - claim_pending - claimed - return_pending - returned + own), 0)::numeric(18,2)::text as balance,
        count(*) filter (where due_date < ${dayOf(env.now)}::date)::int as overdue,
        coalesce(sum(paid - claim_pending - claimed - return_pending - returned + own)
          filter (where loan_kind not in ('项目备用金', '投标保证金', '押金')), 0)::numeric(18,2)::text as offsetable
      from mine`.execute(tx);
    const row = rows[0];
    if (what === 'overdue') return row?.overdue ?? 0;
    if (what === 'offsetable') return row?.offsetable ?? '0.00';
    // Loans asked for but not paid yet count as well, or two at once would pass the limit.
    const { rows: asked } = await sql<{
      amount: string;
    }>`select coalesce(sum(apply_total), 0)::text as amount from f_borrowing
      where borrower = ${user} and loan_action = '借款' and status = 'running' and not (${me.module} = 'borrowing' and id = ${me.id})
        and not exists (select from borrowing_ledger l where l.borrowing_id = f_borrowing.id)`.execute(tx);
    const { rows: sum } = await sql<{
      total: string;
    }>`select (${row?.balance ?? '0'}::numeric + ${asked[0]?.amount ?? '0'}::numeric)::numeric(18,2)::text as total`.execute(
      tx,
    );
    return sum[0]?.total ?? '0.00';
  };

/** A column of the employee's file. */
const profile =
  (column: string): Lookup =>
  async (tx, user) => {
    const { rows } = await sql<{
      value: string | null;
    }>`select ${sql.ref(column)}::text as value from employee_profile where user_id = ${user}`.execute(tx);
    return rows[0]?.value ?? null;
  };

/** What is left this month of a project's budget for some subject, without what the asking record holds. */
const projectBudget =
  (subject: string): Lookup =>
  async (tx, project, env) => {
    if (!project) return null;
    const { budgetMonth, useMonth, planStart } = env.record;
    const month = textOrNull(budgetMonth) ?? textOrNull(useMonth) ?? monthOf(textOrNull(planStart) ?? env.now);
    return budgetLeft(tx, { ownerKind: 'project', ownerCode: project, month, subject }, self(env));
  };

const stock =
  (kind: 'chemical' | 'part'): Lookup =>
  async (tx, item, env) => {
    const project = textOrNull(env.record.project);
    return item && project ? stockOf(tx, { kind, project, item }) : null;
  };

/** Originals of a credential that are there, of the form that the row asks for. */
const inStock: Lookup = async (tx, id, env) => {
  const form = textOrNull(env.row?.borrowForm);
  if (id === null || (form !== '正本原件' && form !== '副本原件')) return null;
  return Number(
    await heldByOthers(tx, credential, self(env), {
      plus: [form === '正本原件' ? 'originalQty' : 'duplicateQty'],
      minus: [form === '正本原件' ? 'originalOut' : 'duplicateOut'],
      where: "m.id = $3::bigint and m.state in ('在库', '借出')",
      values: [id],
      type: 'integer',
    }),
  );
};

const OWN: Lookups = {
  fundBudgetLedger: {
    async left(tx, _value, env) {
      const owner = budgetOwner(env);
      const subject = budgetSubject(env);
      return owner && subject ? budgetLeft(tx, { ...owner, subject }, self(env)) : null;
    },
    async monthCount(tx, _value, env) {
      const owner = budgetOwner(env);
      if (!owner) return null;
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from f_fund_budget
        where budget_kind = '月度预算' and budget_month = ${owner.month} and status in ('running', 'returned', 'approved') and id <> ${self(env).id}
          and ${owner.ownerKind === 'project' ? sql`owner_type = '项目' and project = ${owner.ownerCode}` : sql`owner_type = '部门' and dept = ${owner.ownerCode}`}`.execute(
        tx,
      );
      return rows[0]?.n ?? 0;
    },
    yearBudget: yearPlan,
    yearApproved: budgetSum('approved', thisYear, false),
    lastMonthApproved: budgetSum('approved', sameMonth(-1), false),
    lastMonthPaid: budgetSum('used', sameMonth(-1), false),
    lastYearPaid: budgetSum('used', sameMonth(-12), true),
    approved: budgetSum('approved', sameMonth(0), true),
  },
  // A form names its papers in rows, or one in its head.
  invoiceRegister: {
    key: async (_tx, _value, env) => {
      const of = env.row ?? env.record;
      return invoiceKey(textOrNull(of.sellerTaxNo), textOrNull(of.invoiceCode), textOrNull(of.invoiceNo));
    },
    async otherUses(tx, _value, env) {
      const of = env.row ?? env.record;
      const sellerTaxNo = textOrNull(of.sellerTaxNo);
      const no = textOrNull(of.invoiceNo);
      return sellerTaxNo && no ? otherUses(tx, { sellerTaxNo, code: textOrNull(of.invoiceCode), no }, self(env)) : null;
    },
  },
  project: {
    async profitLocked(tx, project, env) {
      const { costMonth, settleMonth, cancelMonth } = env.record;
      const month = textOrNull(costMonth) ?? textOrNull(settleMonth) ?? textOrNull(cancelMonth);
      if (!project || !month) return false;
      const { rows } =
        await sql`select 1 from project_month_lock where project_code = ${project} and month = ${month}`.execute(tx);
      return rows.length > 0;
    },
    fundBudgetLeft: (tx, project, env) => {
      const subject = budgetSubject(env) ?? textOrNull(env.record.budgetSubject);
      return subject === null ? Promise.resolve(null) : projectBudget(subject)(tx, project, env);
    },
    maintainBudgetLeft: projectBudget('保养费'),
    purchaseBudgetLeft: (tx, project, env) =>
      projectBudget(budgetSubjectOf(env.record.budgetSubject))(tx, project, env),
    waterBudgetLeft: projectBudget('水处理药剂'),
    lastEnergyQuantity: energyQuantity(0),
    lastYearEnergyQuantity: energyQuantity(1),
  },
  energyType: { budgetSubject: (_tx, energy) => Promise.resolve(energySubjectOf(energy)) },
  energyPayeeAccount: {
    async billPaidCount(tx, account, env) {
      const no = textOrNull(env.row?.accountNo);
      const from = textOrNull(env.record.periodStart);
      const to = textOrNull(env.record.periodEnd);
      if (!account || !no || !from || !to || from > to) return 0;
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from energy_payment_ledger where payee_account_id = ${account}
        and account_no = ${no} and period && daterange(${from}, ${to}, '[]') and not voided and payment_id <> ${self(env).id}`.execute(
        tx,
      );
      return rows[0]?.n ?? 0;
    },
  },
  payment: {
    claimedAmount: balance('advance', 'claim_pending', 'claimed'),
    returnedAmount: balance('advance', 'return_pending', 'returned'),
    async ticketedAmount(tx, origin, env) {
      if (!origin) return null;
      const { rows } = await sql<{
        amount: string;
      }>`select coalesce(sum(invoice_total), 0)::numeric(18,2)::text as amount from f_payment
        where (id = ${origin} or (origin = ${origin} and pay_kind = '补票登记')) and id <> ${self(env).id} and status in ('running', 'approved')`.execute(
        tx,
      );
      return rows[0]?.amount ?? '0.00';
    },
  },
  borrowing: {
    paidAmount: loanColumn('paid'),
    claimedAmount: balance('borrowing', 'claim_pending', 'claimed'),
    returnedAmount: balance('borrowing', 'return_pending', 'returned'),
    expectClear: loanColumn('due_date'),
    extendTimes: loanColumn('extend_times'),
  },
  user: {
    borrowLimit: profile('borrow_limit'),
    salary: profile('salary'),
    bankAccountName: profile('bank_account_name'),
    bankName: profile('bank_name'),
    bankAccount: profile('bank_account'),
    idNo: profile('id_no'),
    entryDate: profile('entry_date'),
    probationEnd: profile('probation_end'),
    mentor: profile('mentor'),
    ...Object.fromEntries(Object.keys(ATTRIBUTES.employee).map((key) => [key, profile(snakeCase(key))])),
    borrowingBalance: openLoans('balance'),
    overdueBorrowings: openLoans('overdue'),
    offsetableBalance: openLoans('offsetable'),
  },
  supplier: SUPPLIER_LOOKUPS,
  payMoney: PAY_LOOKUPS,
  EMCTechnicalSupportTravel: { claimTimes: claims('travel_form') },
  projectVisitApplication: { claimTimes: claims('visit_form') },
  projectContract: CONTRACT_LOOKUPS,
  purchaseInvoice: INVOICE_LOOKUPS,
  mainEnergySource: CONFIRMED_LOOKUPS,
  meterStatement: METER_LOOKUPS,
  siteMaterial: SITE_LOOKUPS,
  purchaseOrderLine: ORDER_LINE_LOOKUPS,
  warranty: WARRANTY_LOOKUPS,
  subProject: SUB_PROJECT_LOOKUPS,
  credential: { inStock },
  waterChemical: { stock: stock('chemical') },
  sparePart: { stock: stock('part') },
};

/** All of them by entity; an entity may be answered from several places. */
const merged = (...parts: readonly Lookups[]): Lookups => {
  const all = new Map<string, Readonly<Record<string, Lookup>>>();
  for (const part of parts)
    for (const [entity, props] of Object.entries(part)) all.set(entity, { ...all.get(entity), ...props });
  return Object.fromEntries(all);
};

/** Entity or book → property → how to look it up. */
export const LOOKUPS: Lookups = merged(
  OWN,
  BUYER_LOOKUPS,
  CHARGE_LOOKUPS,
  NOT_ENERGY_LOOKUPS,
  RECEIVABLE_LOOKUPS,
  INSPECTION_LOOKUPS,
  WATER_LOOKUPS,
  PEOPLE_LOOKUPS,
  PLAN_LOOKUPS,
  PURCHASE_LOOKUPS,
  LAMP_LOOKUPS,
);
