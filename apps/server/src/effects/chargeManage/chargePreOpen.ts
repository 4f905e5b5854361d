/** 物业预开票: a bill is invoiced once, before it is paid; what was promised is asked for until it is there. */
import { propertyInvoice } from '@hengneng/forms';
import type { chargePreOpen } from '@hengneng/forms';
import { randomUUID } from 'node:crypto';
import type { EffectCall, EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import {
  accountOf,
  consumeAhead,
  demandOpenDay,
  fenOf,
  giveBack,
  invoiceable,
  markInvoiced,
  markPaidAhead,
  postInvoice,
  take,
  yuanOf,
} from '../../modules/charging/index.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { refused, wrong } from '../../platform/http/errors.ts';
import { minus, positive } from '../books/money.ts';
import { dayOf } from '../books/source.ts';
import { effect, undoing, type Writing } from '../kit/effect.ts';
import { ring } from '../kit/reminders.ts';

type PreOpening = Recorded<typeof chargePreOpen>;
type Call = EffectCall<PreOpening>;
type Line = PreOpening['lines'][number];

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** How the money comes in. Treasuries and direct debits pay into the bank. */
const TENDER: Readonly<Record<PreOpening['payMode'], '转账' | '支票' | '微信'>> = {
  银行转账: '转账',
  支票: '支票',
  微信支付宝: '微信',
  财政支付: '转账',
  代扣: '转账',
};

/** A line's bill, held. @throws invalid at the line */
async function billOf(tx: Tx, row: Line, index: number) {
  const path = `lines[${index}].bill`;
  const bill = await invoiceable(tx, row.bill);
  if (bill === undefined) throw wrong(path, '账单不存在，请重新选择');
  if (bill.state !== '已发布' && bill.state !== '待发布') throw wrong(path, `账单${bill.state}，不能开票`);
  return bill;
}

const invoiceOf = async ({ find }: Pick<Writing, 'find'>, record: PreOpening) =>
  (await find(propertyInvoice, { invoiceNo: record.invoiceNo })).find((entry) => entry.sourceId === record.id);

const hold = effect<PreOpening>(async ({ record, tx }) => {
  for (const [index, row] of record.lines.entries()) {
    const at = `lines[${index}].amount`;
    const bill = await billOf(tx, row, index);
    const fen = fenOf(row.amount);
    if (fen > bill.open) throw wrong(at, `该账单未缴金额只有${yuanOf(bill.open)}元`);
    if (fen > bill.uninvoiced) throw wrong(at, `该账单可开票金额只有${yuanOf(bill.uninvoiced)}元，请核对是否已预开票`);
    // What is booked ahead of a bill is one invoice's, so that it can be told whose it was.
    if (!bill.released && bill.begun) throw wrong(`lines[${index}].bill`, '该账单待发布且已预开票，请在发布后再开');
    await markInvoiced(tx, bill.id, { pending: fen });
  }
});

const issue = effect<PreOpening>(async ({ record, actor, now, tx, book }) => {
  const ahead = [];
  for (const [index, row] of record.lines.entries()) {
    const bill = await billOf(tx, row, index);
    const fen = fenOf(row.amount);
    await markInvoiced(tx, bill.id, { pending: -fen, invoiced: fen });
    if (!bill.released) ahead.push({ billId: bill.id, room: bill.room, fen, tax: fenOf(row.taxAmount ?? '0') });
  }
  await postInvoice(
    tx,
    {
      community: record.community,
      recordId: record.id,
      memo: `${record.serial} 发票${record.invoiceNo ?? ''}`,
      day: dayOf(now),
      by: actor.userId,
    },
    ahead,
  );
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
    reversed: '0.00',
    promisedOn: record.planPayDate,
    document: record.serial,
  });
});

const backAhead = (tx: Tx, { record, actor, now }: Call, memo: string, billIds: readonly string[]): Promise<void> =>
  consumeAhead(
    tx,
    {
      community: record.community,
      source: 'f_charge_pre_open',
      sourceId: record.id,
      day: dayOf(now),
      by: actor.userId,
      memo: `${record.serial} ${memo}`,
    },
    billIds,
  );

interface Share {
  readonly index: number;
  readonly billId: string;
  readonly room: string;
  readonly fee: string;
  readonly released: boolean;
  /** What of the money is this line's, and what of that its bill still asks for. */
  readonly fen: bigint;
  readonly settles: bigint;
}

/** In the order of the lines, each no further than it was invoiced. */
async function sharesOf(tx: Tx, record: PreOpening): Promise<readonly Share[]> {
  let left = fenOf(record.receivedAmount ?? '0');
  const shares: Share[] = [];
  for (const [index, row] of record.lines.entries()) {
    const fen = least(left, fenOf(row.amount));
    if (fen === 0n) break;
    left -= fen;
    const bill = await invoiceable(tx, row.bill);
    if (bill === undefined) throw refused('开票的账单已不存在，请联系财务');
    const settles = bill.released ? least(fen, bill.open) : 0n;
    shares.push({ index, billId: bill.id, room: bill.room, fee: bill.fee, released: bill.released, fen, settles });
  }
  return shares;
}

interface Received {
  /** Ids of payments. */
  readonly payments: readonly string[];
  /** What bills that wait for their release were paid. Fen. */
  readonly ahead: readonly { readonly bill: string; readonly fen: string }[];
}

