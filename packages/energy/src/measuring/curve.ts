/**
 * What one register has used since its first reading, as a curve over time. Every total is a difference of two of its points, which is
 * why hours add up to their day and days to their span with nothing left to even out.
 */
import { countingOf, usageBetween, type Capacity, type Counting, type Derived, type Refusal } from './consumption.ts';
import { divideRounded, exact, exactText, roundTo, type Exact } from './exact.ts';
import { stateIn, toStandard, type GasShown } from './gas.ts';
import { multipliersOf, type MultiplierPeriod, type MultiplierStretch } from './multiplier.ts';
import { type Break } from './swap.ts';
import { type EffectiveReading, type Flag } from './versions.ts';
import { timeText, type Zone } from './zone.ts';

/** One register of a meter, with everything that has happened to it. */
export interface MeterLine {
  readonly unit: string;
  readonly digits: number;
  readonly decimals: number;
  readonly multipliers: readonly MultiplierPeriod[];
  readonly breaks: readonly Break[];
  /** Of volumes as they flow, which is what a dial of 工况 counts. */
  readonly capacity?: { readonly rated: string; readonly factor: string };
  /** What was read of the gas that a dial of 工况 counts. */
  readonly gasShown?: GasShown;
}

export type ProblemCode =
  | Refusal
  | 'multiplierChange'
  | 'noMultiplier'
  | 'breakPending'
  | 'rolloverPending'
  | 'duringGap';

/** Something that keeps a reading or a span out of the totals until a person settles it. */
export interface Problem {
  readonly code: ProblemCode;
  readonly at: number;
  /** Id of the reading or break. */
  readonly id: string;
  readonly message: string;
}

/** How what was used up to a point is known. What is pending or left out counts nothing. */
export const QUALITY = { measured: 0, estimated: 1, pending: 2, leftOut: 3 } as const;
export type Quality = (typeof QUALITY)[keyof typeof QUALITY];

export interface Point {
  readonly at: number;
  /** Used since the first point. */
  readonly sum: Exact;
  /** What the register showed. */
  readonly shown: Exact;
  readonly flag: Flag;
  /** Of the stretch that ends here. */
  readonly quality: Quality;
  /** A stretch between points of two devices has no readings. */
  readonly device: number;
}

export interface Curve {
  readonly points: readonly Point[];
  readonly problems: readonly Problem[];
}

/** A filled-in value may lie anywhere, so that both sides of it are estimated; of one read late only what it closes. */
const qualityOf = (from: Flag, to: Flag): Quality =>
  from === '估' || to === '估' || to === '补' ? QUALITY.estimated : QUALITY.measured;

class Walk {
  readonly points: Point[] = [];
  readonly problems: Problem[] = [];
  private device = 0;
  private spansPending = false;
  private about: Omit<Counting, Derived | 'multiplier'> & { readonly digits: number };
  /** For the multiplier of the stretch before. */
  private counting: Counting | null = null;
  private readonly multipliers;
  private stretch: MultiplierStretch;
  private readonly zone: Zone;
  private readonly gasShown: GasShown | undefined;

  constructor(line: MeterLine, zone: Zone) {
    const { unit, digits, decimals } = line;
    this.gasShown = line.gasShown;
    const capacity: Capacity | undefined = line.capacity && {
      rated: exact(line.capacity.rated),
      factor: exact(line.capacity.factor),
    };
    this.zone = zone;
    this.about = { unit, digits, decimals, ...(capacity && { capacity }) };
    this.multipliers = multipliersOf([
      ...line.multipliers,
      ...line.breaks.flatMap(({ confirmed, installedAt, multiplier }) =>
        confirmed && multiplier !== undefined ? [{ from: installedAt, value: multiplier }] : [],
      ),
    ]);
    this.stretch = this.multipliers.stretchAt(Number.NEGATIVE_INFINITY);
  }

  private put({ at, value, flag }: EffectiveReading, sum: Exact, quality: Quality): true {
    this.points.push({ at, sum, shown: value, flag, quality, device: this.device });
    return true;
  }

  private leaveOut(reading: EffectiveReading, sum: Exact, code: ProblemCode, message: string, quality: Quality): true {
    const { id, at } = reading;
    this.problems.push({ code, at, id, message });
    return this.put(reading, sum, quality);
  }

  /** True where the reading became a point; false where it is refused, as if it had not been read. */
  reading(reading: EffectiveReading): boolean {
    const { id, at, value, flag, rollover } = reading;
    const last = this.points[this.points.length - 1];
    if (last === undefined) return this.put(reading, 0n, QUALITY.measured);
    if (this.spansPending) {
      this.spansPending = false;
      return this.put(reading, last.sum, QUALITY.pending);
    }
    const { stretch } = this;
    if (last.at < stretch.from || last.at >= stretch.until) this.stretch = this.multipliers.stretchAt(last.at);
    const { value: multiplier, until, gas } = this.stretch;
    if (multiplier === null)
      return this.leaveOut(reading, last.sum, 'noMultiplier', '该时段没有倍率，请先在倍率设置中填写', QUALITY.leftOut);
    if (until < at) {
      const time = timeText(until, this.zone);
      return this.leaveOut(
        reading,
        last.sum,
        'multiplierChange',
        `倍率在 ${time} 变更而该时刻没有读数，跨变更的用量不能计算，请补录 ${time} 的读数`,
        QUALITY.leftOut,
      );
    }
    const span = { from: last.at, to: at, first: last.shown, last: value, rollover };
    if (this.counting?.multiplier !== multiplier) this.counting = countingOf({ ...this.about, multiplier });
    const found = usageBetween(span, this.counting);
    const counted = (usage: Exact): Exact =>
      gas === null ? usage : toStandard(usage, stateIn(gas, this.gasShown, last.at, at));
    if (found.kind === 'counted') return this.put(reading, last.sum + counted(found.usage), qualityOf(last.flag, flag));
    if (found.kind === 'pending') {
      const { unit } = this.about;
      const message = `已勾选翻转，用量 ${exactText(counted(found.usage))} ${unit} 待项目经理看过表盘照片、确认后计入`;
      return this.leaveOut(reading, last.sum, 'rolloverPending', message, QUALITY.pending);
    }
    this.problems.push({ code: found.code, at, id, message: found.message });
    return false;
  }

