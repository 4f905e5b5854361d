/** Readings of one register to the facts of its days: what bills, reports and verdicts are made of. */
import { curveOf, indexAt, placeAt, QUALITY, type MeterLine, type Place, type Point, type Problem } from './curve.ts';
import { changesOn, dayEnd, dayOfInstant, type DayCalendar } from './day-cut.ts';
import { exactText, type Exact } from './exact.ts';
import { touCuts, type TouKind, type TouSplitter } from './tou.ts';
import { effectiveReadings, FLAGS, type Candidate, type Flag, type ReadingVersion } from './versions.ts';
import { addDays, HOUR, MINUTE } from './zone.ts';

/** How often a register is read: once a day at the cut, or every so many minutes. */
export type Cadence = 'day' | { readonly minutes: number };

export interface DaySettings {
  readonly calendar: DayCalendar;
  /** A reading so near to the cut stands for it (允许提前/滞后); 60 minutes by default. */
  readonly tolerance?: number;
  readonly cadence: Cadence;
  /** Up to which pause between readings a day has hours; 90 minutes by default. */
  readonly dense?: number;
  /** Splits dense days by time of use. */
  readonly tou?: TouSplitter;
  /** As known at an instant. */
  readonly asOf?: number;
}

/** 待确认: a rollover or exchange waits for a second person; 未计: something was left out, see the problems. */
export type Doubt = '待确认' | '未计';

export interface DayFact {
  readonly day: string;
  /** The instants of its cuts. */
  readonly from: number;
  readonly to: number;
  /** Readings that open and close it; null where none can be told (before the first, after the last, across an exchange). */
  readonly open: string | null;
  readonly close: string | null;
  /** Exact decimal text; what is pending or left out is not in it. */
  readonly usage: string;
  /** The part of it that is estimated, filled in or split by interpolation. */
  readonly estimated: string;
  readonly due: number;
  readonly got: number;
  /** By hour from the cut on, 24 of an ordinary day; null unless the day is dense. */
  readonly hours: readonly string[] | null;
  readonly tou: Readonly<Record<TouKind, string>> | null;
  readonly flags: readonly Flag[];
  readonly doubts: readonly Doubt[];
  /** Begins before the first or ends after the last reading. */
  readonly partial: boolean;
}

export interface LineFacts {
  readonly facts: readonly DayFact[];
  readonly problems: readonly Problem[];
  readonly candidates: readonly Candidate[];
  /** From the first reading to the last; the days add up to it. */
  readonly total: string;
}

/** A cut as the curve has it: the nearest reading within the tolerance, else between two. */
const cutPlace = (points: readonly Point[], at: number, tolerance: number, decimals: number): Place => {
  const index = indexAt(points, at);
  const low = points[index];
  const high = points[index + 1];
  const back = low === undefined ? Number.POSITIVE_INFINITY : at - low.at;
  const ahead = high === undefined ? Number.POSITIVE_INFINITY : high.at - at;
  if (Math.min(back, ahead) > tolerance) return placeAt(points, at, decimals);
  const chosen = back <= ahead ? index : index + 1;
  const point = points[chosen] as Point;
  return { at: point.at, sum: point.sum, index: chosen, interpolated: false, shown: point.shown };
};

interface Stretch {
  readonly points: readonly Point[];
  readonly open: Place;
  readonly close: Place;
}

/** What of a day is estimated, which flags it has, and what is in doubt. */
function qualityOf({ points, open, close }: Stretch, changed: boolean) {
  const flags = new Set<Flag>();
  let estimated: Exact = 0n;
  let pending = false;
  let leftOut = false;
  let sum = open.sum;
  let at = open.at;
  for (let index = open.index + 1; at < close.at && index < points.length; index += 1) {
    const point = points[index] as Point;
    const ends = point.at < close.at || index === close.index;
    const next = ends ? point.sum : close.sum;
    // A stretch that a cut divides is split by interpolation.
    const split = (at === open.at && open.interpolated) || (!ends && close.interpolated);
    if (point.quality === QUALITY.pending) pending = true;
    else if (point.quality === QUALITY.leftOut) leftOut = true;
    else if (point.quality === QUALITY.estimated || split) estimated += next - sum;
    if (ends) flags.add(point.flag);
    sum = next;
    at = ends ? point.at : close.at;
  }
  if (open.interpolated || close.interpolated || estimated > 0n || changed) flags.add('估');
  return { estimated, flags: FLAGS.filter((flag) => flags.has(flag)), pending, leftOut };
}

/** Whether no pause between readings is longer than allowed, over the whole day. */
const isDense = ({ points, open, close }: Stretch, most: number): boolean => {
  if (close.at <= open.at) return false;
  let at = points[open.index]?.at ?? Number.NEGATIVE_INFINITY;
  for (let index = open.index + 1; index < points.length; index += 1) {
    const point = points[index] as Point;
    if (point.at - at > most) return false;
    at = point.at;
    if (at >= close.at) return true;
  }
  return at >= close.at;
};

