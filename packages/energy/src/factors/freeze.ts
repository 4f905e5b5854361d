/** A report keeps the factors that it was made with: as text that is the same for the same factors, and its hash. */
import type { Factor } from './factor.ts';

export interface FrozenFactors {
  /** One line of JSON, factors by id and keys by name. */
  readonly content: string;
  /** Of the content, as `hash` makes it. */
  readonly hash: string;
}

const KEYS = [
  'id',
  'kind',
  'carrier',
  'value',
  'lhv',
  'unit',
  'year',
  'from',
  'to',
  'region',
  'project',
  'source',
] as const;

/**
 * Freezes the factors that were used. The order in which they are given does not matter, nor that of their keys; one given twice is kept once.
 * @param hash the caller's SHA-256 as hexadecimal text: this package runs where there is none built in.
 * @throws RangeError where two different factors have one id: which of them was used could not be told.
 */
export function freezeFactors(factors: readonly Factor[], hash: (text: string) => string): FrozenFactors {
  const lines = new Map<string, string>();
  for (const factor of factors) {
    const line = lineOf(factor);
    const before = lines.get(factor.id);
    if (before !== undefined && before !== line) throw new RangeError(`two factors are called ${factor.id}`);
    lines.set(factor.id, line);
  }
  const ids = [...lines.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  const content = `[${ids.map((id) => lines.get(id)).join(',')}]`;
  return { content, hash: hash(content) };
}

const lineOf = (factor: Factor): string =>
  JSON.stringify(
    Object.fromEntries(
      KEYS.map((key) => [
        key,
        key === 'source' ? { text: factor.source.text, check: factor.source.check === true } : factor[key],
      ]),
    ),
  );

/** The factors of frozen content. @throws SyntaxError where it was not made by `freezeFactors`. */
export function thawFactors(content: string): readonly Factor[] {
  const parsed: unknown = JSON.parse(content);
  if (!Array.isArray(parsed) || !parsed.every(isFrozen)) throw new SyntaxError('not frozen factors');
  return parsed.map(({ source: { text, check }, ...rest }) => ({
    ...rest,
    source: check ? { text, check: true } : { text },
  }));
}

type FrozenFactor = Omit<Factor, 'source'> & { readonly source: { readonly text: string; readonly check: boolean } };

const isFrozen = (value: unknown): value is FrozenFactor =>
  typeof value === 'object' &&
  value !== null &&
  KEYS.every((key) => key in value) &&
  'value' in value &&
  typeof value.value === 'number' &&
  'source' in value &&
  typeof value.source === 'object';
