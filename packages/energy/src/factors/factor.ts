/** What turns amounts of energy into standard coal and CO₂: each factor with its source, place and time. */
import { finite, positive } from '../number.ts';
import { type Source, source, unchecked } from '../source.ts';
import { knownConversion, plainUnit } from '../units/conversion.ts';

/** Energy that is bought, by the catalogue's categories. */
export const CARRIERS = ['elec', 'gas', 'heatBuy', 'steam', 'oil', 'water'] as const;
export type Carrier = (typeof CARRIERS)[number];
export const isCarrier = (code: string): code is Carrier => (CARRIERS as readonly string[]).includes(code);
export const CARRIER_NAMES: Readonly<Record<Carrier, string>> = {
  elec: '电',
  gas: '燃气',
  heatBuy: '外购热',
  steam: '蒸汽',
  oil: '柴油',
  water: '水',
};
/** The unit that a factor counts: kgce or kgCO₂ for one of these. Gas is in the reference state of its calorific value. */
export const CARRIER_UNITS: Readonly<Record<Carrier, string>> = {
  elec: 'kWh',
  gas: 'm³',
  heatBuy: 'GJ',
  steam: 't',
  oil: 'kg',
  water: 't',
};

/**
 * `coal` in kgce, `carbon` in kgCO₂, each for one unit of the carrier. Of gas also what was measured of it: `lhv`, its lower calorific value in
 * MJ/m³, and `efficiency`, the η of the burner, above 0 up to 1; of electricity `efficiency` is the share of a power station's fuel that arrives. Of what meters count: `unit`, how many of the carrier's units are in one of
 * another unit (单位换算), and `correction`, by how much what a dial shows is to be multiplied (修正系数: 工况气 to the standard state, an error
 * that a calibration found). `design` is what was designed to be used for each m² in a year, in the carrier's unit (设计能耗).
 */
export type FactorKind = 'coal' | 'carbon' | 'lhv' | 'unit' | 'efficiency' | 'design' | 'correction';

/** 「kgce/kWh」, 「kg/L」, 「m³/(m²·年)」; empty for what has no unit. */
export function factorUnit({
  kind,
  carrier,
  unit = null,
}: Pick<Factor, 'kind' | 'carrier'> & { unit?: string | null }) {
  const per = CARRIER_UNITS[carrier];
  const units: Readonly<Record<FactorKind, string>> = {
    coal: `kgce/${per}`,
    carbon: `kgCO₂/${per}`,
    lhv: `MJ/${per}`,
    efficiency: '',
    unit: `${per}/${unit ?? '—'}`,
    design: `${per}/(m²·年)`,
    correction: '',
  };
  return units[kind];
}

/** What is measured holds by validity only, not for a year. */
const isMeasured = (kind: FactorKind): boolean =>
  kind === 'lhv' || kind === 'efficiency' || kind === 'unit' || kind === 'correction';

/** Whether a factor is made for one calorific value of the gas. */
export const isOfGasPair = ({ kind, carrier }: Pick<Factor, 'kind' | 'carrier'>): boolean =>
  carrier === 'gas' && (kind === 'coal' || kind === 'carbon');

export interface Factor {
  /** Unique among the factors at hand; it breaks ties, so that a choice never depends on their order. */
  readonly id: string;
  readonly kind: FactorKind;
  readonly carrier: Carrier;
  readonly value: number;
  /** Lower calorific value in MJ/m³ that the value was made for; gas only, where it is required. */
  readonly lhv: number | null;
  /** The unit that a conversion is from; null for all other kinds. */
  readonly unit: string | null;
  /** Factors that are announced for each year (the grid's): that year. They hold on until the next is known. */
  readonly year: number | null;
  /** Days `YYYY-MM-DD`, both included, on which it holds; null is without an end. Those of a year have neither. */
  readonly from: string | null;
  readonly to: string | null;
  /** 省 or 区域电网 that it is for; null for the country. */
  readonly region: string | null;
  /** Project that it is for, over region and country. */
  readonly project: string | null;
  readonly source: Source;
  /** Months that are closed (`closedKey`) and were when this was entered: what they were closed with goes on to hold in them. */
  readonly notIn?: ReadonlySet<string>;
  /** Changed or taken away since: it holds in months only that were closed with it. */
  readonly onlyIn?: ReadonlySet<string>;
}

/** A month `YYYY-MM` of a project, as `notIn` and `onlyIn` name it. */
export const closedKey = (project: string, month: string): string => `${project} ${month}`;

/** What a `closedKey` names. */
export const closedOf = (key: string): { readonly project: string; readonly month: string } => {
  const cut = key.lastIndexOf(' ');
  return { project: key.slice(0, cut), month: key.slice(cut + 1) };
};