/** A payment for each room; what its bills do not ask for yet, or any more, is kept for the same fee. */
async function receive(tx: Tx, { record, actor, now }: Call): Promise<Received> {
  const day = record.receivedDate ?? dayOf(now);
  if (day > dayOf(now)) throw wrong('receivedDate', '回款日期不能晚于今天');
  const shares = await sharesOf(tx, record);
  if (shares.length > 0) await demandOpenDay(tx, record.community, day);
  const payments: string[] = [];
  const type = TENDER[record.payMode];
  const debit = accountOf(type, '');
  for (const [room, own] of Map.groupBy(shares, (share) => share.room)) {
    const amount = own.reduce((sum, { fen }) => sum + fen, 0n);
    const toPrepaid = own.reduce((sum, { fen, settles }) => sum + fen - settles, 0n);
    const { paymentId } = await take(
      tx,
      { session: { userId: actor.userId }, now },
      {
        requestId: randomUUID(),
        communityId: record.community,
        roomId: room,
        payer: record.payerName,
        shiftId: null,
        kind: '回款',
        journal: '收款',
        amount,
        toPrepaid,
        tenders: [{ type, fen: amount, refNo: '', refDay: type === '微信' ? null : day }],
        settlements: own.flatMap(({ billId, settles }) =>
          settles > 0n ? [{ billId, principal: settles, penalty: 0n, calc: null }] : [],
        ),
        postings: own.flatMap(({ billId, fee, fen, settles }) => [
          { debit, credit: { kind: '应收', ref: room } as const, fen: settles, billId },
          { debit, credit: { kind: '预存', ref: room, feeId: fee } as const, fen: fen - settles },
        ]),
        reason: record.serial,
        day,
      },
    );
    payments.push(paymentId);
  }
  const ahead = shares.flatMap(({ billId, released, fen }) => (released ? [] : [{ bill: billId, fen: String(fen) }]));
  for (const { bill, fen } of ahead) await markPaidAhead(tx, bill, BigInt(fen));
  return { payments, ahead };
}

/** What was invoiced and is not paid may be invoiced again, and its bills be taken back. */
async function reverseRest(tx: Tx, call: Call): Promise<readonly { readonly bill: string; readonly fen: string }[]> {
  const { record } = call;
  let left = fenOf(record.receivedAmount ?? '0');
  const released: { bill: string; fen: string }[] = [];
  for (const row of record.lines) {
    const fen = fenOf(row.amount);
    const paid = least(left, fen);
    left -= paid;
    if (fen === paid) continue;
    await markInvoiced(tx, row.bill, { invoiced: paid - fen });
    released.push({ bill: row.bill, fen: String(fen - paid) });
  }
  await backAhead(
    tx,
    call,
    '发票冲红',
    released.map(({ bill }) => bill),
  );
  return released;
}

export const chargePreOpenEffects: EffectsOf<'chargePreOpen', PreOpening> = {
  'chargePreOpen.hold': undoing(hold, async (tx, { record }) => {
    for (const row of record.lines) await markInvoiced(tx, row.bill, { pending: -fenOf(row.amount) });
  }),
  'chargePreOpen.issue': undoing(issue, async (tx, call) => {
    for (const { bill, amount } of call.record.lines) {
      const fen = fenOf(amount);
      await markInvoiced(tx, bill, { pending: fen, invoiced: -fen });
    }
    await backAhead(
      tx,
      call,
      '作废',
      call.record.lines.map(({ bill }) => bill),
    );
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
  'chargePreOpen.receive': undoing(
    effect<PreOpening>(async (call) => {
      const { record, tx, addEntry } = call;
      const received = record.receivedAmount ?? '0';
      const { payments, ahead } = await receive(tx, call);
      call.log({ payments: payments.join(' '), ahead: JSON.stringify(ahead) });
      const open = minus(record.totalAmount ?? '0', received);
      const reverses = record.unpaidHandle === '发票冲红' && positive(open);
      if (reverses) call.log({ released: JSON.stringify(await reverseRest(tx, call)) });
      const invoice = await invoiceOf(call, record);
      if (invoice !== undefined)
        await addEntry(propertyInvoice, invoice.id, { received, reversed: reverses ? open : '0.00' }, 'receivedAmount');
      if (!positive(open) || record.unpaidHandle !== '分次回款继续跟踪')
        await ring(call, { module: 'chargePreOpen', id: record.id, effect: 'chargePreOpen.remind' }, false);
    }),
    async (tx, call) => {
      const { record, logged, actor, now } = call;
      if (logged.released && logged.released !== '[]') throw refused('发票已冲红，不能作废');
      const payments = (logged.payments ?? '').split(' ').filter(Boolean);
      if (payments.length > 0) await demandOpenDay(tx, record.community, dayOf(now));
      for (const { bill, fen } of JSON.parse(logged.ahead ?? '[]') as Received['ahead'])
        await markPaidAhead(tx, bill, -BigInt(fen));
      for (const paymentId of payments)
        await giveBack(
          tx,
          { session: { userId: actor.userId }, now },
          { paymentId, requestId: randomUUID(), shiftId: null, reason: `${record.serial}作废` },
        );
    },
  ),
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
