/** What the main meter shows and the meters of the households do not: shared among them, to the third place, adding up exactly. */
import { Big } from 'big.js';

export interface Reading {
  readonly meterNo?: unknown;
  readonly lastReading?: unknown;
  readonly thisReading?: unknown;
  readonly ratio?: unknown;
  readonly changeQuantity?: unknown;
  readonly chargeArea?: unknown;
}

export interface LossTerms {
  readonly mainQuantity?: unknown;
  readonly publicQuantity?: unknown;
  readonly lossRule?: unknown;
}

const PLACES = 3;
const big = (value: unknown): Big => (typeof value === 'string' || typeof value === 'number' ? Big(value) : Big(0));
const usedBy = (row: Reading): Big =>
  big(row.thisReading)
    .minus(big(row.lastReading))
    .times(row.ratio === null || row.ratio === undefined ? 1 : big(row.ratio))
    .plus(big(row.changeQuantity))
    .round(PLACES, Big.roundHalfUp);

/** Shares by meter number; none where the loss is not shared, or there is none. What is left over goes to the largest. */
export function lossShares(terms: LossTerms, rows: readonly Reading[]): ReadonlyMap<string, string> {
  const none = new Map<string, string>();
  if (terms.lossRule !== '按用量分摊' && terms.lossRule !== '按面积分摊') return none;
  const used = rows.map(usedBy);
  const loss = used.reduce((left, each) => left.minus(each), big(terms.mainQuantity).minus(big(terms.publicQuantity)));
  const weights = rows.map((row, at) => {
    const weight = terms.lossRule === '按用量分摊' ? (used[at] ?? Big(0)) : big(row.chargeArea);
    return weight.gt(0) ? weight : Big(0);
  });
  const sum = weights.reduce((a, b) => a.plus(b), Big(0));
  if (loss.lte(0) || sum.lte(0)) return none;
  const shares = weights.map((weight) => loss.times(weight).div(sum).round(PLACES, Big.roundDown));
  const rest = shares.reduce((left, each) => left.minus(each), loss);
  const largest = weights.reduce((best, weight, at) => (weight.gt(weights[best] ?? 0) ? at : best), 0);
  return new Map(
    rows.flatMap((row, at) =>
      typeof row.meterNo === 'string'
        ? [[row.meterNo, (shares[at] ?? Big(0)).plus(at === largest ? rest : 0).toFixed(PLACES)] as const]
        : [],
    ),
  );
}
