/** From what a meter counts to what factors are made for: 单位换算 and 修正系数 of 能耗系数; and 设计能耗 over the days of a year. */
import { knownConversion } from '../units/conversion.ts';
import { chooseFactor, type FactorQuestion } from './choose.ts';
import { type Carrier, CARRIER_NAMES, CARRIER_UNITS, type Factor, isCarrier } from './factor.ts';

export interface Measure {
  /** What is counted, times this, is what coal, carbon and efficiency count. Null where a conversion is missing. */
  readonly times: number | null;
  /** What was converted and corrected by what, or what is missing; empty where it is counted as it is. */
  readonly notes: readonly string[];
}

export const AS_IT_IS: Measure = { times: 1, notes: [] };

/** Cubic metres of water weigh a ton: nobody registers that. */
const ofWater = (carrier: Carrier, unit: string): number | null =>
  carrier === 'water' ? knownConversion(unit, 'm³') : null;

/**
 * Counted × conversion × correction. A conversion that depends on the fuel has to be registered (「1 L = 0.84 kg」); without it nothing is
 * guessed. A correction that nobody registered is none.
 * @param question `unit` is that of the meters; `day` one of the use
 */
export function measureOf(
  factors: readonly Factor[],
  {
    carrier,
    unit,
    day,
    project = null,
  }: Pick<FactorQuestion, 'carrier' | 'day' | 'project'> & { readonly unit: string },
): Measure {
  const to = CARRIER_UNITS[carrier];
  const name = CARRIER_NAMES[carrier];
  const fixed = knownConversion(unit, to) ?? ofWater(carrier, unit);
  const correction = chooseFactor(factors, { kind: 'correction', carrier, day, project }).factor;
  const corrected = correction === null ? [] : [`${name}按修正系数 ${correction.value} 计入折标、碳排放与能效`];
  if (fixed !== null)
    return correction === null && fixed === 1
      ? AS_IT_IS
      : { times: fixed * (correction?.value ?? 1), notes: corrected };
  const registered = chooseFactor(factors, { kind: 'unit', carrier, unit, day, project }).factor;
  if (registered === null)
    return { times: null, notes: [`${name}按 ${unit} 计量，没有到 ${to} 的单位换算，请在能耗系数中登记`] };
  return {
    times: registered.value * (correction?.value ?? 1),
    notes: [`${name}按 1 ${unit} = ${registered.value} ${to} 换算`, ...corrected],
  };
}

/**
 * An amount that somebody wrote in another unit than a meter's: by what it is multiplied, and the sentence that says so.
 * @returns null where the two do not measure the same and nobody registered how one is turned into the other
 */
export function unitTimes(
  factors: readonly Factor[],
  {
    carrier,
    from,
    to,
    day,
    project,
  }: { readonly carrier: string; readonly from: string; readonly to: string } & Required<
    Pick<FactorQuestion, 'day' | 'project'>
  >,
): { readonly times: number; readonly words: string } | null {
  const told = (times: number) => ({ times, words: `按 1 ${from} = ${Number(times.toPrecision(6))} ${to} 换算` });
  const fixed = knownConversion(from, to);
  if (fixed !== null) return told(fixed);
  if (!isCarrier(carrier)) return null;
  const registered = (unit: string): number | null =>
    chooseFactor(factors, { kind: 'unit', carrier, unit, day, project }).factor?.value ?? null;
  if (knownConversion(to, CARRIER_UNITS[carrier]) === 1) {
    const into = registered(from);
    return into === null ? null : told(into);
  }
  if (knownConversion(from, CARRIER_UNITS[carrier]) !== 1) return null;
  const outOf = registered(to);
  return outOf === null ? null : told(1 / outOf);
}

/**
 * What was designed to be used, in the carrier's unit: so much for each m² and year, on the days on which the project supplies; the days of the
 * year that `supplies` names share it alike. Null without a design, without an area, or where the place never supplies.
 * @param days of the use, `YYYY-MM-DD`, in any number of years
 */
export function designOf(
  factors: readonly Factor[],
  {
    carrier,
    project,
    areaM2,
    days,
    supplies,
  }: {
    readonly carrier: Carrier;
    readonly project: string;
    readonly areaM2: number;
    readonly days: readonly string[];
    readonly supplies: (day: string) => boolean;
  },
): number | null {
  const designs = factors.filter(({ kind, carrier: of }) => kind === 'design' && of === carrier);
  if (areaM2 <= 0 || designs.length === 0) return null;
  let sum = 0;
  let known = false;
  for (const [year, some] of Map.groupBy(days, (day) => day.slice(0, 4))) {
    const inYear = daysOfYear(Number(year)).filter(supplies).length;
    for (const day of some) {
      const { factor } = chooseFactor(designs, { kind: 'design', carrier, day, project });
      if (factor === null || inYear === 0) continue;
      known = true;
      if (supplies(day)) sum += (factor.value * areaM2) / inYear;
    }
  }
  return known ? sum : null;
}

const DAY = 86_400_000;
const yearsDays = new Map<number, readonly string[]>();

function daysOfYear(year: number): readonly string[] {
  const known = yearsDays.get(year);
  if (known !== undefined) return known;
  const first = Date.UTC(year, 0, 1);
  const length = (Date.UTC(year + 1, 0, 1) - first) / DAY;
  const days = Array.from({ length }, (_, at) => new Date(first + at * DAY).toISOString().slice(0, 10));
  yearsDays.set(year, days);
  return days;
}
