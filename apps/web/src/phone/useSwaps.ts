/** Exchanges of meters that were reported from this phone, and what became of them. */
import { useEffect, useState } from 'react';
import { dropSwap, keepSwap, type KeptSwap, type Owner, swapsOf, watchKept } from './keep.ts';

const NONE: readonly KeptSwap[] = [];

export const useSwaps = (owner: Owner, sendNow: () => void) => {
  const [swaps, setSwaps] = useState<readonly KeptSwap[]>(NONE);
  useEffect(() => {
    const look = () => void swapsOf(owner.userId).then(setSwaps);
    look();
    return watchKept(look);
  }, [owner.userId]);
  return {
    swaps,
    /** On disk before it is said to be. */
    report: async (swap: Omit<KeptSwap, 'id' | 'owner' | 'state' | 'message'>) => {
      await keepSwap({ ...swap, id: crypto.randomUUID(), owner: owner.userId, state: 'waiting', message: '' });
      sendNow();
    },
    again: async (swap: KeptSwap) => {
      await keepSwap({ ...swap, state: 'waiting', message: '' });
      sendNow();
    },
    /** One that was refused goes nowhere any more: who is told registers it at the desk. */
    drop: (swap: KeptSwap) => dropSwap(swap.id),
  };
};
export type Swaps = ReturnType<typeof useSwaps>;
