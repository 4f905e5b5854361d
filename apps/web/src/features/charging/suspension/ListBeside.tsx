import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import type { Filters } from '../../../lib/useUrlFilters.ts';

export const SIZE = 20;

interface Props<Row> {
  /** Of the tabs above, whose panel this is. */
  readonly prefix: string;
  readonly label: string;
  readonly empty: string;
  readonly list: UseQueryResult<{ readonly rows: readonly Row[]; readonly total: number }>;
  readonly columns: readonly CardColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly page: number;
  readonly onPage: (index: number) => void;
  /** The one that is chosen, beside the list. */
  readonly children: ReactNode;
}

/** What waits, with the one that is looked at beside it. */
export const ListBeside = <Row,>({
  prefix,
  label,
  empty,
  list,
  columns,
  rowKey,
  page,
  onPage,
  children,
}: Props<Row>): ReactElement => (
  <div id={`${prefix}-panel`} role="tabpanel">
    <ListStates list={list} lines={8} empty={empty} framed>
      {(data) => (
        <div className="suspend-two">
          <CardTable
            label={label}
            columns={columns}
            rows={data.rows}
            rowKey={rowKey}
            paging={{ index: page, size: SIZE, total: data.total, onChange: onPage }}
          />
          {children}
        </div>
      )}
    </ListStates>
  </div>
);

/** Two days between which something lies, by the keys of their filters. */
export const DaysFilter = ({
  of,
  filters,
  onChange,
}: {
  readonly of: readonly (readonly [key: string, label: string])[];
  readonly filters: Filters;
  readonly onChange: (change: Record<string, string | null>) => void;
}): ReactElement => (
  <>
    {of.map(([key, label]) => (
      <span key={key} className="filter">
        <MomentPicker
          kind="date"
          value={filters[key] ?? null}
          placeholder={label}
          aria={{ 'aria-label': label }}
          onChange={(day) => onChange({ [key]: day || null })}
        />
      </span>
    ))}
  </>
);
