import { roleExport, roleIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useDeferredValue, useState } from 'react';
import { useQuestions } from '../../ui/confirm.ts';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { useTypedFilter } from '../../lib/useTypedFilter.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { LEAVE_UNSAVED, useUnsavedGuard } from '../../ui/useUnsavedGuard.ts';
import { ROLES_CODE } from './names.ts';
import { RoleForm } from './roles/RoleForm.tsx';
import { RolePanel } from './roles/RolePanel.tsx';
import { SideTree } from '../../ui/SideTree.tsx';

/** Roles: what each may open, do and see, and who holds it. */
const RolesPage = (): ReactElement => {
  const address = useUrlFilters();
  const [filters, setFilters] = address;
  const [text, type] = useTypedFilter(address);
  const modal = useQuestions();
  const [changed, setChanged] = useState(false);
  useUnsavedGuard(changed);
  const [creating, setCreating] = useState(false);
  const keyword = useDeferredValue(text.trim());
  const { data, error, refetch } = useQuery({
    queryKey: ['roles', 'list', keyword],
    queryFn: ({ signal }) => callApi(roleIndex, keyword === '' ? {} : { Keyword: keyword }, { signal }),
  });
  const chosen = filters.role ?? data?.[0]?.roleId;
  const choose = async (role: string) => {
    const sure = !changed || role === chosen || (await modal.confirm(LEAVE_UNSAVED));
    if (!sure) return;
    setChanged(false);
    setFilters({ role });
  };
  return (
    <>
      <PageHeader
        title="角色权限"
        actions={
          <>
            {can(ROLES_CODE, 'export') ? (
              <Button onClick={() => void download('POST', roleExport.path, {}, { name: '权限矩阵.xlsx' })}>
                导出矩阵
              </Button>
            ) : null}
            {can(ROLES_CODE, 'add') ? (
              <Button type="primary" onClick={() => setCreating(true)}>
                新建角色
              </Button>
            ) : null}
          </>
        }
      />
      <div className="split">
        <SideTree label="角色" chosen={filters.role}>
          <Input
            allowClear
            placeholder="角色或菜单"
            aria-label="搜索角色"
            value={text}
            onChange={(event) => type(event.target.value)}
          />
          {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
          {!data && !error ? <SkeletonDelay rows={8} /> : null}
          {data?.length === 0 ? <EmptyHint text="没有符合的角色" /> : null}
          <ul className="pick-list">
            {data?.map((role) => (
              <li key={role.roleId}>
                <button
                  type="button"
                  aria-current={role.roleId === chosen ? 'true' : undefined}
                  onClick={() => void choose(role.roleId)}
                >
                  <span>
                    {role.roleName}
                    <small>{role.builtin ? '内置' : '自定义'}</small>
                  </span>
                  <small>{role.users} 人</small>
                </button>
              </li>
            ))}
          </ul>
          {keyword === '' && data?.every((role) => role.builtin) ? <p className="hint">还没有自定义角色</p> : null}
        </SideTree>
        <div className="split-main surface">
          {chosen ? (
            <RolePanel
              key={chosen}
              roleId={chosen}
              onChanged={(next) => {
                setChanged(next);
                // What is being edited stays, whatever comes first in the list by then.
                if (next && filters.role === undefined) setFilters({ role: chosen });
              }}
              onDeleted={() => setFilters({ role: null })}
            />
          ) : (
            <EmptyHint text="请选择一个角色" />
          )}
        </div>
      </div>
      {creating ? (
        <RoleForm roles={data ?? []} onClose={() => setCreating(false)} onSaved={(role) => void choose(role)} />
      ) : null}
    </>
  );
};

export default RolesPage;
