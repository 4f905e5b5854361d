/** Which factor holds for an amount: the project's own over its region's over the country's, in force on the day, its year's or the last known. */
import { type Source, source, unchecked } from '../source.ts';
import { plainUnit } from '../units/conversion.ts';
import {
  type Carrier,
  CARRIER_NAMES,
  carbonOfGas,
  closedKey,
  coalOfGas,
  type Factor,
  type FactorKind,
  holdsIn,
  yearOf,
} from './factor.ts';

export interface FactorQuestion {
  readonly kind: FactorKind;
  readonly carrier: Carrier;
  /** `YYYY-MM-DD` of the use. */
  readonly day: string;
  /** 省 or 区域电网, project code; absent where the question has none. */
  readonly region?: string | null;
  readonly project?: string | null;
  /** Lower calorific value of the gas in MJ/m³: the factor follows from it. */
  readonly lhv?: number | null;
  /** The unit that a conversion is asked from. */
  readonly unit?: string | null;
}

export interface ChosenFactor {
  readonly factor: Factor;
  /** The day's year has none of its own yet, or had none: another year's stands in. */
  readonly provisional: boolean;
  /** 「暂用2023年因子 0.5306」; empty where the factor is the day's own. */
  readonly note: string;
}

/** Either the factor, or what people have to do to have one. */
export type FactorChoice = ChosenFactor | { readonly factor: null; readonly problem: string };

const KIND_NAMES: Readonly<Record<FactorKind, string>> = {
  coal: '折标系数',
  carbon: '碳排放因子',
  lhv: '低位热值',
  unit: '单位换算',
  efficiency: '效率',
  design: '设计能耗',
  correction: '修正系数',
};

