/** What forms are told of customers: receivables, invoices, what was paid ahead; and of what projects earned. */
import { textOrNull } from '@hengneng/core';
import {
  customerAccount,
  outputInvoice,
  outputInvoiceLine,
  projectProfit,
  quotaAccount,
  receivableLedger,
  receivableLine,
  settlementBasis,
  supplierPayable,
} from '@hengneng/forms';
import { bookTableName, type BookShape } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { heldByOthers } from './held.ts';
import type { Lookup, LookupEnv } from './lookup.ts';
import { normalised } from './invoices.ts';
import { plus as together } from './money.ts';
import { reliefRows } from './reliefs.ts';
import { dayOf, monthOf, nextMonth, type Source } from './source.ts';

const me = (env: LookupEnv): Source => ({ module: env.moduleId, id: env.businessId ?? '0' });

/** 发票唯一码 of an invoice that we issue. */
export const outputKey = (code: string | null, no: string | null): string | null =>
  no ? `${normalised(code)}-${normalised(no)}` : null;

type Columns<T extends BookShape> = readonly (keyof T['columns'] & string)[];

/** Amounts of the entry that is pointed at. */
const ofEntry =
  <T extends BookShape>(book: T, plus: Columns<T>, type?: 'integer'): Lookup =>
  async (tx, id, env) =>
    id === null
      ? null
      : heldByOthers(tx, book, me(env), { plus, where: 'm.id = $3::bigint', values: [id], ...(type ? { type } : {}) });

/** Amounts of the receivables of a settlement. */
const ofSettlement =
  (plus: Columns<typeof receivableLedger>, minus: Columns<typeof receivableLedger> = []): Lookup =>
  async (tx, settlement, env) =>
    settlement === null
      ? null
      : heldByOthers(tx, receivableLedger, me(env), {
          plus,
          minus,
          where: 'm.settlement = $3::bigint',
          values: [settlement],
        });

/** Amounts of a contract's entries in a book. */
const ofContract =
  <T extends BookShape>(
    book: T,
    plus: Columns<T>,
    minus: Columns<T> = [],
    more = 'true',
    values: (env: LookupEnv) => readonly unknown[] = () => [],
  ): Lookup =>
  async (tx, contract, env) =>
    contract === null
      ? null
      : heldByOthers(tx, book, me(env), {
          plus,
          minus,
          where: `m.contract = $3 and ${more}`,
          values: [contract, ...values(env)],
        });

const UNPAID = ['cancelled', 'writePending', 'written'] as const;
const today = (env: LookupEnv): readonly string[] => [dayOf(env.now)];

/** What earlier settlements of a contract came to, net of what was cancelled; unknown where there was none. */
const settledBefore =
  (yearsBack: 0 | 1): Lookup =>
  async (tx, contract, env) => {
    const from = textOrNull(env.record.periodStart);
    const to = textOrNull(env.record.periodEnd) ?? from;
    if (contract === null || from === null) return null;
    const table = sql.table(bookTableName(receivableLedger.id));
    const period =
      yearsBack === 0
        ? sql`period_end = (select max(period_end) from ${table} where contract = ${contract} and source_kind = '用户结算'
            and not voided and period_end < ${from}::date)`
        : sql`daterange(period_start, period_end, '[]') && daterange((${from}::date - interval '1 year')::date,
            (${to}::date - interval '1 year')::date, '[]')`;
    const { rows } = await sql<{
      amount: string;
    }>`select sum(amount - coalesce(cancelled, 0))::text as amount from ${table}
      where contract = ${contract} and source_kind = '用户结算' and not voided and ${period} having count(*) > 0`.execute(
      tx,
    );
    return rows[0]?.amount ?? null;
  };

/** Invoices that were issued before there was a settlement, and fall into the fee months of the asking one. */
const preOpened: Lookup = async (tx, contract, env) => {
  if (contract === null) return null;
  const from = textOrNull(env.record.periodStart);
  const to = textOrNull(env.record.periodEnd);
  return heldByOthers(tx, outputInvoice, me(env), {
    plus: ['amount'],
    minus: ['redPending', 'redDone', 'matchPending', 'matched'],
    where: `m.contract = $3 and m.colour = '蓝字' and m.state = '正常' and m.advance
      and ($4::text is null or coalesce(m.fee_to, m.issue_month) >= $4) and ($5::text is null or coalesce(m.fee_from, m.issue_month) <= $5)`,
    values: [contract, from?.slice(0, 7) ?? null, to?.slice(0, 7) ?? null],
  });
};

const OPEN_PROMISE = `m.colour = '蓝字' and m.state = '正常' and m.promise_date is not null`;
const UNPAID_INVOICE = ['redPending', 'redDone', 'writePending', 'written'] as const;

