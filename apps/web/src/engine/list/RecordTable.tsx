import type { FormRow } from '@hengneng/contracts';
import { formatValue, unitOf, flagName } from '@hengneng/form-kit';
import { type PointerEvent, type ReactElement, useRef, useState } from 'react';
import { Link } from 'react-router';
import { walkRows } from '../../ui/row-walk.ts';
import type { LabelMap } from '../store/record-store.ts';
import { Cell } from './Cell.tsx';
import { type Column, isRight, isSortable } from './columns.ts';
import { type ColumnChoice, WIDTH } from './settings.ts';

export type ShownColumn = Column & { readonly choice: ColumnChoice };

interface Props {
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly FormRow[];
  readonly labels: LabelMap;
  readonly sums: Readonly<Record<string, string>>;
  readonly selected: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onOpen: (row: FormRow) => void;
  readonly address: (row: FormRow) => string;
  readonly sort: { readonly field: string; readonly order: string };
  readonly onSort: (field: string, order: 'asc' | 'desc' | null) => void;
  readonly onWidth: (key: string, width: number) => void;
}

const SELECT_WIDTH = 36;
const PINNED_WIDTH = 160;

const within = (width: number): number => Math.round(Math.min(WIDTH.max, Math.max(WIDTH.min, width)));

/** What a column of checks means, and how it is read. */
const flagWords = (label: string): string => `系统校验：有问题的记录标出「${flagName(label)}」，没有问题的显示「正常」`;

/** The head of a column, which sorts by it. */
export const Head = ({
  column,
  sort,
  onSort,
}: {
  readonly column: Column;
  readonly sort: Props['sort'];
  readonly onSort: Props['onSort'];
}): ReactElement => {
  const { key, label, of, beside } = column;
  const active = sort.field === key;
  const flag = of?.field.flag === true;
  const unit = of === null || flag ? beside?.unit : unitOf(of.field);
  const name = flag ? flagName(label) : label;
  if (!isSortable(column))
    return (
      <>
        {name}
        {unit ? <small>（{unit}）</small> : null}
      </>
    );
  return (
    <button
      type="button"
      className="list-sort"
      title={flag ? flagWords(label) : undefined}
      onClick={() => onSort(key, !active ? 'asc' : sort.order === 'asc' ? 'desc' : null)}
    >
      {flag ? <span className="list-flag">校验</span> : null}
      {name}
      {unit ? <small>（{unit}）</small> : null}
      <span aria-hidden>{active ? (sort.order === 'asc' ? ' ↑' : ' ↓') : ''}</span>
    </button>
  );
};

/** The edge of a head that is drawn to make its column wider; keys do the same in 列设置. */
const Grip = ({
  onDrag,
  onDone,
}: {
  readonly onDrag: (width: number) => void;
  readonly onDone: (width: number) => void;
}): ReactElement => {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const widthAt = (event: PointerEvent) => within((from.current?.width ?? 0) + event.clientX - (from.current?.x ?? 0));
  return (
    <span
      className="list-grip"
      aria-hidden
      title="拖动调整列宽"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? 0 };
      }}
      onPointerMove={(event) => {
        if (from.current) onDrag(widthAt(event));
      }}
      onPointerUp={(event) => {
        if (!from.current) return;
        const { x } = from.current;
        const width = widthAt(event);
        from.current = null;
        if (event.clientX !== x) onDone(width);
      }}
    />
  );
};

/** A cell that is cut off says in full what it holds. */
export const tellCut = (event: PointerEvent<HTMLElement>) => {
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  if (!cell) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
};

/** The table of a list: sorted by its heads, walked by arrow keys, summed at its foot. */
export const RecordTable = (props: Props): ReactElement => {
  const { columns, rows, labels, sums, selected, changed, onSelect, onOpen, address, sort, onSort, onWidth } = props;
  const [drawn, setDrawn] = useState<{ readonly key: string; readonly width: number } | null>(null);
  const first = columns[0]?.key;
  const widthOf = ({ key, choice }: ShownColumn): number | undefined =>
    drawn?.key === key ? drawn.width : (choice.width ?? (choice.pinned ? PINNED_WIDTH : undefined));
  const lefts = new Map<string, number>();
  let left = SELECT_WIDTH;
  for (const column of columns) {
    if (!column.choice.pinned) continue;
    lefts.set(column.key, left);
    left += widthOf(column) ?? PINNED_WIDTH;
  }
  const styleOf = (column: ShownColumn) => {
    const width = widthOf(column);
    return {
      ...(width ? { width, minWidth: width, maxWidth: width } : {}),
      ...(lefts.has(column.key) ? { left: lefts.get(column.key) } : {}),
    };
  };
  const classOf = (column: ShownColumn, more = '') =>
    [
      more,
      column.key === 'currentStep' ? 'cell-step' : '',
      isRight(column) ? 'right' : '',
      column.choice.pinned ? 'pinned' : '',
    ]
      .filter(Boolean)
      .join(' ') || undefined;
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const rowClass = (row: FormRow) =>
    [selected.has(row.BusinessId) ? 'list-chosen' : '', changed.has(row.BusinessId) ? 'row-changed' : '']
      .filter(Boolean)
      .join(' ') || undefined;
  const allChosen = rows.every((row) => selected.has(row.BusinessId));
  return (
    <div className="list-scroll" role="region" aria-label="记录" tabIndex={-1}>
      <table className="plain-table list-table">
        <thead>
          <tr>
            <th scope="col" className="list-check pinned" style={{ left: 0 }}>
              <input
                type="checkbox"
                aria-label="选择本页全部"
                checked={allChosen}
                onChange={() => onSelect(allChosen ? new Set() : new Set(rows.map((row) => row.BusinessId)))}
              />
            </th>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                style={styleOf(column)}
                className={classOf(column)}
                aria-sort={sort.field === column.key ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined}
              >
                <Head column={column} sort={sort} onSort={onSort} />
                <Grip
                  onDrag={(width) => setDrawn({ key: column.key, width })}
                  onDone={(width) => {
                    setDrawn(null);
                    onWidth(column.key, width);
                  }}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody onPointerOver={tellCut}>
          {rows.map((row) => (
            <tr
              key={row.BusinessId}
              tabIndex={0}
              className={rowClass(row)}
              onKeyDown={(event) => walkRows(event, () => toggle(row.BusinessId))}
              onDoubleClick={() => onOpen(row)}
            >
              <td className="list-check pinned" style={{ left: 0 }}>
                <input
                  type="checkbox"
                  aria-label={`选择 ${row.serial ?? '草稿'}`}
                  checked={selected.has(row.BusinessId)}
                  onChange={() => toggle(row.BusinessId)}
                />
              </td>
              {columns.map((column) => (
                <td
                  key={column.key}
                  style={styleOf(column)}
                  className={classOf(column, column.key === first ? 'cell-main' : '')}
                >
                  {column.key === first ? (
                    <Link to={address(row)}>
                      <Cell column={column} row={row} labels={labels} />
                    </Link>
                  ) : (
                    <Cell column={column} row={row} labels={labels} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(({ key }) => sums[key] !== undefined) ? (
          <tfoot>
            <tr>
              <td className="list-check pinned" style={{ left: 0 }} />
              {columns.map((column) => {
                const sum = sums[column.key];
                return (
                  <td key={column.key} style={styleOf(column)} className={classOf(column)}>
                    {sum !== undefined && column.of
                      ? formatValue(column.of.field, sum)
                      : column.key === first
                        ? '合计'
                        : ''}
                  </td>
                );
              })}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
};
