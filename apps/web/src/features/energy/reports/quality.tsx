/** How rates and shares of reports are written; apart from the reports, since the workbench shows some, too. */
import type { ReactElement } from 'react';

/** A rate, and on hover why there is none. */
export const Compared = ({
  of,
}: {
  readonly of: { readonly text: string; readonly reason: string | null };
}): ReactElement => <span title={of.reason ?? undefined}>{of.text}</span>;

/** 估算占比 as it is written. */
export const shareText = (percent: number | null): string => (percent === null ? '—' : `${percent.toFixed(1)}%`);

/** 完整率; orange below 95 %, red below 80 %. */
export const Complete = ({ value }: { readonly value: number | null }): ReactElement => (
  <span className={value === null ? 'quality' : value < 80 ? 'quality bad' : value < 95 ? 'quality warn' : 'quality'}>
    {value === null ? '—' : `${value.toFixed(1)}%`}
  </span>
);
