/** What goes into a chiller has to come out with its cooling water; where it does not, a probe or a flow meter is wrong. */
import { notNegative, positive } from '../number.ts';

/** η of the burner where nobody measured it (catalogue `shared.energy`). */
export const BURNER_EFFICIENCY = 0.93;

export interface BalanceInput {
  /** Qc: heat that the cooling water takes away, kW or kWh; the others are in the same unit. */
  readonly rejected: number;
  /** Qe: cold made. */
  readonly cooling: number;
  /** Qg: heat of the gas at its lower calorific value. */
  readonly gas: number;
  /** η of the burner, above 0 up to 1. */
  readonly burnerEfficiency?: number;
  /** P: solution and refrigerant pumps. */
  readonly pumps: number;
}

export const BALANCE_LEVELS = ['good', 'fair', 'poor', 'alarm'] as const;
export type BalanceLevel = (typeof BALANCE_LEVELS)[number];

export interface HeatBalance {
  /** What is expected: Qe + η·Qg + P. */
  readonly expected: number;
  /** (Qc − expected) / Qc · 100; negative where less comes out than goes in. Null where nothing is rejected. */
  readonly signedPercent: number | null;
  /** Its size. */
  readonly percent: number | null;
  readonly level: BalanceLevel | null;
  readonly words: string;
}

/** Above `poor` people are asked to look, above `alarm` it is an alarm; deviationSetting may set `poor` for a project (domain/energy.md). */
export interface BalanceLimits {
  readonly good: number;
  readonly poor: number;
  readonly alarm: number;
}
export const BALANCE_LIMITS: BalanceLimits = { good: 5, poor: 10, alarm: 15 };

/**
 * Heat that has to leave with the cooling water: Qe + η·Qg + P, in the unit of what goes in.
 * @throws RangeError for what is below zero or no number.
 */
export function expectedRejection({
  cooling,
  gas,
  burnerEfficiency = BURNER_EFFICIENCY,
  pumps,
}: Omit<BalanceInput, 'rejected'>): number {
  if (positive('burner efficiency', burnerEfficiency) > 1) throw new RangeError('burner efficiency is above 1');
  return notNegative('cooling', cooling) + burnerEfficiency * notNegative('gas', gas) + notNegative('pumps', pumps);
}

/**
 * 热平衡: Qc against Qe + η·Qg + P, 偏差% = |Qc − (Qe + ηQg + P)| / Qc · 100.
 * @throws RangeError for what is below zero or no number.
 */
export function heatBalance(
  { rejected, ...goesIn }: BalanceInput,
  limits: BalanceLimits = BALANCE_LIMITS,
): HeatBalance {
  const expected = expectedRejection(goesIn);
  if (notNegative('rejected', rejected) === 0)
    return {
      expected,
      signedPercent: null,
      percent: null,
      level: null,
      words: expected === 0 ? '主机未运行' : '冷却水没有带走热量，请核对冷却水流量计',
    };
  const signedPercent = ((rejected - expected) / rejected) * 100;
  const percent = Math.abs(signedPercent);
  const level =
    percent <= limits.good ? 'good' : percent <= limits.poor ? 'fair' : percent <= limits.alarm ? 'poor' : 'alarm';
  return { expected, signedPercent, percent, level, words: wordsOf(level, percent) };
}

function wordsOf(level: BalanceLevel, percent: number): string {
  const size = percent < 10 ? percent.toFixed(1) : percent.toFixed(0);
  switch (level) {
    case 'good':
      return `热平衡偏差 ${size}%，良好`;
    case 'fair':
      return `热平衡偏差 ${size}%，可用`;
    case 'poor':
    case 'alarm':
      return `热平衡偏差 ${size}%，请核对温度探头或流量计`;
  }
}
