import type { ReactElement } from 'react';

/** What one figure is called, its value as people read it, its unit, and why it is as it is. */
export type FigureCard = readonly [label: string, value: string, unit: string, why?: string];

/** A few figures beside each other, in as many rows as they need; one that is not known has no unit. */
export const FigureCards = ({
  label,
  cards,
  busy = false,
}: {
  readonly label: string;
  readonly cards: readonly FigureCard[];
  /** They are being counted. */
  readonly busy?: boolean;
}): ReactElement => (
  <dl className="cards view-figures" aria-busy={busy} aria-label={label}>
    {cards.map(([name, value, unit, why]) => (
      <div key={name} className="figure" title={why || undefined}>
        <dt>{name}</dt>
        <dd>
          {value}
          {value === '—' || unit === '' ? null : <small>{unit}</small>}
        </dd>
      </div>
    ))}
  </dl>
);
