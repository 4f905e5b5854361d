import type { ReactElement, ReactNode } from 'react';

/** What is known of one thing, by name and value. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }): ReactElement => (
  <dl className="relation-facts">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value === null || value === '' ? '—' : value}</dd>
      </div>
    ))}
  </dl>
);