/** The best of one place's factors for the day; null where none applies. Equal ones go by id, whatever order they came in. */
function ofPlace(factors: readonly Factor[], day: string): { factor: Factor; provisional: boolean } | null {
  const dated = factors
    .filter(({ year, from, to }) => year === null && (from === null || from <= day) && (to === null || day <= to))
    // The one that began last: an addendum over what held before.
    .toSorted((a, b) => compare(b.from ?? '', a.from ?? '') || compare(a.id, b.id));
  const [inForce] = dated;
  if (inForce !== undefined) return { factor: inForce, provisional: false };
  const year = yearOf(day);
  const yearly = factors
    .flatMap((factor) => (factor.year === null ? [] : [{ factor, year: factor.year }]))
    .toSorted((a, b) => a.year - b.year || compare(a.factor.id, b.factor.id));
  const nearest = yearly.findLast((one) => one.year <= year) ?? yearly[0];
  if (nearest === undefined) return null;
  const first = yearly.find((one) => one.year === nearest.year) ?? nearest;
  return { factor: first.factor, provisional: first.year !== year };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A gas factor that the calorific value itself gives, where no pair was entered for it. */
const fromLhv = (kind: 'coal' | 'carbon', lhv: number): Factor => ({
  id: `${kind}-gas-lhv-${lhv}`,
  kind,
  carrier: 'gas',
  value: kind === 'coal' ? coalOfGas(lhv) : carbonOfGas(lhv),
  lhv,
  unit: null,
  year: null,
  from: null,
  to: null,
  region: null,
  project: null,
  source: source(kind === 'coal' ? '按低位热值计算：LHV / 29.3076' : '按低位热值计算：LHV × 0.0153 × 0.99 × 44/12'),
});

interface Sorted {
  readonly present: readonly Factor[];
  /** Closed months in which other factors hold than today. */
  readonly differing: ReadonlySet<string>;
}
/** A report asks the same list tens of thousands of times. */
const known = new WeakMap<readonly Factor[], Sorted>();

function sorted(factors: readonly Factor[]): Sorted {
  const before = known.get(factors);
  if (before !== undefined) return before;
  const made = {
    present: factors.filter(({ onlyIn }) => onlyIn === undefined),
    differing: new Set(factors.flatMap(({ notIn = [], onlyIn = [] }) => [...notIn, ...onlyIn])),
  };
  known.set(factors, made);
  return made;
}

/**
 * The factor for an amount. In a month that is closed it is the one that the month was closed with, whatever was entered since; where there was
 * none, the one of today.
 */
export function chooseFactor(factors: readonly Factor[], question: FactorQuestion): FactorChoice {
  const { day, project = null } = question;
  const { present, differing } = sorted(factors);
  const now = among(present, question);
  if (project === null || differing.size === 0) return now;
  const closed = closedKey(project, day.slice(0, 7));
  if (!differing.has(closed)) return now;
  const then = among(
    factors.filter((factor) => holdsIn(factor, closed)),
    question,
  );
  if (then.factor === null || then.factor.id === now.factor?.id) return now;
  const words = `已月锁的月份仍用月锁时的${CARRIER_NAMES[question.carrier]}${KIND_NAMES[question.kind]} ${then.factor.value}`;
  return { ...then, note: then.provisional ? `${words}（${then.factor.year}年的）` : words };
}

/**
 * The factor for an amount among those that hold. A level (project, region, country) that has any factor for the question is final: where it has only another year's,
 * that one is provisional, rather than a farther place's of the right year. Gas is asked with its calorific value: a pair entered for that value
 * (within 1 %) is taken, else the value itself gives the factor; without one it is a guess that nobody makes here, unless only one pair is there.
 */
function among(factors: readonly Factor[], question: FactorQuestion): FactorChoice {
  const { kind, carrier, day, region = null, project = null, lhv = null, unit = null } = question;
  const all = factors.filter(
    (factor) =>
      factor.kind === kind &&
      factor.carrier === carrier &&
      (kind !== 'unit' || plainUnit(factor.unit ?? '') === plainUnit(unit ?? '')) &&
      (carrier !== 'gas' || lhv === null || (factor.lhv !== null && Math.abs(factor.lhv - lhv) <= 0.01 * lhv)),
  );
  const levels = [
    project === null ? [] : all.filter((factor) => factor.project === project),
    region === null ? [] : all.filter((factor) => factor.project === null && factor.region === region),
    all.filter((factor) => factor.project === null && factor.region === null),
  ];
  for (const level of levels) {
    // Pairs near the value in question: the nearest. Without a value several pairs are several answers.
    const nearest = lhv === null ? level : nearestPairs(level, lhv);
    if (carrier === 'gas' && lhv === null && new Set(nearest.map((factor) => factor.lhv)).size > 1)
      return { factor: null, problem: `燃气有多组热值的${KIND_NAMES[kind]}，请先登记项目燃气的低位热值` };
    const found = ofPlace(nearest, day);
    if (found !== null)
      return {
        ...found,
        note: found.provisional ? `暂用${found.factor.year}年因子 ${found.factor.value}` : '',
      };
  }
  if (carrier === 'gas' && lhv !== null && (kind === 'coal' || kind === 'carbon'))
    return { factor: fromLhv(kind, lhv), provisional: false, note: '' };
  return {
    factor: null,
    problem: `没有${CARRIER_NAMES[carrier]}在 ${day} 有效的${KIND_NAMES[kind]}，请在能耗系数中登记`,
  };
}

function nearestPairs(factors: readonly Factor[], lhv: number): readonly Factor[] {
  const distance = (factor: Factor): number => Math.abs((factor.lhv ?? lhv) - lhv);
  const least = Math.min(...factors.map(distance));
  return factors.filter((factor) => distance(factor) === least);
}

export interface CarrierUse {
  readonly carrier: Carrier;
  /** In the carrier's unit, see `CARRIER_UNITS`. */
  readonly quantity: number;
  /** A day of the use, `YYYY-MM-DD`: uses that cross years are given for each year, whose factors differ. */
  readonly day: string;
  readonly region?: string | null;
  readonly project?: string | null;
  readonly lhv?: number | null;
}

export interface FactoredLine {
  readonly use: CarrierUse;
  readonly factor: Factor | null;
  readonly provisional: boolean;
  /** kgce or kgCO₂; null without a factor. */
  readonly amount: number | null;
  /** Why it is provisional or has no amount; empty where all is well. */
  readonly note: string;
}

export interface Factored {
  readonly kind: FactorKind;
  /** tce or tCO₂ of all lines that have a factor: Σ 用量 × 系数 / 1000. */
  readonly tons: number;
  /** Every line has its factor; else the sum is less than the truth. */
  readonly complete: boolean;
  readonly lines: readonly FactoredLine[];
}

/** Standard coal or CO₂ of uses, each line with the factor it was made with. */
export function applyFactors(factors: readonly Factor[], kind: FactorKind, uses: readonly CarrierUse[]): Factored {
  const lines = uses.map((use): FactoredLine => {
    const choice = chooseFactor(factors, { ...use, kind });
    return choice.factor === null
      ? { use, factor: null, provisional: false, amount: null, note: choice.problem }
      : {
          use,
          factor: choice.factor,
          provisional: choice.provisional,
          amount: use.quantity * choice.factor.value,
          note: choice.note,
        };
  });
  return {
    kind,
    tons: lines.reduce((total, line) => total + (line.amount ?? 0), 0) / 1000,
    complete: lines.every((line) => line.factor !== null),
    lines,
  };
}

/**
 * What was measured of the gas of a place on a day: its lower calorific value in MJ/m³ or the η of the burner.
 * @param day `YYYY-MM-DD`
 * @returns null where nobody has registered it
 */
export function gasProperty(
  factors: readonly Factor[],
  kind: 'lhv' | 'efficiency',
  { day, project = null }: Pick<FactorQuestion, 'day' | 'project'>,
): number | null {
  return chooseFactor(factors, { kind, carrier: 'gas', day, project }).factor?.value ?? null;
}

/** Where nobody has registered what arrives of a power station's fuel: 0.1229 kgce/kWh over what stations take for a kWh. */
export const GRID_EFFICIENCY = {
  value: 0.407,
  source: unchecked('2023 年全国火电供电标准煤耗约 302 gce/kWh'),
} as const;

/**
 * Share of a power station's fuel that arrives as electricity on a day, above 0 up to 1 (供电效率 of 能耗系数).
 * @returns with where it is from
 */
export function gridEfficiency(
  factors: readonly Factor[],
  { day, project = null }: Pick<FactorQuestion, 'day' | 'project'>,
): { readonly value: number; readonly source: Source } {
  return chooseFactor(factors, { kind: 'efficiency', carrier: 'elec', day, project }).factor ?? GRID_EFFICIENCY;
}
