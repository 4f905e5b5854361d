/** How well a machine room turns gas and electricity into cold and heat. All ratios are plain numbers; null where they have no value. */
import { mean, notNegative, positive, ratio } from '../number.ts';
import { gasHeat } from './heat.ts';

export interface FiredUse {
  /** Cold or heat made: kW at an instant, kWh over a time. */
  readonly output: number;
  /** Gas: m³/h at an instant, m³ over a time, in the reference state of `lhvMjPerM3`. */
  readonly gas: number;
  readonly lhvMjPerM3: number;
  /** Electricity of the machine itself: kW at an instant, kWh over a time. */
  readonly aux: number;
}

export interface FiredCop {
  /** Q / (Q_g + P). */
  readonly cop: number | null;
  /** Q / Q_g: what burner and solution do, whatever the pumps take. */
  readonly gasOnly: number | null;
}

/**
 * 直燃机 COP, of an instant or over a time alike: Q / (V·LHV/3.6 + P) (GB/T 18362 (check)), and against gas alone. Over a time the amounts
 * are added first: the mean of hourly COPs is no COP. Null without any gas and electricity.
 * @throws RangeError for what is below zero or no number.
 */
export function firedCop({ output, gas, lhvMjPerM3, aux }: FiredUse): FiredCop {
  const made = notNegative('output', output);
  const burnt = gasHeat(gas, lhvMjPerM3);
  return { cop: ratio(made, burnt + notNegative('auxiliary', aux)), gasOnly: ratio(made, burnt) };
}

/** Gas in m³ for an amount of cold or heat in kWh: Q / (COP · LHV / 3.6); `cop` is that against gas alone. */
export const gasFor = (outputKwh: number, cop: number, lhvMjPerM3: number): number =>
  notNegative('output', outputKwh) / ((positive('COP', cop) * positive('calorific value', lhvMjPerM3)) / 3.6);

export interface ElectricUse {
  /** kW or kWh, as `output`. */
  readonly chillers: number;
  readonly chilledPumps?: number;
  readonly coolingPumps?: number;
  readonly towers?: number;
}

/** 电制冷 EER = Q / P主机, 系统 EER = Q / (主机 + 冷温水泵 + 冷却泵 + 塔). Null without electricity. */
export function eer(
  output: number,
  { chillers, chilledPumps = 0, coolingPumps = 0, towers = 0 }: ElectricUse,
): { readonly chiller: number | null; readonly system: number | null } {
  const parts = [chillers, chilledPumps, coolingPumps, towers].map((part) => notNegative('electricity', part));
  const made = notNegative('output', output);
  return {
    chiller: ratio(made, chillers),
    system: ratio(
      made,
      parts.reduce((total, part) => total + part, 0),
    ),
  };
}

/**
 * 一次能源利用率: Q / (Q_g + E / η_grid), all in kWh (domain/energy.md).
 * @param gridEfficiency share of a power station's fuel that arrives as electricity, above 0 up to 1; a figure of the customer's contract.
 */
export function primaryEnergyRatio(
  outputKwh: number,
  gasKwh: number,
  electricityKwh: number,
  gridEfficiency: number,
): number | null {
  if (positive('grid efficiency', gridEfficiency) > 1) throw new RangeError('grid efficiency is above 1');
  return ratio(
    notNegative('output', outputKwh),
    notNegative('gas', gasKwh) + notNegative('electricity', electricityKwh) / gridEfficiency,
  );
}

/** 水输送系数: heat carried over the electricity of its pumps, both kWh. Chilled water: the cold; cooling water: what is rejected. */
export const waterTransportFactor = (heatKwh: number, pumpKwh: number): number | null =>
  ratio(notNegative('heat', heatKwh), notNegative('pump electricity', pumpKwh));

/** What a motor runs at without a frequency converter, Hz. */
const MAINS_HZ = 50;

/**
 * 变频节电 in %, against running at the mains' frequency: by the affinity laws power goes with the third power of the speed. An estimate, as
 * static head and the converter's own losses are left out. Null without any frequency.
 */
export function savedBySpeed(hertz: readonly number[]): number | null {
  const share = mean(hertz.map((one) => (notNegative('frequency', one) / MAINS_HZ) ** 3));
  return share === null ? null : (1 - share) * 100;
}

/** 负荷率 in %: Q / Q额定. */
export const loadRate = (outputKw: number, ratedKw: number): number =>
  (notNegative('output', outputKw) / positive('rated output', ratedKw)) * 100;

/** 负荷系数: mean over peak power, 0 to 1; null where nothing ran. @throws RangeError where the mean exceeds the peak. */
export function loadFactor(meanKw: number, peakKw: number): number | null {
  if (notNegative('mean', meanKw) > notNegative('peak', peakKw)) throw new RangeError('the mean exceeds the peak');
  return ratio(meanKw, peakKw);
}

/** 达成率 in %: measured over design. */
export const attainment = (measured: number, design: number): number =>
  (notNegative('measured', measured) / positive('design', design)) * 100;

export type Mode = 'cooling' | 'heating';
export interface CopRange {
  readonly min: number;
  readonly max: number;
}
/** Outside these a figure is more likely a fault of a meter than of a machine (catalogue `shared.energy`); a project may set its own. */
export const PLAUSIBLE_COP: Readonly<Record<Mode, CopRange>> = {
  cooling: { min: 0.9, max: 1.45 },
  heating: { min: 0.8, max: 0.96 },
};

/** Null where the COP is plausible, else what people are asked: 「COP 1.62 超出 0.90~1.45，请核对」. */
export function doubtCop(cop: number, mode: Mode, range: CopRange = PLAUSIBLE_COP[mode]): string | null {
  if (cop >= range.min && cop <= range.max) return null;
  return `COP ${cop.toFixed(2)} 超出 ${range.min.toFixed(2)}~${range.max.toFixed(2)}，请核对`;
}
