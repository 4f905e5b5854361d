import UserOutlined from '@ant-design/icons/es/icons/UserOutlined';
import { App, Button, Dropdown } from 'antd';
import { type ReactElement, useState } from 'react';
import { ProfileDialog } from '../../features/account/ProfileDialog.tsx';
import { signOut } from '../../features/account/signOut.ts';
import { useSession } from '../../lib/session.ts';
import { AuthImage } from '../../ui/AuthImage.tsx';
import { useTabs } from '../tabs/store.ts';
import { titleOf } from '../tabs/tabs.ts';

/** Who is signed in: profile, password, sign out. Unsaved input asks first. */
export const UserMenu = (): ReactElement => {
  const { modal } = App.useApp();
  const user = useSession((state) => state.user);
  const [profile, setProfile] = useState(false);

  const mayLeave = async (): Promise<boolean> => {
    const dirty = useTabs.getState().tabs.filter((tab) => tab.dirty);
    if (dirty.length === 0) return true;
    return modal.confirm({
      title: '有未保存的内容，确定离开吗',
      content: dirty.map(titleOf).join('、'),
      okText: '离开',
      cancelText: '继续填写',
    });
  };
  const choose = async (key: string) => {
    if (key === 'profile') setProfile(true);
    else if (!(await mayLeave())) return;
    else if (key === 'password') location.assign('/resetPassword');
    else await signOut();
  };

  return (
    <>
      <Dropdown
        trigger={['click']}
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
        <Button type="text" className="user-button" aria-label={`${user?.userName ?? ''}，个人菜单`}>
          <span className="avatar">
            {user?.avatar ? (
              <AuthImage src={user.avatar} alt="" fallback={<UserOutlined aria-hidden />} />
            ) : (
              <UserOutlined aria-hidden />
            )}
          </span>
          <span className="wide-only">{user?.userName}</span>
        </Button>
      </Dropdown>
      <ProfileDialog open={profile} onClose={() => setProfile(false)} />
    </>
  );
};
