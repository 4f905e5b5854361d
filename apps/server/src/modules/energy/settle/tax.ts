/** Prices include their tax. A line is rounded once; what is left when its net is taken out is its tax, so that lines and totals add up. Pure. */
import { fromFen, type Money, subtractMoney, sumMoney, toFen } from '@hengneng/core';
import { divideRounded, exact, ONE } from '@hengneng/energy/measuring';

export interface Taxed {
  readonly net: Money;
  readonly tax: Money;
}

/** 不含税 = 含税 ÷ (1 + 税率), 税额 = 含税 − 不含税, as settlements and invoices take them. */
export function taxedOf(gross: Money, rate: string): Taxed {
  const whole = 100n * ONE;
  const net = fromFen(divideRounded(toFen(gross) * whole, whole + exact(rate)));
  return { net, tax: subtractMoney(gross, net) };
}

/** Null where a line has none: half a tax is no tax. */
export const taxTotal = (lines: readonly (Taxed | null)[]): Taxed | null => {
  const known = lines.flatMap((one) => one ?? []);
  return known.length < lines.length || known.length === 0
    ? null
    : { net: sumMoney(known.map(({ net }) => net)), tax: sumMoney(known.map(({ tax }) => tax)) };
};
