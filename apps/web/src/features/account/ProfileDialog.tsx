import UserOutlined from '@ant-design/icons/es/icons/UserOutlined';
import { logout, type OutputOf, userEditAvatars, userInfo } from '@hengneng/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Descriptions, Table } from 'antd';
import { type ReactElement, useRef } from 'react';
import { callApi, messageOf, uploadFile } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { updateUser } from '../../lib/session.ts';
import { useSend, useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { AuthImage } from '../../ui/AuthImage.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { MyDelegations } from '../absence/MyDelegations.tsx';
import { AVATAR_MESSAGE, cropAvatar, isAvatarFile } from './crop.ts';
import { NoticeWays } from './NoticeWays.tsx';
import { Phrases } from './Phrases.tsx';

/** The picture, and another one in its place. */
const Avatar = ({ url }: { readonly url: string | null }): ReactElement => {
  const input = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const send = useSend();
  const change = useMutation({
    mutationFn: async (file: File) => {
      if (!isAvatarFile(file)) throw new Error(AVATAR_MESSAGE);
      const uploaded = await uploadFile(await cropAvatar(file), 'avatar.png', { fields: { BusinessType: 'avatar' } });
      return send(userEditAvatars, { URL: uploaded.URL });
    },
    onSuccess: async ({ URL: avatar }) => {
      updateUser({ avatar });
      notify.success('头像已更换');
      await client.invalidateQueries({ queryKey: ['profile'] });
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <div className="profile-avatar">
      <span className="avatar avatar-large">
        {url ? (
          <AuthImage src={url} alt="我的头像" fallback={<UserOutlined aria-hidden />} />
        ) : (
          <UserOutlined aria-hidden />
        )}
      </span>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/jpeg,image/png"
        aria-label="选择头像"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) change.mutate(file);
        }}
      />
      <Button size="small" loading={change.isPending} onClick={() => input.current?.click()}>
        换头像
      </Button>
    </div>
  );
};

/** The latest ones; who signs in at many places need not scroll past them. */
const SHOWN_DEVICES = 5;

/** Where one is signed in; what is not this place can be signed out, such as a telephone that was lost. */
const Devices = ({
  devices,
}: {
  readonly devices: NonNullable<OutputOf<typeof userInfo>['devices']>;
}): ReactElement => {
  const end = useWrite(logout, { renews: ['profile'], said: '已下线' });
  return (
    <>
      <ul className="plain-list">
        {devices.slice(0, SHOWN_DEVICES).map((one) => (
          <li key={one.id}>
            <span>
              {[one.device, one.browser, one.ip].filter(Boolean).join(' · ')}
              {one.current ? '（本机）' : ''} <small>最后活动 {formatDateTime(one.lastSeenAt)}</small>
            </span>
            {one.current ? null : (
              <Button
                size="small"
                type="link"
                aria-label={`下线 ${one.device} ${one.browser} ${one.ip}`}
                loading={end.isPending && end.variables.sessionId === one.id}
                onClick={() => end.mutate({ sessionId: one.id })}
              >
                下线
              </Button>
            )}
          </li>
        ))}
      </ul>
      {devices.length > SHOWN_DEVICES ? (
        <p>另有 {devices.length - SHOWN_DEVICES} 处登录；修改密码可让它们全部失效。</p>
      ) : null}
    </>
  );
};

const Profile = (): ReactElement => {
  const { data, error, refetch } = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => callApi(userInfo, {}, { signal }),
    staleTime: 0,
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay />;
  return (
    <div className="stack">
      <div className="profile-head">
        <Avatar url={data.avatar} />
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2 }}
          items={[
            { key: 'name', label: '姓名', children: data.UserName },
            { key: 'account', label: '账号', children: data.account },
            { key: 'dept', label: '部门', children: data.deptChain.join(' / ') || '—' },
            { key: 'position', label: '岗位', children: data.position ?? '—' },
            { key: 'roles', label: '角色', children: data.roles.map((role) => role.roleName).join('、') || '—' },
            { key: 'phone', label: '手机', children: data.phone ?? '—' },
            { key: 'scopes', label: '数据范围', children: data.scopes?.map((one) => one.label).join('、') || '—' },
          ]}
        />
      </div>
      <section>
        <h3>我的项目</h3>
        <Table
          size="small"
          rowKey="ProjectCode"
          dataSource={data.projects ?? []}
          pagination={{ pageSize: 5, hideOnSinglePage: true, showSizeChanger: false }}
          locale={{ emptyText: <EmptyHint text="您还没有关联项目" /> }}
          columns={[
            { title: '项目', dataIndex: 'ProjectName' },
            { title: '区域', dataIndex: 'areaName' },
            { title: '项目角色', dataIndex: 'projectRole', render: (value: string | null) => value ?? '—' },
          ]}
        />
      </section>
      <section>
        <h3>我的代理</h3>
        <MyDelegations />
      </section>
      <section>
        <h3>消息接收方式</h3>
        <NoticeWays />
      </section>
      <section>
        <h3>我的常用意见</h3>
        <Phrases />
      </section>
      <section>
        <h3>登录设备</h3>
        <Devices devices={data.devices ?? []} />
      </section>
    </div>
  );
};

/** The person's own card. */
const ProfileDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => (
  <AppModal title="个人中心" width={720} footer={null} onCancel={onClose}>
    <Profile />
  </AppModal>
);

export default ProfileDialog;
