/** Daily usage as readings: from the first reading that is known backwards, so that the days use what the file says. */
import {
  addDays,
  dayEnd,
  divideRounded,
  exact,
  exactText,
  MINUTE,
  multipliersOf,
  ONE,
  roundTo,
  timeText,
} from '@hengneng/energy/measuring';
import { aboutOf, type Item, type Series } from './series.ts';
import type { Findings } from './findings.ts';

/** A reading that is there already. */
export interface Known {
  readonly at: number;
  readonly value: string;
}

/**
 * What the dial must have shown at the beginning of each day. Only the sum is rounded, so that days differ by less than one last digit.
 * @param after the first reading from the end of the last day on
 */
export function readingsOf(series: Series, after: Known | null, findings: Findings): Series {
  const { items, meter } = series;
  const { thing } = meter;
  const { calendar, tolerance, dial } = thing;
  const last = items.at(-1);
  if (last === undefined) return series;
  const say = (item: Item, message: string): void => findings.error(aboutOf(series, item), '用量', message);
  if (after === null) {
    say(last, '该表之后还没有读数，无法由日用量倒推，请先录入一条读数');
    return { ...series, items: [] };
  }
  if (Math.abs(after.at - dayEnd(last.day, calendar)) > tolerance * MINUTE) {
    say(last, `日用量须连续到读数 ${timeText(after.at, calendar.zone)} 的前一日`);
    return { ...series, items: [] };
  }
  const multipliers = multipliersOf(thing.multipliers);
  const made: Item[] = [];
  let left = exact(after.value);
  let next = addDays(last.day, 1);
  for (const item of items.toReversed()) {
    if (addDays(item.day, 1) !== next) {
      say(item, item.day === next ? `与另一行重复：${item.day}` : `日用量须逐日连续，${addDays(item.day, 1)} 缺少`);
      return { ...series, items: [] };
    }
    next = item.day;
    const multiplier = multipliers.worthAt(item.at);
    if (multiplier === null) {
      say(item, '该时段没有倍率，请先在倍率设置中填写');
      return { ...series, items: [] };
    }
    left -= divideRounded(item.value * ONE, multiplier);
    const value = roundTo(left, dial.decimals);
    if (value < 0n) {
      say(item, `由读数 ${after.value} 倒推为负，请核对日用量`);
      return { ...series, items: [] };
    }
    made.push({ ...item, value, text: exactText(value) });
  }
  return { ...series, items: made.toReversed() };
}
