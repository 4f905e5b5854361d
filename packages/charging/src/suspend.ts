/** What a time of less supply does to bills: the cycles that it touches, before and after. Spans are half-open days; the cycles themselves never move. */
import { type Cycle, cycleOf, type CycleSpan, daysBetween, monthStart, type Season, type Span } from './cycle.ts';
import { countedDays, type Line, linesOf, type LineWorld } from './line.ts';

export type Off = LineWorld['off'][number];

/** Less is charged for a time, or a time that was agreed ends before its day. */
export type SuspensionChange =
  | { readonly kind: 'less'; readonly span: Span; readonly keep: string }
  | { readonly kind: 'ends'; readonly day: string };

/** A span without what others cover already: nobody is let off twice for one day. */
export function uncovered(span: Span, covered: readonly Span[]): readonly Span[] {
  let left: Span[] = span.from < span.to ? [span] : [];
  for (const over of covered)
    left = left.flatMap((one) =>
      over.to <= one.from || over.from >= one.to
        ? [one]
        : [
            { from: one.from, to: over.from },
            { from: over.to, to: one.to },
          ].filter(({ from, to }) => from < to),
    );
  return left;
}

/** @param fixed times that have their own reason (空置优惠, 免收); @param stops times of suspension */
export const offAfter = (fixed: readonly Off[], stops: readonly Off[], change: SuspensionChange): readonly Off[] =>
  change.kind === 'less'
    ? [
        ...fixed,
        ...stops,
        ...uncovered(change.span, [...fixed, ...stops]).map((span) => ({ ...span, keep: change.keep })),
      ]
    : [
        ...fixed,
        ...stops.flatMap((one) => {
          const to = one.to < change.day ? one.to : change.day;
          return one.from < to ? [{ ...one, to }] : [];
        }),
      ];

/** Every cycle of a fee that has a day within a span, the earliest first. */
export function cyclesWithin(cycle: Cycle, seasons: readonly Season[], span: Span): readonly CycleSpan[] {
  const found = new Map<string, CycleSpan>();
  if (span.from >= span.to) return [];
  // A cycle is known by the month in which it begins; none is longer than a year.
  for (let ahead = -12; ; ahead += 1) {
    const first = monthStart(span.from.slice(0, 7), ahead);
    if (first >= span.to) break;
    const one = cycleOf(cycle, first.slice(0, 7), seasons);
    if (one !== null && one.from < span.to && one.to > span.from) found.set(one.key, one);
  }
  return [...found.values()];
}

export interface CycleEffect extends Span {
  readonly key: string;
  readonly cycleDays: number;
  /** Days that are charged less than before, as the community counts them. */
  readonly stopDays: number;
  /** Fen. */
  readonly before: bigint;
  readonly after: bigint;
  /** Parts without the change and with it: one for one. */
  readonly was: readonly Line[];
  readonly lines: readonly Line[];
}

const sumOf = (lines: readonly Line[]): bigint => lines.reduce((sum, { amount }) => sum + amount, 0n);

/**
 * What the bills of each cycle come to with a change, against what they come to without.
 * @param worlds one a cycle; `off` is not looked at
 */
export const effectOf = (
  worlds: readonly LineWorld[],
  of: { readonly fixed: readonly Off[]; readonly stops: readonly Off[] },
  change: SuspensionChange,
): readonly CycleEffect[] =>
  worlds.map((world) => {
    const was = linesOf({ ...world, off: [...of.fixed, ...of.stops] });
    const lines = linesOf({ ...world, off: offAfter(of.fixed, of.stops, change) });
    const offDays = (all: readonly Line[]): number => all.reduce((sum, line) => sum + line.offDays, 0);
    return {
      key: world.cycle.key,
      from: world.cycle.from,
      to: world.cycle.to,
      cycleDays: countedDays(world.cycle, world.dayCount),
      stopDays: Math.abs(offDays(lines) - offDays(was)),
      before: sumOf(was),
      after: sumOf(lines),
      was,
      lines,
    };
  });

/** Days of a suspension that people name by its last day. */
export const stopDays = (first: string, last: string): number => daysBetween(first, last) + 1;
