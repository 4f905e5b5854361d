import { messageIndex, type OutputOf } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { formatRecent } from '../../lib/format.ts';
import { keepPrevious } from '../../lib/query.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { canVisit } from '../screens.tsx';

export type Message = OutputOf<typeof messageIndex>['rows'][number];

const PAGE_SIZE = 20;

/** What people are told outside approvals: asked-for permissions, what approvals left to be followed up, what runs out. A press marks one read, and opens what it is about. */
export const MessageList = ({
  onOpen,
}: {
  readonly onOpen: (message: Message, path: string | null) => void;
}): ReactElement => {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['notice', 'messages', page],
    queryFn: ({ signal }) => callApi(messageIndex, { PageIndex: page, PageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPrevious,
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay />;
  if (data.total === 0) return <EmptyHint text="没有系统消息" />;
  return (
    <>
      <ul className="notice-list">
        {data.rows.map((message) => {
          const { id, label, title, project, at, read, body, note, also } = message;
          const path = message.path !== null && canVisit(message.path) ? message.path : null;
          const content = (
            <>
              <span className="notice-line">
                <Tag tone={body === null ? 'neutral' : 'accent'}>{label}</Tag>
                <span className="notice-title">{title}</span>
                {also.length > 0 ? <Tag tone="accent">{`${also.length + 1} 条`}</Tag> : null}
              </span>
              {note ? <span className="notice-more">{note}</span> : null}
              {also.map((one, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- lines of one message: two may say the same
                <span key={index} className="notice-more">
                  {one}
                </span>
              ))}
              <span className="notice-note">
                {project ? `${project} · ` : ''}
                <time dateTime={at}>{formatRecent(at)}</time>
                {read ? ' · 已读' : <span className="sr-only"> · 未读，点击标为已读</span>}
              </span>
            </>
          );
          return (
            <li key={id} className={read ? '' : 'notice-unread'}>
              {path === null && read && body === null ? (
                <div className="notice-still">{content}</div>
              ) : (
                <button type="button" onClick={() => onOpen(message, path)}>
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <Pagination
        size="small"
        align="end"
        hideOnSinglePage
        showSizeChanger={false}
        current={page}
        pageSize={PAGE_SIZE}
        total={data.total}
        onChange={setPage}
      />
    </>
  );
};
