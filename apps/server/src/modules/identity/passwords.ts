import { randomInt } from 'node:crypto';

// Without letters and digits that people confuse when a password is read out.
const SETS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '@#%+=?'] as const;

/** A password of 14 characters of all four classes, to be used once. */
export const temporaryPassword = (): string => {
  const all = SETS.join('');
  const pick = (from: string): string => from[randomInt(from.length)] ?? '';
  const letters = [...SETS.map(pick), ...Array.from({ length: 10 }, () => pick(all))];
  for (let i = letters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [letters[i], letters[j]] = [letters[j] ?? '', letters[i] ?? ''];
  }
  return letters.join('');
};
