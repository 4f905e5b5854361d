import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
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
  /** What was chosen by hand, if anything. */
  readonly chosen: string | undefined;
  /** The one that is chosen, beside the list. */
  readonly children: ReactNode;
}

/** On a phone the one that is chosen lies below the list, where nobody would see that it has come. */
const Beside = ({ chosen, children }: Pick<Props<never>, 'chosen' | 'children'>): ReactElement => {
  const pane = useRef<HTMLDivElement>(null);
  const before = useRef(chosen);
  useEffect(() => {
    const at = pane.current?.getBoundingClientRect().top ?? 0;
    if (chosen !== undefined && chosen !== before.current && at > innerHeight / 2) pane.current?.scrollIntoView();
    before.current = chosen;
  }, [chosen]);
  return (
    <div ref={pane} className="suspend-beside">
      {children}
    </div>
  );
};

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
  chosen,
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
          <Beside chosen={chosen}>{children}</Beside>
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
