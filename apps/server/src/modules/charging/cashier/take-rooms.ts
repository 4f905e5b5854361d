/** Money for several rooms at once: a receipt, a payment and a journal for each, in the caller's transaction. */
import { randomUUID } from 'node:crypto';
import type { Settled } from '@hengneng/charging';
import { today } from '@hengneng/core';
import type { Tx } from '../../../platform/db/schema.ts';
import type { OwedBill } from '../owed/index.ts';
import { allot, type Tendered } from './plan.ts';
import type { CounterRoom } from './room.ts';
import { type Booking, type Made, readyTake, spread, take, type Taking, usesOf } from './take.ts';

export interface TakingRooms {
  readonly requestId: string;
  /** All of one community. What is kept is for the first. */
  readonly rooms: readonly CounterRoom[];
  readonly bills: ReadonlyMap<string, OwedBill>;
  readonly settled: readonly Settled[];
  readonly toPrepaid: bigint;
  readonly tenders: readonly Tendered[];
  readonly change: bigint;
  readonly shiftId: string | null;
  readonly payer: string;
  readonly remark: string;
  readonly day?: string;
  readonly valueDay?: string;
  /** Whose book numbers the receipts. */
  readonly holderId: string;
}

export interface MadeRoom extends Made {
  readonly room: CounterRoom;
  /** Fen. */
  readonly amount: bigint;
  readonly change: bigint;
}

/** Rooms that get nothing have no receipt. Counters are told by the caller. */
export async function takeRooms(tx: Tx, who: Booking, of: TakingRooms): Promise<readonly MadeRoom[]> {
  const [first] = of.rooms;
  const shares = of.rooms
    .map((room) => {
      const settled = of.settled.filter(({ id }) => of.bills.get(id)?.roomId === room.id);
      const toPrepaid = room === first ? of.toPrepaid : 0n;
      return { room, settled, toPrepaid, amount: settled.reduce((sum, s) => sum + s.principal + s.penalty, toPrepaid) };
    })
    .filter(({ amount }) => amount > 0n)
    // In one order, so that two who take money of the same rooms never wait for each other.
    .toSorted((a, b) => Number(BigInt(a.room.id) - BigInt(b.room.id)));
  const cut = allot(
    of.tenders,
    of.change,
    shares.map(({ amount }) => amount),
  );
  const made: MadeRoom[] = [];
  for (const [at, { room, settled, toPrepaid, amount }] of shares.entries()) {
    const { tenders, change } = cut[at] ?? { tenders: [], change: 0n };
    const { uses, settlements } = usesOf(room.id, of.bills, settled, toPrepaid);
    const taking: Taking = {
      requestId: at === 0 ? of.requestId : randomUUID(),
      communityId: room.communityId,
      roomId: room.id,
      payer: of.payer || room.payer,
      shiftId: of.shiftId,
      kind: '收款',
      journal: '收款',
      amount,
      toPrepaid,
      change,
      tenders,
      settlements,
      postings: spread(tenders, change, of.shiftId ?? '', uses),
      remark: of.remark,
      ...(of.day === undefined ? {} : { day: of.day }),
      ...(of.valueDay === undefined ? {} : { valueDay: of.valueDay }),
      ready: await readyTake(tx, {
        communityId: room.communityId,
        userId: of.holderId,
        day: of.day ?? today(who.now),
        book: '收据',
      }),
      toldAfter: true,
    };
    made.push({ ...(await take(tx, who, taking)), room, amount, change });
  }
  return made;
}
