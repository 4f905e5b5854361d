/** 发票冲红: a red invoice against a blue one, what was received on it, and the invoice that may take its place. */
import {
  type invoiceHedging,
  outputInvoice,
  outputInvoiceLine,
  receivableLedger,
  receivableLine,
  writeOff,
} from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import {
  type Invoice,
  giveBack,
  pointed,
  releaseBasis,
  takeBackWriteOffs,
  unlinkInvoice,
} from '../collectionSettlement/ledger.ts';
import { least, minus, plus, positive, total } from '../books/money.ts';
import { outputKey } from '../books/receivable-lookups.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect, type Writing } from '../kit/effect.ts';
import { bookTax, enterInvoice, type InvoiceLine, linkInvoice, netAndTax, share } from './output.ts';

type Hedging = Recorded<typeof invoiceHedging>;

const ON_REOPENED = '转核销重开发票';

const original = (w: Writing, record: Hedging): Promise<Invoice> =>
  pointed(w, outputInvoice, record.original, 'original');

/** Moves what was received on the blue invoice onto none; `reopen` puts it onto the invoice that takes its place. */
async function detach(w: Writing, invoice: Invoice, amount: string, day: string): Promise<void> {
  let left = amount;
  for (const row of (await w.find(writeOff, { invoice: invoice.id, state: '已核销' })).toReversed()) {
    const take = least(left, minus(row.amount ?? '0', row.reversed ?? '0'));
    const { receivable, settlement, receipt, project, contract, dueDate } = row;
    if (!positive(take) || receivable === null || project === null) continue;
    left = minus(left, take);
    await w.addEntry(writeOff, row.id, { reversed: take });
    const moved = {
      receivable,
      settlement,
      receipt,
      project,
      contract,
      dueDate,
      writtenOn: day,
      byPrepaid: false,
    } as const;
    await w.book(
      writeOff,
      {
        ...moved,
        invoice: invoice.id,
        amount: `-${take}`,
        reversed: `-${take}`,
        state: '已核销',
        note: '改挂重开发票',
      },
      { ...moved, amount: take, state: '已核销', note: '改挂重开发票' },
    );
    await w.addEntry(outputInvoice, invoice.id, { written: `-${take}` });
  }
  if (positive(left)) throw refused('需处理的已收款超过该票已核销金额，请核对');
}

/** Releases what a cancelled settlement stood on, once nothing is invoiced beyond what is still billed. */
async function releaseCancelled(w: Writing, cancel: string): Promise<void> {
  const { rows } = await sql<{
    receivable: string;
    line: string;
  }>`select c.receivable::text as receivable, l.line::text as line
    from f_cancel_settlement c join f_cancel_settlement_lines l on l.parent_id = c.id
    where c.id = ${cancel} and c.status = 'approved' and c.cancel_scope <> '全部取消不再结算'`.execute(w.tx);
  const first = rows[0];
  if (!first) return;
  const [receivable] = await w.find(receivableLedger, { id: first.receivable });
  if (!receivable) return;
  const billed = minus(receivable.amount ?? '0', receivable.cancelled ?? '0');
  if (positive(minus(receivable.invoiced ?? '0', billed))) return;
  for (const row of rows) {
    const [line] = await w.find(receivableLine, { id: row.line });
    if (line?.basis) await releaseBasis(w, line.basis);
  }
}

/** The lines of the invoice that takes the place of the red one: its lines in proportion. */
const reopenedLines = (record: Hedging): readonly InvoiceLine[] => {
  const rows = record.redLines.filter((row) => positive(row.redAmount));
  const amounts = share(
    record.reopenAmount ?? '0',
    rows.map((row) => row.redAmount),
  );
  return rows.map((row, at) => ({ taxName: row.taxName, taxRate: row.taxRate, amount: amounts[at] ?? '0' }));
};

/** Receivables that the red invoice freed, up to what they still have to be invoiced. */
async function billable(w: Writing, red: readonly string[], amount: string) {
  let left = amount;
  const links: { receivable: string; settlement: string | null; amount: string }[] = [];
  for (const id of red) {
    const [receivable] = await w.find(receivableLedger, { id });
    if (!receivable) continue;
    const taken = total([receivable.cancelled, receivable.invoicePending, receivable.invoiced]);
    const part = least(left, minus(receivable.amount ?? '0', taken));
    if (!positive(part)) continue;
    left = minus(left, part);
    links.push({ receivable: id, settlement: receivable.settlement, amount: part });
  }
  return links;
}

