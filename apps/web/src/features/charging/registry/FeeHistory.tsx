import { feeHistory, type FeeRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { CardTable } from '../../../ui/CardTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { FEES } from './shared.ts';

/** 历史: who changed what of a fee, and its prices from their making to their being checked. */
export const History = ({ fee }: { readonly fee: FeeRow }): ReactElement => {
  const list = useQuery({
    // A fee that was saved is read anew.
    queryKey: [FEES, 'history', fee.id, fee.version],
    queryFn: ({ signal }) => callApi(feeHistory, { feeId: fee.id }, { signal }),
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={4} />;
  if (list.data.length === 0) return <EmptyHint text="还没有改动" />;
  return (
    <CardTable
      label="费项历史"
      columns={[
        { key: 'at', head: '时间', show: (row) => formatDateTime(row.at) },
        { key: 'by', head: '经办人', show: (row) => row.by || '—' },
        { key: 'what', head: '事项', main: true, show: (row) => row.what },
        { key: 'text', head: '内容', show: (row) => row.text || '—' },
      ]}
      rows={list.data}
      rowKey={(row) => `${row.at} ${row.what} ${row.text}`}
    />
  );
};
