import { seenRoles, userRoles, userSaveRoles } from '@hengneng/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import type { ReactElement } from 'react';
import { DayRange } from '../../../ui/DayRange.tsx';
import { useQuestions } from '../../../ui/confirm.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { useSynced } from '../../../lib/useSynced.ts';
import { useSend } from '../../../lib/useWrite.ts';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { useRoleNames } from '../pickers.tsx';
import { Difference } from './Difference.tsx';

interface Held {
  readonly from: string | null;
  readonly to: string | null;
}
type Chosen = Readonly<Record<string, Held>>;

const toInput = (chosen: Chosen) =>
  Object.entries(chosen).map(([roleId, { from, to }]) => ({ roleId, from: from ?? '', to: to ?? '' }));

/** Roles of a person, each with an optional term; the change of permissions is shown before it is saved. */
export const RolesTab = ({
  userId,
  editable,
}: {
  readonly userId: string;
  readonly editable: boolean;
}): ReactElement => {
  const modal = useQuestions();
  const client = useQueryClient();
  const send = useSend();
  const all = useRoleNames();
  const held = useQuery({
    queryKey: ['users', 'roles', userId],
    queryFn: ({ signal }) => callApi(userRoles, { userId }, { signal }),
  });
  const [chosen, setChosen] = useSynced(
    held.data,
    (rows): Chosen =>
      Object.fromEntries(
        (rows ?? []).filter(({ direct }) => direct).map(({ roleId, from, to }) => [roleId, { from, to }]),
      ),
  );

  const save = useMutation({
    mutationFn: async () => {
      const roles = toInput(chosen);
      const difference = await callApi(userSaveRoles, { userId, roles, preview: true });
      const sure = await modal.confirm({
        title: '保存角色',
        width: 520,
        content: (
          <>
            {difference.waiting > 0 ? (
              <p className="note" role="alert">
                名下有 {difference.waiting}{' '}
                件待办是按减去的角色分派的，保存后仍由其处理；不该再由其处理的，请先在「离职交接」中移交。
              </p>
            ) : null}
            <Difference value={difference} />
          </>
        ),
        okText: '保存',
        cancelText: '取消',
      });
      if (!sure) return false;
      await send(userSaveRoles, { userId, roles, seen: seenRoles(held.data ?? []) });
      return true;
    },
    onSuccess: async (saved) => {
      if (!saved) return;
      notify.success('角色已保存');
      await client.invalidateQueries({ queryKey: ['users'] });
    },
    onError: (error) => notify.error(messageOf(error)),
  });

  const error = all.error ?? held.error;
  if (error) return <ErrorRetry error={error} onRetry={() => void Promise.all([all.refetch(), held.refetch()])} />;
  if (!all.data || !held.data) return <SkeletonDelay />;
  const posts = new Map(held.data.flatMap(({ roleId, post }) => (post === null ? [] : [[roleId, post] as const])));
  const change = (roleId: string, value: Held | null) => {
    const { [roleId]: _dropped, ...rest } = chosen;
    setChosen(value === null ? rest : { ...rest, [roleId]: value });
  };
  return (
    <>
      <ul className="check-list">
        {all.data.map((role) => {
          const value = chosen[role.roleId];
          return (
            <li key={role.roleId}>
              <Checkbox
                disabled={!editable}
                checked={value !== undefined}
                onChange={(event) => change(role.roleId, event.target.checked ? { from: null, to: null } : null)}
              >
                {role.roleName}
              </Checkbox>
              {posts.has(role.roleId) ? <small>岗位自动（{posts.get(role.roleId)}）</small> : null}
              {value ? (
                <DayRange
                  small
                  disabled={!editable}
                  placeholder={['即日起', '不限']}
                  label={`${role.roleName}的起止日期`}
                  value={[value.from, value.to]}
                  onChange={([from, to]) => change(role.roleId, { from, to })}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      {editable ? (
        <div className="action-row">
          <Button type="primary" loading={save.isPending} onClick={() => save.mutate()}>
            保存角色
          </Button>
        </div>
      ) : null}
    </>
  );
};
