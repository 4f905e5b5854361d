import { joinedHow, type OutputOf, roleSaveMembers, roleUsers } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { useQuestions } from '../../../ui/confirm.ts';
import { callApi } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { canOpen } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { CardTable } from '../../../ui/CardTable.tsx';
import { type DayEnds, DayRange } from '../../../ui/DayRange.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { USERS_CODE } from '../names.ts';
import { UserSelect } from '../pickers.tsx';
import { PostsCard } from './PostsCard.tsx';

type Member = OutputOf<typeof roleUsers>[number];
const PAGE = 20;

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
  const [term, setTerm] = useState<DayEnds>([null, null]);
  const [wanted, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['roles', 'members', roleId],
    queryFn: ({ signal }) => callApi(roleUsers, { roleId }, { signal }),
  });
  const save = useWrite(roleSaveMembers, {
    said: '成员已保存',
    onDone: ({ waiting }) => {
      if (waiting > 0)
        notify.warning(
          `移除的人员名下还有${waiting}件按该角色分派的待办，仍由其处理；不该再由其处理的，请办理离职交接移交`,
        );
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
  // The last of a page may have been taken out.
  const page = Math.min(wanted, Math.max(1, Math.ceil(data.length / PAGE)));
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
          <DayRange label="起止日期" placeholder={['即日起', '不限']} value={term} onChange={setTerm} />
          <Button
            disabled={picked === undefined}
            loading={save.isPending}
            onClick={() => {
              if (picked === undefined) return;
              const [from, to] = term;
              save.mutate({ roleId, add: [{ userId: picked, from: from ?? '', to: to ?? '' }] });
            }}
          >
            添加
          </Button>
        </div>
      ) : null}
      {data.length === 0 ? (
        <EmptyHint text="该角色还没有成员" />
      ) : (
        <CardTable<Member>
          label="成员"
          rowKey={(row) => row.UserId}
          rows={data.slice((page - 1) * PAGE, page * PAGE)}
          paging={{ index: page, size: PAGE, total: data.length, onChange: setPage }}
          columns={[
            {
              key: 'name',
              head: '姓名',
              main: true,
              show: ({ UserId, UserName }) =>
                canOpen(USERS_CODE) ? <Link to={`/system/users?user=${UserId}`}>{UserName}</Link> : UserName,
            },
            { key: 'account', head: '账号', show: (row) => row.account },
            { key: 'dept', head: '部门', show: (row) => row.deptName ?? '—' },
            { key: 'how', head: '加入方式', show: joinedHow },
            {
              key: 'term',
              head: '起止',
              show: (row) => `${row.from ?? '即日起'} 至 ${row.to ?? '不限'}${row.current ? '' : '（当前不生效）'}`,
            },
            ...(editable
              ? [
                  {
                    key: 'remove',
                    head: '操作',
                    acts: true,
                    show: (row: Member) =>
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
      )}
      {canOpen(USERS_CODE) ? <Link to={`/system/users?role=${roleCode}`}>在用户管理中查看这些人</Link> : null}
    </>
  );
};
