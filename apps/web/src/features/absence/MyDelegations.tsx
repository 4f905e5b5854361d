import { DELEGATION_STATE_TITLES, delegationIndex, type DelegationRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { DelegationForm } from './DelegationForm.tsx';
import { STATE_TONE } from './delegations.ts';
import { EndDelegation } from './EndDelegation.tsx';

/** Earlier ones are history; as many as fit without scrolling. */
const SHOWN = 10;

/** Who stands in for me, and for whom I do. */
export const MyDelegations = (): ReactElement => {
  const me = useSession((state) => state.userId);
  const [setting, setSetting] = useState(false);
  const [ending, setEnding] = useState<DelegationRow | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['delegations', 'mine'],
    queryFn: ({ signal }) => callApi(delegationIndex, { mine: true, PageSize: SHOWN }, { signal }),
    staleTime: 0,
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay rows={2} />;
  return (
    <>
      {data.rows.length === 0 ? <p>没有代理授权。出差或休假前可设置代理人，到点自动生效和收回。</p> : null}
      <ul className="plain-list">
        {data.rows.map((row) => (
          <li key={row.Id}>
            <span className="wrap">
              <Tag tone={STATE_TONE[row.state]}>{DELEGATION_STATE_TITLES[row.state]}</Tag>{' '}
              {row.ownerId === me ? `由${row.delegate}代我处理` : `我代${row.owner}处理`} · {row.scope}{' '}
              <small>
                {formatDateTime(row.from)} 至 {formatDateTime(row.to)}
                {row.handled > 0 ? ` · 已代办 ${row.handled} 件` : ''}
              </small>
            </span>
            {row.mayEnd && row.ownerId === me ? (
              <Button type="link" size="small" onClick={() => setEnding(row)}>
                终止
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <div className="action-row">
        <Button onClick={() => setSetting(true)}>设置代理</Button>
      </div>
      {setting ? <DelegationForm forOthers={false} onClose={() => setSetting(false)} /> : null}
      {ending ? <EndDelegation row={ending} onClose={() => setEnding(null)} /> : null}
    </>
  );
};
