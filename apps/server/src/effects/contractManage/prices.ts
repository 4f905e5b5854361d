/** Prices that a document brings into a contract. */
import type { Effect } from '../../engine/forms/effect.ts';
import { type NewPrice, replacePrices, restorePrices } from '../books/customer-contracts.ts';
import { effect, undoing } from '../kit/effect.ts';

/** Puts new prices in the place of those before; taken back, those hold again. `contract` null: it is no contract with a customer. */
export const pricing = <R extends { readonly applicant: string }>(
  of: (record: R) => { readonly contract: string | null; readonly prices: readonly NewPrice[] },
): Effect<R> =>
  undoing(
    effect<R>(async ({ tx, record, source, log }) => {
      const { contract, prices } = of(record);
      if (contract !== null && prices.length > 0)
        log({ closed: await replacePrices(tx, contract, prices, source, record.applicant) });
    }),
    (tx, { source, logged }) => restorePrices(tx, source, logged.closed),
  );
