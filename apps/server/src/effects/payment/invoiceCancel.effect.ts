/** 发票作废: a paper invoice of the month that never took effect. */
import { assessmentItem, type invoiceCancel, outputInvoice, outputInvoiceLine, writeOff } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { invalid } from '../../platform/http/errors.ts';
import { type Invoice, pointed, unlinkInvoice } from '../collectionSettlement/ledger.ts';
import { minus, positive } from '../books/money.ts';
import { monthOf } from '../books/source.ts';
import { effect, type Writing } from '../kit/effect.ts';
import { bookTax } from './output.ts';

type Cancel = Recorded<typeof invoiceCancel>;

const original = (w: Writing, record: Cancel): Promise<Invoice> =>
  pointed(w, outputInvoice, record.original, 'original');

/** Who asked for the invoice; whoever cancels it where nobody did. */
async function askedBy(w: Writing, invoice: Invoice, record: Cancel): Promise<string> {
  const { rows } = await sql<{
    applicant: string;
  }>`select applicant::text as applicant from f_pre_open where id = ${invoice.preOpen}`.execute(w.tx);
  return rows[0]?.applicant ?? record.applicant;
}

export const invoiceCancelEffects: EffectsOf<'invoiceCancel', Cancel> = {
  'invoiceCancel.hold': effect(async ({ record, ...w }) => {
    const invoice = await original(w, record);
    const reversed = positive(invoice.redPending) || positive(invoice.redDone);
    if (invoice.contract !== record.contract || invoice.colour !== '蓝字' || invoice.state !== '正常' || reversed)
      throw invalid([{ path: 'original', message: '只能选本合同当月开具、未红冲、未作废的纸质发票' }]);
    if (positive(invoice.writePending))
      throw invalid([{ path: 'original', message: '该发票有到账核销在途，请等核销办结或退回后再作废' }]);
    await w.setEntry(outputInvoice, invoice.id, { state: '作废在途' });
  }),
  'invoiceCancel.settlements': effect(async ({ record, ...w }) => {
    const invoice = await original(w, record);
    await unlinkInvoice(w, invoice, invoice.matched ?? '0', '作废');
  }),
  'invoiceCancel.received': effect(async ({ record, find, setEntry, addEntry }) => {
    for (const row of await find(writeOff, { invoice: record.original, state: '已核销' })) {
      await setEntry(writeOff, row.id, { invoice: null });
      await addEntry(outputInvoice, record.original, {
        written: minus('0', minus(row.amount ?? '0', row.reversed ?? '0')),
      });
    }
  }),
  'invoiceCancel.voidInvoice': effect(async ({ record, ...w }) => {
    const invoice = await original(w, record);
    await w.setEntry(outputInvoice, invoice.id, { state: '已作废' });
    await bookTax(w, invoice, '作废', invoice.issueMonth ?? record.issueMonth, {
      net: minus('0', invoice.net ?? '0'),
      tax: minus('0', invoice.tax ?? '0'),
    });
  }),
  'invoiceCancel.draftReopen': effect(async ({ record, services, ...w }) => {
    if (record.reopenPlan !== '重新预开票') return;
    const invoice = await original(w, record);
    const lines = await w.find(outputInvoiceLine, { invoice: invoice.id });
    await services.draft({
      module: 'preOpen',
      applicant: record.applicant,
      title: `发票${record.originalNo}已作废，请重新申请预开票`,
      values: {
        project: record.project,
        contract: record.contract,
        preType: invoice.settlement === null ? '未结算预开' : '已结算先票后款',
        openKind: invoice.kind,
        buyerTitle: invoice.buyerTitle,
        buyerTaxNo: invoice.buyerTaxNo,
        feeFrom: invoice.feeFrom,
        feeTo: invoice.feeTo,
        promiseDate: invoice.promiseDate,
        collector: invoice.collector,
        lines: lines.map((line) => ({
          settlement: invoice.settlement,
          taxName: line.taxName,
          quantity: '1.00',
          unitName: '项',
          lineAmount: line.amount,
          taxRate: line.taxRate,
        })),
      },
    });
  }),
  'invoiceCancel.duty': effect(async ({ record, now, ...w }) => {
    const invoice = await original(w, record);
    const employee =
      record.errorSource === '申请人填报有误'
        ? await askedBy(w, invoice, record)
        : record.errorSource === '开票操作有误'
          ? (invoice.issuedBy ?? record.voidOperator)
          : null;
    if (employee !== null)
      await w.book(assessmentItem, {
        month: monthOf(now),
        employee,
        project: record.project,
        kind: '发票差错',
        content: `${record.cancelReason}，作废发票${record.originalNo}`,
        amount: record.originalAmount,
        sourceNo: record.serial ?? '',
      });
  }),
};
