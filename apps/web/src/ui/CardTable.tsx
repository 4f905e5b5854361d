import { Pagination } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import './card-table.css';

export interface CardColumn<R> {
  readonly key: string;
  readonly head: string;
  readonly unit?: string;
  /** What is counted, where the head alone does not say it. */
  readonly hint?: string;
  readonly number?: boolean;
  /** Stays in sight while the others scroll, and is the title of a card. */
  readonly main?: boolean;
  /** What may be done with the row: stays in sight at the other end. */
  readonly acts?: boolean;
  readonly show: (row: R) => ReactNode;
}

export interface Paging {
  readonly index: number;
  readonly size: number;
  readonly total: number;
  readonly onChange: (index: number) => void;
}

/** Leafs through rows, where there are more than one page of them. */
export const CardPager = ({ index, size, total, onChange }: Paging): ReactElement | null =>
  total > size ? (
    <Pagination
      current={index}
      pageSize={size}
      total={total}
      showSizeChanger={false}
      showLessItems
      showTotal={(all) => `共 ${all} 条`}
      onChange={onChange}
    />
  ) : null;

/** A wide table that scrolls inside itself; on a phone each row is a card with the columns' names beside the values. */
export const CardTable = <R,>({
  label,
  columns,
  rows,
  rowKey,
  paging,
}: {
  readonly label: string;
  readonly columns: readonly CardColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string;
  readonly paging?: Paging;
}): ReactElement => (
  <div className="surface-table card-table">
    <div className="table-scroll" role="region" aria-label={`${label}表格`} tabIndex={0}>
      <table className="plain-table figure-table cards-on-phone" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ key, head, unit, hint, number, main, acts }) => (
              <th
                key={key}
                scope="col"
                title={hint}
                className={
                  [number ? 'right' : '', main ? 'card-main' : '', acts ? 'card-acts' : ''].join(' ').trim() ||
                  undefined
                }
              >
                {head}
                {unit ? <small>（{unit}）</small> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, head, unit, number, main, acts, show }) => (
                <td
                  key={key}
                  data-label={unit ? `${head}（${unit}）` : head}
                  className={
                    [number ? 'right' : '', main ? 'card-main cell-main' : '', acts ? 'card-acts' : '']
                      .join(' ')
                      .trim() || undefined
                  }
                >
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {paging ? <CardPager {...paging} /> : null}
  </div>
);
