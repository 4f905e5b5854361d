import type { ReactElement } from 'react';
import { type TabKey, TABS } from './tabs.tsx';

/** The tabs with their numbers; arrow keys walk along them. */
export const TabStrip = ({
  prefix,
  tab,
  counts,
  onTab,
}: {
  readonly prefix: string;
  readonly tab: TabKey;
  readonly counts: Readonly<Record<TabKey, number>> | undefined;
  readonly onTab: (tab: TabKey) => void;
}): ReactElement => (
  <div className="task-tabs" role="tablist" aria-label="待办分类">
    {TABS.map(([key, label], at) => (
      <button
        key={key}
        type="button"
        role="tab"
        id={`${prefix}-${key}`}
        aria-selected={tab === key}
        aria-controls={`${prefix}-panel`}
        tabIndex={tab === key ? 0 : -1}
        onClick={() => onTab(key)}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
          if (by === 0) return;
          const next = TABS[(at + by + TABS.length) % TABS.length]?.[0] ?? 'wait';
          document.getElementById(`${prefix}-${next}`)?.focus();
        }}
      >
        {label}
        {counts ? <span>{counts[key]}</span> : null}
      </button>
    ))}
  </div>
);
