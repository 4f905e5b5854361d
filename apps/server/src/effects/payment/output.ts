/** What issuing, reversing and reissuing invoices do alike. */
import { invoiceSettlement, outputInvoice, outputInvoiceLine, outputTax, receivableLedger } from '@hengneng/forms';
import type { NewEntry } from '@hengneng/form-kit';
import { Big } from 'big.js';
import { invalid } from '../../platform/http/errors.ts';
import type { Invoice } from '../collectionSettlement/ledger.ts';
import { least, minus, positive } from '../books/money.ts';
import { outputKey } from '../books/receivable-lookups.ts';
import { monthOf } from '../books/source.ts';
import type { Writing } from '../kit/effect.ts';

/** A line as it stands on an invoice. */
export interface InvoiceLine {
  readonly taxName: string;
  readonly taxRate: string;
  readonly amount: string;
}

/** Net and tax of lines: each rounded on its own, as on the paper; the tax is what is left of the gross. */
export function netAndTax(lines: readonly InvoiceLine[]): { readonly net: string; readonly tax: string } {
  const gross = lines.reduce((sum, line) => sum.plus(line.amount), Big(0));
  const net = lines.reduce(
    (sum, line) => sum.plus(Big(line.amount).div(Big(line.taxRate).div(100).plus(1)).round(2, Big.roundHalfUp)),
    Big(0),
  );
  return { net: net.toFixed(2), tax: gross.minus(net).toFixed(2) };
}

/** Takes an amount off the front of a queue of parts; a part that does not fit is cut. */
export function takeOff<T extends { readonly amount: string }>(queue: T[], amount: string): readonly T[] {
  const taken: T[] = [];
  let left = amount;
  while (positive(left)) {
    const first = queue[0];
    if (first === undefined) break;
    const part = least(left, first.amount);
    const rest = minus(first.amount, part);
    taken.push({ ...first, amount: part });
    if (positive(rest)) queue[0] = { ...first, amount: rest };
    else queue.shift();
    left = minus(left, part);
  }
  return taken;
}

/** Shares an amount in proportion to others: floors in fen, what is left over by the largest remainder. */
export function share(amount: string, weights: readonly string[]): readonly string[] {
  const sum = weights.reduce((all, weight) => all.plus(weight), Big(0));
  const fen = Big(amount).times(100);
  const exact = weights.map((weight) => fen.times(weight).div(sum));
  const floors = exact.map((value) => value.round(0, Big.roundDown));
  const over = Number(fen.minus(floors.reduce((all, value) => all.plus(value), Big(0))));
  const order = exact
    .map((value, at) => ({ at, rest: value.minus(floors[at] ?? 0) }))
    .toSorted((a, b) => b.rest.cmp(a.rest) || a.at - b.at);
  const extra = new Set(order.slice(0, over).map(({ at }) => at));
  return floors.map((value, at) =>
    value
      .plus(extra.has(at) ? 1 : 0)
      .div(100)
      .toFixed(2),
  );
}

type NewInvoice = Omit<NewEntry<typeof outputInvoice>, 'invoiceKey' | 'issueMonth' | 'state'>;

/**
 * Enters an invoice with its lines.
 * @returns its id
 * @throws invalid at `path` where the number was used before
 */
export async function enterInvoice(
  w: Writing,
  invoice: NewInvoice,
  lines: readonly InvoiceLine[],
  path: string,
): Promise<string> {
  const invoiceKey = outputKey(invoice.invoiceCode ?? null, invoice.invoiceNo) ?? '';
  const [known] = await w.find(outputInvoice, { invoiceKey });
  if (known) throw invalid([{ path, message: '该发票代码和号码已登记过，请核对' }]);
  const [id = ''] = await w.book(outputInvoice, {
    ...invoice,
    invoiceKey,
    issueMonth: monthOf(invoice.issueDate),
    state: '正常',
  });
  const { project, invoiceNo } = invoice;
  await w.book(outputInvoiceLine, ...lines.map((line) => ({ ...line, invoice: id, project, invoiceNo })));
  return id;
}

/** Says that an invoice bills receivables. */
export async function linkInvoice(
  w: Writing,
  invoice: { readonly id: string; readonly project: string },
  links: readonly { readonly receivable: string; readonly settlement: string | null; readonly amount: string }[],
): Promise<void> {
  for (const link of links) {
    await w.book(invoiceSettlement, {
      ...link,
      invoice: invoice.id,
      project: invoice.project,
      kind: '开票',
      state: '已对应',
    });
    await w.addEntry(outputInvoice, invoice.id, { matched: link.amount });
    await w.addEntry(receivableLedger, link.receivable, { invoiced: link.amount });
  }
}

/** Output tax of an invoice in a month; negative takes it back. */
export const bookTax = (
  w: Writing,
  invoice: Pick<Invoice, 'id' | 'project'>,
  kind: '开票' | '红冲' | '作废',
  month: string,
  { net, tax }: { readonly net: string; readonly tax: string },
): Promise<unknown> =>
  w.book(outputTax, { month, project: invoice.project ?? '', invoice: invoice.id, kind, net, tax });