/** Closed months in which other factors hold than today, by project. */
export const closedByProject = (factors: readonly Factor[]): ReadonlyMap<string, readonly string[]> =>
  Map.groupBy(
    new Set(factors.flatMap(({ notIn = [], onlyIn = [] }) => [...notIn, ...onlyIn])),
    (key) => closedOf(key).project,
  );

/** Whether it is what a closed month counts by. */
export const holdsIn = ({ onlyIn, notIn }: Factor, closed: string): boolean =>
  onlyIn === undefined ? notIn?.has(closed) !== true : onlyIn.has(closed);

/** 1 kgce is 29,307.6 kJ: catalogue, setting/energyCoefficient (GB/T 2589 rounds it to 29,307). */
export const MJ_PER_KGCE = 29.3076;
/** kgC for each MJ of natural gas, and the share of it that burns (catalogue `shared.factors`). */
export const GAS_CARBON = { kgCarbonPerMj: 0.0153, oxidised: 0.99, co2PerCarbon: 44 / 12 } as const;

/** What burns in machine rooms, from manufactured gas to liquefied petroleum gas, in MJ/m³. */
const LHV_RANGE = { low: 10, high: 120 } as const;

/** What a correction may be, as 主能源确认单 takes it. */
const CORRECTION_RANGE = { low: 0.1, high: 20 } as const;

/** kgce of 1 m³ of gas of any calorific value in MJ/m³: LHV / 29.3076. */
export const coalOfGas = (lhvMjPerM3: number): number => positive('calorific value', lhvMjPerM3) / MJ_PER_KGCE;

/** kgCO₂ of 1 m³ of gas of any calorific value in MJ/m³: LHV · 0.0153 · 0.99 · 44/12, 2.162 at 38.931. */
export const carbonOfGas = (lhvMjPerM3: number): number =>
  positive('calorific value', lhvMjPerM3) * GAS_CARBON.kgCarbonPerMj * GAS_CARBON.oxidised * GAS_CARBON.co2PerCarbon;

/**
 * Whether a calorific value and a factor were not made for each other (more than 1 % apart): null where they fit, else the question to
 * people, 「38.931 MJ/m³ 对应 1.3284，请确认」.
 */
export function lhvMismatch(lhvMjPerM3: number, kgcePerM3: number): string | null {
  const fitting = coalOfGas(lhvMjPerM3);
  return Math.abs(positive('factor', kgcePerM3) - fitting) <= 0.01 * fitting
    ? null
    : `${lhvMjPerM3} MJ/m³ 对应 ${fitting.toFixed(4)}，请确认`;
}

const national = (
  id: string,
  kind: FactorKind,
  carrier: Carrier,
  value: number,
  from: Source,
  { lhv = null, year = null }: { readonly lhv?: number | null; readonly year?: number | null } = {},
): Factor => ({
  id,
  kind,
  carrier,
  value,
  lhv,
  unit: null,
  year,
  from: null,
  to: null,
  region: null,
  project: null,
  source: from,
});

/** @param number of the announcement */
const grid = (number: string, year: number): Source =>
  source(`生态环境部、国家统计局公告${number} ${year} 年全国电力平均二氧化碳排放因子`);

/** What every company starts with (catalogue `shared.factors`; domain/energy.md). Diesel has none: its factor has to be entered with a source. */
export const BUILT_IN_FACTORS: readonly Factor[] = [
  national('coal-elec', 'coal', 'elec', 0.1229, source('GB/T 2589 当量值')),
  national('coal-gas-35.544', 'coal', 'gas', 1.2143, source('GB/T 2589'), { lhv: 35.544 }),
  national('coal-gas-38.931', 'coal', 'gas', 1.33, source('GB/T 2589'), { lhv: 38.931 }),
  national('coal-heat', 'coal', 'heatBuy', 34.12, unchecked('GB/T 2589 热力 0.03412 kgce/MJ')),
  national('coal-steam', 'coal', 'steam', 128.6, source('GB/T 2589 蒸汽 0.1286 kgce/kg')),
  national('coal-water', 'coal', 'water', 0.2571, unchecked('GB/T 2589-2020 新水')),
  national('carbon-elec-2021', 'carbon', 'elec', 0.5568, grid('2024年第12号', 2021), { year: 2021 }),
  national('carbon-elec-2022', 'carbon', 'elec', 0.5366, grid('2024年第33号', 2022), { year: 2022 }),
  national('carbon-elec-2023', 'carbon', 'elec', 0.5306, grid('2025年第47号', 2023), { year: 2023 }),
  national('carbon-gas-38.931', 'carbon', 'gas', 2.162, source('LHV × 15.3 tC/TJ × 0.99 × 44/12'), { lhv: 38.931 }),
  national('carbon-heat', 'carbon', 'heatBuy', 110, source('0.11 tCO₂/GJ')),
];

