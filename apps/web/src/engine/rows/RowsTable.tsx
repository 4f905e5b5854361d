import { RightOutlined } from '@ant-design/icons';
import type { ViewRow } from '@hengneng/contracts';
import { type CompiledField, formatValue, isNumeric, unitOf } from '@hengneng/form-kit';
import { Children, Fragment, isValidElement, type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Head, tellCut } from '../list/RecordTable.tsx';
import type { LabelMap } from '../store/record-store.ts';
import { ReadValue } from '../widgets/ReadValue.tsx';

/** What a page adds to the rows of a list. */
export interface RowExtras {
  /** Opens the row here, by its first column. */
  readonly onOpen?: ((row: ViewRow) => void) | undefined;
  /** Or where its first column leads; null where it leads nowhere. */
  readonly address?: ((row: ViewRow) => string | null) | undefined;
  /** What can be done with a row, in its last column. */
  readonly actions?: ((row: ViewRow) => ReactNode) | undefined;
  /** What unfolds below a row; its words name the button. */
  readonly unfold?: { readonly label: string; readonly show: (row: ViewRow) => ReactNode } | undefined;
  /** Rows that ask for attention, and rows that are over. */
  readonly tone?: ((row: ViewRow) => 'bad' | 'warn' | 'off' | null) | undefined;
}

interface Props extends RowExtras {
  /** Name of the table for those who do not see it. */
  readonly label: string;
  readonly columns: readonly CompiledField[];
  readonly rows: readonly ViewRow[];
  readonly labels: LabelMap;
  readonly sums: Readonly<Record<string, string>>;
}

interface RowProps extends RowExtras {
  readonly row: ViewRow;
  readonly labels: LabelMap;
}

const Value = ({ of, row, labels }: RowProps & { readonly of: CompiledField }) => (
  <ReadValue of={of} value={row[of.key]} labels={labels[of.key]} plain />
);

/** The first column: it opens the row, leads to it, or only names it. */
const Main = (props: RowProps & { readonly of: CompiledField }): ReactElement => {
  const { row, onOpen, address } = props;
  const to = address?.(row) ?? null;
  if (onOpen)
    return (
      <button type="button" className="book-open" onClick={() => onOpen(row)}>
        <Value {...props} />
      </button>
    );
  return to === null ? (
    <Value {...props} />
  ) : (
    <Link to={to}>
      <Value {...props} />
    </Link>
  );
};

const side = (of: CompiledField): string | undefined => (isNumeric(of.field) ? 'right' : undefined);
const toneOf = (props: RowProps): string | undefined => {
  const tone = props.tone?.(props.row) ?? null;
  return tone === null ? undefined : `row-${tone}`;
};

/** Nothing, or several of it together. What a component shows cannot be told from outside: it counts as something. */
const isNothing = (node: ReactNode): boolean =>
  isValidElement<{ readonly children?: ReactNode }>(node)
    ? node.type === Fragment && Children.toArray(node.props.children).every(isNothing)
    : Children.toArray(node).length === 0;

/** Rows sorted by their heads, summed at their foot. */
export const RowsTable = ({
  label,
  columns,
  rows,
  sums,
  sort,
  onSort,
  ...extras
}: Props & {
  readonly sort: { readonly field: string; readonly order: string };
  readonly onSort: (field: string, order: 'asc' | 'desc' | null) => void;
}): ReactElement => {
  const { unfold } = extras;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpen((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]));
  const acts = rows.map((row) => extras.actions?.(row));
  // A column of which no row has anything would only cover the others.
  const acting = !acts.every(isNothing);
  return (
    <div className="list-scroll" role="region" aria-label={label} tabIndex={-1}>
      <table className="plain-table list-table">
        <thead>
          <tr>
            {columns.map((of) => (
              <th
                key={of.key}
                scope="col"
                className={side(of)}
                aria-sort={sort.field === of.key ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined}
              >
                <Head column={{ key: of.key, label: of.label, of }} sort={sort} onSort={onSort} />
              </th>
            ))}
            {acting ? (
              <th scope="col" className="cell-actions">
                操作
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody onPointerOver={tellCut}>
          {rows.map((row, at) => (
            <Fragment key={row.id}>
              <tr className={toneOf({ ...extras, row })} onDoubleClick={() => extras.onOpen?.(row)}>
                {columns.map((of, index) => (
                  <td
                    key={of.key}
                    className={[side(of), index === 0 ? 'cell-main' : ''].filter(Boolean).join(' ') || undefined}
                  >
                    {index === 0 && unfold ? (
                      <button
                        type="button"
                        className="row-unfold"
                        aria-expanded={open.has(row.id)}
                        aria-label={unfold.label}
                        title={unfold.label}
                        onClick={() => toggle(row.id)}
                      >
                        <RightOutlined aria-hidden />
                      </button>
                    ) : null}
                    {index === 0 ? <Main {...extras} row={row} of={of} /> : <Value {...extras} row={row} of={of} />}
                  </td>
                ))}
                {acting ? <td className="cell-actions">{acts[at]}</td> : null}
              </tr>
              {unfold && open.has(row.id) ? (
                <tr className="row-unfolded">
                  <td colSpan={columns.length + (acting ? 1 : 0)}>
                    <div className="row-unfolding">{unfold.show(row)}</div>
                  </td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
        {Object.keys(sums).length > 0 ? (
          <tfoot>
            <tr>
              {columns.map((of, index) => {
                const sum = sums[of.key];
                return (
                  <td key={of.key} className={side(of)}>
                    {sum !== undefined ? formatValue(of.field, sum) : index === 0 ? '合计' : ''}
                  </td>
                );
              })}
              {acting ? <td className="cell-actions" /> : null}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
};

/** On a card: what unfolds is asked for once it is opened. */
const Unfolding = ({
  unfold,
  row,
}: {
  readonly unfold: NonNullable<RowExtras['unfold']>;
  readonly row: ViewRow;
}): ReactElement => {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{unfold.label}</summary>
      {open ? unfold.show(row) : null}
    </details>
  );
};

/** Columns of a card besides its head. */
const IN_SIGHT = 5;

/** The same on a phone. */
export const RowsCards = ({ label, columns, rows, sums, ...extras }: Props): ReactElement => {
  const [head, ...rest] = columns;
  const summed = columns.filter((of) => sums[of.key] !== undefined);
  return (
    <>
      <ul className="record-cards" aria-label={label}>
        {rows.map((row) => (
          <li key={row.id} className={toneOf({ ...extras, row })}>
            <div className="card-head">{head ? <Main {...extras} row={row} of={head} /> : null}</div>
            <dl>
              {rest.slice(0, IN_SIGHT).map((of) => (
                <div key={of.key}>
                  <dt>
                    {of.label}
                    {unitOf(of.field) ? `（${unitOf(of.field)}）` : ''}
                  </dt>
                  <dd>
                    <Value {...extras} row={row} of={of} />
                  </dd>
                </div>
              ))}
            </dl>
            {extras.unfold ? <Unfolding unfold={extras.unfold} row={row} /> : null}
            {extras.actions ? <div className="card-actions">{extras.actions(row)}</div> : null}
          </li>
        ))}
      </ul>
      {summed.length > 0 ? (
        <dl className="card-sums" aria-label="合计">
          {summed.map((of) => (
            <div key={of.key}>
              <dt>{of.label}合计</dt>
              <dd>{formatValue(of.field, sums[of.key], { withUnit: true })}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  );
};
