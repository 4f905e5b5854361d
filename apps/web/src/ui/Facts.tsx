import type { ReactElement, ReactNode } from 'react';

/** What is known of one thing, by name and value: beside each other on a ground of their own, or, in the open, one above the other. */
export const Facts = ({
  facts,
  open = false,
}: {
  readonly facts: readonly (readonly [string, ReactNode])[];
  readonly open?: boolean;
}): ReactElement => (
  <dl className={open ? 'book-values' : 'relation-facts'}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value === null || value === '' ? '—' : value}</dd>
      </div>
    ))}
  </dl>
);
