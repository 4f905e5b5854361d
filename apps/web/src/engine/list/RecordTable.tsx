import type { FormRow } from '@hengneng/contracts';
import { formatValue, isNumeric } from '@hengneng/form-kit';
import { type KeyboardEvent, type ReactElement, useRef } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { StatusTag } from '../../ui/StatusTag.tsx';
import type { LabelMap } from '../store/record-store.ts';
import { ReadValue } from '../widgets/ReadValue.tsx';
import type { Column } from './columns.ts';
import type { ColumnChoice } from './settings.ts';

interface Props {
  readonly columns: readonly Column[];
  readonly choices: readonly ColumnChoice[];
  readonly rows: readonly FormRow[];
  readonly labels: LabelMap;
  readonly sums: Readonly<Record<string, string>>;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onOpen: (row: FormRow) => void;
  readonly address: (row: FormRow) => string;
  readonly sort: { readonly field: string; readonly order: string };
  readonly onSort: (field: string, order: 'asc' | 'desc' | null) => void;
}

const SORTABLE = (column: Column): boolean => column.key !== 'currentStep';
const SELECT_WIDTH = 36;
const PINNED_WIDTH = 150;

const Cell = ({
  column,
  row,
  labels,
}: {
  readonly column: Column;
  readonly row: FormRow;
  readonly labels: LabelMap;
}): ReactElement | string => {
  switch (column.key) {
    case 'status':
      return <StatusTag status={row.Status} />;
    case 'currentStep':
      return row.currentStep ? (
        <span title={row.handlers ?? undefined}>
          {row.currentStep}
          {row.handlers ? <small className="cell-note">{row.handlers}</small> : null}
        </span>
      ) : (
        '—'
      );
    case 'applicant':
      return labels['applicant']?.[row.applicant] ?? row.applicant;
    case 'createdAt':
      return formatDateTime(row.createdAt);
    default:
      return column.of ? <ReadValue of={column.of} value={row[column.key]} labels={labels[column.key]} plain /> : '';
  }
};

/** The table of a list: sorted by its heads, walked by arrow keys, summed at its foot, cards on a phone. */
export const RecordTable = (props: Props): ReactElement => {
  const { columns, choices, rows, labels, sums, selected, onSelect, onOpen, address, sort, onSort } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = choices.flatMap((choice) => {
    const column = columns.find((one) => one.key === choice.key);
    return choice.shown && column ? [{ ...column, choice }] : [];
  });
  const first = shown[0]?.key;
  const lefts = new Map<string, number>();
  let left = SELECT_WIDTH;
  for (const { key, choice } of shown) {
    if (!choice.pinned) continue;
    lefts.set(key, left);
    left += choice.width ?? PINNED_WIDTH;
  }
  const styleOf = (key: string, choice: ColumnChoice) => {
    const width = choice.width ?? (choice.pinned ? PINNED_WIDTH : undefined);
    return {
      ...(width ? { width, minWidth: width, maxWidth: width } : {}),
      ...(lefts.has(key) ? { left: lefts.get(key) } : {}),
    };
  };
  const classOf = (numeric: boolean, pinned: boolean | undefined) =>
    [numeric ? 'right' : '', pinned ? 'pinned' : ''].filter(Boolean).join(' ') || undefined;
  const walk = (event: KeyboardEvent<HTMLTableRowElement>, row: FormRow, index: number) => {
    if (event.target !== event.currentTarget) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const next = body.current?.rows.item(index + step);
      next?.focus();
    } else if (event.key === 'Enter') onOpen(row);
    else if (event.key === ' ') {
      event.preventDefault();
      toggle(row.BusinessId);
    }
  };
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const allChosen = rows.every((row) => selected.has(row.BusinessId));
  return (
    <div className="list-scroll" role="region" aria-label="记录" tabIndex={-1}>
      <table className="plain-table list-table cards-on-phone">
        <thead>
          <tr>
            <th scope="col" className="list-check">
              <input
                type="checkbox"
                aria-label="选择本页全部"
                checked={allChosen}
                onChange={() => onSelect(allChosen ? new Set() : new Set(rows.map((row) => row.BusinessId)))}
              />
            </th>
            {shown.map(({ key, label, of, choice }) => {
              const active = sort.field === key;
              return (
                <th
                  key={key}
                  scope="col"
                  style={styleOf(key, choice)}
                  className={classOf(of !== null && isNumeric(of.field), choice.pinned)}
                  aria-sort={active ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined}
                >
                  {SORTABLE({ key, label, of }) ? (
                    <button
                      type="button"
                      className="list-sort"
                      onClick={() => onSort(key, !active ? 'asc' : sort.order === 'asc' ? 'desc' : null)}
                    >
                      {label}
                      {of?.field.unit ? <small>（{of.field.unit}）</small> : null}
                      <span aria-hidden>{active ? (sort.order === 'asc' ? ' ↑' : ' ↓') : ''}</span>
                    </button>
                  ) : (
                    label
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => (
            <tr
              key={row.BusinessId}
              tabIndex={0}
              className={selected.has(row.BusinessId) ? 'list-chosen' : undefined}
              onKeyDown={(event) => walk(event, row, index)}
              onDoubleClick={() => onOpen(row)}
            >
              <td className="list-check">
                <input
                  type="checkbox"
                  aria-label={`选择 ${row.serial ?? '草稿'}`}
                  checked={selected.has(row.BusinessId)}
                  onChange={() => toggle(row.BusinessId)}
                />
              </td>
              {shown.map(({ key, label, of, choice }) => (
                <td
                  key={key}
                  data-label={label}
                  style={styleOf(key, choice)}
                  className={`${key === first ? 'cell-main ' : ''}${classOf(of !== null && isNumeric(of.field), choice.pinned) ?? ''}`}
                >
                  {key === first ? (
                    <Link to={address(row)}>
                      {key === 'serial' ? (
                        (row.serial ?? '（草稿，未编号）')
                      ) : (
                        <Cell column={{ key, label, of }} row={row} labels={labels} />
                      )}
                    </Link>
                  ) : (
                    <Cell column={{ key, label, of }} row={row} labels={labels} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {Object.keys(sums).length > 0 ? (
          <tfoot>
            <tr>
              <td className="list-check" />
              {shown.map(({ key, label, of, choice }) => {
                const sum = sums[key];
                return (
                  <td
                    key={key}
                    data-label={label}
                    style={styleOf(key, choice)}
                    className={classOf(of !== null && isNumeric(of.field), choice.pinned)}
                  >
                    {sum !== undefined && of ? formatValue(of.field, sum) : key === first ? '合计' : ''}
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
