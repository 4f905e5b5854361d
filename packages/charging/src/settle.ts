/** Which bills a sum of money goes to: the oldest due first, penalty or principal first as the community agreed. */

export interface OpenBill {
  readonly id: string;
  readonly dueDay: string;
  /** Fen that are still owed. */
  readonly principal: bigint;
  readonly penalty: bigint;
}

export interface Settled {
  readonly id: string;
  readonly principal: bigint;
  readonly penalty: bigint;
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Oldest due first, then in the order in which they were made. */
export const oldestFirst = <T extends { readonly id: string; readonly dueDay: string }>(bills: readonly T[]): T[] =>
  bills.toSorted((a, b) =>
    a.dueDay === b.dueDay ? Number(BigInt(a.id) - BigInt(b.id)) : a.dueDay < b.dueDay ? -1 : 1,
  );

/**
 * Spreads money over bills (民法典 560, 561). What every bill gets never passes what it owes; the rest is for whoever asks.
 * @param amount fen, not negative
 */
export function settle(
  bills: readonly OpenBill[],
  amount: bigint,
  penaltyFirst = true,
): { readonly settled: readonly Settled[]; readonly rest: bigint } {
  let rest = amount;
  const settled: Settled[] = [];
  for (const { id, principal, penalty } of oldestFirst(bills)) {
    if (rest <= 0n) break;
    const first = smaller(rest, penaltyFirst ? penalty : principal);
    const second = smaller(rest - first, penaltyFirst ? principal : penalty);
    rest -= first + second;
    const [ofPenalty, ofPrincipal] = penaltyFirst ? [first, second] : [second, first];
    if (first + second > 0n) settled.push({ id, principal: ofPrincipal, penalty: ofPenalty });
  }
  return { settled, rest };
}
