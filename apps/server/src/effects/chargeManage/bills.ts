/** What changes bills: nothing of one is overwritten but what was reduced and paid; a correction reverses it and bills anew. */
import { bill, chargeFlow, roomAccount } from '@hengneng/forms';
import type { Entry } from '../../engine/books/entries.ts';
import { invalid } from '../../platform/http/errors.ts';
import { least, minus, positive } from '../books/money.ts';
import type { Writing } from '../kit/effect.ts';

export type Bill = Entry<typeof bill>;

/** What a bill asks for. */
export const netOf = (of: Bill): string => minus(of.amount ?? '0', of.reduced ?? '0');
export const openOf = (of: Bill): string => minus(netOf(of), of.paid ?? '0');

/** A bill that a row points at; locked. @throws invalid at `path` where it is not of the room, or no longer stands */
export async function billOf(
  { find }: Pick<Writing, 'find'>,
  id: string,
  of: { readonly room: string; readonly fee?: string },
  path: string,
): Promise<Bill> {
  const [entry] = await find(bill, { id });
  const wrong = (message: string) => invalid([{ path, message }]);
  if (entry === undefined) throw wrong('账单不存在或已作废，请重新选择');
  if (entry.room !== of.room) throw wrong('账单不是所选房间的');
  if (of.fee !== undefined && entry.fee !== of.fee) throw wrong('账单不是所选收费项目的');
  if (entry.state === '已红冲' || entry.state === '已作废') throw wrong(`账单${entry.state}，请重新选择`);
  return entry;
}

/** Brings the state of a bill to what its amounts say. */
async function refreshBill({ find, setEntry }: Pick<Writing, 'find' | 'setEntry'>, id: string): Promise<void> {
  const [entry] = await find(bill, { id });
  if (entry === undefined) return;
  const state = !positive(openOf(entry)) ? '已缴' : positive(entry.paid) ? '部分缴' : '未缴';
  if (state !== entry.state) await setEntry(bill, id, { state });
}

interface Moved {
  readonly amount: string;
  readonly day: string;
  readonly document: string;
}

/** Money of a household that no bill needs any more is kept for the next. */
export async function payAheadFor(
  { account, addEntry, book }: Pick<Writing, 'account' | 'addEntry' | 'book'>,
  of: Bill | { readonly id: null; readonly room: string; readonly community: string; readonly fee: string },
  { amount, day, document }: Moved,
): Promise<void> {
  if (!positive(amount)) return;
  const entry = await account(roomAccount, { room: of.room ?? '' });
  await addEntry(roomAccount, entry.id, { paidIn: amount });
  await book(chargeFlow, {
    community: of.community ?? '',
    room: of.room ?? '',
    bill: of.id,
    fee: of.fee,
    kind: '预存转入',
    amount,
    happenedOn: day,
    document,
  });
}

/** Takes some of a bill off; what was paid of that is kept for the household. */
export async function reduceBill(w: Writing, of: Bill, reduce: string, at: Omit<Moved, 'amount'>): Promise<void> {
  const due = minus(netOf(of), reduce);
  const over = minus(of.paid ?? '0', due);
  await w.addEntry(bill, of.id, { reduced: reduce, ...(positive(over) ? { paid: `-${over}` } : {}) }, 'bills');
  if (positive(over)) await payAheadFor(w, of, { ...at, amount: over });
  await refreshBill(w, of.id);
}

/** A bill that began with money of the one it replaces. */
export interface Carried {
  readonly id: string;
  readonly taken: string;
}

/**
 * Reverses a bill and bills what is left of it; what was paid goes with it, the rest is kept for the household.
 * @returns the new bill and what it was paid with from the old, where there is any
 */
export async function rebill(
  w: Writing,
  of: Bill,
  change: { readonly reduce: string; readonly suspendDays: number },
  at: Omit<Moved, 'amount'>,
): Promise<Carried | null> {
  const { addEntry, book, setEntry } = w;
  const paid = of.paid ?? '0';
  const due = minus(netOf(of), change.reduce);
  if (positive(paid)) await addEntry(bill, of.id, { paid: `-${paid}` });
  await setEntry(bill, of.id, { state: '已红冲', suspended: true });
  const { project, community, room, fee, month, periodFrom, periodTo, quantity, unitPrice, dueOn } = of;
  const same = { project, community: community ?? '', room: room ?? '', fee: fee ?? '', month: month ?? '' };
  const period = { periodFrom, periodTo, quantity, unitPrice, dueOn, suspended: true };
  await book(bill, {
    ...same,
    ...period,
    billNo: `${of.billNo ?? ''}-红`,
    amount: minus('0', netOf(of)),
    reverses: of.id,
    state: '已红冲',
  });
  const taken = least(paid, due);
  const [id] = positive(due)
    ? await book(bill, {
        ...same,
        ...period,
        billNo: `${of.billNo ?? ''}-重`,
        suspendDays: change.suspendDays,
        amount: due,
        paid: taken,
        replaces: of.id,
        state: positive(minus(due, taken)) ? (positive(taken) ? '部分缴' : '未缴') : '已缴',
      })
    : [];
  await payAheadFor(w, of, { ...at, amount: minus(paid, taken) });
  return id !== undefined && positive(taken) ? { id, taken } : null;
}

/** A household pays some of a bill. */
export async function payBill(
  w: Writing,
  of: Bill,
  paid: Moved & { readonly payMode: string },
  path: string,
): Promise<void> {
  await w.addEntry(bill, of.id, { paid: paid.amount }, path);
  await refreshBill(w, of.id);
  await w.book(chargeFlow, {
    community: of.community ?? '',
    room: of.room ?? '',
    bill: of.id,
    fee: of.fee,
    kind: '回款',
    amount: paid.amount,
    happenedOn: paid.day,
    payMode: paid.payMode,
    document: paid.document,
  });
}
