/** What of a household's money may be handed back. */
import type { cashierRefund } from '@hengneng/contracts';
import type { z } from 'zod';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { invalid, refused } from '../../../platform/http/errors.ts';
import { roomBalances, type RoomBalances } from '../ledger/index.ts';
import { keptForBills, sumKept } from '../owed/index.ts';
import type { CounterRoom } from './room.ts';
import { yuanOf } from '../yuan.ts';

interface Returnable {
  readonly balances: RoomBalances;
  /** Fen of it that are for one fee only, as far as they may be handed back. */
  readonly byFee: RoomBalances['byFee'];
}

/** @throws where it is more than is there, is kept for invoiced bills, or while something is owed */
export async function demandReturnable(
  db: Db | Tx,
  room: CounterRoom,
  kind: z.output<typeof cashierRefund.input>['kind'],
  fen: bigint,
): Promise<Returnable> {
  const balances = await roomBalances(db, room.communityId, room.id);
  const held = kind === '押金' ? balances.deposit : balances.prepaid;
  if (fen > held) throw invalid([{ path: 'amount', message: `退款不能大于余额${yuanOf(held)}元` }]);
  if (balances.owed > 0n) throw refused(`该房间尚有欠费${yuanOf(balances.owed)}元，请先结清或抵扣`);
  if (kind === '押金') return { balances, byFee: [] };
  const kept = await keptForBills(db, room.id);
  const bound = sumKept(kept);
  if (fen > held - bound)
    throw invalid([
      {
        path: 'amount',
        message: `余额中有${yuanOf(bound)}元是预开票账单的回款，须先冲红发票；现在最多可退${yuanOf(held - bound)}元`,
      },
    ]);
  const free = ({ feeId, amount }: RoomBalances['byFee'][number]) => ({
    feeId,
    amount: amount - (kept.get(feeId) ?? 0n),
  });
  return { balances, byFee: balances.byFee.map(free) };
}