/** What a contract was invoiced, net of what was reversed or made void, with what others are about to have issued. */
export async function invoicedNetOf(tx: Tx, contract: string, asking: Source): Promise<string> {
  const issued = await heldByOthers(tx, outputInvoice, asking, {
    plus: ['amount'],
    minus: ['redDone'],
    where: `m.contract = $3 and m.colour = '蓝字' and m.state <> '已作废'`,
    values: [contract],
  });
  const pending = await heldByOthers(tx, customerAccount, asking, {
    plus: ['invoicePending'],
    where: 'm.contract = $3',
    values: [contract],
  });
  return together(issued, pending);
}

/** The month up to which a form looks back. */
const monthAsked = ({ record, now }: LookupEnv): string =>
  textOrNull(record.monthTo) ?? textOrNull(record.accountMonth) ?? monthOf(now);

/** Confirmed profit of a project over the months that end with the one asked for. */
const profitSince =
  (from: (month: string) => string): Lookup =>
  async (tx, project, env) => {
    if (project === null) return null;
    const month = monthAsked(env);
    const { rows } = await sql<{ sum: string | null }>`select sum(confirmed_profit)::text as sum
      from ${sql.table(bookTableName(projectProfit.id))} where project = ${project} and not voided and month between ${from(month)} and ${month}`.execute(
      tx,
    );
    return rows[0]?.sum ?? null;
  };

/** Months in a row with a loss, up to the one asked for. */
const lossMonths: Lookup = async (tx, project, env) => {
  if (project === null) return null;
  const { rows } = await sql<{ n: number | null }>`
    with months as (
      select row_number() over (order by month desc) as back, confirmed_profit < 0 as lost
      from ${sql.table(bookTableName(projectProfit.id))} where project = ${project} and not voided and month <= ${monthAsked(env)})
    select case when count(*) = 0 then null
      else coalesce(min(back) filter (where not lost) - 1, count(*))::int end as n from months`.execute(tx);
  return rows[0]?.n ?? null;
};

/** Kinds of settlement that come on top of the regular ones of their period. */
const EXTRA_KINDS = ['差额补结', '年度清算', '终止清算'];

