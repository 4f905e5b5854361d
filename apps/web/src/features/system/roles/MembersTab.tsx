import { joinedHow, roleSaveMembers, roleUsers } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, DatePicker, Table } from 'antd';
import type { Dayjs } from 'dayjs';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { useQuestions } from '../../../ui/confirm.ts';
import { callApi } from '../../../lib/api.ts';
import { canOpen } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { USERS_CODE } from '../names.ts';
import { UserSelect } from '../pickers.tsx';
import { PostsCard } from './PostsCard.tsx';

/** Who holds a role. */
export const MembersTab = ({
  roleId,
  roleCode,
  editable,
}: {
  readonly roleId: string;
  readonly roleCode: string;
  readonly editable: boolean;
}): ReactElement => {
  const modal = useQuestions();
  const [picked, setPicked] = useState<string | undefined>();
  const [term, setTerm] = useState<readonly [Dayjs | null, Dayjs | null]>([null, null]);
  const { data, error, refetch } = useQuery({
    queryKey: ['roles', 'members', roleId],
    queryFn: ({ signal }) => callApi(roleUsers, { roleId }, { signal }),
  });
  const save = useWrite(roleSaveMembers, {
    said: '成员已保存',
    onDone: () => {
      setPicked(undefined);
      setTerm([null, null]);
    },
    renews: ['roles', 'users'],
  });
  const remove = async (row: { readonly UserId: string; readonly UserName: string; readonly post: string | null }) => {
    const sure = await modal.confirm({
      title: '移除成员',
      content:
        row.post === null
          ? `${row.UserName} 将失去该角色的权限。`
          : `${row.UserName} 因岗位「${row.post}」仍有该角色，只是不再是直接加入。`,
      okText: '移除',
      cancelText: '取消',
    });
    if (sure) save.mutate({ roleId, remove: [row.UserId] });
  };
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay />;
  return (
    <>
      {roleCode === 'admin' ? null : <PostsCard roleId={roleId} editable={editable} />}
      {editable ? (
        <div className="filter-bar">
          <div className="filter-wide">
            <UserSelect
              label="添加成员"
              placeholder="按姓名、账号、拼音查找"
              {...(picked === undefined ? {} : { value: picked })}
              onChange={setPicked}
            />
          </div>
          <DatePicker.RangePicker
            allowEmpty
            placeholder={['即日起', '不限']}
            aria-label="起止日期"
            value={[...term]}
            onChange={(range) => setTerm([range?.[0] ?? null, range?.[1] ?? null])}
          />
          <Button
            disabled={picked === undefined}
            loading={save.isPending}
            onClick={() => {
              if (picked === undefined) return;
              const [from, to] = term.map((day) => day?.format('YYYY-MM-DD') ?? '');
              save.mutate({ roleId, add: [{ userId: picked, from: from ?? '', to: to ?? '' }] });
            }}
          >
            添加
          </Button>
        </div>
      ) : null}
      <Table
        size="small"
        rowKey="UserId"
        dataSource={data}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyHint text="该角色还没有成员" /> }}
        columns={[
          {
            title: '姓名',
            dataIndex: 'UserName',
            render: (name: string, row) =>
              canOpen(USERS_CODE) ? <Link to={`/system/users?user=${row.UserId}`}>{name}</Link> : name,
          },
          { title: '账号', dataIndex: 'account' },
          { title: '部门', dataIndex: 'deptName', render: (value: string | null) => value ?? '—' },
          {
            title: '加入方式',
            key: 'how',
            render: (_, row) => joinedHow(row),
          },
          {
            title: '起止',
            key: 'term',
            render: (_, row) => `${row.from ?? '即日起'} 至 ${row.to ?? '不限'}${row.current ? '' : '（当前不生效）'}`,
          },
          ...(editable
            ? [
                {
                  title: '操作',
                  key: 'remove',
                  width: 80,
                  render: (_: unknown, row: (typeof data)[number]) =>
                    row.direct ? (
                      <Button
                        type="link"
                        size="small"
                        className="cell-link"
                        aria-label={`移除 ${row.UserName}`}
                        onClick={() => void remove(row)}
                      >
                        移除
                      </Button>
                    ) : (
                      <small>随岗位</small>
                    ),
                },
              ]
            : []),
        ]}
      />
      {canOpen(USERS_CODE) ? <Link to={`/system/users?role=${roleCode}`}>在用户管理中查看这些人</Link> : null}
    </>
  );
};
