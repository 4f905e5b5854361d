/** 预开票: what an application holds until the invoices are issued, and the invoices. */
import { customerAccount, outputInvoice, type preOpen, receivableLedger, writeOff } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Effect, EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { demandOpen, ofSettlement, type Receivable, refreshPromise } from '../collectionSettlement/ledger.ts';
import { minus, plus, positive, total } from '../books/money.ts';
import { invoicedNetOf } from '../books/receivable-lookups.ts';
import { monthOf } from '../books/source.ts';
import { effect, type Writing } from '../kit/effect.ts';
import { managersOf } from '../kit/people.ts';
import { bookTax, enterInvoice, linkInvoice, takeOff } from './output.ts';

type Application = Recorded<typeof preOpen>;

const AHEAD: readonly string[] = ['未结算预开', '季前预收开票'];

/** Receivables of the lines, in their order; null for lines without a settlement. */
async function receivables(w: Writing, record: Application): Promise<readonly (Receivable | null)[]> {
  const all: (Receivable | null)[] = [];
  for (const [index, row] of record.lines.entries())
    all.push(row.settlement === null ? null : await ofSettlement(w, row.settlement, `lines[${index}].settlement`));
  return all;
}

/** Under the lock of the contract's account: what others hold counts, whoever was first. */
async function demandWithinContract(w: Writing, record: Application): Promise<void> {
  const { rows } = await sql<{
    amount: string | null;
  }>`select amount::text as amount from contract where code = ${record.contract}`.execute(w.tx);
  const limit = rows[0]?.amount ?? null;
  const others = await invoicedNetOf(w.tx, record.contract, { module: 'preOpen', id: record.id });
  if (positive(limit) && positive(minus(plus(others, record.openTotal ?? '0'), limit ?? '0')))
    throw invalid([{ path: 'lines', message: '累计开票超过合同总额，请先签补充协议' }]);
}

/** What was received already belongs to the invoice that bills it, receipt by receipt. */
async function takeOverReceipts(w: Writing, invoice: string, receivable: string, upTo: string): Promise<void> {
  let left = upTo;
  for (const row of await w.find(writeOff, { receivable, invoice: null, state: '已核销' })) {
    const net = minus(row.amount ?? '0', row.reversed ?? '0');
    if (!positive(net) || positive(minus(net, left))) continue;
    left = minus(left, net);
    await w.setEntry(writeOff, row.id, { invoice });
    await w.addEntry(outputInvoice, invoice, { written: net });
  }
}

const issuing = effect<Application>(async ({ record, actor, ...w }) => {
  const { project, contract } = record;
  const of = await receivables(w, record);
  const lines = record.lines.map((row) => ({ taxName: row.taxName, taxRate: row.taxRate, amount: row.lineAmount }));
  const bills = record.lines.flatMap((row, index) => {
    const receivable = of[index];
    return receivable ? [{ receivable: receivable.id, settlement: row.settlement, amount: row.lineAmount }] : [];
  });
  for (const bill of bills)
    await w.addEntry(receivableLedger, bill.receivable, { invoicePending: minus('0', bill.amount) });
  const account = await w.account(customerAccount, { project, contract });
  await w.addEntry(customerAccount, account.id, { invoicePending: minus('0', record.openTotal ?? '0') });
  for (const [index, row] of record.issued.entries()) {
    const amount = row.issuedAmount ?? '0';
    const links = takeOff(bills, amount);
    const settlements = new Set(links.map((link) => link.settlement));
    const id = await enterInvoice(
      w,
      {
        invoiceCode: row.issuedCode,
        invoiceNo: row.issuedNo,
        kind: record.openKind,
        colour: '蓝字',
        issueDate: row.issuedDate,
        project,
        contract,
        buyerTitle: record.buyerTitle,
        buyerTaxNo: record.buyerTaxNo,
        feeFrom: record.feeFrom,
        feeTo: record.feeTo,
        preOpen: record.id,
        advance: AHEAD.includes(record.preType),
        settlement: settlements.size === 1 ? (links[0]?.settlement ?? null) : null,
        net: row.issuedNet,
        tax: row.issuedTax,
        amount,
        promiseDate: record.promiseDate,
        collector: record.collector,
        issuedBy: actor.userId,
      },
      takeOff(lines, amount),
      `issued[${index}].issuedNo`,
    );
    await linkInvoice(w, { id, project }, links);
    for (const link of links) await takeOverReceipts(w, id, link.receivable, link.amount);
  }
});

/** An invoice is a fact: it is reversed by a red one or made void, never by cancelling what asked for it. */
const issue: Effect<Application> = {
  apply: issuing.apply,
  async reverse() {
    throw refused('发票已开具，请走发票冲红或发票作废');
  },
};

export const preOpenEffects: EffectsOf<'preOpen', Application> = {
  'preOpen.hold': effect(async ({ record, ...w }) => {
    const { project, contract } = record;
    const account = await w.account(customerAccount, { project, contract });
    await demandWithinContract(w, record);
    await w.addEntry(customerAccount, account.id, { invoicePending: record.openTotal });
    for (const [index, receivable] of (await receivables(w, record)).entries()) {
      const row = record.lines[index];
      if (!receivable || !row) continue;
      const path = `lines[${index}].lineAmount`;
      demandOpen(receivable, path);
      if (receivable.contract !== contract)
        throw invalid([{ path: `lines[${index}].settlement`, message: '该结算单不属于本合同，请重新选择' }]);
      const taken = total([receivable.cancelled, receivable.invoicePending, receivable.invoiced]);
      if (positive(minus(plus(taken, row.lineAmount), receivable.amount ?? '0')))
        throw invalid([{ path, message: '开票金额超过该结算单未开票余额，不能重复开票' }]);
      await w.addEntry(receivableLedger, receivable.id, { invoicePending: row.lineAmount }, path);
    }
  }),
  'preOpen.issue': issue,
  'preOpen.tax': effect(async ({ record, ...w }) => {
    for (const invoice of await w.find(outputInvoice, { preOpen: record.id, colour: '蓝字' }))
      await bookTax(w, invoice, '开票', monthOf(invoice.issueDate ?? ''), {
        net: invoice.net ?? '0',
        tax: invoice.tax ?? '0',
      });
  }),
  'preOpen.remindPayment': effect(async ({ record, services, ...w }) => {
    if (record.promiseDate === null) return;
    const { area } = await managersOf(w.tx, record.project);
    await services.remind({
      on: record.promiseDate,
      everyDays: 1,
      to: [...new Set([record.collector, area])].filter((id) => id !== null),
      title: `${record.customerName}预开票${record.serial}（${record.openTotal}元）承诺${record.promiseDate}回款，尚未到账`,
    });
    // The money may have come before the customer signed for the invoice.
    await refreshPromise(w, record.id);
  }),
};
