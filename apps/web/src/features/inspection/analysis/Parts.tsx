import type { Cells } from '@hengneng/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { EChartsOption } from 'echarts';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { Paging } from '../../../ui/Paging.tsx';
import { type Analysed, type Ask, useAnalysis } from './useAnalysis.ts';

export interface Card {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly hint: string;
  /** Small print below the figure. */
  readonly note?: (row: Cells) => string;
}

export const Cards = ({
  cards,
  query,
}: {
  readonly cards: readonly Card[];
  readonly query: UseQueryResult<Analysed>;
}): ReactElement => {
  if (query.error) return <ErrorRetry error={query.error} onRetry={() => void query.refetch()} />;
  const row = query.data?.rows[0];
  return (
    <dl className="cards view-figures" aria-busy={row === undefined} aria-label="数字">
      {cards.map((card) => (
        <div key={card.key} className="figure" title={card.hint}>
          <dt>{card.label}</dt>
          <dd>
            {row?.[card.key] ?? '—'}
            {row?.[card.key] == null ? null : <small>{card.unit}</small>}
          </dd>
          {row && card.note ? <small className="hint">{card.note(row)}</small> : null}
        </div>
      ))}
    </dl>
  );
};

/** A picture with its rows as a table behind it. */
export const Picture = ({
  title,
  note,
  view,
  ask,
  option,
  columns,
  empty,
  onPick,
  height,
}: {
  readonly title: string;
  readonly note?: ReactNode;
  readonly view: Ask['view'];
  readonly ask: Ask;
  readonly option: (rows: readonly Cells[]) => EChartsOption;
  readonly columns: readonly DataColumn[];
  readonly empty: string;
  readonly onPick?: (name: string) => void;
  readonly height?: (rows: readonly Cells[]) => number;
}): ReactElement => {
  const query = useAnalysis(view, ask);
  const rows = query.data?.rows;
  const drawn = useMemo(() => option(rows ?? []), [option, rows]);
  if (query.error || !rows || rows.length === 0)
    return (
      <section className="surface chart" aria-label={title}>
        <header>
          <h2>{title}</h2>
        </header>
        {query.error ? (
          <ErrorRetry error={query.error} onRetry={() => void query.refetch()} />
        ) : rows ? (
          <EmptyHint text={empty} />
        ) : (
          <SkeletonDelay rows={4} />
        )}
      </section>
    );
  return (
    <Chart
      title={title}
      note={note}
      option={drawn}
      {...(height ? { height: height(rows) } : {})}
      {...(onPick ? { onPick: (name: string) => onPick(name) } : {})}
      table={<DataTable label={title} columns={columns} rows={rows} rowKey={(_, at) => String(at)} />}
    />
  );
};

const PAGE = 20;

/** A table of the analysis, by pages. */
export const PagedTable = ({
  label,
  view,
  ask,
  columns,
  empty,
  rowKey,
}: {
  readonly label: string;
  readonly view: Ask['view'];
  readonly ask: Ask;
  readonly columns: readonly DataColumn[];
  readonly empty: string;
  readonly rowKey: (row: Cells, at: number) => string;
}): ReactElement => {
  const [page, setPage] = useState(1);
  const query = useAnalysis(view, ask, { PageIndex: page, PageSize: PAGE });
  if (query.error) return <ErrorRetry error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonDelay rows={6} />;
  if (query.data.rows.length === 0) return <EmptyHint text={empty} />;
  return (
    <>
      <DataTable label={label} columns={columns} rows={query.data.rows} rowKey={rowKey} />
      <Paging hideOnSinglePage current={page} pageSize={PAGE} total={query.data.total} onChange={setPage} />
    </>
  );
};
