import BellOutlined from '@ant-design/icons/es/icons/BellOutlined';
import { getWaitList } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Popover } from 'antd';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { formatRecent } from '../../lib/format.ts';
import { recordAddress } from '../../lib/routes.ts';
import { CountBadge } from '../../ui/CountBadge.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { HOME } from '../tabs/tabs.ts';

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
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const go = (address: string) => {
    setOpen(false);
    void navigate(address);
  };
  return (
    <CountBadge count={count}>
      <Popover
        trigger="click"
        placement="bottomRight"
        open={open}
        onOpenChange={setOpen}
        title="待办"
        content={
          <div className="bell-panel">
            {open ? <FirstTodos onOpen={go} /> : null}
            <Button type="link" onClick={() => go(HOME)}>
              到工作台查看全部
            </Button>
          </div>
        }
      >
        <Button type="text" icon={<BellOutlined />} aria-label={count > 0 ? `待办 ${count} 件` : '待办'} />
      </Popover>
    </CountBadge>
  );
};
