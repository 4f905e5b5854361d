/** How far each machine room has been read; a room that is pressed is the only one shown, pressed again all are. */
import type { EntryRow } from '@hengneng/contracts';
import type { CSSProperties, ReactElement } from 'react';

const Ring = ({ done, due }: { readonly done: number; readonly due: number }): ReactElement => (
  <span
    aria-hidden
    className="room-ring"
    data-done={due > 0 && done === due}
    style={{ '--done': due === 0 ? 0 : done / due } as CSSProperties}
  />
);

export const RoomRings = ({
  rows,
  rooms,
  chosen,
  onChoose,
}: {
  readonly rows: readonly EntryRow[];
  readonly rooms: readonly string[];
  readonly chosen: string | null;
  readonly onChoose: (room: string | null) => void;
}): ReactElement => (
  <div className="room-rings" role="group" aria-label="机房">
    {rooms.map((room) => {
      const inside = rows.filter(({ RoomName }) => RoomName === room);
      const done = inside.filter(({ EntryId }) => EntryId !== null).length;
      return (
        <button
          key={room}
          type="button"
          aria-pressed={chosen === room}
          onClick={() => onChoose(chosen === room ? null : room)}
        >
          <Ring done={done} due={inside.length} />
          {room}
          <small>
            {done}/{inside.length}
          </small>
        </button>
      );
    })}
  </div>
);
