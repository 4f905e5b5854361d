/** 到账登记: a receipt is claimed by the business, written off against receivables, and what is left is the customer's. */
import {
  acceptanceDraft,
  customerAccount,
  invoiceSettlement,
  outputInvoice,
  type paymentReceived,
  prepaidLedger,
  receiptLedger,
  receivableLedger,
  writeOff,
} from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { least, minus, positive } from '../books/money.ts';
import { monthOf } from '../books/source.ts';
import { effect, type Writing } from '../kit/effect.ts';
import {
  demandOpen,
  ofSettlement,
  payAhead,
  pointed,
  type Receivable,
  refreshPromise,
  refreshState,
  unpaidOf,
} from './ledger.ts';

type Receipt = Recorded<typeof paymentReceived>;

const BY_PREPAID = '预收冲抵';

/** Whose money it is: what finance registered, or what the business found out. */
const whose = (record: Receipt): { readonly project: string | null; readonly contract: string | null } => ({
  project: record.project ?? record.claimProject,
  contract: record.contract ?? record.claimContract,
});

const demandOwner = (record: Receipt): { readonly project: string; readonly contract: string } => {
  const { project, contract } = whose(record);
  if (project === null || contract === null) throw refused('认领时请选择项目和合同');
  return { project, contract };
};

const daysAfter = (day: string, due: string | null): number =>
  due === null ? 0 : Math.max(0, Math.round((Date.parse(day) - Date.parse(due)) / 86_400_000));

interface Claim {
  readonly receivable: Receivable;
  readonly invoice: string | null;
  readonly amount: string;
  readonly path: string;
}

/** What each row claims, in the order of the form; several rows of one receivable add up under its limit. */
async function claims(w: Writing, record: Receipt): Promise<readonly Claim[]> {
  const all: Claim[] = [];
  for (const [index, row] of record.writeOffs.entries()) {
    const path = `writeOffs[${index}]`;
    const receivable = await ofSettlement(w, row.settlement, `${path}.settlement`);
    all.push({ receivable, invoice: row.invoice, amount: row.writeAmount, path: `${path}.writeAmount` });
  }
  for (const [index, row] of record.otherWriteOffs.entries()) {
    const path = `otherWriteOffs[${index}]`;
    const receivable = await pointed(w, receivableLedger, row.receivable, `${path}.receivable`);
    all.push({ receivable, invoice: null, amount: row.otherAmount, path: `${path}.otherAmount` });
  }
  return all;
}

/** Spreads a claim over the invoice that was named, or over those that bill the receivable, the oldest first; the rest stands on none. */
async function spread(w: Writing, claim: Claim): Promise<readonly { invoice: string | null; amount: string }[]> {
  const { receivable, amount } = claim;
  if (claim.invoice !== null) {
    const invoice = await pointed(w, outputInvoice, claim.invoice, claim.path);
    if (invoice.colour !== '蓝字' || invoice.state !== '正常' || invoice.contract !== receivable.contract)
      throw invalid([{ path: claim.path, message: '对应发票不属于该合同，或已红冲、作废' }]);
    return [{ invoice: invoice.id, amount }];
  }
  const parts: { invoice: string | null; amount: string }[] = [];
  let left = amount;
  const links = await w.find(invoiceSettlement, { receivable: receivable.id, state: '已对应' });
  for (const id of new Set(links.map((link) => link.invoice))) {
    const [invoice] = id === null ? [] : await w.find(outputInvoice, { id, colour: '蓝字', state: '正常' });
    const part = invoice ? least(left, unpaidOf(invoice)) : '0';
    if (!invoice || !positive(part)) continue;
    parts.push({ invoice: invoice.id, amount: part });
    left = minus(left, part);
  }
  return positive(left) ? [...parts, { invoice: null, amount: left }] : parts;
}

async function hold(w: Writing, record: Receipt, claim: Claim): Promise<void> {
  const { receivable, path } = claim;
  demandOpen(receivable, path);
  const { contract } = whose(record);
  if (receivable.contract !== contract && receivable.customerName !== record.customerName)
    throw invalid([{ path, message: '该应收单不是本客户的，请重新选择' }]);
  await w.addEntry(receivableLedger, receivable.id, { writePending: claim.amount }, path);
  for (const part of await spread(w, claim)) {
    if (part.invoice !== null) await w.addEntry(outputInvoice, part.invoice, { writePending: part.amount }, path);
    await w.book(writeOff, {
      receipt: record.id,
      receivable: receivable.id,
      settlement: receivable.settlement,
      invoice: part.invoice,
      project: receivable.project ?? '',
      contract: receivable.contract,
      writtenOn: record.receiptDate,
      dueDate: receivable.dueDate,
      overdueDays: daysAfter(record.receiptDate, receivable.dueDate),
      byPrepaid: record.receiptKind === BY_PREPAID,
      amount: part.amount,
      state: '在途',
    });
  }
}

