/** The split by time of use where the meter keeps registers of its own for it (尖峰平谷 beside 总). */
import { type DayFact } from './days.ts';
import { exact, exactText, sumOf } from './exact.ts';
import { checkTouSum, TOU_KINDS, type TouKind } from './tou.ts';

export interface RegisterSplit {
  readonly day: string;
  /** A register that the meter does not have is zero. */
  readonly tou: Readonly<Record<TouKind, string>>;
  /** The sum of the parts. */
  readonly usage: string;
  /** Where the parts do not make up the total. */
  readonly message: string | null;
}

const sound = ({ partial, doubts }: DayFact): boolean => !partial && doubts.length === 0;

/**
 * The days that every register has whole and without doubt. Each dial is cut off at its last digit by itself, so that parts that are right may
 * miss the total by one such digit each: on a day of standstill that is more than half a percent.
 * @param step one last digit of a dial times the multiplier of the day.
 */
export function splitByRegisters(
  total: readonly DayFact[],
  parts: Readonly<Partial<Record<TouKind, readonly DayFact[]>>>,
  step: (day: DayFact) => string,
  unit = 'kWh',
): readonly RegisterSplit[] {
  const kinds = (Object.keys(TOU_KINDS) as TouKind[]).filter((kind) => parts[kind] !== undefined);
  const byDay = new Map(kinds.map((kind) => [kind, new Map((parts[kind] ?? []).map((fact) => [fact.day, fact]))]));
  return total.filter(sound).flatMap((whole) => {
    const { day, usage } = whole;
    const tou: Record<TouKind, string> = { sharp: '0', peak: '0', flat: '0', valley: '0' };
    for (const kind of kinds) {
      const fact = byDay.get(kind)?.get(day);
      if (fact === undefined || !sound(fact)) return [];
      tou[kind] = fact.usage;
    }
    const values = Object.values(tou);
    const sum = exactText(sumOf(values.map((value) => exact(value))));
    const allowed = exactText(exact(step(whole)) * BigInt(kinds.length));
    return [{ day, tou, usage: sum, message: checkTouSum(usage, values, allowed, unit) }];
  });
}
