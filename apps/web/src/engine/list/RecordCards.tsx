import type { FormRow } from '@hengneng/contracts';
import { formatValue } from '@hengneng/form-kit';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { StatusTag } from '../../ui/StatusTag.tsx';
import type { LabelMap } from '../store/record-store.ts';
import { Cell, serialOf } from './Cell.tsx';
import { isFilled } from '../widgets/filled.ts';
import { type Column, headOf } from './columns.ts';

/** Fields of a card before it is opened. */
const IN_SIGHT = 4;
/** These have their own place on the card. */
const PLACED: ReadonlySet<string> = new Set(['serial', 'status', 'currentStep', 'applicant', 'createdAt']);

interface Props {
  readonly columns: readonly Column[];
  readonly rows: readonly FormRow[];
  readonly labels: LabelMap;
  readonly sums: Readonly<Record<string, string>>;
  readonly changed: ReadonlySet<string>;
  readonly address: (row: FormRow) => string;
}

const Card = ({
  row,
  columns,
  labels,
  address,
  changed,
}: Omit<Props, 'rows' | 'sums'> & { readonly row: FormRow }): ReactElement => {
  const [open, setOpen] = useState(false);
  const own = columns.filter((column) => !PLACED.has(column.key));
  const filled = own.filter((column) => isFilled(row[column.key]));
  const shown = open ? own : filled.slice(0, IN_SIGHT);
  return (
    <li className={changed.has(row.BusinessId) ? 'row-changed' : undefined}>
      <div className="card-head">
        <Link to={address(row)}>{serialOf(row)}</Link>
        <StatusTag status={row.Status} />
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

/** A list on a phone: what matters of each record, the rest on demand. */
export const RecordCards = ({ columns, rows, sums, ...rest }: Props): ReactElement => {
  const summed = columns.filter((column) => column.of !== null && sums[column.key] !== undefined);
  return (
    <>
      <ul className="record-cards" aria-label="记录">
        {rows.map((row) => (
          <Card key={row.BusinessId} row={row} columns={columns} {...rest} />
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
