/** Picking to-dos that may be decided together. */
import type { ReactElement } from 'react';
import { NOT_PICKABLE } from './quick.ts';

interface Picking {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** @param pickable it may be decided together with others */
export const PickOne = ({
  id,
  name,
  pickable,
  selected,
  onSelect,
}: Picking & { readonly id: string; readonly name: string; readonly pickable: boolean }): ReactElement => (
  <label className="pick">
    <input
      type="checkbox"
      aria-label={`选择 ${name}`}
      disabled={!pickable}
      title={pickable ? undefined : NOT_PICKABLE}
      checked={selected.has(id)}
      onChange={() => {
        const next = new Set(selected);
        if (!next.delete(id)) next.add(id);
        onSelect(next);
      }}
    />
  </label>
);

/** @param pickable those of the page that may be picked */
export const PickAll = ({
  pickable,
  selected,
  onSelect,
}: Picking & { readonly pickable: readonly string[] }): ReactElement => {
  const all = pickable.length > 0 && pickable.every((id) => selected.has(id));
  return (
    <input
      type="checkbox"
      aria-label="选择本页可批量处理的"
      disabled={pickable.length === 0}
      checked={all}
      onChange={() => onSelect(all ? new Set() : new Set(pickable))}
    />
  );
};