/** What falls between successive instants of a day; the first begins with its opening, the last ends with its closing. */
function partsOf({ points, open, close }: Stretch, cuts: readonly number[]): readonly Exact[] {
  const sums = cuts.map((at, index) => {
    if (index === 0 || at <= open.at) return open.sum;
    if (index === cuts.length - 1 || at >= close.at) return close.sum;
    return placeAt(points, at).sum;
  });
  return sums.slice(1).map((sum, index) => sum - (sums[index] ?? 0n));
}

const hourCuts = (from: number, to: number): readonly number[] => {
  const cuts: number[] = [];
  for (let at = from; at < to; at += HOUR) cuts.push(at);
  cuts.push(to);
  return cuts;
};

/** Readings that were due in a day and those that are there; what was only worked out is not there. */
function presence(cadence: Cadence, from: number, to: number, { points, open, close }: Stretch) {
  if (cadence === 'day') {
    const closed = points[close.index];
    const there = to > from && !close.interpolated && closed?.at === close.at;
    return { due: to > from ? 1 : 0, got: there ? 1 : 0 };
  }
  const step = cadence.minutes * MINUTE;
  const due = Math.round((to - from) / step);
  let got = 0;
  let last = -1;
  for (let index = Math.max(0, open.index - 1); index < points.length; index += 1) {
    const point = points[index] as Point;
    if (point.at >= to) break;
    if (point.at < from || point.flag === '换') continue;
    const slot = Math.floor((point.at - from) / step);
    if (slot !== last && slot < due) got += 1;
    last = slot;
  }
  return { due, got };
}

/**
 * The days of a register from its first reading to its last. A pure function of what holds: neither the order in which readings came nor
 * how often it is worked out changes it.
 */
export function dayFacts(line: MeterLine, versions: readonly ReadingVersion[], settings: DaySettings): LineFacts {
  const { calendar, cadence, tolerance = 60, dense = 90, tou, asOf } = settings;
  const { readings, candidates } = effectiveReadings(versions, asOf);
  const { points, problems } = curveOf(line, readings, calendar.zone);
  const first = points[0];
  const last = points.at(-1);
  // One moment has used nothing, and says nothing of a day.
  if (first === undefined || last === undefined || first.at === last.at)
    return { facts: [], problems, candidates, total: '0' };

  const near = tolerance * MINUTE;
  // By time, as the curve met them.
  const lost = problems.filter(({ code }) => code !== 'rolloverPending' && code !== 'breakPending');
  let next = 0;
  const facts: DayFact[] = [];
  let day = addDays(dayOfInstant(first.at - near, calendar), -1);
  let from = dayEnd(day, calendar);
  let open = cutPlace(points, from, near, line.decimals);
  for (;;) {
    day = addDays(day, 1);
    const to = dayEnd(day, calendar);
    const close = cutPlace(points, to, near, line.decimals);
    const stretch = { points, open, close };
    if (close.at > first.at || (open.at >= first.at && to > from)) {
      const partial = open.at < first.at || close.at > last.at;
      const changed = calendar.rules.length > 1 && changesOn(day, calendar);
      const { estimated, flags, pending, leftOut } = qualityOf(stretch, changed);
      while ((lost[next]?.at ?? Number.POSITIVE_INFINITY) <= open.at) next += 1;
      const refused = (lost[next]?.at ?? Number.POSITIVE_INFINITY) <= close.at;
      const full = !partial && isDense(stretch, dense * MINUTE);
      facts.push({
        day,
        from,
        to,
        open: open.shown === null ? null : exactText(open.shown),
        close: close.shown === null ? null : exactText(close.shown),
        usage: exactText(close.sum - open.sum),
        estimated: exactText(estimated),
        ...presence(cadence, from, to, stretch),
        hours: full ? partsOf(stretch, hourCuts(from, to)).map((part) => exactText(part)) : null,
        tou: full && tou !== undefined ? splitByKind(stretch, tou, from, to) : null,
        flags,
        doubts: [...(pending ? (['待确认'] as const) : []), ...(leftOut || refused ? (['未计'] as const) : [])],
        partial,
      });
    }
    if (close.at >= last.at) break;
    from = to;
    open = close;
  }
  return { facts, problems, candidates, total: exactText(last.sum) };
}

function splitByKind(stretch: Stretch, tou: TouSplitter, from: number, to: number): Record<TouKind, string> | null {
  const slots = touCuts(tou, from, to);
  if (slots === null) return null;
  const parts = partsOf(stretch, slots.cuts);
  const sums: Record<TouKind, Exact> = { sharp: 0n, peak: 0n, flat: 0n, valley: 0n };
  for (const [index, kind] of slots.kinds.entries()) sums[kind] += parts[index] ?? 0n;
  return {
    sharp: exactText(sums.sharp),
    peak: exactText(sums.peak),
    flat: exactText(sums.flat),
    valley: exactText(sums.valley),
  };
}
