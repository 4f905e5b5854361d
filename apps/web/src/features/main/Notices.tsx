import { editNodeInform, getFirstNotice, type NoticeRow } from '@hengneng/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { formatRecent } from '../../lib/format.ts';
import { recordAddress } from '../../lib/routes.ts';
import { EmptyHint } from '../../ui/feedback.tsx';
import { Block } from './Block.tsx';

/** The latest notices; opening one marks it read. */
export const Notices = (): ReactElement => {
  const client = useQueryClient();
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['notice', 'main'],
    queryFn: ({ signal }) => callApi(getFirstNotice, { Top: 10, All: true }, { signal }),
  });
  const markRead = useMutation({
    mutationFn: (row: NoticeRow) => callApi(editNodeInform, { Ids: [row.id] }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['notice'] }),
  });
  const rows = data?.rows ?? [];
  return (
    <Block title="通知" loading={isPending} error={error} onRetry={() => void refetch()}>
      {rows.length === 0 ? (
        <EmptyHint text="还没有通知" />
      ) : (
        <ul className="notices">
          {rows.map((row) => (
            <li key={row.id} className={row.read ? '' : 'notice-unread'}>
              <Link
                to={recordAddress(row.ProcedureId, row.BusinessId) ?? '/main'}
                onClick={() => {
                  if (!row.read) markRead.mutate(row);
                }}
              >
                <span className="notices-kind">{row.label}</span>
                <span className="notice-title">{row.title}</span>
                {row.read ? null : <span className="sr-only">未读</span>}
              </Link>
              <time dateTime={row.at}>{formatRecent(row.at)}</time>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
};
