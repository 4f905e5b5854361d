/** Amounts in reports: shown with what keeps them from being whole, and not at all to whoever may not see them. */
import type { ReactElement } from 'react';
import { formatDecimal } from '../../../lib/format.ts';
import { Money } from '../../../ui/Money.tsx';

export interface CostShown {
  readonly amount: string | null;
  readonly problems: readonly string[];
}

/** 「不全」 says on hover why: a price that is missing is never a zero. */
export const Cost = ({ of }: { readonly of: CostShown | undefined }): ReactElement => {
  const why = of?.problems.join('；') ?? '';
  return (
    <span title={why === '' ? undefined : why}>
      <Money value={of?.amount} />
      {why === '' ? null : <em className="cost-part"> 不全</em>}
    </span>
  );
};

/** A price in yuan with four places. */
export const unitPrice = (value: string | null | undefined): string => formatDecimal(value, 4);

/** Below a table: everything that keeps its sum from being whole, once. */
export const CostNote = ({ of }: { readonly of: CostShown | undefined }): ReactElement | null =>
  of === undefined || of.problems.length === 0 ? null : (
    <p className="note" role="status">
      费用不全：{of.problems.join('；')}
    </p>
  );
