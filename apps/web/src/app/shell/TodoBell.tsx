import BellOutlined from '@ant-design/icons/es/icons/BellOutlined';
import { getWaitList } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { formatRecent } from '../../lib/format.ts';
import { recordAddress } from '../../lib/routes.ts';
import { CountBadge } from '../../ui/CountBadge.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { ToolPopover } from '../../ui/ToolPopover.tsx';
import { useTabs } from '../tabs/store.ts';
import { addressOf, HOME } from '../tabs/tabs.ts';

const FirstTodos = ({ onOpen }: { readonly onOpen: (address: string) => void }): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['todo', 'first'],
    queryFn: ({ signal }) => callApi(getWaitList, { PageSize: 8 }, { signal }),
    staleTime: 0,
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay rows={4} />;
  if (data.rows.length === 0) return <EmptyHint text="没有待办，喝口水吧" />;
  return (
    <ul className="bell-list">
      {data.rows.map((row) => (
        <li key={row.NodeRecordId}>
          <button
            type="button"
            onClick={() => {
              const address = recordAddress(row.ProcedureId, row.BusinessId, row.NodeRecordId);
              if (address) onOpen(address);
            }}
          >
            <span className="bell-title">{row.title}</span>
            <span className="bell-note">
              {row.module} · {row.step} · {row.applicant}
              <time dateTime={row.arrivedAt}>{formatRecent(row.arrivedAt)}</time>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
};

/** Number of waiting tasks; opened, the first eight of them. */
export const TodoBell = ({ count }: { readonly count: number }): ReactElement => {
  const navigate = useNavigate();
  return (
    <CountBadge count={count}>
      <ToolPopover
        placement="bottomRight"
        title="待办"
        content={(close) => {
          const go = (address: string) => {
            close();
            void navigate(address);
          };
          return (
            <div className="bell-panel">
              <FirstTodos onOpen={go} />
              <Button type="link" onClick={() => go(addressOf(useTabs.getState(), HOME))}>
                到工作台查看全部
              </Button>
            </div>
          );
        }}
      >
        <Button type="text" icon={<BellOutlined />} aria-label={count > 0 ? `待办 ${count} 件` : '待办'} />
      </ToolPopover>
    </CountBadge>
  );
};
