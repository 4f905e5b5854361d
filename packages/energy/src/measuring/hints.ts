/** What may have gone wrong while reading a dial: a stopped meter, a leak, a digit too many, two digits the wrong way round. */
import { exact, exactText, grouped, readExact, times, toNumber, type Exact } from './exact.ts';
import { dialText } from './registers.ts';

export interface HintInput {
  /** What was typed, as text. */
  readonly reading: string;
  readonly previous: string;
  readonly multiplier: string;
  readonly unit: string;
  readonly decimals: number;
  /** Hours the machines ran meanwhile; null where nobody knows. */
  readonly ranHours: number | null;
  /** What days like it used, and up to which percent a difference is normal. */
  readonly reference: number | null;
  readonly warn: number;
}

export type Hint =
  | { readonly kind: 'idle' | 'leak'; readonly words: string }
  | { readonly kind: 'digitTooMany' | 'swappedDigits'; readonly words: string; readonly reading: string };

/** Readings with one digit less, or with the point one place to the left; no typed twice. */
function withoutOneDigit(reading: string, decimals: number): ReadonlySet<string> {
  const found = new Set<string>();
  for (let index = 0; index < reading.length; index += 1) {
    if (reading[index] !== '.') found.add(reading.slice(0, index) + reading.slice(index + 1));
  }
  const [whole = '', fraction = ''] = reading.split('.');
  if (whole.length > 1 && fraction.length < decimals) found.add(`${whole.slice(0, -1)}.${whole.slice(-1)}${fraction}`);
  return found;
}

function withNeighboursSwapped(reading: string): ReadonlySet<string> {
  const places = [...reading].flatMap((digit, index) => (digit === '.' ? [] : [index]));
  const found = new Set<string>();
  for (const [order, at] of places.entries()) {
    const next = places[order + 1];
    if (next === undefined || reading[at] === reading[next]) continue;
    const digits = [...reading];
    digits[at] = reading[next] ?? '';
    digits[next] = reading[at] ?? '';
    found.add(digits.join(''));
  }
  return found;
}

/** A usage in the unit, with as many places as it has up to two. */
const amount = (usage: Exact): string => grouped(exactText(usage, 2).replace(/\.?0+$/, ''));

/** All that apply. Suggestions are given only where what was typed is not normal and the suggestion is; the nearest to the sample is taken. */
export function hintsOf(input: HintInput): readonly Hint[] {
  const { reading, previous, multiplier, unit, decimals, ranHours, reference, warn } = input;
  const value = readExact(reading);
  if (value === null) return [];
  const factor = exact(multiplier);
  const start = exact(previous);
  const usageOf = (shown: Exact): Exact => times(shown - start, factor);
  const usage = usageOf(value);
  const hints: Hint[] = [];
  if (ranHours !== null && ranHours > 0 && usage === 0n)
    hints.push({ kind: 'idle', words: `主机运行 ${ranHours}h 但用量为 0，请核对是否漏抄或表停走` });
  if (ranHours === 0 && usage > 0n)
    hints.push({ kind: 'leak', words: `停机期间仍有用量 ${amount(usage)} ${unit}，请确认待机、泄漏或阀门内漏` });
  if (reference === null || reference <= 0) return hints;

  const distance = (shown: Exact): number => Math.abs(toNumber(usageOf(shown)) - reference);
  const normal = (shown: Exact): boolean => shown >= start && distance(shown) <= (reference * warn) / 100;
  if (normal(value)) return hints;
  const best = (readings: ReadonlySet<string>): string | null => {
    const fits = [...readings].flatMap((text) => {
      const shown = readExact(text);
      return shown !== null && normal(shown) ? [{ text, far: distance(shown) }] : [];
    });
    return fits.sort((a, b) => a.far - b.far)[0]?.text ?? null;
  };
  // As the dial would show it.
  const shownAs = (text: string): string => grouped(dialText(text, decimals));
  const fewer = best(withoutOneDigit(reading, decimals));
  if (fewer !== null)
    hints.push({ kind: 'digitTooMany', reading: fewer, words: `是否多输一位？若为 ${shownAs(fewer)} 则处于正常区间` });
  const swapped = best(withNeighboursSwapped(reading));
  if (swapped !== null)
    hints.push({
      kind: 'swappedDigits',
      reading: swapped,
      words: `相邻两位是否写反？若为 ${shownAs(swapped)} 则处于正常区间`,
    });
  return hints;
}

/** Hours that the machines of a room ran on a day: the longest of them, in whatever mode, for cold, and for heat. */
export interface RanHours {
  readonly any: number;
  readonly cooling: number;
  readonly heating: number;
}

/** What only machines use or give; 电 and 水 are also used while they rest. */
const BY_MACHINES: Readonly<Record<string, keyof RanHours>> = {
  gas: 'any',
  steam: 'any',
  heatBuy: 'any',
  oil: 'any',
  cooling: 'cooling',
  heating: 'heating',
};

/**
 * Hours during which a meter has to count something. Null: nobody wrote down whether machines ran, or the meter does not follow them (a part of the
 * plant may rest while another runs).
 * @param category its code; the first part says the energy
 * @param main no other meter counts what it counts
 */
export const ranHoursOf = (category: string, main: boolean, ran: RanHours | null): number | null => {
  const by = BY_MACHINES[category.split('.')[0] ?? ''];
  return ran === null || !main || by === undefined ? null : ran[by];
};
