import { roleDelete, roleDetail, roleIndex, roleSaveGrants } from '@hengneng/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { useQuestions } from '../../../ui/confirm.ts';
import { callApi, messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { useSynced } from '../../../lib/useSynced.ts';
import { useSend, useWrite } from '../../../lib/useWrite.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ROLES_CODE } from '../names.ts';
import { Difference } from '../users/Difference.tsx';
import { useMenuEnum } from '../users/EffectiveTab.tsx';
import { ClassesTab } from './ClassesTab.tsx';
import { DifferenceTab } from './DifferenceTab.tsx';
import { draftOf, inputOf, sameDraft } from './draft.ts';
import { Matrix } from './Matrix.tsx';
import { MembersTab } from './MembersTab.tsx';
import { ProjectsTab } from './ProjectsTab.tsx';
import { PreviewDrawer } from './PreviewDrawer.tsx';
import { RoleForm } from './RoleForm.tsx';
import { ScopesTab } from './ScopesTab.tsx';

/** Queries that show something of roles. */
const SHOWN = ['roles', 'users', 'roleNames'];

/** One role: its grants are edited together and saved after a look at the difference. */
export const RolePanel = ({
  roleId,
  onChanged,
  onDeleted,
}: {
  readonly roleId: string;
  /** Told whether there are changes that have not been saved. */
  readonly onChanged: (changed: boolean) => void;
  readonly onDeleted: () => void;
}): ReactElement => {
  const modal = useQuestions();
  const client = useQueryClient();
  const menus = useMenuEnum();
  const role = useQuery({
    queryKey: ['roles', 'one', roleId],
    queryFn: ({ signal }) => callApi(roleDetail, { roleId }, { signal }),
    staleTime: 0,
  });
  // By the grants themselves: that a member was added must not take away what is being granted.
  const [draft, setDraft] = useSynced(role.data?.stamp, () => draftOf(role.data));
  const [form, setForm] = useState<'rename' | 'copy' | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const known = menus.data?.menus;
  const changed = role.data !== undefined && known !== undefined && !sameDraft(draft, draftOf(role.data), known);
  useEffect(() => onChanged(changed), [changed, onChanged]);

  const send = useSend();
  const save = useMutation({
    mutationFn: async () => {
      const input = { ...inputOf(roleId, draft, known ?? []), ...(role.data ? { stamp: role.data.stamp } : {}) };
      const difference = await callApi(roleSaveGrants, { ...input, preview: true });
      const sure = await modal.confirm({
        title: '保存授权',
        width: 640,
        content: <Difference value={difference} />,
        okText: '保存',
        cancelText: '取消',
      });
      if (!sure) return false;
      await send(roleSaveGrants, input);
      return true;
    },
    onSuccess: async (done) => {
      if (!done) return;
      notify.success('授权已保存，下一次请求即生效');
      await Promise.all(SHOWN.map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  const remove = useWrite(roleDelete, { said: '角色已删除', onDone: onDeleted, renews: SHOWN });
  const confirmRemoval = async () => {
    const sure = await modal.confirm({
      title: '删除角色',
      content: `确定删除「${role.data?.roleName ?? ''}」吗`,
      okText: '删除',
      cancelText: '取消',
    });
    if (sure) remove.mutate({ roleId });
  };
  const all = useQuery({
    queryKey: ['roles', 'list', ''],
    queryFn: ({ signal }) => callApi(roleIndex, {}, { signal }),
    enabled: form !== null,
  });

  const error = role.error ?? menus.error;
  if (error) return <ErrorRetry error={error} onRetry={() => void Promise.all([role.refetch(), menus.refetch()])} />;
  if (!role.data || !menus.data) return <SkeletonDelay />;
  const { data } = role;
  const fixed = data.roleCode === 'admin';
  const editable = can(ROLES_CODE, 'edit') && !fixed;
  return (
    <>
      <header className="panel-head">
        <h2>
          {data.roleName}
          <small>{data.roleCode}</small>
        </h2>
        <div className="action-row">
          {editable ? (
            <Button type="primary" disabled={!changed} loading={save.isPending} onClick={() => save.mutate()}>
              保存授权
            </Button>
          ) : null}
          {can(ROLES_CODE, 'edit') ? <Button onClick={() => setForm('rename')}>改名</Button> : null}
          <Button onClick={() => setPreviewing(true)}>试看</Button>
          {can(ROLES_CODE, 'add') && !fixed ? <Button onClick={() => setForm('copy')}>复制</Button> : null}
          {can(ROLES_CODE, 'delete') && !data.builtin ? (
            <Button danger loading={remove.isPending} onClick={() => void confirmRemoval()}>
              删除
            </Button>
          ) : null}
        </div>
      </header>
      {fixed ? <p className="note">系统管理员的授权不可修改，也不能复制；成员可由另一名管理员增减。</p> : null}
      <Tabs
        items={[
          {
            key: 'matrix',
            label: '菜单按钮',
            children: (
              <Matrix
                options={menus.data}
                grants={draft.grants}
                editable={editable}
                onChange={(grants) => setDraft({ ...draft, grants })}
              />
            ),
          },
          {
            key: 'scopes',
            label: '数据范围',
            children: <ScopesTab options={menus.data} draft={draft} editable={editable} onChange={setDraft} />,
          },
          {
            key: 'projects',
            label: draft.projects.length > 0 ? `项目限制 ${draft.projects.length}` : '项目限制',
            children: <ProjectsTab role={data} draft={draft} editable={editable} onChange={setDraft} />,
          },
          {
            key: 'classes',
            label: '字段密级',
            children: <ClassesTab options={menus.data} draft={draft} editable={editable} onChange={setDraft} />,
          },
          {
            key: 'members',
            label: `成员 ${data.users}`,
            children: (
              <MembersTab roleId={roleId} roleCode={data.roleCode} editable={can(ROLES_CODE, 'associatedUser')} />
            ),
          },
          {
            key: 'exclusions',
            label: '互斥',
            children:
              data.exclusions.length === 0 ? (
                <EmptyHint text="没有互斥的角色" />
              ) : (
                <ul className="plain-list">
                  {data.exclusions.map((one) => (
                    <li key={one.roleId}>
                      与「{one.roleName}」互斥
                      <small>{one.reason}</small>
                    </li>
                  ))}
                </ul>
              ),
          },
          {
            key: 'difference',
            label: changed ? '待发布差异 •' : '待发布差异',
            children: <DifferenceTab input={inputOf(roleId, draft, menus.data.menus)} changed={changed} />,
          },
        ]}
      />
      {previewing ? <PreviewDrawer roleId={roleId} onClose={() => setPreviewing(false)} /> : null}
      {form ? (
        <RoleForm
          role={form === 'rename' ? data : undefined}
          copyFrom={form === 'copy' ? data : undefined}
          roles={all.data ?? []}
          onClose={() => setForm(null)}
        />
      ) : null}
    </>
  );
};