  /** Ends the old device and begins the new one. */
  break(line: Break): void {
    const { id, removedAt, installedAt, gap, confirmed } = line;
    if (!confirmed) {
      this.spansPending = this.points.length > 0;
      this.nextDevice(line);
      const message = '换表待核对，核对生效前跨换表的用量不计入';
      this.problems.push({ code: 'breakPending', at: removedAt, id, message });
      return;
    }
    const old = { id, at: removedAt, value: exact(line.oldFinal), flag: '换', rollover: 'none' } as const;
    if (!this.reading(old)) {
      const sum = this.points.at(-1)?.sum ?? 0n;
      const { at, flag, value: shown } = old;
      this.points.push({ at, sum, shown, flag, quality: QUALITY.leftOut, device: this.device });
    }
    this.nextDevice(line);
    const sum = (this.points.at(-1)?.sum ?? 0n) + (gap === null ? 0n : exact(gap.usage));
    const quality = gap === null ? QUALITY.measured : QUALITY.estimated;
    const shown = exact(line.newInitial);
    this.points.push({ at: installedAt, sum, shown, flag: '换', quality, device: this.device });
  }

  private nextDevice({ digits, decimals }: Break): void {
    this.device += 1;
    this.counting = null;
    this.about = {
      ...this.about,
      ...(digits !== undefined && { digits }),
      ...(decimals !== undefined && { decimals }),
    };
  }

  between(reading: EffectiveReading): void {
    const message = '该时刻旧表已拆除、新表未装用，不应有读数，请核对换表记录';
    this.problems.push({ code: 'duringGap', at: reading.at, id: reading.id, message });
  }
}

/** @param readings effective, by time (`effectiveReadings`); the two that an exchange generates are the exchange's own and passed over. */
export function curveOf(line: MeterLine, readings: readonly EffectiveReading[], zone: Zone): Curve {
  const walk = new Walk(line, zone);
  const breaks = line.breaks.toSorted((a, b) => a.removedAt - b.removedAt || (a.id < b.id ? -1 : 1));
  const generated = new Set(breaks.flatMap(({ removedAt, installedAt }) => [removedAt, installedAt]));
  let next = 0;
  let gapUntil = Number.NEGATIVE_INFINITY;
  const breakUntil = (at: number): void => {
    for (let one = breaks[next]; one !== undefined && one.removedAt < at; one = breaks[next]) {
      walk.break(one);
      gapUntil = one.installedAt;
      next += 1;
    }
  };
  for (const reading of readings) {
    if (reading.flag === '换' && generated.has(reading.at)) continue;
    breakUntil(reading.at);
    if (reading.at < gapUntil) walk.between(reading);
    else walk.reading(reading);
  }
  breakUntil(Number.POSITIVE_INFINITY);
  return walk;
}

/** The place of an instant on a curve: the point itself, or between two. */
export interface Place {
  readonly at: number;
  readonly sum: Exact;
  /** Index of the last point at or before it; −1 before the first. */
  readonly index: number;
  /** Worked out between two points. */
  readonly interpolated: boolean;
  /** Null where no reading can be told. */
  readonly shown: Exact | null;
}

/** The last point at or before an instant; −1 before the first. */
export function indexAt(points: readonly Point[], at: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Finest count of what is interpolated: 10⁻⁶ of the unit. */
const FINE = 6;

/** Linear between points; flat before the first and after the last. */
export function placeAt(points: readonly Point[], at: number, decimals = FINE): Place {
  const index = indexAt(points, at);
  const low = points[index];
  const high = points[index + 1];
  if (low === undefined) return { at, sum: 0n, index, interpolated: false, shown: null };
  if (high === undefined || low.at === at)
    return { at, sum: low.sum, index, interpolated: false, shown: low.at === at ? low.shown : null };
  const part = BigInt(at - low.at);
  const whole = BigInt(high.at - low.at);
  const along = (from: Exact, to: Exact): Exact => from + divideRounded((to - from) * part, whole);
  // Rounded on the way up only so far that it stays between its neighbours.
  const rounded = roundTo(along(low.sum, high.sum), FINE);
  const sum = rounded < low.sum ? low.sum : rounded > high.sum ? high.sum : rounded;
  const shown =
    low.device === high.device && high.shown >= low.shown ? roundTo(along(low.shown, high.shown), decimals) : null;
  return { at, sum, index, interpolated: true, shown };
}