/** Regular settlements of a contract, under way or done and not cancelled, whose period overlaps. */
export async function overlappingSettlements(
  tx: Tx,
  of: { readonly contract: string; readonly from: string; readonly to: string; readonly except: string },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from f_user_settlement s
    where s.contract = ${of.contract} and s.id <> ${of.except} and s.status in ('running', 'returned', 'approved')
      and s.settle_kind <> all(${EXTRA_KINDS}) and s.period_start <= ${of.to}::date and s.period_end >= ${of.from}::date
      and not exists (select from ${sql.table(bookTableName(receivableLedger.id))} r
        where r.settlement = s.id and r.state = '已取消' and not r.voided)`.execute(tx);
  return rows[0]?.n ?? 0;
}

const overlapCount: Lookup = async (tx, contract, env) => {
  const from = textOrNull(env.record.periodStart);
  const to = textOrNull(env.record.periodEnd);
  if (contract === null || from === null || to === null || from > to) return 0;
  return overlappingSettlements(tx, { contract, from, to, except: env.businessId ?? '0' });
};

/** Where the contract keeps the price of a fee: a kind of its dated prices, or a column. */
const FEE_PRICES: Readonly<Record<string, { readonly kind: string } | { readonly column: string }>> = {
  供冷费: { column: 'cooling_area_price' },
  采暖费: { column: 'heating_area_price' },
  加班用能费: { column: 'overtime_area_price' },
  冷量计量费: { kind: 'cold' },
  热量计量费: { kind: 'heat' },
  卫生热水费: { kind: 'hotWater' },
  电费代收: { kind: 'electric' },
  水费代收: { kind: 'water' },
  运行管理费: { kind: 'operation' },
};

/** The contract's price of the row's fee on the first day of the settlement's period. */
const linePrice: Lookup = async (tx, contract, env) => {
  const from = FEE_PRICES[textOrNull(env.row?.feeItem) ?? ''];
  if (contract === null || from === undefined) return null;
  const { rows } =
    'column' in from
      ? await sql<{
          price: string | null;
        }>`select ${sql.ref(from.column)}::text as price from contract where code = ${contract}`.execute(tx)
      : await sql<{ price: string | null }>`select price::text from contract_price where contract_code = ${contract}
          and kind = ${from.kind} and deleted_at is null
          and daterange(valid_from, valid_to, '[]') @> ${textOrNull(env.record.periodStart) ?? dayOf(env.now)}::date`.execute(
          tx,
        );
  return rows[0]?.price ?? null;
};

/** What the prices that hold on the first day of the period are called: since when they do. */
const priceVersion: Lookup = async (tx, contract, env) => {
  if (contract === null) return null;
  const { rows } = await sql<{ day: string | null }>`select max(valid_from)::text as day from contract_price
    where contract_code = ${contract} and deleted_at is null
      and daterange(valid_from, valid_to, '[]') @> ${textOrNull(env.record.periodStart) ?? dayOf(env.now)}::date`.execute(
    tx,
  );
  const day = rows[0]?.day;
  return day === null || day === undefined ? null : `${day}起执行`;
};

/** The entries of a book that belong to the one pointed at, as rows that point at them. */
const linesOf =
  (book: BookShape, key: string): Lookup =>
  async (tx, id) => {
    if (id === null) return null;
    const { rows } = await sql<{ line: string }>`select id::text as line from ${sql.table(bookTableName(book.id))}
      where ${sql.ref(key)} = ${id} and not voided order by id`.execute(tx);
    return rows;
  };

export const RECEIVABLE_LOOKUPS: Readonly<Record<string, Readonly<Record<string, Lookup>>>> = {
  contract: {
    receivableBalance: ofContract(receivableLedger, ['amount'], UNPAID),
    overdueBalance: ofContract(receivableLedger, ['amount'], UNPAID, 'm.due_date < $4::date', today),
    settledAmount: ofContract(receivableLedger, ['amount'], ['cancelled'], `m.source_kind = '用户结算'`),
    prepaidBalance: ofContract(customerAccount, ['prepaidIn'], ['usePending', 'used', 'refundPending', 'refunded']),
    lastSettleAmount: settledBefore(0),
    lastYearSettleAmount: settledBefore(1),
    preOpenedUnmatched: preOpened,
    invoicedNet: (tx, contract, env) =>
      contract === null ? Promise.resolve(null) : invoicedNetOf(tx, contract, me(env)),
    settleOverlapCount: overlapCount,
    linePrice,
    openReliefs: (tx, contract, env) =>
      contract === null
        ? Promise.resolve([])
        : reliefRows(tx, contract, textOrNull(env.record.settleMonth) ?? monthOf(env.now)),
    priceVersion,
    preOpenUnpaid: ofContract(outputInvoice, ['amount'], UNPAID_INVOICE, OPEN_PROMISE),
    preOpenOverdue: ofContract(
      outputInvoice,
      ['amount'],
      UNPAID_INVOICE,
      `${OPEN_PROMISE} and m.promise_date < $4::date`,
      today,
    ),
  },
  project: {
    yearProfit: profitSince((month) => `${month.slice(0, 4)}-01`),
    threeYearProfit: profitSince((month) => nextMonth(`${Number(month.slice(0, 4)) - 3}${month.slice(4)}`)),
    lossMonths,
  },
  userSettlement: {
    cancelledAmount: ofSettlement(['cancelPending', 'cancelled']),
    writtenOffAmount: ofSettlement(['writePending', 'written']),
    outstanding: ofSettlement(['amount'], UNPAID),
    uninvoicedAmount: ofSettlement(['amount'], ['cancelPending', 'cancelled', 'invoicePending', 'invoiced']),
  },
  receivableLedger: {
    cancelledAmount: ofEntry(receivableLedger, ['cancelPending', 'cancelled']),
    writtenOffAmount: ofEntry(receivableLedger, ['writePending', 'written']),
    pendingWriteOff: ofEntry(receivableLedger, ['writePending']),
    invoicedNet: ofEntry(receivableLedger, ['invoicePending', 'invoiced']),
    lines: linesOf(receivableLine, 'receivable'),
  },
  receivableLine: { cancelledAmount: ofEntry(receivableLine, ['cancelPending', 'cancelled']) },
  outputInvoice: {
    key: async (_tx, _value, env) => outputKey(textOrNull(env.row?.issuedCode), textOrNull(env.row?.issuedNo)),
    redAmount: ofEntry(outputInvoice, ['redPending', 'redDone']),
    writtenOffAmount: ofEntry(outputInvoice, ['writePending', 'written']),
    lines: linesOf(outputInvoiceLine, 'invoice'),
  },
  outputInvoiceLine: { redAmount: ofEntry(outputInvoiceLine, ['redPending', 'redDone']) },
  settlementBasis: { settledTimes: ofEntry(settlementBasis, ['settling', 'settled'], 'integer') },
  quotaAccount: {
    used: ofEntry(quotaAccount, ['usePending', 'usedDone']),
    appropriationUsed: ofEntry(quotaAccount, ['clearPending', 'cleared']),
    appropriationReturned: ofEntry(quotaAccount, ['returnPending', 'returned']),
  },
  supplierPayable: { paidAmount: ofEntry(supplierPayable, ['payPending', 'paid']) },
};
