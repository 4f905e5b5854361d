/** Rows that people put in order: dragged by their handle, or moved with the arrow keys while it has the focus. */
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined';
import { type HTMLAttributes, type ReactElement, useEffect, useRef, useState } from 'react';
import './row-order.css';

interface Asked {
  /** All that are shown, in their order. */
  readonly ids: readonly string[];
  /** A row moves among those of its group only. */
  readonly groupOf: (id: string) => string;
  /** @param before the row that it goes in front of; null: behind the last of its group */
  readonly onMove: (id: string, before: string | null) => void;
}

interface RowOrder {
  readonly handle: (id: string, name: string) => ReactElement;
  readonly rowProps: (id: string) => HTMLAttributes<HTMLElement>;
}

export const useRowOrder = ({ ids, groupOf, onMove }: Asked): RowOrder => {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const moved = useRef<string | null>(null);
  // A row that changes its place loses the focus on the way.
  useEffect(() => {
    if (moved.current === null) return;
    document.querySelector<HTMLElement>(`[data-row-handle="${CSS.escape(moved.current)}"]`)?.focus();
    moved.current = null;
  });
  const groupIds = (id: string): readonly string[] => ids.filter((one) => groupOf(one) === groupOf(id));
  const step = (id: string, by: 1 | -1) => {
    const group = groupIds(id);
    const at = group.indexOf(id);
    if (group[at + by] === undefined) return;
    moved.current = id;
    onMove(id, group[by === -1 ? at - 1 : at + 2] ?? null);
  };
  const drop = (id: string, target: string) => {
    const group = groupIds(id);
    const at = group.indexOf(target);
    if (id === target || at < 0) return;
    onMove(id, group.indexOf(id) > at ? target : (group[at + 1] ?? null));
  };
  return {
    handle: (id, name) => (
      <button
        type="button"
        className="row-handle"
        data-row-handle={id}
        aria-label={`移动${name}`}
        title="拖动排序；也可按 ↑ ↓ 移动"
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', id);
          setDragged(id);
        }}
        onDragEnd={() => {
          setDragged(null);
          setOver(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          step(id, event.key === 'ArrowUp' ? -1 : 1);
        }}
      >
        <HolderOutlined />
      </button>
    ),
    rowProps: (id) => ({
      className: dragged !== null && over === id && dragged !== id ? 'row-over' : '',
      onDragOver: (event) => {
        if (dragged === null || groupOf(dragged) !== groupOf(id)) return;
        event.preventDefault();
        if (over !== id) setOver(id);
      },
      onDrop: (event) => {
        event.preventDefault();
        if (dragged !== null) drop(dragged, id);
        setDragged(null);
        setOver(null);
      },
    }),
  };
};
