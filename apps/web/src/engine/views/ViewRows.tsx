import { viewIndex } from '@hengneng/contracts';
import { listFields, type ViewShape } from '@hengneng/form-kit';
import { useQuery } from '@tanstack/react-query';
import { Grid } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { keepPrevious } from '../../lib/query.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { Paging } from '../../ui/Paging.tsx';
import { type RowExtras, RowsCards, RowsTable } from '../rows/RowsTable.tsx';

const PAGE_SIZE = 20;
const UNSORTED = { field: '', order: '' };

/** The rows of a view that belong to one thing (a contract's invoices), in a drawer: without filters of their own, and nothing in the address. */
export const ViewRows = ({
  view,
  ask,
  empty,
  ...extras
}: RowExtras & {
  readonly view: ViewShape;
  /** What they belong to, by the view's columns. */
  readonly ask: Readonly<Record<string, string>>;
  readonly empty: string;
}): ReactElement => {
  const fields = useMemo(() => listFields(view.columns), [view]);
  const phone = Grid.useBreakpoint().md === false;
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState(UNSORTED);
  const list = useQuery({
    queryKey: ['rows', `view.${view.id}`, ask, page, sort],
    queryFn: ({ signal }) =>
      callApi(
        viewIndex(view),
        {
          ...ask,
          PageIndex: page,
          PageSize: PAGE_SIZE,
          ...(sort.field === ''
            ? {}
            : { SortField: sort.field, SortOrder: sort.order === 'asc' ? ('asc' as const) : ('desc' as const) }),
        },
        { signal },
      ),
    placeholderData: keepPrevious,
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={6} />;
  const { rows, labels, sums, total } = list.data;
  const [first] = rows;
  if (first === undefined) return <EmptyHint text={empty} />;
  const columns = view.list.columns.flatMap((key) => {
    const of = fields.find((field) => field.key === key);
    return of && key in first ? [of] : [];
  });
  const shown = { ...extras, label: view.title, columns, rows, labels, sums };
  return (
    <>
      {phone ? (
        <RowsCards {...shown} />
      ) : (
        <RowsTable
          {...shown}
          sort={sort}
          onSort={(field, order) => setSort(order === null ? UNSORTED : { field, order })}
        />
      )}
      {total > PAGE_SIZE ? <Paging current={page} pageSize={PAGE_SIZE} total={total} onChange={setPage} /> : null}
    </>
  );
};
