/** 物业预开票: a bill is invoiced once, before it is paid; what was promised is asked for until it is there. */
import { bill, propertyInvoice, room } from '@hengneng/forms';
import type { chargePreOpen } from '@hengneng/forms';
import { Big } from 'big.js';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { invalid } from '../../platform/http/errors.ts';
import { least, minus, positive } from '../books/money.ts';
import { dayOf } from '../books/source.ts';
import { effect, type Writing } from '../kit/effect.ts';
import { ring } from '../kit/reminders.ts';
import { billOf, openOf, payBill } from './bills.ts';

type PreOpening = Recorded<typeof chargePreOpen>;

const wrong = (path: string, message: string) => invalid([{ path, message }]);

async function demandRooms({ find }: Pick<Writing, 'find'>, record: PreOpening): Promise<void> {
  const rooms = [
    { id: record.mainRoom, path: 'mainRoom' },
    ...record.lines.map((row, index) => ({ id: row.room, path: `lines[${index}].room` })),
  ];
  for (const { id, path } of rooms) {
    const [entry] = await find(room, { id });
    if (entry?.community !== record.community) throw wrong(path, '房间不属于所选小区');
  }
}

const invoiceOf = async ({ find }: Pick<Writing, 'find'>, record: PreOpening) =>
  (await find(propertyInvoice, { invoiceNo: record.invoiceNo })).find((entry) => entry.sourceId === record.id);

export const chargePreOpenEffects: EffectsOf<'chargePreOpen', PreOpening> = {
  'chargePreOpen.hold': effect(async (call) => {
    const { record, addEntry } = call;
    await demandRooms(call, record);
    for (const [index, row] of record.lines.entries()) {
      const at = (key: string) => `lines[${index}].${key}`;
      const entry = await billOf(call, row.bill, row, at('bill'));
      if (Big(row.amount).gt(openOf(entry))) throw wrong(at('amount'), `该账单未缴金额只有${openOf(entry)}元`);
      await addEntry(bill, entry.id, { invoicePending: row.amount }, at('amount'));
    }
  }),
  'chargePreOpen.issue': effect(async ({ record, addEntry, book }) => {
    for (const row of record.lines)
      await addEntry(bill, row.bill, { invoicePending: `-${row.amount}`, invoiced: row.amount });
    await book(propertyInvoice, {
      invoiceCode: record.invoiceCode,
      invoiceNo: record.invoiceNo ?? '',
      invoiceKind: record.invoiceKind,
      community: record.community,
      room: record.mainRoom,
      buyerTitle: record.buyerTitle,
      buyerTaxNo: record.buyerTaxNo,
      invoiceDate: record.invoiceDate ?? record.planPayDate,
      amount: record.totalAmount ?? '0',
      net: record.totalNet,
      tax: record.totalTax,
      received: '0.00',
      promisedOn: record.planPayDate,
      document: record.serial,
    });
  }),
  'chargePreOpen.remind': effect(async ({ record, services }) => {
    for (const role of ['cashier', 'propertyManager'])
      await services.remind({
        on: record.planPayDate,
        everyDays: 1,
        to: [],
        role,
        title: `${record.payerName}的预开票${record.invoiceNo ?? ''}承诺${record.planPayDate}付款，未回款${record.totalAmount ?? '0.00'}元，请催收`,
      });
  }),
  'chargePreOpen.receive': effect(async (call) => {
    const { record, addEntry, now } = call;
    const received = record.receivedAmount ?? '0';
    const day = record.receivedDate ?? dayOf(now);
    let left = received;
    // In the order of the rows, each no further than it was invoiced.
    for (const [index, row] of record.lines.entries()) {
      const part = least(left, row.amount);
      if (!positive(part)) break;
      const entry = await billOf(call, row.bill, row, `lines[${index}].bill`);
      const paid = { amount: part, day, document: record.serial, payMode: record.payMode };
      await payBill(call, entry, paid, 'receivedAmount');
      left = minus(left, part);
    }
    const invoice = await invoiceOf(call, record);
    if (invoice !== undefined) await addEntry(propertyInvoice, invoice.id, { received }, 'receivedAmount');
    const open = minus(record.totalAmount ?? '0', received);
    if (!positive(open) || record.unpaidHandle !== '分次回款继续跟踪')
      await ring(call, { module: 'chargePreOpen', id: record.id, effect: 'chargePreOpen.remind' }, false);
  }),
  'chargePreOpen.reverseDraft': effect(async ({ record, services }) => {
    const open = minus(record.totalAmount ?? '0', record.receivedAmount ?? '0');
    const what = `${record.payerName}的预开票${record.invoiceNo ?? ''}未回款${open}元`;
    if (record.unpaidHandle === '发票冲红')
      await services.draft({
        module: 'invoiceHedging',
        applicant: record.applicant,
        title: `${what}，请办理发票冲红`,
        values: {},
      });
    if (record.unpaidHandle === '转坏账申请')
      await services.todo({ kind: '坏账申请', title: `${what}，请核实后办理坏账`, to: [], role: 'finance' });
  }),
};
