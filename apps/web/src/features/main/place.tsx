import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined';
import { createContext, type DragEvent, type KeyboardEvent, type ReactElement, type ReactNode, use } from 'react';
import { type BlockKey, BLOCKS, type ChangeLayout, move, placeAt } from './layout.ts';

interface Arranging {
  readonly key: BlockKey;
  readonly onChange: ChangeLayout;
}

const PlaceContext = createContext<Arranging | null>(null);

const TYPE = 'application/x-workbench-block';

const isKey = (text: string): text is BlockKey => Object.hasOwn(BLOCKS, text);

/** Where a block stands: others of its column may be dropped on it. */
export const Place = ({
  arranging,
  children,
}: {
  readonly arranging: Arranging;
  readonly children: ReactNode;
}): ReactElement => {
  const { key, onChange } = arranging;
  const column = `${TYPE}-${BLOCKS[key].column}`;
  const over = (event: DragEvent<HTMLDivElement>) => {
    // What is dragged can be read only when it is dropped; its type says before whether it belongs here.
    if (event.dataTransfer.types.includes(column)) event.preventDefault();
  };
  return (
    <PlaceContext value={arranging}>
      <div
        className="block-place"
        data-block={key}
        onDragEnter={over}
        onDragOver={over}
        onDrop={(event) => {
          const dragged = event.dataTransfer.getData(column);
          event.preventDefault();
          if (isKey(dragged)) onChange((now) => placeAt(now, dragged, key));
        }}
      >
        {children}
      </div>
    </PlaceContext>
  );
};

/** Moves the block that it stands in, by dragging or with the arrow keys. */
export const Handle = (): ReactElement | null => {
  const arranging = use(PlaceContext);
  if (arranging === null) return null;
  const { key, onChange } = arranging;
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onChange((now) => move(now, key, event.key === 'ArrowUp' ? -1 : 1, true));
  };
  return (
    <button
      type="button"
      draggable
      className="block-handle"
      title="拖动排序；用上下方向键也可以移动"
      aria-label={`移动 ${BLOCKS[key].name}，用上下方向键`}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.setData(`${TYPE}-${BLOCKS[key].column}`, key);
        event.dataTransfer.effectAllowed = 'move';
        const block = event.currentTarget.closest('.block-place');
        if (block) event.dataTransfer.setDragImage(block, 24, 24);
      }}
    >
      <HolderOutlined aria-hidden />
    </button>
  );
};
