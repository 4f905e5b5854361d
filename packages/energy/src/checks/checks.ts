/** What meters say of each other. Physics holds whatever the readings: where two of them do not agree, one is wrong, and people are told which to look at. */
import { notNegative, positive } from '../number.ts';
import { doubtCop, firedCop, type FiredUse, type Mode, type CopRange } from '../plant/efficiency.ts';
import { towerWater } from '../plant/tower.ts';
import { formatQuantity, type QuantityName } from '../units/quantity.ts';

export const CHECK_CODES = [
  'totalVsParts',
  'gasVsHeat',
  'idleUse',
  'runWithoutUse',
  'makeUp',
  'smallDelta',
  'lowLoad',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

export interface Finding {
  readonly code: CheckCode;
  /** `warn` asks people to look; `alarm` says that a figure is not to be used before they did. */
  readonly severity: 'warn' | 'alarm';
  /** The sentence that people read. */
  readonly words: string;
  /** What was compared, in the order of the sentence. */
  readonly values: Readonly<Record<string, number>>;
}

const amount = (value: number, quantity: QuantityName): string => formatQuantity(value, quantity, { withUnit: true });

/** 损耗率 above this is shown red (catalogue, projectDeviceSet). */
export const MOST_LOSS = 5;
/** What meters of their classes may be apart before the parts exceed their total. */
const METER_ERROR = 1;

/** 损耗率% = (总 − Σ分) / 总 · 100; null where the total is nothing. */
export const lossPercent = (total: number, parts: readonly number[]): number | null =>
  total === 0 ? null : ((total - parts.reduce((all, part) => all + part, 0)) / total) * 100;

/**
 * 总分差: a total meter against its parts, 损耗率% = (总 − Σ分) / 总 · 100. Null where they agree.
 * @param mostPercent deviationSetting may set it.
 * @param partsName what the sentence calls the parts
 * @throws RangeError for a use below zero.
 */
export function checkTotal(
  total: number,
  parts: readonly number[],
  quantity: QuantityName,
  mostPercent = MOST_LOSS,
  partsName = '分表',
): Finding | null {
  const below = parts.reduce((all, part) => all + notNegative('part', part), 0);
  if (notNegative('total', total) === 0 && below === 0) return null;
  const percent = lossPercent(total, parts) ?? -100;
  if (percent <= mostPercent && percent >= -METER_ERROR) return null;
  const values = { total, parts: below, percent };
  const apart = `总表 ${amount(total, quantity)}，${partsName}合计 ${amount(below, quantity)}`;
  return percent > 0
    ? {
        code: 'totalVsParts',
        severity: percent > 2 * mostPercent ? 'alarm' : 'warn',
        words: `${apart}，损耗率 ${percent.toFixed(1)}%，超过 ${mostPercent}%，请核对${partsName}是否漏抄或有未计量的用户`,
        values,
      }
    : {
        code: 'totalVsParts',
        severity: 'alarm',
        words: `${apart}，${partsName}大于总表，请核对倍率、抄表时刻和总分关系`,
        values,
      };
}

/** Gas of a machine against the cold or heat that it made: a COP that no machine has; null where it is plausible or nothing ran. */
export function checkGasAgainstHeat(use: FiredUse, mode: Mode, range?: CopRange): Finding | null {
  const { output, gas } = use;
  if (output === 0 && gas === 0) return null;
  if (gas === 0)
    return {
      code: 'gasVsHeat',
      severity: 'alarm',
      words: `产出 ${amount(output, 'heat')} 而没有用气，请核对气表是否漏抄或表停走`,
      values: { output, gas },
    };
  if (output === 0)
    return {
      code: 'gasVsHeat',
      severity: 'alarm',
      words: `用气 ${amount(gas, 'gas')} 而没有冷热量，请核对冷热量表`,
      values: { output, gas },
    };
  const { cop } = firedCop(use);
  const doubt = cop === null ? null : doubtCop(cop, mode, range);
  return cop === null || doubt === null
    ? null
    : { code: 'gasVsHeat', severity: 'warn', words: `${doubt}气表与冷热量表`, values: { cop, output, gas } };
}

/**
 * Hours run against what was used (catalogue `shared.verdict.hint`); null where both or neither are there.
 * @param standby use that a plant at rest may have, in the same unit.
 */
export function checkRunning(hours: number, use: number, quantity: QuantityName, standby = 0): Finding | null {
  const values = { hours: notNegative('hours', hours), use: notNegative('use', use) };
  if (hours > 0 && use === 0)
    return {
      code: 'runWithoutUse',
      severity: 'alarm',
      words: `主机运行 ${hours.toFixed(1)}h 但用量为 0，请核对是否漏抄或表停走`,
      values,
    };
  if (hours === 0 && use > notNegative('standby', standby))
    return {
      code: 'idleUse',
      severity: 'warn',
      words: `停机期间仍有用量 ${amount(use, quantity)}，请确认待机、泄漏或阀门内漏`,
      values,
    };
  return null;
}

/** Make-up may be this far from what evaporation and blow-down come to, %. */
export const MOST_MAKE_UP_APART = 30;

/**
 * Make-up of towers against the heat that they rejected; null where it is what evaporation and blow-down come to, or nothing was rejected.
 * @param rejectedKwh heat of the cooling water over the time.
 * @param makeUpM3 of the make-up meter over the same time.
 * @param cycles N of the water treatment.
 * @throws RangeError where N is not above 1.
 */
export function checkMakeUp(
  rejectedKwh: number,
  makeUpM3: number,
  cycles: number,
  mostPercent = MOST_MAKE_UP_APART,
): Finding | null {
  notNegative('make-up', makeUpM3);
  const water = towerWater(rejectedKwh, cycles);
  const expected = water.makeUp / 1000;
  const evaporated = water.evaporation / 1000;
  const values = { makeUp: makeUpM3, expected, evaporated };
  if (expected === 0) return checkRunning(0, makeUpM3, 'water');
  const percent = ((makeUpM3 - expected) / expected) * 100;
  if (Math.abs(percent) <= positive('limit', mostPercent)) return null;
  const said = `冷却补水 ${amount(makeUpM3, 'water')}，按排热量应为 ${amount(expected, 'water')}`;
  if (percent > 0)
    return {
      code: 'makeUp',
      severity: percent > 100 ? 'alarm' : 'warn',
      words: `${said}，偏多 ${percent.toFixed(0)}%，请检查漏水、溢流和排污阀`,
      values,
    };
  return {
    code: 'makeUp',
    severity: makeUpM3 < evaporated ? 'alarm' : 'warn',
    words:
      makeUpM3 < evaporated
        ? `${said}，少于蒸发量 ${amount(evaporated, 'water')}，请核对补水表或冷却水流量计`
        : `${said}，偏少 ${(-percent).toFixed(0)}%，请核对排污，水质可能浓缩`,
    values,
  };
}

/** Means of a machine while it ran; null for what is not read, or stands on no plate. */
export interface RunningPoint {
  readonly flowM3h: number | null;
  readonly ratedFlowM3h: number | null;
  readonly deltaK: number | null;
  readonly loadRatePercent: number | null;
}

/** 疑点 of how a plant runs (vData 疑点清单): much water for little heat, machines far below what they are made for. */
export function checkRunningPoint({
  flowM3h,
  ratedFlowM3h,
  deltaK,
  loadRatePercent,
}: RunningPoint): readonly Finding[] {
  const flowPercent =
    flowM3h === null || ratedFlowM3h === null
      ? 0
      : (notNegative('flow', flowM3h) / positive('rated flow', ratedFlowM3h)) * 100;
  const delta = deltaK === null ? null : Math.abs(deltaK);
  return [
    ...(delta !== null && delta < 3 && flowPercent > 80
      ? [
          {
            code: 'smallDelta',
            severity: 'warn',
            words: `小温差大流量：温差 ${delta.toFixed(1)} ℃，流量为额定的 ${flowPercent.toFixed(0)}%，可减少水泵台数或降频`,
            values: { delta, flowPercent },
          } as const,
        ]
      : []),
    ...(loadRatePercent !== null && loadRatePercent > 0 && loadRatePercent < 30
      ? [
          {
            code: 'lowLoad',
            severity: 'warn',
            words: `主机负荷率 ${loadRatePercent.toFixed(0)}%，低于 30%，可减少运行台数`,
            values: { loadRatePercent },
          } as const,
        ]
      : []),
  ];
}