/** Receivables that this record's red invoice was taken off. */
async function freed(w: Writing, record: Hedging): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select distinct receivable::text as id from b_invoice_settlement
    where source_module = 'invoiceHedging' and source_id = ${record.id} and kind = '红冲' and not voided`.execute(w.tx);
  return rows.map((row) => row.id);
}

export const invoiceHedgingEffects: EffectsOf<'invoiceHedging', Hedging> = {
  'invoiceHedging.hold': effect(async ({ record, ...w }) => {
    const invoice = await original(w, record);
    if (invoice.contract !== record.contract || invoice.colour !== '蓝字' || invoice.state !== '正常')
      throw invalid([{ path: 'original', message: '只能选本合同已开具、未作废且有可冲余额的蓝字发票' }]);
    for (const [index, row] of record.redLines.entries()) {
      const path = `redLines[${index}].redAmount`;
      const line = await pointed(w, outputInvoiceLine, row.line, path);
      if (line.invoice !== invoice.id)
        throw invalid([{ path: `redLines[${index}].line`, message: '该明细不属于原蓝字发票，请重新选择' }]);
      await w.addEntry(outputInvoiceLine, line.id, { redPending: row.redAmount }, path);
    }
    await w.addEntry(outputInvoice, invoice.id, { redPending: record.redTotal }, 'redLines');
  }),
  'invoiceHedging.received': effect(async ({ record, now, services, ...w }) => {
    const amount = record.receivedOver ?? '0';
    if (!positive(amount)) return;
    const invoice = await original(w, record);
    const day = dayOf(now);
    if (record.receivedHandle === ON_REOPENED) return detach(w, invoice, amount, day);
    const rows = await w.find(writeOff, { invoice: invoice.id, state: '已核销' });
    const sourceNo = record.serial ?? '';
    await takeBackWriteOffs(w, rows, amount, day, `发票冲红${sourceNo}`);
    const { project, contract, buyerTitle: customerName } = record;
    await giveBack(
      { ...w, services },
      { project, contract, customerName, amount, day, sourceNo },
      { by: '发票冲红', applicant: record.applicant, refund: record.receivedHandle === '退回客户' },
    );
  }),
  'invoiceHedging.settlements': effect(async ({ record, ...w }) => {
    const invoice = await original(w, record);
    const bound = total([invoice.redDone, invoice.matched, invoice.matchPending]);
    const free = minus(invoice.amount ?? '0', bound);
    const over = minus(record.redTotal ?? '0', free);
    if (positive(over)) await unlinkInvoice(w, invoice, over, '红冲');
    if (record.linkedCancel !== null) await releaseCancelled(w, record.linkedCancel);
  }),
  'invoiceHedging.redInvoice': effect(async ({ record, actor, ...w }) => {
    const invoice = await original(w, record);
    const redTotal = record.redTotal ?? '0';
    for (const row of record.redLines)
      await w.addEntry(outputInvoiceLine, row.line, { redPending: minus('0', row.redAmount), redDone: row.redAmount });
    await w.addEntry(outputInvoice, invoice.id, { redPending: minus('0', redTotal), redDone: redTotal });
    const red = await enterInvoice(
      w,
      {
        invoiceCode: record.redCode,
        invoiceNo: record.redNo ?? '',
        kind: record.originalKind,
        colour: '红字',
        issueDate: record.redDate ?? '',
        project: record.project,
        contract: record.contract,
        buyerTitle: record.buyerTitle,
        buyerTaxNo: record.buyerTaxNo,
        feeFrom: invoice.feeFrom,
        feeTo: invoice.feeTo,
        preOpen: invoice.preOpen,
        advance: false,
        settlement: invoice.settlement,
        net: minus('0', record.redNetTotal ?? '0'),
        tax: minus('0', record.redTaxTotal ?? '0'),
        amount: minus('0', redTotal),
        issuedBy: actor.userId,
        blueInvoice: invoice.id,
      },
      record.redLines
        .filter((row) => positive(row.redAmount))
        .map((row) => ({ taxName: row.taxName, taxRate: row.taxRate, amount: minus('0', row.redAmount) })),
      'redNo',
    );
    const whole = !positive(minus(invoice.amount ?? '0', plus(invoice.redDone ?? '0', redTotal)));
    await w.setEntry(outputInvoice, invoice.id, { redInvoice: red, ...(whole ? { state: '已全额红冲' } : {}) });
  }),
  'invoiceHedging.tax': effect(async ({ record, now, ...w }) => {
    const [red] = await w.find(outputInvoice, { invoiceKey: outputKey(record.redCode, record.redNo) });
    if (red)
      await bookTax(w, red, '红冲', record.taxMonth ?? monthOf(now), { net: red.net ?? '0', tax: red.tax ?? '0' });
  }),
  'invoiceHedging.reopen': effect(async ({ record, actor, ...w }) => {
    if (record.reopen !== true || record.reopenNo === null || record.reopenDate === null) return;
    const invoice = await original(w, record);
    const lines = reopenedLines(record);
    const amount = record.reopenAmount ?? '0';
    const links = await billable(w, await freed(w, record), amount);
    const { project, contract } = record;
    const { net, tax } = netAndTax(lines);
    const id = await enterInvoice(
      w,
      {
        invoiceNo: record.reopenNo,
        kind: record.originalKind,
        colour: '蓝字',
        issueDate: record.reopenDate,
        project,
        contract,
        buyerTitle: record.reopenTitle ?? record.buyerTitle,
        buyerTaxNo: record.reopenTaxNo,
        feeFrom: invoice.feeFrom,
        feeTo: invoice.feeTo,
        preOpen: invoice.preOpen,
        advance: invoice.advance ?? false,
        settlement: invoice.settlement,
        net,
        tax,
        amount,
        promiseDate: invoice.promiseDate,
        collector: invoice.collector,
        issuedBy: actor.userId,
        blueInvoice: invoice.id,
        redInvoice: invoice.redInvoice,
      },
      lines,
      'reopenNo',
    );
    await linkInvoice(w, { id, project }, links);
    await bookTax(w, { id, project }, '开票', monthOf(record.reopenDate), { net, tax });
    if (record.receivedHandle !== ON_REOPENED) return;
    const moved = (await w.find(writeOff, { invoice: null, state: '已核销', note: '改挂重开发票' })).filter(
      (row) => row.sourceModule === 'invoiceHedging' && row.sourceId === record.id,
    );
    for (const row of moved) {
      await w.setEntry(writeOff, row.id, { invoice: id });
      await w.addEntry(outputInvoice, id, { written: row.amount }, 'reopenAmount');
    }
  }),
};
