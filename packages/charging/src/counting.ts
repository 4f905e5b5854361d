/** Cash as it is counted, blind, at the end of a shift. */

/** Yuan on the face, largest first. */
export const FACES = ['100', '50', '20', '10', '5', '1', '0.5', '0.1'] as const;
export type Face = (typeof FACES)[number];

/** Fen of so many notes and coins. @throws RangeError for what is no count of pieces */
export function countedFen(pieces: Readonly<Partial<Record<Face, number>>>): bigint {
  let sum = 0n;
  for (const face of FACES) {
    const count = pieces[face] ?? 0;
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`${face}: ${count} pieces`);
    sum += BigInt(Math.round(Number(face) * 100)) * BigInt(count);
  }
  return sum;
}
