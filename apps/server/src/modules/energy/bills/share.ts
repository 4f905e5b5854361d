/** Sharing an energy's bills out: meters and fixed quantities first, the rest by area or people; every share adds up to the bills exactly. Pure. */
import { allocateMoney, money, moneyText, type Money } from '@hengneng/core';
import { type Exact, exact, exactText, sumOf } from '@hengneng/energy/measuring';

export interface Receiver {
  readonly id: string;
  readonly method: '表计' | '面积' | '人数' | '固定';
  /** m², people or the quantity itself; of a meter what it counted, null where it has no figure. */
  readonly base: string | null;
}

export interface Shared {
  readonly quantities: ReadonlyMap<string, string>;
  readonly amounts: ReadonlyMap<string, Money>;
  /** What was left after meters and fixed quantities, and how it was shared. */
  readonly notes: readonly string[];
}

/** Quantities have six places, money two: the same rule shares both. */
const SHIFT = 10_000n;

const divided = (whole: Exact, by: readonly { readonly id: string; readonly weight: string }[]) =>
  new Map(
    [...allocateMoney(money(exactText(whole * SHIFT)), by)].map(([id, part]) => [id, exact(moneyText(part)) / SHIFT]),
  );

/** @returns in words why it cannot be shared out */
export function sharedOut(
  bills: { readonly usage: string; readonly amount: string },
  receivers: readonly Receiver[],
): Shared | string {
  if (receivers.length === 0) return '还没有受摊对象';
  const counted = receivers.filter(({ method }) => method === '表计');
  if (counted.some(({ base }) => base === null)) return '有受摊表计没有用量，不能分摊';
  const rest = receivers.filter(({ method }) => method === '面积' || method === '人数');
  if (new Set(rest.map(({ method }) => method)).size > 1) return '面积与人数不能同时使用，请统一分摊方式';
  const own = receivers.filter((one) => !rest.includes(one));
  const quantities = new Map(own.map(({ id, base }) => [id, exact(base ?? '0')]));
  const left = exact(bills.usage) - sumOf([...quantities.values()]);
  if (left < 0n) return `表计与固定量之和比账单用量多 ${exactText(-left)}，请核对受摊表计或固定量`;
  const takers = rest.length > 0 ? rest : counted;
  const weights = takers.map(({ id, base }) => ({ id, weight: base ?? '0' }));
  const weighs = weights.some(({ weight }) => exact(weight) > 0n);
  if (left > 0n && !weighs) return `还有 ${exactText(left)} 没有受摊对象`;
  const parts = left > 0n ? divided(left, weights) : new Map<string, Exact>();
  const whole = receivers.map(({ id }) => ({
    id,
    weight: exactText((quantities.get(id) ?? 0n) + (parts.get(id) ?? 0n)),
  }));
  if (whole.every(({ weight }) => exact(weight) === 0n)) return '账单用量为 0，不分摊';
  return {
    quantities: new Map(whole.map(({ id, weight }) => [id, weight])),
    amounts: allocateMoney(money(bills.amount), whole),
    notes:
      left === 0n
        ? []
        : [
            rest.length > 0
              ? `表计与固定量以外的 ${exactText(left)} 按${rest[0]?.method ?? ''}分摊`
              : `表计以外的 ${exactText(left)}（损耗）按各表用量分摊`,
          ],
  };
}
