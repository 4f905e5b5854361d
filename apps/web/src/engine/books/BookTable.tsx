import type { BookRow } from '@hengneng/contracts';
import { type CompiledField, formatValue, isNumeric } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { Head, tellCut } from '../list/RecordTable.tsx';
import type { LabelMap } from '../store/record-store.ts';
import { ReadValue } from '../widgets/ReadValue.tsx';

interface Props {
  readonly columns: readonly CompiledField[];
  readonly rows: readonly BookRow[];
  readonly labels: LabelMap;
  readonly sums: Readonly<Record<string, string>>;
  readonly onOpen: (id: string) => void;
}

const Value = ({
  of,
  row,
  labels,
}: {
  readonly of: CompiledField;
  readonly row: BookRow;
  readonly labels: LabelMap;
}) => <ReadValue of={of} value={row[of.key]} labels={labels[of.key]} plain />;

const side = (of: CompiledField): string | undefined => (isNumeric(of.field) ? 'right' : undefined);

/** Entries of a book: sorted by its heads, summed at its foot. The first column opens the entry. */
export const BookTable = ({
  columns,
  rows,
  labels,
  sums,
  sort,
  onSort,
  onOpen,
}: Props & {
  readonly sort: { readonly field: string; readonly order: string };
  readonly onSort: (field: string, order: 'asc' | 'desc' | null) => void;
}): ReactElement => (
  <div className="list-scroll" role="region" aria-label="台账" tabIndex={-1}>
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
        </tr>
      </thead>
      <tbody onPointerOver={tellCut}>
        {rows.map((row) => (
          <tr key={row.id} onDoubleClick={() => onOpen(row.id)}>
            {columns.map((of, index) => (
              <td
                key={of.key}
                className={[side(of), index === 0 ? 'cell-main' : ''].filter(Boolean).join(' ') || undefined}
              >
                {index === 0 ? (
                  <button type="button" className="book-open" onClick={() => onOpen(row.id)}>
                    <Value of={of} row={row} labels={labels} />
                  </button>
                ) : (
                  <Value of={of} row={row} labels={labels} />
                )}
              </td>
            ))}
          </tr>
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
          </tr>
        </tfoot>
      ) : null}
    </table>
  </div>
);

/** Columns of a card besides its head. */
const IN_SIGHT = 5;

/** The same on a phone. */
export const BookCards = ({ columns, rows, labels, sums, onOpen }: Props): ReactElement => {
  const [head, ...rest] = columns;
  const summed = columns.filter((of) => sums[of.key] !== undefined);
  return (
    <>
      <ul className="record-cards" aria-label="台账">
        {rows.map((row) => (
          <li key={row.id}>
            <div className="card-head">
              <button type="button" className="book-open" onClick={() => onOpen(row.id)}>
                {head ? <Value of={head} row={row} labels={labels} /> : '查看'}
              </button>
            </div>
            <dl>
              {rest.slice(0, IN_SIGHT).map((of) => (
                <div key={of.key}>
                  <dt>
                    {of.label}
                    {of.field.unit ? `（${of.field.unit}）` : ''}
                  </dt>
                  <dd>
                    <Value of={of} row={row} labels={labels} />
                  </dd>
                </div>
              ))}
            </dl>
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
