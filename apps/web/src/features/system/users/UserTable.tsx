import type { UserRow } from '@hengneng/contracts';
import { Button, Grid, Pagination, Table, type TableColumnsType, type TablePaginationConfig } from 'antd';
import type { ReactElement } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { EmptyHint, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { SCOPE, USER_STATE } from '../names.ts';

const State = ({ state }: { readonly state: UserRow['state'] }): ReactElement => (
  <Tag tone={USER_STATE[state]?.tone ?? 'neutral'}>{USER_STATE[state]?.name ?? state}</Tag>
);

const roleNames = (row: UserRow): string => row.roles?.map((role) => role.roleName).join('、') || '—';

/** What is asked for most stands first, so that it shows without scrolling. */
const columns = (onOpen: (row: UserRow) => void): TableColumnsType<UserRow> => [
  {
    title: '姓名',
    dataIndex: 'UserName',
    width: 84,
    fixed: 'start',
    render: (_, row) => (
      <Button type="link" size="small" className="cell-link" onClick={() => onOpen(row)}>
        {row.UserName}
      </Button>
    ),
  },
  { title: '状态', dataIndex: 'state', width: 84, render: (value: UserRow['state']) => <State state={value} /> },
  { title: '账号', dataIndex: 'account', width: 136, ellipsis: true },
  { title: '部门', dataIndex: 'deptName', width: 116, ellipsis: true, render: (value: string | null) => value ?? '—' },
  { title: '岗位', dataIndex: 'position', width: 104, ellipsis: true, render: (value: string | null) => value ?? '—' },
  { title: '角色', key: 'roles', width: 128, ellipsis: true, render: (_, row) => roleNames(row) },
  { title: '项目数', dataIndex: 'projectCount', width: 68, align: 'right', render: (value?: number) => value ?? '—' },
  { title: '在线', dataIndex: 'online', width: 60, render: (value?: boolean) => (value ? '在线' : '—') },
  { title: '工号', dataIndex: 'jobNo', width: 96, render: (value: string | null) => value ?? '—' },
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
];

interface Props {
  readonly rows: readonly UserRow[];
  readonly pending: boolean;
  readonly emptyText: string;
  readonly paging: TablePaginationConfig;
  readonly onOpen: (row: UserRow) => void;
}

/** On a phone a person is a card, not a row of fifteen cells. */
const Cards = ({ rows, pending, emptyText, paging, onOpen }: Props): ReactElement => {
  if (pending) return <SkeletonDelay rows={6} />;
  if (rows.length === 0) return <EmptyHint text={emptyText} />;
  return (
    <>
      <ul className="person-cards">
        {rows.map((row) => (
          <li key={row.UserId}>
            <button type="button" className="surface" onClick={() => onOpen(row)}>
              <span className="person-card-head">
                <strong>{row.UserName}</strong>
                <State state={row.state} />
              </span>
              <span>{[row.deptName, row.position].filter(Boolean).join(' · ') || '—'}</span>
              <small>
                {row.account} · {roleNames(row)} · {row.projectCount ?? 0} 个项目{row.online ? ' · 在线' : ''}
              </small>
            </button>
          </li>
        ))}
      </ul>
      <Pagination {...paging} size="small" align="center" showSizeChanger={false} />
    </>
  );
};

/** The people found: a table, or cards where there is no room for one. */
export const UserTable = (props: Props): ReactElement => {
  const { rows, pending, emptyText, paging, onOpen } = props;
  if (Grid.useBreakpoint().md === false) return <Cards {...props} />;
  return (
    <Table<UserRow>
      size="small"
      className="surface-table"
      rowKey="UserId"
      loading={{ spinning: pending, delay: 200 }}
      columns={columns(onOpen)}
      dataSource={[...rows]}
      scroll={{ x: 'max-content' }}
      tableLayout="fixed"
      locale={{ emptyText: <EmptyHint text={emptyText} /> }}
      pagination={paging}
    />
  );
};
