/** 投诉减免: what a complaint let a customer or a household off is taken off their next settlement or bill, once. */
import { billRelief, type userSettlement } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Entry } from '../../engine/books/entries.ts';
import type { Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { Writing } from '../kit/effect.ts';
import { tick } from '../kit/reminders.ts';
import { ownHolds } from './held.ts';
import { least, minus, positive, total } from './money.ts';

type Settlement = Recorded<typeof userSettlement>;
type Relief = Entry<typeof billRelief>;

/** 调整类别 of a settlement that takes reliefs off. */
export const RELIEF = '投诉减免';

const openOf = (relief: Relief): string =>
  minus(minus(relief.amount ?? '0', relief.pending ?? '0'), relief.deducted ?? '0');

/** What was agreed to, has come due and is not taken off yet. */
const dueOf = (reliefs: readonly Relief[], month: string): readonly Relief[] =>
  reliefs.filter((relief) => (relief.month ?? '') <= month && positive(openOf(relief)));

/** Rows of 调整项 that take off what a customer was let off: a household's reliefs go with its own bills. */
export async function reliefRows(tx: Tx, contract: string, month: string): Promise<readonly Record<string, unknown>[]> {
  const { rows } = await sql<{ amount: string; no: string }>`select
      (-(amount - coalesce(pending, 0) - coalesce(deducted, 0)))::text as amount, source_no as no
    from b_bill_relief where contract = ${contract} and room is null and month <= ${month} and not voided
      and amount > coalesce(pending, 0) + coalesce(deducted, 0) order by id`.execute(tx);
  return rows.map(({ amount, no }) => ({ adjustKind: RELIEF, adjustAmount: amount, adjustBasis: no }));
}

/**
 * A settlement takes off what its customer was let off, all of it where the settlement reaches, and no more.
 * @throws invalid
 */
export async function holdReliefs(
  { find, addEntry }: Pick<Writing, 'find' | 'addEntry'>,
  record: Settlement,
): Promise<void> {
  const due = dueOf(await find(billRelief, { contract: record.contract, room: null }), record.settleMonth);
  const open = total(due.map(openOf));
  let left = total(
    record.adjusts.filter((row) => row.adjustKind === RELIEF).map((row) => minus('0', row.adjustAmount)),
  );
  const wrong = (message: string) => invalid([{ path: 'adjusts', message }]);
  if (positive(minus(left, open)))
    throw wrong(`投诉减免${left}元超过投诉处理批准、尚未抵减的${open}元，其他减收请选相应的调整类别`);
  const short = minus(open, left);
  // A correction has no bill to take it off; neither has a settlement that it would leave nothing of.
  if (record.settleKind !== '差额补结' && positive(short) && positive(minus(record.settleTotal ?? '0', short)))
    throw wrong(
      `该客户有批准的投诉减免${short}元未抵减（${due.map((relief) => relief.sourceNo ?? '').join('、')}），请在调整项增加投诉减免`,
    );
  for (const relief of due) {
    const part = least(left, openOf(relief));
    if (!positive(part)) continue;
    await addEntry(billRelief, relief.id, { pending: part }, 'adjusts');
    left = minus(left, part);
  }
}

/** Brings the state of a relief, and the to-do that it left, to what its amounts say. */
async function refresh(w: Pick<Writing, 'tx' | 'find' | 'setEntry' | 'set'>, id: string): Promise<void> {
  const [relief] = await w.find(billRelief, { id });
  if (relief === undefined) return;
  const done = !positive(minus(relief.amount ?? '0', relief.deducted ?? '0'));
  const state = done ? '已抵减' : '待抵减';
  if (state === relief.state) return;
  await w.setEntry(billRelief, id, { state });
  await tick(w, { module: relief.sourceModule, id: relief.sourceId, effect: 'userComplaint.relief' }, done);
}

/** What a settlement held is taken off with it. */
export async function settleReliefs(w: Writing, settlement: string): Promise<void> {
  for (const { id, amount } of await ownHolds(w.tx, billRelief, 'pending', {
    module: 'userSettlement',
    id: settlement,
  })) {
    await w.addEntry(billRelief, id, { pending: minus('0', amount), deducted: amount });
    await refresh(w, id);
  }
}

/** Reliefs that a settlement took off are open again where that is cancelled. */
export async function releaseReliefs(w: Writing, settlement: string, amount: string): Promise<void> {
  let left = amount;
  for (const held of await ownHolds(w.tx, billRelief, 'deducted', { module: 'userSettlement', id: settlement })) {
    const [relief] = await w.find(billRelief, { id: held.id });
    const part = least(left, least(held.amount, relief?.deducted ?? '0'));
    if (!positive(part)) continue;
    await w.addEntry(billRelief, held.id, { deducted: minus('0', part) });
    await refresh(w, held.id);
    left = minus(left, part);
  }
}

/** Takes off a household's bill what it was let off. @returns how much of the bill that is */
export async function relieveRoom(w: Writing, room: string, month: string, owed: string): Promise<string> {
  let left = owed;
  for (const relief of dueOf(await w.find(billRelief, { room }), month)) {
    const part = least(left, openOf(relief));
    if (!positive(part)) continue;
    await w.addEntry(billRelief, relief.id, { deducted: part });
    await refresh(w, relief.id);
    left = minus(left, part);
  }
  return minus(owed, left);
}
