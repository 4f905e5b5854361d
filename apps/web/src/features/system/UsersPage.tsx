import { roleNameIndex, userExport, userIndex, type UserRow, USER_STATES } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Select, Table, Tree, type TableColumnsType } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { formatDateTime } from '../../lib/format.ts';
import { can } from '../../lib/permission.ts';
import { keepPrevious } from '../../lib/query.ts';
import { useSynced } from '../../lib/useSynced.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { SCOPE, USER_STATE, USERS_CODE } from './names.ts';
import { deptTree, useDepts } from './pickers.tsx';
import { ImportDialog } from './users/ImportDialog.tsx';
import { UserDrawer } from './users/UserDrawer.tsx';
import { UserForm } from './users/UserForm.tsx';

const isState = (value: string | undefined): value is (typeof USER_STATES)[number] =>
  USER_STATES.some((state) => state === value);

const columns = (onOpen: (row: UserRow) => void): TableColumnsType<UserRow> => [
  { title: '工号', dataIndex: 'jobNo', width: 96, render: (value: string | null) => value ?? '—' },
  {
    title: '姓名',
    dataIndex: 'UserName',
    width: 96,
    fixed: 'start',
    render: (_, row) => (
      <Button type="link" size="small" className="cell-link" onClick={() => onOpen(row)}>
        {row.UserName}
      </Button>
    ),
  },
  { title: '账号', dataIndex: 'account', width: 150 },
  { title: '部门', dataIndex: 'deptName', width: 130, render: (value: string | null) => value ?? '—' },
  { title: '岗位', dataIndex: 'position', width: 120, render: (value: string | null) => value ?? '—' },
  {
    title: '角色',
    key: 'roles',
    width: 170,
    ellipsis: true,
    render: (_, row) => row.roles?.map((role) => role.roleName).join('、') || '—',
  },
  { title: '项目数', dataIndex: 'projectCount', width: 76, align: 'right', render: (value?: number) => value ?? '—' },
  {
    title: '数据范围',
    key: 'scopes',
    width: 140,
    ellipsis: true,
    render: (_, row) => row.scopes?.map((scope) => SCOPE[scope]).join('、') || '—',
  },
  { title: '手机', dataIndex: 'phone', width: 124, render: (value?: string | null) => value ?? '—' },
  { title: '邮箱', dataIndex: 'email', width: 180, ellipsis: true, render: (value?: string | null) => value ?? '—' },
  {
    title: '密码到期（天）',
    dataIndex: 'passwordDays',
    width: 118,
    align: 'right',
    render: (value?: number | null) =>
      value === null || value === undefined ? '—' : <span className={value < 0 ? 'text-bad' : ''}>{value}</span>,
  },
  {
    title: '连续失败（次）',
    dataIndex: 'failures',
    width: 118,
    align: 'right',
    render: (value?: number) => value ?? '—',
  },
  {
    title: '最近登录',
    key: 'lastLogin',
    width: 230,
    ellipsis: true,
    render: (_, row) =>
      row.lastLogin ? `${formatDateTime(row.lastLogin.at)} ${row.lastLogin.device} ${row.lastLogin.ip}` : '—',
  },
  { title: '在线', dataIndex: 'online', width: 64, render: (value?: boolean) => (value ? '在线' : '—') },
  {
    title: '状态',
    dataIndex: 'state',
    width: 92,
    fixed: 'end',
    render: (value: UserRow['state']) => (
      <Tag tone={USER_STATE[value]?.tone ?? 'neutral'}>{USER_STATE[value]?.name ?? value}</Tag>
    ),
  },
];

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
  const [keyword, setKeyword] = useSynced(filters.Keyword, (text) => text ?? '');
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
  });
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
        <aside className="surface split-side" aria-label="部门">
          <DeptFilter value={filters.dept} onChange={(dept) => setFilters({ dept })} />
        </aside>
        <div className="split-main">
          <search className="filter-bar surface">
            <Input.Search
              allowClear
              className="filter-wide"
              placeholder="姓名、工号、账号、手机"
              aria-label="姓名、工号、账号、手机"
              value={keyword}
              onChange={(event) => setKeyword(event.target.value)}
              onSearch={(text) => setFilters({ Keyword: text.trim() })}
            />
            <Select
              allowClear
              className="filter"
              placeholder="角色"
              aria-label="角色"
              showSearch={{ optionFilterProp: 'label' }}
              value={filters.role ?? null}
              onChange={(role: string | null) => setFilters({ role })}
              options={(roles.data ?? []).map((role) => ({ value: role.roleId, label: role.roleName }))}
            />
            <Select
              allowClear
              className="filter"
              placeholder="状态"
              aria-label="状态"
              value={filters.state ?? null}
              onChange={(state: string | null) => setFilters({ state })}
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
            <Table<UserRow>
              size="small"
              className="surface-table"
              rowKey="UserId"
              loading={{ spinning: list.isPending, delay: 200 }}
              columns={columns(open)}
              dataSource={list.data?.rows ?? []}
              scroll={{ x: 'max-content' }}
              locale={{ emptyText: <EmptyHint text={filters.dept ? '该部门没有人员' : '没有符合条件的人员'} /> }}
              pagination={{
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
