import UserOutlined from '@ant-design/icons/es/icons/UserOutlined';
import { Button } from 'antd';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { type ReactElement, useState } from 'react';
import { signOut } from '../../features/account/signOut.ts';
import { useSession } from '../../lib/session.ts';
import { AuthImage } from '../../ui/AuthImage.tsx';
import { laterDialog } from '../../ui/later-dialog.tsx';
import { useTabs } from '../tabs/store.ts';
import { useLeaveUnsaved } from '../tabs/useLeaveUnsaved.ts';

const ProfileDialog = laterDialog(() => import('../../features/account/ProfileDialog.tsx'));

/** Who is signed in: profile, password, sign out. Unsaved input asks first. */
export const UserMenu = (): ReactElement => {
  const mayLeave = useLeaveUnsaved();
  const user = useSession((state) => state.user);
  const [profile, setProfile] = useState(false);

  const choose = async (key: string) => {
    if (key === 'profile') setProfile(true);
    else if (!(await mayLeave(useTabs.getState().tabs))) return;
    else if (key === 'password') location.assign('/resetPassword');
    else await signOut();
  };

  return (
    <>
      <ActionMenu
        placement="bottomRight"
        menu={{
          items: [
            { key: 'profile', label: '个人中心' },
            { key: 'password', label: '修改密码' },
            { type: 'divider' },
            { key: 'logout', label: '退出登录' },
          ],
          onClick: ({ key }) => void choose(key),
        }}
      >
        <Button type="text" className="user-button" aria-label={`${user?.UserName ?? ''}，个人菜单`}>
          <span className="avatar">
            {user?.avatar ? (
              <AuthImage src={user.avatar} alt="" fallback={<UserOutlined aria-hidden />} />
            ) : (
              <UserOutlined aria-hidden />
            )}
          </span>
          <span className="wide-only">{user?.UserName}</span>
        </Button>
      </ActionMenu>
      {profile ? <ProfileDialog onClose={() => setProfile(false)} /> : null}
    </>
  );
};
