/** Cells of the list of rooms that are edited where they stand: Enter keeps, Esc leaves, Tab keeps and goes on to the next. */
import {
  AREA_BEYOND,
  type InputOf,
  ROOM_CELLS,
  ROOM_STATES,
  ROOM_USAGES,
  type RoomRow,
  roomSave,
} from '@hengneng/contracts';
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { BUILDINGS, ROOMS, todayHere } from './shared.ts';

type Cells = Omit<Extract<InputOf<typeof roomSave>, { action: 'cell' }>, 'action' | 'id' | 'version'>;
type Field = keyof typeof ROOM_CELLS;
type Draft = Readonly<Partial<Record<keyof Cells, string>>>;

/** What a cell says, and which fields of the room are edited in it. */
interface Cell {
  readonly head: string;
  readonly fields: readonly Field[];
}
const CELLS = {
  usage: { head: '户型用途', fields: ['layout', 'usage'] },
  build: { head: '建筑面积', fields: ['buildArea'] },
  inner: { head: '套内面积', fields: ['innerArea'] },
  energy: { head: '供能面积', fields: ['energyArea'] },
  state: { head: '房态', fields: ['state'] },
  deliver: { head: '交付日期', fields: ['deliverDate'] },
} as const satisfies Readonly<Record<string, Cell>>;
export type CellName = keyof typeof CELLS;

const CHOICES: Readonly<Partial<Record<Field, readonly string[]>>> = { state: ROOM_STATES, usage: ROOM_USAGES };
const AREAS: readonly Field[] = ['buildArea', 'innerArea', 'energyArea'];
const valueOf = (row: RoomRow, field: Field): string => row[field] ?? '';

/** What is wrong with an area before it is sent; empty where nothing is. */
const areaFault = (row: RoomRow, draft: Draft): string => {
  const of = (field: Field): string => draft[field] ?? valueOf(row, field);
  const wrong = AREAS.find((field) => draft[field] !== undefined && !/^\d{1,7}(\.\d{1,4})?$/.test(of(field).trim()));
  if (wrong !== undefined && (wrong !== 'innerArea' || of(wrong).trim() !== ''))
    return `${ROOM_CELLS[wrong]}应为不小于0的数，最多4位小数`;
  if (of('innerArea') !== '' && Number(of('innerArea')) > Number(of('buildArea'))) return '套内面积不能大于建筑面积';
  if (Number(of('energyArea')) <= 0) return '供能面积应大于0';
  return '';
};
const beyond = (row: RoomRow, draft: Draft): boolean =>
  Number(draft.energyArea ?? row.energyArea) > Number(draft.buildArea ?? row.buildArea) * AREA_BEYOND;

/** The other cells of the row that may be edited, as they stand on the page. */
const neighbour = (from: HTMLElement | null, step: 1 | -1): HTMLElement | undefined => {
  const cells = [...(from?.closest('tr')?.querySelectorAll<HTMLElement>('.cell-edit') ?? [])];
  const at = cells.findIndex((cell) => cell === from);
  return at < 0 ? undefined : cells[at + step];
};

