/** A meter exchanged (换表) or a register reset (清零): one line that may be audited: old final, gap, new initial. */
import { type Counting, overCapacity, usageBetween } from './consumption.ts';
import { exact, exactText, readExact, times, type Exact } from './exact.ts';
import { standardFactor, toStandard } from './gas.ts';
import { multipliersOf, type MultiplierPeriod } from './multiplier.ts';
import { HOUR } from './zone.ts';

export const GAP_METHODS = ['同时段均值', '同温', '设备功率×时长', '客户协商'] as const;
export type GapMethod = (typeof GAP_METHODS)[number];

/** Where the counting of a register breaks off and begins anew. */
export interface Break {
  readonly id: string;
  readonly kind: 'swap' | 'reset';
  readonly removedAt: number;
  readonly installedAt: number;
  /** Last reading before (旧表止码) and first one after (新表起码). */
  readonly oldFinal: string;
  readonly newInitial: string;
  /** What was used meanwhile, in the meter's unit; its reason is kept with it. */
  readonly gap: { readonly usage: string; readonly method: GapMethod; readonly reason: string } | null;
  /** Of the new meter; the old one's otherwise. */
  readonly multiplier?: string;
  readonly digits?: number;
  readonly decimals?: number;
  /** A second person agreed (核对生效). Until then what spans it is 待确认. */
  readonly confirmed: boolean;
}

/** What a line is checked against. */
export interface BreakAround {
  /** The last reading of what hung there, or what it began with; null where nobody knows. */
  readonly previous: { readonly value: string; readonly at: number } | null;
  readonly now: number;
  /** How what hung there counted; absent where nobody says what it can count. */
  readonly counting?: Counting;
}

/** What is wrong with a line, by field. */
export function checkBreak(
  line: Break,
  { previous, now, counting }: BreakAround,
): readonly { readonly path: keyof Break; readonly message: string }[] {
  const found: { path: keyof Break; message: string }[] = [];
  const say = (path: keyof Break, message: string) => found.push({ path, message });
  if (line.installedAt < line.removedAt) say('installedAt', '装用时刻不能早于拆除时刻');
  if (line.installedAt > now) say('installedAt', '装用时刻不能晚于现在');
  const final = readExact(line.oldFinal);
  if (final === null || final < 0n) say('oldFinal', '请填写旧表止码');
  else if (previous !== null && final < exact(previous.value))
    say('oldFinal', `旧表止码小于上次读数 ${previous.value}`);
  else if (previous !== null && counting !== undefined) {
    const span = { from: previous.at, to: line.removedAt, first: exact(previous.value), last: final } as const;
    const used = usageBetween({ ...span, rollover: 'none' }, counting);
    if (used.kind === 'refused') say('oldFinal', used.message);
  }
  const initial = readExact(line.newInitial);
  if (initial === null || initial < 0n) say('newInitial', '请填写新表起码');
  if (line.kind === 'reset' && line.installedAt !== line.removedAt) say('installedAt', '清零没有空档，两个时刻应相同');
  if (line.gap === null) {
    if (line.installedAt > line.removedAt)
      say(
        'gap',
        `空档 ${Math.round(((line.installedAt - line.removedAt) / HOUR) * 10) / 10} h，请选择估算方法并填写估算量`,
      );
  } else {
    const usage = readExact(line.gap.usage);
    if (usage === null || usage < 0n) say('gap', '空档估算量应为不小于 0 的数');
    else if (line.installedAt === line.removedAt && usage > 0n) say('gap', '没有空档，不能填写估算量');
    else if (line.installedAt > line.removedAt && counting !== undefined) {
      const over = overCapacity('空档估算量', usage, { from: line.removedAt, to: line.installedAt }, counting);
      if (over !== null) say('gap', over);
    }
    if (line.gap.reason.trim() === '') say('gap', '请填写空档估算的原因');
  }
  return found;
}

export interface BreakUsage {
  readonly old: string;
  readonly gap: string;
  readonly new: string;
  readonly total: string;
  /** `(1050 − 1000) × 40 + 120（同时段均值） + (12 − 0) × 60 = 2840`. */
  readonly words: string;
}

/** (旧止码 − 上次) × 旧倍率 + 空档估算量 + (本次 − 新起码) × 新倍率, with its three parts. */
export function breakUsage(
  line: Break,
  readings: { readonly previous: string; readonly current: string },
  multipliers: readonly MultiplierPeriod[],
): BreakUsage {
  const holds = multipliersOf(multipliers).stretchAt(line.removedAt);
  const { value: known, gas } = holds;
  if (known === null) throw new RangeError('no multiplier at the time of the removal');
  const next: Exact = line.multiplier === undefined ? known : exact(line.multiplier);
  const counted = (usage: Exact): Exact => (gas === null ? usage : toStandard(usage, gas));
  const old = counted(times(exact(line.oldFinal) - exact(readings.previous), known));
  const gap = line.gap === null ? 0n : exact(line.gap.usage);
  const fresh = counted(times(exact(readings.current) - exact(line.newInitial), next));
  const total = exactText(old + gap + fresh);
  const standard = gas === null ? '' : ` × ${exactText(exact(standardFactor(gas)), 4)}（标况）`;
  const middle = line.gap === null ? '' : ` + ${exactText(gap)}（${line.gap.method}）`;
  return {
    old: exactText(old),
    gap: exactText(gap),
    new: exactText(fresh),
    total,
    words: `(${line.oldFinal} − ${readings.previous}) × ${exactText(known)}${standard}${middle} + (${readings.current} − ${line.newInitial}) × ${exactText(next)}${standard} = ${total}`,
  };
}
