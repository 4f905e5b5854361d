/** Picking to-dos that may be agreed to together. */
import type { ReactElement } from 'react';
import { NOT_QUICK } from './quick.ts';

interface Picking {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** @param quick it needs no look at the record */
export const PickOne = ({
  id,
  name,
  quick,
  selected,
  onSelect,
}: Picking & { readonly id: string; readonly name: string; readonly quick: boolean }): ReactElement => (
  <label className="pick">
    <input
      type="checkbox"
      aria-label={`选择 ${name}`}
      disabled={!quick}
      title={quick ? undefined : NOT_QUICK}
      checked={selected.has(id)}
      onChange={() => {
        const next = new Set(selected);
        if (!next.delete(id)) next.add(id);
        onSelect(next);
      }}
    />
  </label>
);

/** @param quick those of the page that may be picked */
export const PickAll = ({
  quick,
  selected,
  onSelect,
}: Picking & { readonly quick: readonly string[] }): ReactElement => {
  const all = quick.length > 0 && quick.every((id) => selected.has(id));
  return (
    <input
      type="checkbox"
      aria-label="选择本页可批量同意的"
      disabled={quick.length === 0}
      checked={all}
      onChange={() => onSelect(all ? new Set() : new Set(quick))}
    />
  );
};