export const paymentReceivedEffects: EffectsOf<'paymentReceived', Receipt> = {
  'paymentReceived.register': effect(async ({ record, ...w }) => {
    if (record.receiptKind === BY_PREPAID) {
      const account = await w.account(customerAccount, demandOwner(record));
      await w.addEntry(customerAccount, account.id, { usePending: record.prepaidUse ?? '0' }, 'prepaidUse');
      return;
    }
    if (record.ourAccount === null || record.bankSerial === null || record.receiptAmount === null) return;
    await w.book(receiptLedger, {
      receipt: record.id,
      account: record.ourAccount,
      bankSerial: record.bankSerial,
      receiptDate: record.receiptDate,
      kind: record.receiptKind,
      payerName: record.payerName,
      ...whose(record),
      amount: record.receiptAmount,
      bankFee: record.bankFee,
      state: '待认领',
    });
  }),
  'paymentReceived.claim': effect(async ({ record, ...w }) => {
    for (const claim of await claims(w, record)) await hold(w, record, claim);
    for (const entry of await w.find(receiptLedger, { receipt: record.id }))
      await w.setEntry(receiptLedger, entry.id, { ...whose(record), state: '待入账' });
  }),
  'paymentReceived.writeOff': effect(async ({ record, find, setEntry, addEntry }) => {
    for (const row of await find(writeOff, { receipt: record.id, state: '在途' })) {
      const amount = row.amount ?? '0';
      await addEntry(receivableLedger, row.receivable ?? '', { writePending: minus('0', amount), written: amount });
      await setEntry(writeOff, row.id, { state: '已核销' });
    }
    for (const entry of await find(receiptLedger, { receipt: record.id })) {
      await setEntry(receiptLedger, entry.id, { state: '已入账' });
      await addEntry(receiptLedger, entry.id, { written: record.writeTotal, toPrepaid: record.remainder });
    }
  }),
  'paymentReceived.prepaid': effect(async ({ record, ...w }) => {
    const { project, contract } = demandOwner(record);
    const { customerName, receiptDate: day } = record;
    const sourceNo = record.serial ?? '';
    if (record.receiptKind === BY_PREPAID) {
      const used = record.prepaidUse ?? '0';
      const account = await w.account(customerAccount, { project, contract });
      await w.addEntry(customerAccount, account.id, { usePending: minus('0', used), used });
      const amount = minus('0', used);
      await w.book(prepaidLedger, {
        project,
        contract,
        customerName,
        kind: '冲抵结算',
        happenedOn: day,
        amount,
        sourceNo,
      });
    } else if (positive(record.remainder)) {
      const amount = record.remainder ?? '0';
      await payAhead(w, { project, contract, customerName, kind: '到账余款转入', amount, day, sourceNo });
    }
  }),
  'paymentReceived.fee': effect(async ({ record, projectCost }) => {
    const { project } = demandOwner(record);
    const month = monthOf(record.bookDate ?? record.receiptDate);
    if (positive(record.bankFee)) await projectCost(project, month, { account: '财务费用', amount: record.bankFee });
  }),
  'paymentReceived.invoices': effect(async ({ record, ...w }) => {
    const promised = new Set<string>();
    for (const row of await w.find(writeOff, { receipt: record.id, state: '已核销' })) {
      if (row.invoice === null) continue;
      const amount = row.amount ?? '0';
      await w.addEntry(outputInvoice, row.invoice, { writePending: minus('0', amount), written: amount });
      const [invoice] = await w.find(outputInvoice, { id: row.invoice });
      if (invoice?.preOpen) promised.add(invoice.preOpen);
    }
    for (const preOpen of promised) await refreshPromise(w, preOpen);
  }),
  'paymentReceived.draft': effect(async ({ record, book, services }) => {
    const { draftNo, draftDue: dueDate, draftBank: acceptor, receiptAmount: amount } = record;
    if (record.receiptKind !== '承兑汇票' || !draftNo || !dueDate || !acceptor || amount === null) return;
    await book(acceptanceDraft, {
      draftNo,
      acceptor,
      receivedOn: record.receiptDate,
      dueDate,
      payerName: record.payerName,
      ...whose(record),
      amount,
      state: '在库',
    });
    await services.remind({
      on: dueDate,
      daysBefore: 5,
      to: [],
      role: 'cashier',
      title: `承兑汇票${draftNo}（${amount}元）${dueDate}到期，请办理托收`,
    });
  }),
  'paymentReceived.collection': effect(async ({ record, ...w }) => {
    const rows = await w.find(writeOff, { receipt: record.id, state: '已核销' });
    for (const id of new Set(rows.map((row) => row.receivable))) {
      const [receivable] = id === null ? [] : await w.find(receivableLedger, { id });
      if (!receivable) continue;
      await w.setEntry(receivableLedger, receivable.id, {
        lastReceipt: record.receiptDate,
        overdueDays: daysAfter(record.receiptDate, receivable.dueDate),
      });
      await refreshState(w, receivable.id);
    }
  }),
};
