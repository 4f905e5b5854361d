import type { CSSProperties, ReactElement } from 'react';

/** What one figure is called, its value as people read it, its unit, and why it is as it is. */
export type FigureCard = readonly [label: string, value: string, unit: string, why?: string];

/** More than these do not stand beside each other: they are divided, so that the last is not left alone. */
const MOST_ACROSS = 8;
const acrossOf = (count: number): CSSProperties | undefined =>
  count <= MOST_ACROSS
    ? undefined
    : ({ '--across': Math.ceil(count / Math.ceil(count / MOST_ACROSS)) } as CSSProperties);

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
  <dl className="cards view-figures" aria-busy={busy} aria-label={label} style={acrossOf(cards.length)}>
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
