import { deptDetail, deptSave } from '@hengneng/contracts';
import { CHILD_COMPANY_DEPT, COMPANY_DEPT, PROJECT_AREA_DEPT, shortCodeOf } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Table, Tabs } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { useQuestions } from '../../../ui/confirm.ts';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { DEPTS_CODE, USERS_CODE } from '../names.ts';
import { DeptForm } from './DeptForm.tsx';
import { MoveForm } from './MoveForm.tsx';

/** They carry the company's structure: neither moved nor merged nor closed. */
const FIXED: readonly string[] = [COMPANY_DEPT, PROJECT_AREA_DEPT, CHILD_COMPANY_DEPT];
const STAFF = '/formFlow/statisticalAnalysis/personnelAnalysis';
/** What stands directly below the company stays there; it can still be merged. */
const MOVABLE_FROM = 5;

/** One department: who and what belongs to it, how it came to be as it is, and what can be done with it. */
export const DeptPanel = ({
  deptId,
  childless,
  onChosen,
}: {
  readonly deptId: string;
  /** Nothing stands below it, in service or not. */
  readonly childless: boolean;
  readonly onChosen: (deptId: string) => void;
}): ReactElement => {
  const modal = useQuestions();
  const [dialog, setDialog] = useState<'new' | 'edit' | 'move' | 'merge' | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['dept', 'one', deptId],
    queryFn: ({ signal }) => callApi(deptDetail, { T_OutSideDeptId: deptId }, { signal }),
    staleTime: 0,
  });
  const setState = useWrite(deptSave, { said: '已保存', renews: ['dept'] });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonDelay />;
  const disabled = data.state === 'disabled';
  const fixed = FIXED.includes(deptId);
  const own = data.members.filter((one) => one.T_OutSideDeptId === deptId).length;
  const switchState = async () => {
    const sure = await modal.confirm({
      title: disabled ? '启用部门' : '停用部门',
      content: `确定${disabled ? '启用' : '停用'}「${data.T_OutSideDeptName}」吗`,
      okText: '确定',
      cancelText: '取消',
    });
    if (sure) setState.mutate({ T_OutSideDeptId: deptId, state: disabled ? 'active' : 'disabled' });
  };
  return (
    <>
      <header className="panel-head">
        <h2>
          {data.T_OutSideDeptName}
          <small>{data.T_OutSideDeptId}</small>
          {disabled ? <Tag>停用</Tag> : null}
        </h2>
        <div className="action-row">
          {canOpen(shortCodeOf(STAFF)) ? <Link to={`${STAFF}?dept=${deptId}`}>人员分析</Link> : null}
          {can(DEPTS_CODE, 'add') && data.nextId !== null && !disabled ? (
            <Button type="primary" onClick={() => setDialog('new')}>
              新建下级
            </Button>
          ) : null}
          {can(DEPTS_CODE, 'edit') ? (
            <>
              <Button onClick={() => setDialog('edit')}>修改</Button>
              {fixed || disabled || deptId.length <= MOVABLE_FROM ? null : (
                <Button onClick={() => setDialog('move')}>移动</Button>
              )}
              {fixed || disabled ? null : <Button onClick={() => setDialog('merge')}>合并</Button>}
            </>
          ) : null}
          {can(DEPTS_CODE, 'delete') && !fixed ? (
            <Button danger={!disabled} loading={setState.isPending} onClick={() => void switchState()}>
              {disabled ? '启用' : '停用'}
            </Button>
          ) : null}
        </div>
      </header>
      <Descriptions
        size="small"
        column={{ xs: 2, sm: 4 }}
        items={[
          { key: 'manager', label: '负责人', children: data.managerName ?? '—' },
          {
            key: 'establishment',
            label: '编制',
            children: data.establishment === null ? '—' : `${data.establishment} 人`,
          },
          {
            key: 'users',
            label: '在职人数',
            children: canOpen(USERS_CODE) ? (
              <Link to={`/system/users?dept=${deptId}`}>{data.users} 人</Link>
            ) : (
              `${data.users} 人`
            ),
          },
          { key: 'projects', label: '在管项目', children: `${data.projects} 个` },
        ]}
      />
      {childless ? <p className="hint">该部门没有下级</p> : null}
      <Tabs
        items={[
          {
            key: 'members',
            label: `成员 ${data.users}`,
            children: (
              <>
                {data.users === 0 ? null : (
                  <p className="hint">
                    本级 {own} 人，下级部门 {data.users - own} 人
                    {data.members.length < data.users ? `；这里列出前 ${data.members.length} 人，其余见用户管理` : ''}
                  </p>
                )}
                <Table
                  size="small"
                  rowKey="UserId"
                  dataSource={data.members}
                  pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
                  scroll={{ x: 'max-content' }}
                  locale={{ emptyText: <EmptyHint text="该部门没有人员" /> }}
                  columns={[
                    { title: '姓名', dataIndex: 'UserName' },
                    { title: '账号', dataIndex: 'account' },
                    { title: '岗位', dataIndex: 'position', render: (value: string | null) => value ?? '—' },
                    {
                      title: '部门',
                      dataIndex: 'deptName',
                      render: (value: string | null, { T_OutSideDeptId: of }) =>
                        of === deptId ? <Tag>本级</Tag> : (value ?? '—'),
                    },
                  ]}
                />
              </>
            ),
          },
          {
            key: 'projects',
            label: `项目 ${data.projectRows.length}`,
            children: (
              <Table
                size="small"
                rowKey="ProjectCode"
                dataSource={data.projectRows}
                pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
                scroll={{ x: 'max-content' }}
                locale={{ emptyText: <EmptyHint text="该部门没有项目" /> }}
                columns={[
                  { title: '编码', dataIndex: 'ProjectCode' },
                  { title: '项目', dataIndex: 'ProjectName' },
                  { title: '状态', dataIndex: 'stateName' },
                ]}
              />
            ),
          },
          {
            key: 'changes',
            label: '变更史',
            children: (
              <Table
                size="small"
                rowKey={(row) => `${row.at} ${row.kind} ${row.newValue ?? ''}`}
                dataSource={data.changes}
                pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
                scroll={{ x: 'max-content' }}
                locale={{ emptyText: <EmptyHint text="没有变更" /> }}
                columns={[
                  { title: '时间', dataIndex: 'at', render: (value: string) => formatDateTime(value) },
                  { title: '动作', dataIndex: 'label' },
                  { title: '原', dataIndex: 'oldValue', render: (value: string | null) => value ?? '—' },
                  { title: '新', dataIndex: 'newValue', render: (value: string | null) => value ?? '—' },
                  { title: '操作人', dataIndex: 'by', render: (value: string | null) => value ?? '系统' },
                  {
                    title: '生效日',
                    key: 'effectiveOn',
                    render: (_, row) => `${row.effectiveOn}${row.applied ? '' : '（待生效）'}`,
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {dialog === 'new' || dialog === 'edit' ? (
        <DeptForm dept={data} mode={dialog} onClose={() => setDialog(null)} onSaved={onChosen} />
      ) : null}
      {dialog === 'move' || dialog === 'merge' ? (
        <MoveForm dept={data} start={dialog} onClose={() => setDialog(null)} onMoved={onChosen} />
      ) : null}
    </>
  );
};
