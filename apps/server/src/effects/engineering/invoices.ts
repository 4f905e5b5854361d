/** 供应商发票: one paper claimed once, matched with order and acceptance, into the contract and the payables; red ones take that back. */
import {
  buyerContract,
  payableEstimate,
  pendingMatch,
  projectContract,
  purchaseOrderLine,
  supplierPayable,
} from '@hengneng/forms';
import type { purchaseInvoice } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { Effect, EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { refused, wrong } from '../../platform/http/errors.ts';
import { demandContract } from '../books/contracts.ts';
import { holdInvoices, releaseInvoices, unuseInvoices, useInvoices } from '../books/invoices.ts';
import { minus } from '../books/money.ts';
import { demandLines } from '../books/site.ts';
import { monthOf } from '../books/source.ts';
import { buyerOf, payableOfInvoice } from '../books/works-pay.ts';
import { effect, type Writing } from '../kit/effect.ts';

type Invoice = Recorded<typeof purchaseInvoice>;
type Match = Invoice['matches'][number];

const source = (record: Invoice) => ({ module: 'purchaseInvoice', id: record.id }) as const;

const DIGITAL = /^\d{20}$/;
const PAPER = /^\d{8}$/;

const isRed = (record: Invoice): boolean => record.invoiceKind === '红字发票';
const inFull = (record: Invoice): boolean => isRed(record) || record.diffHandle === '特批全额入账';
/** Rows that go into the payables, and for how much: what matched; all of a red invoice, and of one that was let through. */
const posted = (record: Invoice): readonly Match[] =>
  record.matches.filter((row) => inFull(record) || row.matched === 1);
const total = (record: Invoice): string =>
  posted(record)
    .reduce((sum, row) => sum.plus(row.billAmount ?? 0), Big(0))
    .toFixed(2);

interface Blue {
  readonly contract: string;
  readonly total: string;
  readonly reversed: string;
}

/** A red invoice takes back no more of its blue one than there is, line by line. */
async function demandBlue(tx: Tx, record: Invoice): Promise<void> {
  const { rows } = await sql<Blue>`select b.project_contract::text as contract, b.invoice_total::text as total,
      coalesce((select sum(-r.invoice_total) from f_purchase_invoice r where r.blue_invoice = b.id and r.id <> ${record.id}
        and r.status in ('running', 'returned', 'approved')), 0)::text as reversed
    from f_purchase_invoice b where b.id = ${record.blueInvoice} and b.status = 'approved' and b.invoice_kind <> '红字发票'`.execute(
    tx,
  );
  const blue = rows[0];
  if (blue === undefined) throw wrong('blueInvoice', '对应的蓝字发票尚未入账，或本身是红字发票');
  if (blue.contract !== record.projectContract) throw wrong('blueInvoice', '蓝字发票不是这份工程合同的');
  const left = Big(blue.total).minus(blue.reversed);
  if (left.plus(record.invoiceTotal).lt(0)) throw wrong('invoiceTotal', `蓝字发票可冲余额只有${left.toFixed(2)}元`);
  const { rows: lines } = await sql<{
    line: string;
    quantity: string;
  }>`select order_line::text as line, sum(bill_qty)::text as quantity
    from f_purchase_invoice_matches where parent_id = ${record.blueInvoice} group by 1`.execute(tx);
  const billed = new Map(lines.map((row) => [row.line, row.quantity]));
  for (const [index, row] of record.matches.entries())
    if (
      Big(row.billQty).gt(0) ||
      Big(billed.get(row.orderLine) ?? 0)
        .plus(row.billQty)
        .lt(0)
    )
      throw wrong(`matches[${index}].billQty`, '红字数量须为负数，且不超过蓝字发票的数量');
}

/** Whoever says that the goods are there does not say as well what they are billed at. */
async function demandNotReceiver(tx: Tx, record: Invoice): Promise<void> {
  const { rows } = await sql<{ row: number }>`select t.n::int as row
    from unnest(${record.matches.map((row) => row.orderLine)}::bigint[]) with ordinality t(line, n)
    where exists (select from f_purchase_check_accept_accept_lines l join f_purchase_check_accept a on a.id = l.parent_id
      where l.order_line = t.line and a.applicant = ${record.applicant} and a.status in ('running', 'returned', 'approved'))
    order by t.n limit 1`.execute(tx);
  if (rows[0]) throw wrong(`matches[${rows[0].row - 1}].orderLine`, '这些货由您验收，发票须由他人登记');
}

/** What matched when it was read may have been billed by another since. @throws refused */
async function demandMatched(tx: Tx, record: Invoice): Promise<void> {
  if (inFull(record)) return;
  const lines = posted(record).map((row) => row.orderLine);
  const { rows } = await sql<{
    goods: string;
  }>`select goods from b_purchase_order_line where id = any(${lines}::bigint[])
    and billed_qty > accepted_qty`.execute(tx);
  if (rows[0]) throw refused(`「${rows[0].goods}」的验收数量已被其他发票占用，请退回重新匹配`);
}

async function postInvoice(call: Writing & { readonly record: Invoice }): Promise<void> {
  const { record, tx, find, book, addEntry } = call;
  const amount = total(record);
  await addEntry(projectContract, record.projectContract, { matched: amount }, 'projectContract');
  const buyer = await buyerOf({ find }, record.projectContract);
  if (buyer !== undefined) await addEntry(buyerContract, buyer.id, { ticketed: amount });
  if (!isRed(record)) {
    await book(supplierPayable, {
      payableNo: record.serial,
      supplier: record.supplier,
      payeeName: record.sellerName,
      project: record.project,
      contract: buyer?.id ?? null,
      subject: `工程发票 ${record.invoiceNo}`,
      amount,
      payPending: '0.00',
      paid: '0.00',
      costBooked: true,
      state: '未付清',
    });
    return;
  }
  const blue = await payableOfInvoice({ tx, find }, record.blueInvoice ?? '');
  if (blue === undefined) throw wrong('blueInvoice', '蓝字发票没有应付');
  const free = Big(blue.amount ?? 0)
    .minus(blue.payPending ?? 0)
    .minus(blue.paid ?? 0);
  if (free.plus(amount).lt(0))
    throw wrong('blueInvoice', `蓝字发票未付且未申请付款的只有${free.toFixed(2)}元，请先处理付款`);
  await addEntry(supplierPayable, blue.id, { amount });
}

const post = effect<Invoice>(postInvoice);

/** An invoice that is being paid stands. */
const guarded: Effect<Invoice> = {
  apply: post.apply,
  async reverse(tx, call) {
    const { rows } =
      await sql`select 1 from b_supplier_payable where source_module = 'purchaseInvoice' and source_id = ${call.record.id}
      and not voided and coalesce(pay_pending, 0) + coalesce(paid, 0) > 0`.execute(tx);
    if (rows.length > 0) throw refused('该发票已申请付款或已付，请先处理付款申请');
    await post.reverse(tx, call);
  },
};

export const invoicesEffects: EffectsOf<'purchaseInvoice', Invoice> = {
  'purchaseInvoice.hold': {
    async apply(tx, { record }) {
      await demandContract(tx, record.projectContract, record);
      await demandLines(
        tx,
        'matches',
        'orderLine',
        record.matches.map((row) => row.orderLine),
        {
          ...record,
          contract: record.projectContract,
        },
      );
      const paper = record.invoiceKind === '纸质专票' || record.invoiceKind === '纸质普票';
      const good = paper ? PAPER.test(record.invoiceNo) : DIGITAL.test(record.invoiceNo);
      if (!good && !(isRed(record) && PAPER.test(record.invoiceNo)))
        throw wrong('invoiceNo', paper ? '纸质发票号码应为8位数字' : '数电票号码应为20位数字');
      if (isRed(record)) await demandBlue(tx, record);
      else await demandNotReceiver(tx, record);
      const { invoiceKind: kind, sellerTaxNo, invoiceCode: code, invoiceNo: no, invoiceDate: issueDate } = record;
      const line = {
        kind,
        sellerTaxNo,
        code,
        no,
        issueDate,
        net: record.netAmount,
        tax: record.taxAmount,
        deductible: '0',
      };
      await holdInvoices(tx, [line], source(record), () => 'invoiceNo');
    },
    reverse: (tx, { record }) => releaseInvoices(tx, source(record)),
  },
  'purchaseInvoice.post': guarded,
  'purchaseInvoice.estimate': effect(async ({ record, book, now }) => {
    await book(
      payableEstimate,
      ...posted(record).map((row) => ({
        project: record.project,
        supplier: record.supplier,
        contract: record.projectContract,
        orderLine: row.orderLine,
        kind: '发票冲减' as const,
        amount: minus('0', row.billAmount ?? '0'),
        month: monthOf(now),
        document: record.serial,
      })),
    );
  }),
  'purchaseInvoice.bill': effect(async ({ record, addEntry }) => {
    for (const [index, row] of record.matches.entries())
      if (posted(record).includes(row))
        await addEntry(purchaseOrderLine, row.orderLine, { billedQty: row.billQty }, `matches[${index}].billQty`);
  }, demandMatched),
  'purchaseInvoice.suspend': effect(async ({ record, book }) => {
    if (record.diffHandle !== '差额挂起待补验收') return;
    await book(
      pendingMatch,
      ...record.matches
        .filter((row) => row.matched !== 1)
        .map((row) => ({
          invoice: record.id,
          project: record.project,
          supplier: record.supplier,
          contract: record.projectContract,
          orderLine: row.orderLine,
          quantity: row.billQty,
          matchedQty: '0',
          price: row.billPrice,
        })),
    );
  }),
  'purchaseInvoice.inputTax': {
    async apply(tx, { record, now }) {
      if (record.deductible === true)
        await sql`update invoice_register set deductible = ${record.taxAmount} where source_module = 'purchaseInvoice'
          and source_id = ${record.id}`.execute(tx);
      await useInvoices(tx, source(record), record.certifyMonth ?? monthOf(now));
    },
    reverse: (tx, { record, now }) => unuseInvoices(tx, source(record), record.certifyMonth ?? monthOf(now)),
  },
};
