/** 加班供能: what of a span lies outside the normal hours, what of it is charged, and what that costs. */
import { fromFen, type Money } from '@hengneng/core';
import { divideRounded, exact, ONE } from './exact.ts';
import { addDays, dayAt, instantOf, MINUTE, timeText, type Zone } from './zone.ts';

/** Minutes after midnight; 1440 is 24:00. */
export interface NormalHours {
  readonly from: number;
  readonly to: number;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The parts of a span outside the normal hours of each day; a day without any is all overtime. */
export function overtimeParts(
  span: Stretch,
  normalOf: (day: string) => NormalHours | null,
  zone: Zone,
): readonly Stretch[] {
  const parts: Stretch[] = [];
  let open = span.from;
  for (let day = dayAt(span.from, zone); instantOf(day, 0, zone) < span.to; day = addDays(day, 1)) {
    const normal = normalOf(day);
    if (normal === null || normal.to <= normal.from) continue;
    const [start, end] = [instantOf(day, normal.from, zone), instantOf(day, normal.to, zone)];
    if (end <= open || start >= span.to) continue;
    if (start > open) parts.push({ from: open, to: start });
    open = Math.max(open, end);
  }
  if (open < span.to) parts.push({ from: open, to: span.to });
  return parts;
}

/** Whole minutes of all parts. */
export const minutesIn = (parts: readonly Stretch[]): number =>
  parts.reduce((sum, { from, to }) => sum + Math.round((to - from) / MINUTE), 0);

/** 计费时长 = max(起步时长, ceil(时长 / 步长) × 步长), in minutes; nothing supplied is nothing charged. */
export function billedMinutes(
  minutes: number,
  { least, step }: { readonly least: number; readonly step: number },
): number {
  if (!(step > 0)) throw new RangeError('the step has to be more than nothing');
  return minutes <= 0 ? 0 : Math.max(least, Math.ceil(minutes / step) * step);
}

/** How overtime is charged: by the hour, by the hour and m², or by what was metered. */
export const OVERTIME_MODES = { hour: '元/h', area: '元/m²·h', meter: '元/kWh' } as const;
export type OvertimeMode = keyof typeof OVERTIME_MODES;

/** 金额 = 计费时长 × 单价 × (面积, by m²), or 计量用量 × 单价; rounded to fen once. */
export function overtimeAmount(of: {
  readonly mode: OvertimeMode;
  readonly minutes: number;
  readonly price: string;
  readonly areaM2: string | null;
  readonly quantity: string | null;
}): Money {
  const price = exact(of.price);
  if (of.mode === 'meter') return fromFen(divideRounded(price * exact(of.quantity ?? '0') * 100n, ONE * ONE));
  const area = of.mode === 'area' ? exact(of.areaM2 ?? '0') : ONE;
  return fromFen(divideRounded(price * area * BigInt(of.minutes) * 100n, ONE * ONE * 60n));
}

/** A difference up to this is no difference: nobody writes down the minute. */
const SLACK = 30 * MINUTE;

/**
 * What was registered beside when machines ran: begun later, stopped earlier, gone on longer by more than half an hour.
 * @param runs when any machine ran, in order and apart from each other
 * @param unsure how far the records themselves may be off, in milliseconds; added to the half hour
 * @returns in words, nothing where they agree
 */
export function runDifferences(
  parts: readonly Stretch[],
  runs: readonly Stretch[],
  {
    normalOf,
    unsure,
    zone,
  }: { readonly normalOf: (day: string) => NormalHours | null; readonly unsure: number; readonly zone: Zone },
): readonly string[] {
  const slack = SLACK + unsure;
  const clock = (at: number): string => timeText(at, zone).slice(5);
  /** Minutes of a span that are nobody's normal hours. */
  const extra = (span: Stretch): number =>
    span.to <= span.from ? 0 : minutesIn(overtimeParts(span, normalOf, zone)) * MINUTE;
  return parts.flatMap((part) => {
    const during = runs.filter(({ from, to }) => from < part.to && to > part.from);
    const [first, last] = [during[0], during.at(-1)];
    if (first === undefined || last === undefined)
      return [`${clock(part.from)} 至 ${clock(part.to)} 主机运行记录中没有主机运行，请核对`];
    const found: string[] = [];
    if (first.from - part.from > slack) found.push(`主机 ${clock(first.from)} 才开，登记自 ${clock(part.from)} 起`);
    else if (extra({ from: first.from, to: part.from }) > slack)
      found.push(`主机 ${clock(first.from)} 已开，早于登记的 ${clock(part.from)}`);
    if (part.to - last.to > slack) found.push(`主机 ${clock(last.to)} 已停，登记至 ${clock(part.to)}`);
    else if (extra({ from: part.to, to: last.to }) > slack)
      found.push(`主机运行到 ${clock(last.to)}，晚于登记的 ${clock(part.to)}`);
    return found;
  });
}
