import type { ReactElement } from 'react';
import { formatDecimal } from '../lib/format.ts';

/** An amount: right-aligned, by thousands, negative in red. `places` is 2 for 元. */
export const Money = ({
  value,
  places = 2,
  unit,
}: {
  readonly value: string | null | undefined;
  readonly places?: number;
  readonly unit?: string;
}): ReactElement => (
  <span className={`money${value?.startsWith('-') ? ' money-negative' : ''}`}>
    {formatDecimal(value, places)}
    {unit && value ? <span className="money-unit"> {unit}</span> : null}
  </span>
);