const Editor = ({
  row,
  name,
  onLeave,
}: {
  readonly row: RoomRow;
  readonly name: CellName;
  /** Left: to the cell itself, or on to the one beside it. */
  readonly onLeave: (step: 0 | 1 | -1) => void;
}): ReactElement => {
  const { fields }: Cell = CELLS[name];
  const [draft, setDraft] = useState<Draft>(() =>
    Object.fromEntries(fields.map((field) => [field, valueOf(row, field)])),
  );
  const [failure, setFailure] = useState<unknown>(null);
  const [step, setStep] = useState<0 | 1 | -1>(0);
  const box = useRef<HTMLDivElement>(null);
  const areas = fields.some((field) => AREAS.includes(field));
  const changed = fields.some((field) => (draft[field] ?? '').trim() !== valueOf(row, field));
  const asksWhy = areas && changed && beyond(row, draft);
  const fault = areas && changed ? areaFault(row, draft) : '';
  const save = useWrite(roomSave, {
    said: ({ fees }) => (fees.length === 0 ? '已保存' : `已保存，下次出账将受影响：${fees.join('、')}`),
    renews: [ROOMS, BUILDINGS],
    // What it is by now is shown beside what was typed.
    renewsOnConflict: true,
    onRenewed: () => onLeave(step),
    onError: setFailure,
  });
  useEffect(() => {
    const [first] = box.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select') ?? [];
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
  }, []);
  const put = (next: Draft) => {
    setDraft({ ...draft, ...next });
    setFailure(null);
  };
  const keep = (to: 0 | 1 | -1) => {
    if (save.isPending || fault !== '') return;
    if (!changed) return onLeave(to);
    setStep(to);
    save.mutate({
      action: 'cell',
      id: row.id,
      version: row.version,
      ...draft,
      ...(areas ? { effectiveFrom: draft.effectiveFrom ?? todayHere() } : {}),
    } as InputOf<typeof roomSave>);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // A calendar that is open has keys of its own.
    if (event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      keep(0);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onLeave(0);
    } else if (event.key === 'Tab') {
      const inputs = [...event.currentTarget.querySelectorAll<HTMLElement>('input, select')];
      const edge = event.shiftKey ? inputs[0] : inputs.at(-1);
      if (event.target !== edge) return;
      event.preventDefault();
      keep(event.shiftKey ? -1 : 1);
    }
  };
  const conflict = failure instanceof ApiError && failure.conflict;
  const words = fault !== '' ? fault : failure === null ? '' : refusalOf(failure);
  return (
    <div
      ref={box}
      className="cell-editor"
      role="group"
      aria-label={`修改${row.fullCode}${CELLS[name].head}`}
      onKeyDown={onKeyDown}
    >
      {fields.map((field) =>
        CHOICES[field] !== undefined ? (
          <select
            key={field}
            className="in"
            aria-label={ROOM_CELLS[field]}
            value={draft[field]}
            onChange={(event) => put({ [field]: event.target.value })}
          >
            {CHOICES[field].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        ) : field === 'deliverDate' ? (
          <MomentPicker
            key={field}
            kind="date"
            value={draft[field] || null}
            aria={{ 'aria-label': ROOM_CELLS[field] }}
            onChange={(day) => put({ [field]: day ?? '' })}
          />
        ) : (
          <input
            key={field}
            className={AREAS.includes(field) ? 'in in-number' : 'in'}
            aria-label={ROOM_CELLS[field]}
            aria-invalid={fault !== ''}
            placeholder={ROOM_CELLS[field]}
            inputMode={AREAS.includes(field) ? 'decimal' : 'text'}
            maxLength={AREAS.includes(field) ? 12 : 20}
            value={draft[field]}
            onChange={(event) => put({ [field]: event.target.value })}
          />
        ),
      )}
      {areas && changed ? (
        <>
          <div className="cell-editor-line">
            <span>生效日</span>
            <MomentPicker
              kind="date"
              allowClear={false}
              value={draft.effectiveFrom ?? todayHere()}
              aria={{ 'aria-label': '面积生效日' }}
              onChange={(day) => put({ effectiveFrom: day ?? todayHere() })}
            />
          </div>
          {asksWhy ? (
            <input
              className="in"
              aria-label="原因"
              placeholder={`大于建筑面积${AREA_BEYOND}倍的原因`}
              maxLength={200}
              value={draft.areaNote ?? ''}
              onChange={(event) => put({ areaNote: event.target.value })}
            />
          ) : null}
        </>
      ) : null}
      {words === '' ? null : (
        <p className="field-error" role="alert">
          {words}
          {conflict
            ? `：现为 ${fields.map((field) => valueOf(row, field) || '空').join(' ')}，再按回车以您填的为准`
            : ''}
        </p>
      )}
      <span className="cell-editor-acts">
        <button type="button" className="link-button" disabled={save.isPending} onClick={() => keep(0)}>
          保存
        </button>
        <button type="button" className="link-button" onClick={() => onLeave(0)}>
          取消
        </button>
      </span>
    </div>
  );
};

/** What is told at the cell: the fault of a field before what is said of all. */
const refusalOf = (failure: unknown): string =>
  (failure instanceof ApiError ? failure.errors[0]?.message : undefined) ?? messageOf(failure);

/** A cell as it is read, and edited once it is pressed. */
export const RoomCell = ({
  row,
  name,
  children,
}: {
  readonly row: RoomRow;
  readonly name: CellName;
  readonly children: ReactNode;
}): ReactElement => {
  const [editing, setEditing] = useState(false);
  const cell = useRef<HTMLButtonElement>(null);
  const left = useRef<0 | 1 | -1 | null>(null);
  // The cell is there again only once the editor is gone.
  useEffect(() => {
    const step = left.current;
    if (editing || step === null) return;
    left.current = null;
    const next = step === 0 ? undefined : neighbour(cell.current, step);
    if (next === undefined) cell.current?.focus();
    else next.click();
  }, [editing]);
  if (editing)
    return (
      <Editor
        row={row}
        name={name}
        onLeave={(step) => {
          left.current = step;
          setEditing(false);
        }}
      />
    );
  return (
    <button
      ref={cell}
      type="button"
      className="cell-edit"
      title={`修改${row.fullCode}${CELLS[name].head}`}
      onClick={() => setEditing(true)}
    >
      {children}
    </button>
  );
};
