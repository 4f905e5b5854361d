import { userKick, userResetPassword, userSetState } from '@hengneng/contracts';
import { Button, Descriptions } from 'antd';
import { type ReactElement, useState } from 'react';
import { useQuestions } from '../../../ui/confirm.ts';
import { can } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { HandoverWizard } from '../../absence/HandoverWizard.tsx';
import { USER_STATE, USERS_CODE } from '../names.ts';
import { OneTimePassword, type UserDetail, UserForm } from './UserForm.tsx';

/** What an account is, and what can be done with it as a whole. */
export const ProfileTab = ({ user }: { readonly user: UserDetail }): ReactElement => {
  const modal = useQuestions();
  const [editing, setEditing] = useState(false);
  const [handing, setHanding] = useState<'only' | 'disable' | null>(null);
  const self = useSession((state) => state.userId) === user.UserId;
  const setState = useWrite(userSetState, { renews: ['users'], said: '已完成' });
  const kick = useWrite(userKick, { renews: ['users'], said: '已完成' });
  const reset = useWrite(userResetPassword, {
    renews: ['users'],
    onRenewed: ({ password }) =>
      void modal.success({ title: '密码已重置', content: <OneTimePassword password={password} />, okText: '已记下' }),
  });
  const state = user.state ?? 'active';
  const disabled = state === 'disabled';

  const confirmThen = async (title: string, content: string, act: () => void) => {
    if (await modal.confirm({ title, content, okText: '确定', cancelText: '取消' })) act();
  };

  return (
    <>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2 }}
        bordered
        items={[
          { key: 'name', label: '姓名', children: user.UserName },
          { key: 'account', label: '账号', children: user.account },
          { key: 'jobNo', label: '工号', children: user.jobNo ?? '—' },
          {
            key: 'state',
            label: '状态',
            children: <Tag tone={USER_STATE[state]?.tone ?? 'neutral'}>{USER_STATE[state]?.name ?? state}</Tag>,
          },
          { key: 'dept', label: '部门', children: user.deptChain.join(' / ') || '—' },
          { key: 'position', label: '岗位', children: user.position ?? '—' },
          { key: 'phone', label: '手机', children: user.phone ?? '—' },
          { key: 'email', label: '邮箱', children: user.email ?? '—' },
          {
            key: 'password',
            label: '密码到期',
            children: user.mustChangePassword
              ? '登录后须修改'
              : user.passwordDays === null || user.passwordDays === undefined
                ? '—'
                : `${user.passwordDays} 天`,
          },
          { key: 'pending', label: '未办待办', children: `${user.pending ?? 0} 件` },
        ]}
      />
      {can(USERS_CODE, 'edit') ? (
        <div className="action-row">
          <Button type="primary" onClick={() => setEditing(true)}>
            修改
          </Button>
          <Button
            loading={reset.isPending}
            onClick={() =>
              void confirmThen('重置密码', `为 ${user.UserName} 生成一次性临时密码，原密码立即失效。`, () =>
                reset.mutate({ userId: user.UserId }),
              )
            }
          >
            重置密码
          </Button>
          {state === 'locked' ? (
            <Button loading={kick.isPending} onClick={() => kick.mutate({ userId: user.UserId, action: 'unlock' })}>
              解锁
            </Button>
          ) : null}
          {disabled ? null : <Button onClick={() => setHanding('only')}>离职交接</Button>}
          {self ? null : (
            <Button
              danger={!disabled}
              loading={setState.isPending}
              onClick={() => {
                if (disabled)
                  void confirmThen('启用账号', `${user.UserName} 可以重新登录。`, () =>
                    setState.mutate({ userId: user.UserId, state: 'active' }),
                  );
                else setHanding('disable');
              }}
            >
              {disabled ? '启用' : '停用'}
            </Button>
          )}
        </div>
      ) : null}
      {handing ? (
        <HandoverWizard userId={user.UserId} disable={handing === 'disable'} onClose={() => setHanding(null)} />
      ) : null}
      {editing ? <UserForm user={user} onClose={() => setEditing(false)} /> : null}
    </>
  );
};
