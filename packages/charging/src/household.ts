/**
 * 往来对账单: a household's movements as the ledger has them, folded from the first on. Pure: nothing here looks at what a bill or an account says
 * now, so that a statement as of a day past is the one that could have been printed then.
 */

/** What a household owes, and keeps with us. Fen. */
export interface HouseholdBalances {
  readonly owed: bigint;
  readonly prepaid: bigint;
  readonly deposit: bigint;
}

export interface HouseholdFigures {
  /** Asked for by bills; negative where one is taken back. */
  readonly charged: bigint;
  readonly reduced: bigint;
  /** Of bills: by money, or by what was paid ahead. */
  readonly settled: bigint;
  /** Asked for and paid at once, so that it never stands in what is owed. */
  readonly penalty: bigint;
  /** Money that came in; negative where it was handed back. */
  readonly received: bigint;
  readonly prepaid: bigint;
  readonly deposit: bigint;
}

interface Side {
  readonly kind: string;
  /** Whether it is an account of this household. */
  readonly own: boolean;
}

export interface HouseholdTransfer {
  /** Movements of one act are one row: a receipt for three bills. */
  readonly act: string;
  /** YYYY-MM-DD that it counts to. */
  readonly day: string;
  readonly debit: Side;
  readonly credit: Side;
  readonly fen: bigint;
  readonly billId: string | null;
}

export interface HouseholdRow<T extends HouseholdTransfer> {
  readonly day: string;
  readonly figures: HouseholdFigures;
  /** When it was done. */
  readonly after: HouseholdBalances;
  readonly of: readonly T[];
}

export interface HouseholdStatement<T extends HouseholdTransfer> {
  readonly opening: HouseholdBalances;
  readonly rows: readonly HouseholdRow<T>[];
  readonly sums: HouseholdFigures;
  readonly closing: HouseholdBalances;
  /** What each bill has open at the end, by its id. */
  readonly open: ReadonlyMap<string, bigint>;
}

const MONEY: ReadonlySet<string> = new Set(['现金', '银行', '微信', '支付宝', 'POS', '支票']);
const LET_OFF: ReadonlySet<string> = new Set(['减免', '坏账']);
const PENALTY = '违约金收入';

const NO_BALANCES: HouseholdBalances = { owed: 0n, prepaid: 0n, deposit: 0n };
const NO_FIGURES: HouseholdFigures = {
  charged: 0n,
  reduced: 0n,
  settled: 0n,
  penalty: 0n,
  received: 0n,
  prepaid: 0n,
  deposit: 0n,
};

/** How a movement counts, seen from the side that is credited; from the debited one it is the same with a negative amount. */
const seenFrom = (side: Side, other: Side, amount: bigint): Partial<HouseholdFigures> => {
  if (side.kind === PENALTY) return { penalty: amount };
  if (MONEY.has(side.kind)) return { received: -amount };
  if (!side.own) return {};
  if (side.kind === '预存') return { prepaid: amount };
  if (side.kind === '押金') return { deposit: amount };
  if (side.kind !== '应收') return {};
  if (LET_OFF.has(other.kind)) return { reduced: amount };
  return MONEY.has(other.kind) || other.kind === '预存' ? { settled: amount } : { charged: -amount };
};

const plus = (a: HouseholdFigures, b: Partial<HouseholdFigures>): HouseholdFigures => ({
  charged: a.charged + (b.charged ?? 0n),
  reduced: a.reduced + (b.reduced ?? 0n),
  settled: a.settled + (b.settled ?? 0n),
  penalty: a.penalty + (b.penalty ?? 0n),
  received: a.received + (b.received ?? 0n),
  prepaid: a.prepaid + (b.prepaid ?? 0n),
  deposit: a.deposit + (b.deposit ?? 0n),
});

const figuresOf = (transfers: readonly HouseholdTransfer[]): HouseholdFigures =>
  transfers.reduce(
    (sum, { debit, credit, fen }) => plus(plus(sum, seenFrom(credit, debit, fen)), seenFrom(debit, credit, -fen)),
    NO_FIGURES,
  );

const moved = (balances: HouseholdBalances, figures: HouseholdFigures): HouseholdBalances => ({
  owed: balances.owed + figures.charged - figures.reduced - figures.settled,
  prepaid: balances.prepaid + figures.prepaid,
  deposit: balances.deposit + figures.deposit,
});

/**
 * @param transfers all that touched the household's accounts until the last day, in the order of their days
 * @param from the first day that is shown; what came before is the opening
 */
export function householdStatement<T extends HouseholdTransfer>(
  transfers: readonly T[],
  from: string,
): HouseholdStatement<T> {
  const opening = moved(NO_BALANCES, figuresOf(transfers.filter(({ day }) => day < from)));
  const acts = Map.groupBy(
    transfers.filter(({ day }) => day >= from),
    ({ day, act }) => `${day} ${act}`,
  );
  let balances = opening;
  let sums = NO_FIGURES;
  const rows = [...acts.values()].map((of) => {
    const figures = figuresOf(of);
    balances = moved(balances, figures);
    sums = plus(sums, figures);
    return { day: of[0]?.day ?? from, figures, after: balances, of };
  });
  const open = new Map<string, bigint>();
  for (const one of transfers) {
    if (one.billId === null) continue;
    const { charged, reduced, settled } = figuresOf([one]);
    open.set(one.billId, (open.get(one.billId) ?? 0n) + charged - reduced - settled);
  }
  for (const [id, fen] of open) if (fen === 0n) open.delete(id);
  return { opening, rows, sums, closing: balances, open };
}
