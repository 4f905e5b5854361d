import type { ReactElement, ReactNode } from 'react';

const MOST = 99;

/** A number at the corner of a button; none where there is nothing to count. */
export const CountBadge = ({
  count,
  children,
}: {
  readonly count: number;
  readonly children: ReactNode;
}): ReactElement => (
  <span className="count-badge">
    {children}
    {count > 0 ? <span className="count-badge-number">{count > MOST ? `${MOST}+` : count}</span> : null}
  </span>
);
