import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useLastPage } from '../lib/last-page.ts';
import { type CardColumn, CardTable } from './CardTable.tsx';
import { ErrorRetry, SkeletonDelay } from './feedback.tsx';

/** A page of rows as the query has it: on its way, failed, empty or there. Rows of the question before are marked as being replaced. */
export const PagedCards = <R,>({
  of,
  empty,
  page,
  onPage,
  ...table
}: {
  readonly of: UseQueryResult<{ readonly rows: readonly R[]; readonly total: number }>;
  readonly label: string;
  readonly columns: readonly CardColumn<R>[];
  readonly rowKey: (row: R) => string;
  readonly empty: ReactNode;
  readonly page: { readonly PageIndex: number; readonly PageSize: number };
  readonly onPage: (page: number) => void;
}): ReactElement => {
  const { data, error, isPlaceholderData, refetch } = of;
  const emptied = useLastPage(of, page.PageIndex, page.PageSize, onPage);
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data || emptied) return <SkeletonDelay rows={8} />;
  if (data.rows.length === 0) return <>{empty}</>;
  return (
    <div className="paged-cards" aria-busy={isPlaceholderData}>
      <CardTable
        {...table}
        rows={data.rows}
        paging={{ index: page.PageIndex, size: page.PageSize, total: data.total, onChange: onPage }}
      />
    </div>
  );
};
