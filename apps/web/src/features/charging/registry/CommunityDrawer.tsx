import { communityList, type CommunityDetail, type CommunityRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { CommunityForm, ParamsForm, SeasonForm } from './CommunityForms.tsx';
import { Books, Cashiers } from './CommunityPeople.tsx';
import { PayChannels } from './PayChannels.tsx';
import { chargeLink, COMMUNITY_OPTIONS, COMMUNITY_SCREEN } from './shared.ts';

const TABS = [
  { key: 'basic', label: '基本' },
  { key: 'params', label: '参数' },
  { key: 'cashiers', label: '收费员' },
  { key: 'books', label: '票据本' },
  { key: 'channels', label: '支付渠道' },
  { key: 'season', label: '季历' },
] as const;
type Tab = (typeof TABS)[number]['key'];

const Panel = ({
  tab,
  row,
  detail,
}: {
  readonly tab: Tab;
  readonly row: CommunityRow;
  readonly detail: CommunityDetail;
}): ReactElement => {
  switch (tab) {
    case 'basic':
      return <CommunityForm key={row.version} row={row} />;
    case 'params':
      return <ParamsForm key={row.version} row={row} detail={detail} />;
    case 'cashiers':
      return <Cashiers community={row.id} />;
    case 'books':
      return <Books community={row.id} />;
    case 'channels':
      return <PayChannels community={row.id} />;
    case 'season':
      return <SeasonForm key={row.version} row={row} detail={detail} />;
  }
};

/** One community: what it is, what it charges by, who takes its money. */
export const CommunityDrawer = ({
  row,
  onClose,
  onDelete,
}: {
  readonly row: CommunityRow | null;
  readonly onClose: () => void;
  readonly onDelete: (row: CommunityRow) => void;
}): ReactElement => {
  const [tab, setTab] = useState<Tab>('basic');
  const detail = useQuery({
    queryKey: [COMMUNITY_OPTIONS, row?.id],
    queryFn: ({ signal }) => callApi(communityList, { id: row?.id ?? '' }, { signal }),
    enabled: row !== null,
  });
  if (row === null)
    return (
      <AppDrawer title="新建小区" width={720} onClose={onClose}>
        <CommunityForm row={null} onSaved={onClose} />
      </AppDrawer>
    );
  const [found] = detail.data ?? [];
  const links = [
    { to: chargeLink('chargeRoom', { community: row.id }), label: '房间管理' },
    { to: chargeLink('chargeIncome', { community: row.id }), label: '收入报表' },
  ].filter(({ to }) => to !== null);
  return (
    <AppDrawer
      title={row.name}
      width={820}
      onClose={onClose}
      extra={
        <>
          {links.map(({ to, label }) => (
            <Link key={label} to={to ?? ''} className="cell-link">
              {label}
            </Link>
          ))}
          {can(COMMUNITY_SCREEN, 'delete') ? (
            <Button danger size="small" onClick={() => onDelete(row)}>
              删除
            </Button>
          ) : null}
        </>
      }
    >
      <CountTabs prefix="community" label={row.name} tabs={TABS} chosen={tab} onChoose={setTab} />
      <div id="community-panel" role="tabpanel" className="registry-panel">
        {detail.error ? (
          <ErrorRetry error={detail.error} onRetry={() => void detail.refetch()} />
        ) : found === undefined ? (
          <SkeletonDelay />
        ) : (
          <Panel tab={tab} row={row} detail={found} />
        )}
      </div>
    </AppDrawer>
  );
};
