/** What forms are told of supplier invoices and of applications for payment, and invoices whose goods are accepted later. */
import {
  buyerContract,
  payableEstimate,
  payQueue,
  pendingMatch,
  projectContract,
  purchaseOrderLine,
  supplierPayable,
} from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import type { Writing } from '../kit/effect.ts';
import { contractFigures, payableOf } from './contracts.ts';
import { heldByOthers } from './held.ts';
import type { Lookup } from './lookup.ts';
import { dayOf, type Source } from './source.ts';

/** A contract of building works in the ledger of what we buy; orders without a contract are not in it. Locked. */
export async function buyerOf({ find }: Pick<Writing, 'find'>, contract: string) {
  const [entry] = await find(projectContract, { id: contract });
  const [buyer] = entry === undefined ? [] : await find(buyerContract, { contractNo: entry.document });
  return buyer;
}

/** The payable that an invoice made, locked; undefined for one that made none. */
export async function payableOfInvoice({ tx, find }: Pick<Writing, 'tx' | 'find'>, invoice: string) {
  const { rows } = await sql<{ id: string }>`select id::text from b_supplier_payable
    where source_module = 'purchaseInvoice' and source_id = ${invoice} and not voided`.execute(tx);
  const [found] = rows[0] === undefined ? [] : await find(supplierPayable, { id: rows[0].id });
  return found;
}

const OF_INVOICE = `m.source_module = 'purchaseInvoice' and m.source_id = $3::bigint`;

const ofInvoice =
  (plus: readonly ('amount' | 'payPending' | 'paid')[]): Lookup =>
  async (tx, invoice, env) => {
    if (invoice === null) return null;
    const me: Source = { module: env.moduleId, id: env.businessId ?? '0' };
    return heldByOthers(tx, supplierPayable, me, { plus, where: OF_INVOICE, values: [invoice] });
  };

export const INVOICE_LOOKUPS = {
  /** What went into the payables, with what was matched since. */
  payableAmount: ofInvoice(['amount']),
  /** Paid and under way. */
  clearedAmount: ofInvoice(['payPending', 'paid']),
} satisfies Readonly<Record<string, Lookup>>;

interface Applied {
  readonly contract: string;
  readonly offset: string;
}

async function appliedFor(tx: Tx, apply: string): Promise<Applied | undefined> {
  const { rows } =
    await sql<Applied>`select project_contract::text as contract, this_offset::text as offset from f_pay_money where id = ${apply}`.execute(
      tx,
    );
  return rows[0];
}

export const PAY_LOOKUPS = {
  /** What no batch has taken yet. */
  async leftAmount(tx, apply, env) {
    if (apply === null) return null;
    const me: Source = { module: env.moduleId, id: env.businessId ?? '0' };
    return heldByOthers(tx, payQueue, me, {
      plus: ['amount'],
      minus: ['scheduled', 'paid'],
      where: 'm.apply = $3::bigint',
      values: [apply],
    });
  },
  /** What may be paid on the contract now, as if this application were the only one to be made. */
  async payableNow(tx, apply, env) {
    const of = apply === null ? undefined : await appliedFor(tx, apply);
    if (of === undefined) return null;
    const figures = await contractFigures(tx, of.contract, { module: 'payMoney', id: apply ?? '0' }, dayOf(env.now));
    return figures === null ? null : payableOf(figures, of.offset);
  },
} satisfies Readonly<Record<string, Lookup>>;

/** Invoices that wait for these order lines are matched as far as has been accepted now: billed, payable, no longer estimated. */
export async function matchPending(
  { tx, find, addEntry, book }: Pick<Writing, 'tx' | 'find' | 'addEntry' | 'book'>,
  lines: readonly string[],
  at: { readonly month: string; readonly document: string },
): Promise<void> {
  for (const id of new Set(lines))
    for (const waiting of await find(pendingMatch, { orderLine: id })) {
      const [line] = await find(purchaseOrderLine, { id });
      const open = Big(line?.acceptedQty ?? 0).minus(line?.billedQty ?? 0);
      const rest = Big(waiting.quantity ?? 0).minus(waiting.matchedQty ?? 0);
      const quantity = open.lt(rest) ? open : rest;
      if (line === undefined || !quantity.gt(0)) continue;
      const amount = quantity.times(waiting.price ?? 0).toFixed(2);
      const payable = await payableOfInvoice({ tx, find }, waiting.invoice ?? '');
      if (payable === undefined) continue;
      await addEntry(pendingMatch, waiting.id, { matchedQty: quantity.toFixed(3) });
      await addEntry(purchaseOrderLine, id, { billedQty: quantity.toFixed(3) });
      await addEntry(projectContract, waiting.contract ?? '', { matched: amount });
      await addEntry(supplierPayable, payable.id, { amount });
      const buyer = await buyerOf({ find }, waiting.contract ?? '');
      if (buyer !== undefined) await addEntry(buyerContract, buyer.id, { ticketed: amount });
      await book(payableEstimate, {
        project: waiting.project ?? '',
        supplier: waiting.supplier ?? '',
        contract: waiting.contract,
        orderLine: id,
        kind: '发票冲减',
        amount: `-${amount}`,
        ...at,
      });
    }
}
