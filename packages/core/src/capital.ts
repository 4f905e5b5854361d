/** Amounts in Chinese capital words (大写), as banks and accountants write them on vouchers. */
import { fromFen, type Money, money, toFen } from './money.ts';

const DIGITS = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'] as const;
const PLACES = ['仟', '佰', '拾', ''] as const;
/** First amount (in fen) that no longer has words: 1e16 yuan would need 亿亿. */
const LIMIT = 10n ** 18n;
const PREFIX = '人民币';

/** One group of four digits; leading zeros become one 零, trailing zeros nothing. `0407` → `零肆佰零柒`. */
function group(four: string): string {
  let words = '';
  let zero = false;
  for (const [index, digit] of [...four].entries()) {
    if (digit === '0') {
      zero = true;
      continue;
    }
    words += (zero ? '零' : '') + DIGITS[Number(digit)] + PLACES[index];
    zero = false;
  }
  return words;
}

/** Whole yuan without the unit; empty for zero. Below 1e8: 万 and the rest; above, the same once more before 亿. */
function wholeWords(value: bigint): string {
  const eight = (eightDigits: string): string => {
    const [high, low] = [eightDigits.slice(0, 4), eightDigits.slice(4)];
    if (high === '0000') return group(low);
    // A whole group of zeros before digits (1 0000 0005) is heard in the 零 that `group` begins with.
    return `${group(high)}万${group(low)}`;
  };
  const digits = value.toString().padStart(16, '0');
  const [high, low] = [digits.slice(0, 8), digits.slice(8)];
  if (/^0+$/.test(high)) return eight(low).replace(/^零/, '');
  const lowWords = eight(low);
  const gap = lowWords !== '' && low.startsWith('0000') && !lowWords.startsWith('零') ? '零' : '';
  return `${eight(high)}亿${gap}${lowWords}`.replace(/^零/, '');
}

/**
 * Words of an amount: `1409.50` → `壹仟肆佰零玖元伍角`, `0` → `零元整`, `-3` → `负叁元整`.
 * A text with more decimals is rounded to fen first, half away from zero. 元 alone ends in 整; 角 and 分 do not.
 * @param options.prefix writes 人民币 before the words.
 * @throws RangeError from 1e16 yuan on, or when the text is not a number.
 */
export function capitalWords(amount: Money | string, options: { readonly prefix?: boolean } = {}): string {
  const exact = typeof amount === 'string' ? money(amount) : amount;
  const signed = toFen(exact);
  const fen = signed < 0n ? -signed : signed;
  if (fen >= LIMIT) throw new RangeError('Amounts from 1e16 on have no capital words');
  const yuan = wholeWords(fen / 100n);
  const jiao = Number((fen / 10n) % 10n);
  const cent = Number(fen % 10n);
  let words = yuan === '' ? '' : `${yuan}元`;
  if (jiao > 0) words += `${DIGITS[jiao]}角`;
  if (cent > 0) words += `${jiao === 0 && yuan !== '' ? '零' : ''}${DIGITS[cent]}分`;
  if (words === '') words = '零元';
  if (jiao === 0 && cent === 0) words += '整';
  return `${options.prefix ? PREFIX : ''}${signed < 0n ? '负' : ''}${words}`;
}

/** The number that a run of digit and place words says; null when it holds a word that does not belong. */
function readWhole(words: string): bigint | null {
  let total = 0n;
  let section = 0n;
  let digit = 0n;
  for (const word of words) {
    const value = (DIGITS as readonly string[]).indexOf(word);
    if (value >= 0) {
      digit = BigInt(value);
      continue;
    }
    const place = { 拾: 10n, 佰: 100n, 仟: 1000n }[word];
    if (place !== undefined) {
      section += digit * place;
      digit = 0n;
    } else if (word === '万') {
      total += (section + digit) * 10_000n;
      section = digit = 0n;
    } else if (word === '亿') {
      total = (total + section + digit) * 100_000_000n;
      section = digit = 0n;
    } else return null;
  }
  return total + section + digit;
}

/**
 * The amount that capital words say; null when they are not written as `capitalWords` writes them.
 * Takes 圆 for 元, 正 for 整, a closing 整 after 角, and an optional 人民币.
 */
export function parseCapital(text: string): Money | null {
  const words = text.trim().replaceAll('圆', '元').replace(/正$/, '整').replace(/角整$/, '角');
  const match = /^(?:人民币)?(负)?(?:([^元角分整负]+)元)?(?:([^元角分整负零])角)?(?:零?([^元角分整负零])分)?整?$/.exec(
    words,
  );
  if (!match) return null;
  const [, sign, yuan = '', jiao = '零', cent = '零'] = match;
  const whole = readWhole(yuan);
  const tenths = (DIGITS as readonly string[]).indexOf(jiao);
  const hundredths = (DIGITS as readonly string[]).indexOf(cent);
  if (whole === null || tenths < 0 || hundredths < 0) return null;
  const fen = whole * 100n + BigInt(tenths * 10 + hundredths);
  if (fen >= LIMIT) return null;
  const amount = fromFen(sign ? -fen : fen);
  // Writing it again is the strictest grammar: what reads back differently was misspelt (零零, a missing 零, 拾 without 壹).
  return capitalWords(amount) === words.replace(/^人民币/, '') ? amount : null;
}
