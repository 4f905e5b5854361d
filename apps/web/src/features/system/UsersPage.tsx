import { roleNameIndex, userExport, userIndex, type UserRow, USER_STATES } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Tree } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { useLive } from '../../lib/live.ts';
import { can } from '../../lib/permission.ts';
import { keepPrevious } from '../../lib/query.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { USER_STATE, USERS_CODE } from './names.ts';
import { deptTree, useDepts } from './pickers.tsx';
import { SideTree } from '../../ui/SideTree.tsx';
import { ImportDialog } from './users/ImportDialog.tsx';
import { UserDrawer } from './users/UserDrawer.tsx';
import { UserForm } from './users/UserForm.tsx';
import { UserTable } from './users/UserTable.tsx';

const IDLE_LOOK_MS = 60_000;

const isState = (value: string | undefined): value is (typeof USER_STATES)[number] =>
  USER_STATES.some((state) => state === value);

const DeptFilter = ({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (id: string | null) => void;
}): ReactElement => {
  const { data, error, refetch } = useDepts();
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay rows={8} />;
  return (
    <Tree
      blockNode
      defaultExpandAll
      selectedKeys={value ? [value] : []}
      treeData={deptTree(data)}
      titleRender={(node) => (
        <span className="tree-line">
          <span>{node.title}</span>
          <small>{node.dept.users}</small>
        </span>
      )}
      onSelect={(keys) => onChange(keys[0] === undefined ? null : String(keys[0]))}
    />
  );
};

/** Accounts: who there is, what they hold, and what can be done about them. */
const UsersPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [creating, setCreating] = useState(false);
  const [importing, setImporting] = useState(false);

  const query = useMemo(
    () => ({
      PageIndex: Number(filters.PageIndex ?? 1),
      PageSize: Number(filters.PageSize ?? 20),
      ...(filters.Keyword ? { Keyword: filters.Keyword } : {}),
      ...(filters.dept ? { dept: filters.dept } : {}),
      ...(filters.role ? { role: filters.role } : {}),
      ...(isState(filters.state) ? { state: filters.state } : {}),
      ...(filters.online === 'true' ? { online: true } : {}),
    }),
    [filters],
  );
  const list = useQuery({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => callApi(userIndex, query, { signal }),
    placeholderData: keepPrevious,
    // Who is idle too long drops out without doing anything.
    refetchInterval: IDLE_LOOK_MS,
  });
  useLive(['online'], () => list.refetch());
  const roles = useQuery({
    queryKey: ['roleNames'],
    queryFn: ({ signal }) => callApi(roleNameIndex, {}, { signal }),
    staleTime: 60_000,
  });
  const open = (row: UserRow) => setFilters({ user: row.UserId, PageIndex: filters.PageIndex ?? null });

  return (
    <>
      <PageHeader
        title="用户管理"
        actions={
          <>
            {can(USERS_CODE, 'import') ? <Button onClick={() => setImporting(true)}>导入</Button> : null}
            {can(USERS_CODE, 'export') ? (
              <Button onClick={() => void download('POST', userExport.path, query, { name: '用户.xlsx' })}>导出</Button>
            ) : null}
            {can(USERS_CODE, 'add') ? (
              <Button type="primary" onClick={() => setCreating(true)}>
                新建用户
              </Button>
            ) : null}
          </>
        }
      />
      <div className="split">
        <SideTree label="部门" chosen={filters.dept}>
          <DeptFilter value={filters.dept} onChange={(dept) => setFilters({ dept })} />
        </SideTree>
        <div className="split-main">
          <search className="filter-bar surface">
            <SearchFilter
              label="姓名、工号、账号、手机"
              placeholder="姓名、工号、账号、手机或后四位"
              className="filter-wide"
              value={filters.Keyword}
              onSearch={(text) => setFilters({ Keyword: text })}
            />
            <ChoiceFilter
              label="角色"
              search
              // Other pages name a role by its code.
              value={roles.data?.find((role) => role.roleCode === filters.role)?.roleId ?? filters.role}
              onChange={(role) => setFilters({ role })}
              options={(roles.data ?? []).map((role) => ({ value: role.roleId, label: role.roleName }))}
            />
            <ChoiceFilter
              label="状态"
              value={filters.state}
              onChange={(state) => setFilters({ state })}
              options={USER_STATES.map((state) => ({ value: state, label: USER_STATE[state]?.name ?? state }))}
            />
            <Checkbox
              checked={filters.online === 'true'}
              onChange={(event) => setFilters({ online: event.target.checked ? 'true' : null })}
            >
              只看在线
            </Checkbox>
          </search>
          {list.error ? (
            <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <UserTable
              rows={list.data?.rows ?? []}
              pending={list.isPending}
              emptyText={filters.dept ? '该部门没有人员' : '没有符合条件的人员'}
              onOpen={open}
              paging={{
                current: query.PageIndex,
                pageSize: query.PageSize,
                total: list.data?.total ?? 0,
                showSizeChanger: true,
                showTotal: (total) => `共 ${total} 人`,
                onChange: (page, size) => setFilters({ PageIndex: String(page), PageSize: String(size) }),
              }}
            />
          )}
        </div>
      </div>
      {filters.user ? <UserDrawer userId={filters.user} onClose={() => setFilters({ user: null })} /> : null}
      {importing ? <ImportDialog onClose={() => setImporting(false)} /> : null}
      {creating ? (
        <UserForm onClose={() => setCreating(false)} onSaved={(userId) => setFilters({ user: userId })} />
      ) : null}
    </>
  );
};

export default UsersPage;