/** What is wrong with a factor as somebody entered it, with the field that it is wrong at. */
export function factorErrors(factor: Factor): readonly { readonly path: keyof Factor; readonly message: string }[] {
  const errors: { path: keyof Factor; message: string }[] = [];
  if (!(Number.isFinite(factor.value) && factor.value > 0)) errors.push({ path: 'value', message: '系数须大于 0' });
  if (isOfGasPair(factor) && factor.lhv === null) errors.push({ path: 'lhv', message: '燃气系数须与低位热值成对填写' });
  if (!isOfGasPair(factor) && factor.lhv !== null)
    errors.push({ path: 'lhv', message: '只有燃气的折标与碳排放系数填写低位热值' });
  if (factor.kind === 'lhv' || factor.kind === 'efficiency') {
    if (factor.kind === 'lhv' && factor.carrier !== 'gas')
      errors.push({ path: 'carrier', message: '低位热值只对燃气填写' });
    if (factor.kind === 'efficiency' && factor.carrier !== 'gas' && factor.carrier !== 'elec')
      errors.push({ path: 'carrier', message: '效率只对燃气（燃烧）与电（供电）填写' });
    if (factor.year !== null) errors.push({ path: 'year', message: '低位热值与效率按生效期填写，不按年份' });
  } else if (isMeasured(factor.kind) && factor.year !== null)
    errors.push({ path: 'year', message: '单位换算与修正系数按生效期填写，不按年份' });
  errors.push(...unitErrors(factor));
  if (
    factor.kind === 'correction' &&
    factor.value > 0 &&
    (factor.value < CORRECTION_RANGE.low || factor.value > CORRECTION_RANGE.high)
  )
    errors.push({
      path: 'value',
      message: `修正系数应在 ${CORRECTION_RANGE.low}~${CORRECTION_RANGE.high}，不修正的不填`,
    });
  if (factor.kind === 'lhv' && factor.value > 0 && (factor.value < LHV_RANGE.low || factor.value > LHV_RANGE.high))
    errors.push({
      path: 'value',
      message: `燃气低位热值应在 ${LHV_RANGE.low}~${LHV_RANGE.high} MJ/m³，请核对单位`,
    });
  if (factor.kind === 'efficiency' && factor.value > 1)
    errors.push({ path: 'value', message: '效率应大于 0、不超过 1，如燃烧 0.93、供电 0.41' });
  if (factor.lhv !== null && !(Number.isFinite(factor.lhv) && factor.lhv > 0))
    errors.push({ path: 'lhv', message: '低位热值须大于 0' });
  if (factor.from !== null && factor.to !== null && factor.from > factor.to)
    errors.push({ path: 'to', message: '生效止不能早于生效起' });
  if (factor.source.text.trim() === '')
    errors.push({ path: 'source', message: '请填写来源（标准号、公告或检测报告）' });
  return errors;
}

function unitErrors({ kind, carrier, unit }: Factor): readonly { readonly path: 'unit'; readonly message: string }[] {
  const wrong = (message: string) => [{ path: 'unit', message } as const];
  if (kind !== 'unit') return unit === null ? [] : wrong('只有单位换算填写原单位');
  if (unit === null || plainUnit(unit) === '') return wrong('请填写表计的原单位，如 L');
  return knownConversion(unit, CARRIER_UNITS[carrier]) === null
    ? []
    : wrong(`${unit} 与 ${CARRIER_UNITS[carrier]} 的换算是固定的，不用登记`);
}

const FIRST_DAY = '0000-01-01';
const LAST_DAY = '9999-12-31';

/**
 * Factors of the same thing that hold on the same days, in pairs: 同类同能源时间段不重叠. The same thing is kind, carrier, region, project,
 * and for gas the calorific value; those of years overlap where they are of one year.
 */
export function overlappingFactors(factors: readonly Factor[]): readonly (readonly [Factor, Factor])[] {
  const same = (a: Factor, b: Factor): boolean =>
    a.kind === b.kind &&
    a.carrier === b.carrier &&
    a.region === b.region &&
    a.project === b.project &&
    a.lhv === b.lhv &&
    plainUnit(a.unit ?? '') === plainUnit(b.unit ?? '') &&
    (a.year === null) === (b.year === null);
  return factors.flatMap((a, index) =>
    factors.slice(index + 1).flatMap((b): (readonly [Factor, Factor])[] => {
      if (!same(a, b)) return [];
      const meet =
        a.year === null
          ? (a.from ?? FIRST_DAY) <= (b.to ?? LAST_DAY) && (b.from ?? FIRST_DAY) <= (a.to ?? LAST_DAY)
          : a.year === b.year;
      return meet ? [[a, b]] : [];
    }),
  );
}

/** @throws RangeError for a day that is none. */
export function yearOf(day: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new RangeError(`not a day: ${day}`);
  return finite('year', Number(day.slice(0, 4)));
}
