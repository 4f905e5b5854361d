import type { Cells } from '@hengneng/contracts';
import type { ReactElement, ReactNode } from 'react';

export interface DataColumn {
  readonly key: string;
  readonly head: string;
  readonly unit?: string;
  /** What is counted, where the head alone does not say it. */
  readonly hint?: string;
  readonly number?: boolean;
  readonly show?: (row: Cells) => ReactNode;
}

/** Rows of figures as a plain table; nothing is a dash, not a zero. */
export const DataTable = ({
  label,
  columns,
  rows,
  rowKey,
}: {
  readonly label: string;
  readonly columns: readonly DataColumn[];
  readonly rows: readonly Cells[];
  readonly rowKey: (row: Cells, at: number) => string;
}): ReactElement => (
  <div className="table-scroll">
    <table className="plain-table analysis-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={column.number ? 'right' : undefined} title={column.hint}>
              {column.head}
              {column.unit ? <small>（{column.unit}）</small> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={rowKey(row, at)}>
            {columns.map((column) => (
              <td key={column.key} className={column.number ? 'right' : undefined}>
                {column.show?.(row) ?? row[column.key] ?? '—'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
