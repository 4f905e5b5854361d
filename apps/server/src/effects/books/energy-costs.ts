/**
 * Energy costs a project once. The confirmation of a month's meters and the payment of its bill both say what the month took; whichever comes first books
 * the cost, and whichever comes second only what the first has not. Neither is cancelled while the other rests on it.
 */
import { energyCost } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Writing } from '../kit/effect.ts';
import { least, minus, positive } from './money.ts';

interface Spent {
  readonly project: string;
  /** 成本归属月 */
  readonly month: string;
  /** 资金科目 of the energy, as payments name it. */
  readonly subject: string;
  readonly by: '确认' | '付款';
  /** With tax: what both papers show. */
  readonly amount: string;
  readonly document: string;
}

/** Sets an amount against what the other side has booked. @returns what is booked already */
export async function matchEnergy(
  w: Pick<Writing, 'tx' | 'find' | 'addEntry' | 'book'>,
  spent: Spent,
): Promise<string> {
  const { project, month, subject, by, amount, document } = spent;
  if (!positive(amount)) return '0.00';
  // Two that come at once would both find nothing.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`energy_cost ${project} ${month} ${subject}`}, 0))`.execute(
    w.tx,
  );
  let left = amount;
  for (const entry of await w.find(energyCost, { project, month, subject, kind: by === '确认' ? '付款' : '确认' })) {
    const part = least(left, minus(entry.amount ?? '0', entry.matched ?? '0'));
    if (!positive(part)) continue;
    await w.addEntry(energyCost, entry.id, { matched: part });
    left = minus(left, part);
  }
  if (positive(left))
    await w.book(energyCost, { project, month, subject, kind: by, amount: left, matched: '0.00', document });
  return minus(amount, left);
}

interface Confirmation {
  readonly project: string;
  readonly settleMonth: string;
  readonly serial: string | null;
}

/** Books what a confirmation comes to, without what was paid for before. */
export async function bookConfirmed(
  { record, projectCost, ...w }: Writing & { readonly record: Confirmation },
  of: {
    /** 成本科目, where it is not called as the bill is paid. */
    readonly account?: string;
    /** Null for energy that nobody is paid for. */
    readonly subject: string | null;
    readonly amount: string | null;
    readonly quantity: string | null;
  },
): Promise<void> {
  const { project, settleMonth: month, serial } = record;
  const amount = of.amount ?? '0';
  const paid =
    of.subject === null
      ? '0'
      : await matchEnergy(w, { project, month, subject: of.subject, by: '确认', amount, document: serial ?? '' });
  await projectCost(project, month, {
    account: of.account ?? of.subject ?? '能源费',
    amount: minus(amount, paid),
    quantity: positive(paid) ? null : of.quantity,
  });
}
