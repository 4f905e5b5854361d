/** What a record of 员工租房 comes to: lines of what is due, costs, what is kept from pay, and the lease that it is about. */
import { rentLease, type staffRent } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { Entry } from '../../engine/books/entries.ts';
import type { Recorded } from '../../engine/forms/effect.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import type { CostLine } from '../books/costs.ts';
import { least, minus, plus, positive, totalsBy } from '../books/money.ts';
import { monthOf, nextMonth } from '../books/source.ts';
import type { Writing } from '../kit/effect.ts';
import { ring } from '../kit/reminders.ts';

type Rent = Recorded<typeof staffRent>;
export type Lease = Entry<typeof rentLease>;

/** Constraints of the books, in words. */
const OVERLAPS: Readonly<Record<string, string>> = {
  b_rent_lease_house: '该房屋同期已有租约，请核对房屋地址和租期',
  b_rent_payment_once: '该期间已支付或正在支付，不能重复支付',
  b_dormitory_stay_person: '该员工同期已登记入住其他宿舍，请先登记退宿日期',
};

/** @throws invalid at `path` where another record was first */
export async function once<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const message = error instanceof Error && 'constraint' in error ? OVERLAPS[String(error.constraint)] : undefined;
    throw message === undefined ? error : invalid([{ path, message }]);
  }
}

/** The lease that a record is about, or began; locked. */
export async function leaseOf({ find }: Pick<Writing, 'find'>, record: Rent): Promise<Lease> {
  const [lease] = await find(rentLease, record.lease === null ? { document: record.serial } : { id: record.lease });
  if (lease === undefined) throw refused('租约已不存在，请刷新后重试');
  return lease;
}

/** What is due by kind; a kind that is listed twice is one line. */
export function dueLines(record: Rent) {
  type Kind = '房租' | '中介费' | Rent['utilities'][number]['feeName'];
  const utilities = totalsBy<{ readonly kind: Kind; readonly amount: string | null }>(
    [
      { kind: '房租', amount: record.rentAmount },
      { kind: '中介费', amount: record.agentFee },
      ...record.utilities.map((row) => ({ kind: row.feeName, amount: row.feeAmount })),
    ],
    (line) => line.kind,
    (line) => line.amount,
  );
  return [...utilities]
    .filter(([, amount]) => positive(amount))
    .map(([kind, amount]) => ({
      feeKind: kind as Kind,
      amount,
      selfAmount: kind === '房租' ? record.selfTotal : null,
    }));
}

/** What the project bears of what was paid: no deposit, not what employees bear; a deposit that was kept for damage is lost. */
export function rentCosts(record: Rent): readonly CostLine[] {
  const spent = minus(record.paidAmount ?? '0', record.deposit ?? '0');
  const utilities = least(record.utilityAmount ?? '0', spent);
  return [
    { account: '员工宿舍租金', amount: minus(minus(spent, utilities), record.selfTotal ?? '0') },
    { account: '员工宿舍水电', amount: utilities },
    { account: '无票税费', amount: record.noInvoiceTax },
    { account: '员工宿舍损坏赔偿', amount: record.damageFee },
  ];
}

export interface Deduction {
  readonly person: string;
  readonly month: string;
  readonly amount: string;
}

/**
 * What is kept from each employee's pay, month by month of the period; what is of months before the payment goes with the first pay after it.
 * A part of a month is its last.
 */
export function selfDeductions(
  record: Pick<Rent, 'occupants' | 'payMonths' | 'periodStart'>,
  payMonth: string,
): readonly Deduction[] {
  return record.occupants.flatMap((row) => {
    const share = row.selfShare ?? '0';
    let left = Big(share)
      .times(record.payMonths ?? 0)
      .toFixed(2);
    const months: { readonly month: string; readonly amount: string }[] = [];
    for (let month = monthOf(record.periodStart); positive(left); month = nextMonth(month)) {
      const amount = least(share, left);
      months.push({ month: month < payMonth ? payMonth : month, amount });
      left = minus(left, amount);
    }
    const sums = new Map<string, string>();
    for (const one of months) sums.set(one.month, plus(sums.get(one.month) ?? '0', one.amount));
    return [...sums].map(([month, amount]) => ({ person: row.occupant, month, amount }));
  });
}

export const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Ends what earlier records of the lease left to be reminded of by the effect named. */
export async function silence(w: Writing, record: Rent, effect: string): Promise<void> {
  if (record.lease === null) return;
  const { rows } = await sql<{
    id: string;
  }>`select id::text as id from f_staff_rent where id <> ${record.id} and (lease = ${record.lease}
    or id = (select source_id from b_rent_lease where id = ${record.lease}))`.execute(w.tx);
  for (const { id } of rows) await ring(w, { module: 'staffRent', id, effect }, false);
}
