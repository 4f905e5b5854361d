import type { Cells } from '@hengneng/contracts';
import type { ReactElement, ReactNode } from 'react';

export interface DataColumn<R extends object = Cells> {
  readonly key: string;
  readonly head: string;
  readonly unit?: string;
  /** What is counted, where the head alone does not say it. */
  readonly hint?: string;
  readonly number?: boolean;
  readonly show?: (row: R) => ReactNode;
}

const plain = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

/** Rows of figures as a plain table; nothing is a dash, not a zero. */
export const DataTable = <R extends object = Cells>({
  label,
  columns,
  rows,
  rowKey,
  top = [],
}: {
  readonly label: string;
  readonly columns: readonly DataColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R, at: number) => string;
  /** Rows above the others: sums, means. */
  readonly top?: readonly { readonly key: string; readonly cells: Readonly<Record<string, ReactNode>> }[];
}): ReactElement => (
  // Reached by the keyboard, so that what does not fit can be scrolled to.
  <div className="table-scroll" role="region" aria-label={`${label}表格`} tabIndex={0}>
    <table className="plain-table figure-table" aria-label={label}>
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
        {top.map(({ key, cells }) => (
          <tr key={key} className="table-top">
            {columns.map((column) => (
              <td key={column.key} className={column.number ? 'right' : undefined}>
                {cells[column.key] ?? ''}
              </td>
            ))}
          </tr>
        ))}
        {rows.map((row, at) => (
          <tr key={rowKey(row, at)}>
            {columns.map((column) => (
              <td key={column.key} className={column.number ? 'right' : undefined}>
                {column.show?.(row) ?? plain(Reflect.get(row, column.key)) ?? '—'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
