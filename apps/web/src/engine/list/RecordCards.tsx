import type { FormRow } from '@hengneng/contracts';
import { formatValue } from '@hengneng/form-kit';
import { Button, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { StatusTag } from '../../ui/StatusTag.tsx';
import type { LabelMap } from '../store/record-store.ts';
import { Cell, serialOf } from './Cell.tsx';
import { isFilled } from '../widgets/filled.ts';
import { type Column, headOf, isSortable } from './columns.ts';

/** Fields of a card before it is opened. */
const IN_SIGHT = 4;

/** The first ones in sight, and among them the amount that the record is about: nobody should have to open a card for it. */
const inSight = (columns: readonly Column[]): readonly Column[] => {
  const first = columns.slice(0, IN_SIGHT);
  const amount = columns.find(({ of }) => of?.source === 'computed' && of.field.capital === true);
  return amount === undefined || first.includes(amount) ? first : [...first.slice(0, -1), amount];
};
/** These have their own place on the card. */
const PLACED: ReadonlySet<string> = new Set(['serial', 'status', 'currentStep', 'applicant', 'createdAt']);

interface Props {
  readonly columns: readonly Column[];
  readonly rows: readonly FormRow[];
  readonly labels: LabelMap;
  readonly sums: Readonly<Record<string, string>>;
  readonly selected: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly address: (row: FormRow) => string;
  readonly sort: { readonly field: string; readonly order: string };
  readonly onSort: (field: string, order: 'asc' | 'desc' | null) => void;
}

const Card = ({
  row,
  columns,
  labels,
  address,
  changed,
  chosen,
  onToggle,
}: Pick<Props, 'columns' | 'labels' | 'address' | 'changed'> & {
  readonly row: FormRow;
  readonly chosen: boolean;
  readonly onToggle: () => void;
}): ReactElement => {
  const [open, setOpen] = useState(false);
  const own = columns.filter((column) => !PLACED.has(column.key));
  const filled = own.filter((column) => isFilled(row[column.key]));
  const shown = open ? own : inSight(filled);
  return (
    <li className={changed.has(row.BusinessId) ? 'row-changed' : undefined}>
      <div className="card-head">
        <Link to={address(row)}>{serialOf(row)}</Link>
        <span className="card-marks">
          <StatusTag status={row.Status} />
          <label className="card-check">
            <input type="checkbox" aria-label={`选择 ${row.serial ?? '草稿'}`} checked={chosen} onChange={onToggle} />
          </label>
        </span>
      </div>
      <dl>
        {shown.map((column) => (
          <div key={column.key}>
            <dt>{headOf(column)}</dt>
            <dd>
              <Cell column={column} row={row} labels={labels} />
            </dd>
          </div>
        ))}
        {row.currentStep ? (
          <div>
            <dt>{row.currentStep}</dt>
            <dd>{row.handlers ?? '—'}</dd>
          </div>
        ) : null}
      </dl>
      <div className="card-foot">
        <span>
          {labels['applicant']?.[row.applicant] ?? row.applicant} · {formatDateTime(row.createdAt)}
        </span>
        {own.length > IN_SIGHT ? (
          <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起' : '展开'}
          </button>
        ) : null}
      </div>
    </li>
  );
};

/** What a table does with its heads: the order, and all of the page at once. */
const CardTools = ({
  columns,
  rows,
  selected,
  onSelect,
  sort,
  onSort,
}: Pick<Props, 'columns' | 'rows' | 'selected' | 'onSelect' | 'sort' | 'onSort'>): ReactElement => {
  const all = rows.every((row) => selected.has(row.BusinessId));
  const ascending = sort.order === 'asc';
  return (
    <div className="card-order">
      <label>
        <input
          type="checkbox"
          checked={all}
          onChange={() => onSelect(all ? new Set() : new Set(rows.map((row) => row.BusinessId)))}
        />
        全选本页
      </label>
      <Select
        aria-label="排序"
        placeholder="排序"
        allowClear
        popupMatchSelectWidth={false}
        value={sort.field || null}
        options={columns.filter(isSortable).map((column) => ({ value: column.key, label: headOf(column) }))}
        onChange={(next: string | null | undefined) => onSort(next ?? '', next ? 'asc' : null)}
      />
      {sort.field ? (
        <Button onClick={() => onSort(sort.field, ascending ? 'desc' : 'asc')}>{ascending ? '升序' : '降序'}</Button>
      ) : null}
    </div>
  );
};

/** A list on a phone, or on a page that is zoomed in: what matters of each record, the rest on demand. */
export const RecordCards = (props: Props): ReactElement => {
  const { columns, rows, labels, sums, selected, changed, onSelect, address } = props;
  const summed = columns.filter((column) => column.of !== null && sums[column.key] !== undefined);
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <>
      <CardTools {...props} />
      <ul className="record-cards" aria-label="记录">
        {rows.map((row) => (
          <Card
            key={row.BusinessId}
            row={row}
            columns={columns}
            labels={labels}
            changed={changed}
            address={address}
            chosen={selected.has(row.BusinessId)}
            onToggle={() => toggle(row.BusinessId)}
          />
        ))}
      </ul>
      {summed.length > 0 ? (
        <dl className="card-sums" aria-label="合计">
          {summed.map(({ key, label, of }) => (
            <div key={key}>
              <dt>{label}合计</dt>
              <dd>{of ? formatValue(of.field, sums[key], { withUnit: true }) : ''}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  );
};
