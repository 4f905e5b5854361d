import { userInfo } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { DELEGATIONS_CODE } from '../../absence/delegations.ts';
import { AUDIT_CODE, USERS_CODE } from '../names.ts';
import { DevicesTab } from './DevicesTab.tsx';
import { EffectiveTab } from './EffectiveTab.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import { ProjectsTab } from './ProjectsTab.tsx';
import { RolesTab } from './RolesTab.tsx';

/** Everything about one account. */
export const UserDrawer = ({
  userId,
  onClose,
}: {
  readonly userId: string;
  readonly onClose: () => void;
}): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['users', 'one', userId],
    queryFn: ({ signal }) => callApi(userInfo, { userId }, { signal }),
    staleTime: 0,
  });
  return (
    <AppDrawer
      width={760}
      title={data ? `${data.UserName}（${data.account}）` : '用户'}
      onClose={onClose}
      extra={
        <div className="action-row">
          {canOpen(DELEGATIONS_CODE) ? <Link to={`/system/delegations?user=${userId}`}>代理授权</Link> : null}
          {canOpen(AUDIT_CODE) ? <Link to={`/system/audit?user=${userId}`}>查看审计</Link> : null}
        </div>
      }
    >
      {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonDelay /> : null}
      {data ? (
        <Tabs
          items={[
            { key: 'profile', label: '基本', children: <ProfileTab user={data} /> },
            { key: 'roles', label: '角色', children: <RolesTab userId={userId} editable={can(USERS_CODE, 'edit')} /> },
            {
              key: 'projects',
              label: '项目',
              children: <ProjectsTab user={data} editable={can(USERS_CODE, 'associatedProject')} />,
            },
            { key: 'effective', label: '实际权限', children: <EffectiveTab userId={userId} /> },
            {
              key: 'devices',
              label: '登录设备',
              children: <DevicesTab user={data} editable={can(USERS_CODE, 'edit')} />,
            },
          ]}
        />
      ) : null}
    </AppDrawer>
  );
};
