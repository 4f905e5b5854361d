/** Projects beside each other by what they used for each m². Pure. */

/** What was used and given off is written to the day; a figure of a day that is over changes only when readings are corrected. */
export const STALE_MS = 5 * 60_000;

/** From here on a day counts as known. Percent. */
export const WHOLE_FROM = 95;

interface Used {
  readonly PerM2: number | null;
  readonly Complete: number | null;
}

export interface Ranked<R> {
  readonly row: R;
  /** Enough of the day is known to say anything of it. */
  readonly whole: boolean;
  /** 1 used the most; null without an area, or where too little is known. Equal ones share a place. */
  readonly rank: number | null;
}

/** Those with a place first, the most used in front; the others as they came, what is known above what is not. */
export const rankedOf = <R extends Used>(rows: readonly R[]): readonly Ranked<R>[] => {
  const isWhole = (row: R): boolean => row.Complete !== null && row.Complete >= WHOLE_FROM;
  const placed = rows
    .filter((row) => isWhole(row) && row.PerM2 !== null)
    .toSorted((a, b) => (b.PerM2 ?? 0) - (a.PerM2 ?? 0));
  const others = rows.filter((row) => !placed.includes(row));
  return [
    ...placed.map((row) => ({ row, whole: true, rank: placed.findIndex(({ PerM2 }) => PerM2 === row.PerM2) + 1 })),
    ...[...others.filter(isWhole), ...others.filter((row) => !isWhole(row))].map((row) => ({
      row,
      whole: isWhole(row),
      rank: null,
    })),
  ];
};
