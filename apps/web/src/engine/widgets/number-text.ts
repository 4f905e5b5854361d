/** Numbers as they are typed and shown: always text, because an exact decimal must not pass through floating point. */
import { thousands } from '@hengneng/form-kit';

const PLAIN = /^-?\d+(\.\d+)?$/;

/** What was typed or pasted, without thousands, blanks and what only says its unit; full-width digits and points are what a Chinese keyboard sends. */
export const typedNumber = (typed: string): string | null => {
  const text = typed
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/[,\s¥%元]/g, '');
  return text === '' ? null : text;
};

/** Grouped by thousands; what is no number yet stays as it was typed. */
export const shownNumber = (text: string): string => (PLAIN.test(text) ? thousands(text) : text);
