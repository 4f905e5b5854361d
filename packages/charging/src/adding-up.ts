/** Which of several sums together make one: what a payer's transfer was for. */

/** So many sums are kept in mind; with more the search is given up, and a person looks themselves. */
const MOST_SUMS = 20_000;

/**
 * At least two of `parts` that add up to `whole`, in their order, those that come first before others; null where none do.
 * @param parts fen, above 0
 */
export function addingUp<T extends { readonly fen: bigint }>(parts: readonly T[], whole: bigint): readonly T[] | null {
  /** By the sum: the parts that make it. */
  const made = new Map<bigint, readonly T[]>([[0n, []]]);
  for (const part of parts) {
    if (part.fen <= 0n) continue;
    // Each part counts once: what it makes is not added to again.
    const before = new Map(made);
    for (const [sum, of] of before) {
      const next = sum + part.fen;
      if (next > whole || made.has(next) || (next === whole && of.length === 0)) continue;
      const grown = [...of, part];
      if (next === whole) return grown;
      if (made.size >= MOST_SUMS) return null;
      made.set(next, grown);
    }
  }
  return null;
}
