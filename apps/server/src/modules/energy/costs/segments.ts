/** Which price holds for which meter when. Pure. */
import { addDays, addMonths, monthEnd, monthOf, type PriceVersion } from '@hengneng/energy/measuring';
import { remembered } from '../remembered.ts';

export interface Main {
  readonly meter: string;
  readonly project: string;
  /** Of the energy at the top of the tree. */
  readonly code: string;
  readonly category: string;
  readonly energy: string;
  readonly usedFrom: string;
  readonly usedTo: string | null;
}

/** A version with whose it is: of a meter, or of all meters of an energy. */
export interface Priced {
  readonly version: PriceVersion;
  readonly project: string;
  readonly category: string;
  readonly meter: string | null;
  readonly capacity: string | null;
}

export interface Span {
  readonly from: string;
  readonly to: string;
}

/** What is added up together: an energy of a project under one version, or under none. */
export interface Group {
  readonly project: string;
  readonly code: string;
  readonly price: Priced | null;
}

export interface Segment extends Span {
  readonly meter: string;
  /** Index of its group. */
  readonly group: number;
  /** Grouped by months whatever is asked for: it only tells where a ladder stands. */
  readonly before: boolean;
}

/** Whose steps go on from one version to the next. */
export const ladderOf = ({ project, category, meter }: Priced): string => `${project} ${category} ${meter ?? ''}`;

export const ladderWindow = ({ energy }: PriceVersion, day: string): string | null =>
  energy.mode !== 'ladder' ? null : energy.per === 'month' ? monthOf(day) : day.slice(0, 4);

const windowStart = (version: PriceVersion, day: string): string => {
  const window = ladderWindow(version, day);
  return window === null ? day : window.length === 4 ? `${window}-01-01` : `${window}-01`;
};

type PricesOf = (main: Main) => readonly (readonly Priced[])[];

/** First a meter's own price, then that of its kind, then that of its energy. */
function pricesBy(prices: readonly Priced[]): PricesOf {
  const whose = Map.groupBy(prices, ({ project, category, meter }) =>
    meter === null ? `${project} ${category}` : `${project} meter ${meter}`,
  );
  const of = (key: string): readonly Priced[] => whose.get(key) ?? [];
  return ({ project, meter, category, energy }) => [
    of(`${project} meter ${meter}`),
    of(`${project} ${category}`),
    ...(category === energy ? [] : [of(`${project} ${energy}`)]),
  ];
}

const covers = ({ version: { from, to } }: Priced, day: string): boolean => from <= day && (to === null || day <= to);

/** Days around the same few beginnings and ends, over and over. */
interface Days {
  readonly before: (day: string) => string;
  readonly after: (day: string) => string;
}

/** Stretches of the span, each under one price or none. */
const stretches = (
  ranked: readonly (readonly Priced[])[],
  span: Span,
  { before, after }: Days,
): readonly (Span & { readonly price: Priced | null })[] => {
  const cuts = new Set([span.from]);
  for (const some of ranked)
    for (const { version } of some) {
      if (span.from < version.from && version.from <= span.to) cuts.add(version.from);
      if (version.to === null || version.to < span.from || version.to >= span.to) continue;
      cuts.add(after(version.to));
    }
  const starts = [...cuts].toSorted();
  return starts.map((from, index) => {
    const next = starts[index + 1];
    let price: Priced | undefined;
    for (const some of ranked) price ??= some.find((one) => covers(one, from));
    return { from, to: next === undefined ? span.to : before(next), price: price ?? null };
  });
};

/** The span of each meter cut by prices; with what a ladder of theirs has behind it in its month or year. */
export function segmentsOf(
  mains: readonly Main[],
  prices: readonly Priced[],
  span: Span,
): { readonly groups: readonly Group[]; readonly segments: readonly Segment[] } {
  const rankedOf = pricesBy(prices);
  const days: Days = {
    before: remembered((day: string) => addDays(day, -1)),
    after: remembered((day: string) => addDays(day, 1)),
  };
  const groups: Group[] = [];
  const known = new Map<string, number>();
  const groupOf = ({ project, code }: Main, price: Priced | null): number => {
    const key = `${project} ${code} ${price?.version.id ?? ''}`;
    const index = known.get(key) ?? groups.push({ project, code, price }) - 1;
    known.set(key, index);
    return index;
  };
  const segments = mains.flatMap((main) => {
    const used = {
      from: main.usedFrom > span.from ? main.usedFrom : span.from,
      to: main.usedTo !== null && main.usedTo < span.to ? main.usedTo : span.to,
    };
    if (used.from > used.to) return [];
    const ranked = rankedOf(main);
    const now = stretches(ranked, used, days);
    const start = now
      .map(({ price }) => (price === null ? used.from : windowStart(price.version, used.from)))
      .reduce((least, day) => (day < least ? day : least));
    const from = main.usedFrom > start ? main.usedFrom : start;
    const before =
      from < used.from
        ? stretches(ranked, { from, to: days.before(used.from) }, days).filter(
            ({ price }) => price?.version.energy.mode === 'ladder',
          )
        : [];
    return [...before.map((one) => ({ ...one, before: true })), ...now.map((one) => ({ ...one, before: false }))].map(
      ({ price, ...one }) => ({ meter: main.meter, group: groupOf(main, price), ...one }),
    );
  });
  return { groups, segments };
}

/** The months that lie in a span as a whole, and the days around them. */
export function wholeMonths({ from, to }: Span): { readonly months: Span | null; readonly days: readonly Span[] } {
  const first = from.endsWith('-01') ? monthOf(from) : addMonths(monthOf(from), 1);
  const last = to === monthEnd(monthOf(to)) ? monthOf(to) : addMonths(monthOf(to), -1);
  if (first > last) return { months: null, days: [{ from, to }] };
  const head = { from, to: addDays(`${first}-01`, -1) };
  const tail = { from: addDays(monthEnd(last), 1), to };
  return { months: { from: first, to: last }, days: [head, tail].filter((one) => one.from <= one.to) };
}
