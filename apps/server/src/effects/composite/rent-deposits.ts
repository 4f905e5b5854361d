/** Deposits of leases: what was paid to landlords and comes back, or is kept for damage, when the lease ends. */
import { depositReceivable, rentLease, type staffRent } from '@hengneng/forms';
import type { EffectCall, Recorded } from '../../engine/forms/effect.ts';
import { refused } from '../../platform/http/errors.ts';
import { least, minus, plus, positive } from '../books/money.ts';
import type { Writing } from '../kit/effect.ts';
import type { Lease } from './rents.ts';

type Rent = Recorded<typeof staffRent>;
type Call = EffectCall<Rent> & Writing;

export async function takeDeposit({ book, addEntry }: Call, lease: Lease, record: Rent): Promise<void> {
  const amount = record.deposit ?? '0.00';
  if (!positive(amount)) return;
  await addEntry(rentLease, lease.id, { deposit: amount });
  await addEntry(rentLease, lease.id, { depositLeft: amount });
  await book(depositReceivable, {
    kind: '押金',
    project: record.project,
    counterpart: record.landlord,
    contractNo: lease.document,
    amount,
    dueOn: record.leaseEnd,
    returned: '0.00',
    keeper: record.applicant,
  });
}

/** Oldest first: what came back, then what was kept. @throws refused where the book holds less than the lease says */
export async function settleDeposit({ find, addEntry }: Call, lease: Lease, record: Rent): Promise<void> {
  let back = record.backTotal ?? '0';
  let kept = record.damageFee ?? '0';
  for (const entry of await find(depositReceivable, { kind: '押金', contractNo: lease.document })) {
    const open = minus(entry.amount ?? '0', plus(entry.returned ?? '0', entry.withheld ?? '0'));
    const returned = least(back, open);
    const withheld = least(kept, minus(open, returned));
    await addEntry(depositReceivable, entry.id, { returned, withheld });
    back = minus(back, returned);
    kept = minus(kept, withheld);
  }
  if (positive(plus(back, kept))) throw refused('应收保证金台账中该租约的押金余额不足，请核对后再退租');
}
