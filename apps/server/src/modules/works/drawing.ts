/** Who is drawn by a seed: anybody who has the seed and the list can work it out again. */
import { createHash } from 'node:crypto';

export interface Candidate {
  /** Of the register: what the order goes by. */
  readonly code: string;
  /** What it shares with others under the same control: the controller, a telephone number, an account. */
  readonly ties: readonly string[];
}

export interface Drawn<T> {
  /** In the order in which they were drawn; fewer than wanted where there are not enough. */
  readonly drawn: readonly T[];
  /** Their turn came, but one of the same control had been drawn before. */
  readonly skipped: readonly T[];
}

/** Where a candidate stands: 64 hexadecimal digits. */
const placeOf = (seed: string, code: string): string =>
  createHash('sha256').update(`${seed}:${code}`, 'utf8').digest('hex');

/** Takes candidates in the order of SHA-256(seed:code), of each control only the first. */
export function drawBySeed<T extends Candidate>(seed: string, pool: readonly T[], wanted: number): Drawn<T> {
  const order = pool
    .map((one) => ({ one, place: placeOf(seed, one.code) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1));
  const drawn: T[] = [];
  const skipped: T[] = [];
  const taken = new Set<string>();
  for (const { one } of order) {
    if (drawn.length === wanted) break;
    if (one.ties.some((tie) => taken.has(tie))) skipped.push(one);
    else {
      drawn.push(one);
      for (const tie of one.ties) taken.add(tie);
    }
  }
  return { drawn, skipped };
}
