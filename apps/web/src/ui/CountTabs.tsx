import type { KeyboardEvent, ReactElement } from 'react';
import { counted } from '../lib/counted.ts';

export interface CountTab<K extends string> {
  readonly key: K;
  readonly label: string;
  readonly count?: number | undefined;
  /** How many there are to be, where the count says how many are done: 3/12. */
  readonly of?: number | undefined;
}

/** Tabs with their numbers; arrow keys walk along them. What they show is the element `${prefix}-panel`. */
export const CountTabs = <K extends string>({
  prefix,
  label,
  tabs,
  chosen,
  onChoose,
}: {
  readonly prefix: string;
  readonly label: string;
  readonly tabs: readonly CountTab<K>[];
  readonly chosen: K;
  readonly onChoose: (key: K) => void;
}): ReactElement => {
  const walk = (event: KeyboardEvent, at: number) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (by !== 0 && next) document.getElementById(`${prefix}-${next.key}`)?.focus();
  };
  return (
    <div className="count-tabs" role="tablist" aria-label={label}>
      {tabs.map(({ key, label: text, count, of }, at) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${prefix}-${key}`}
          aria-selected={chosen === key}
          aria-controls={`${prefix}-panel`}
          tabIndex={chosen === key ? 0 : -1}
          onClick={() => onChoose(key)}
          onKeyDown={(event) => walk(event, at)}
        >
          {text}
          {count === undefined ? null : <span>{of === undefined ? counted(count) : `${count}/${of}`}</span>}
        </button>
      ))}
    </div>
  );
};
