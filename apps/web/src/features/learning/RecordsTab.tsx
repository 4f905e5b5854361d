import { trainResourcesExport, trainResourcesRecords } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { formatDateTime } from '../../lib/format.ts';
import { can } from '../../lib/permission.ts';
import { keepPrevious } from '../../lib/query.ts';
import { EmptyHint, ErrorRetry } from '../../ui/feedback.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { LESSONS, LIBRARY } from './common.ts';

/** Who learnt what, for those who keep the library. */
export const RecordsTab = ({
  ask,
}: {
  readonly ask: { readonly category?: string; readonly Keyword?: string };
}): ReactElement => {
  const [paging, setPaging] = useState({ PageIndex: 1, PageSize: 20 });
  const list = useQuery({
    queryKey: [LESSONS, 'records', ask, paging],
    queryFn: ({ signal }) => callApi(trainResourcesRecords, { ...ask, ...paging }, { signal }),
    placeholderData: keepPrevious,
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  const dash = (value: string | null) => value ?? '—';
  return (
    <>
      {can(LIBRARY, 'export') ? (
        <div className="lesson-tools">
          <Button onClick={() => void download('POST', trainResourcesExport.path, ask, { name: '学习记录.xlsx' })}>
            导出
          </Button>
        </div>
      ) : null}
      <Table
        size="small"
        rowKey="id"
        loading={{ spinning: list.isPending, delay: 200 }}
        dataSource={list.data?.rows ?? []}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyHint text="还没有学习记录" /> }}
        pagination={{
          current: paging.PageIndex,
          pageSize: paging.PageSize,
          total: list.data?.total ?? 0,
          showTotal: (total) => `共 ${total} 条`,
          onChange: (PageIndex, PageSize) => setPaging({ PageIndex, PageSize }),
        }}
        columns={[
          { title: '姓名', dataIndex: 'name', fixed: 'start' },
          { title: '项目', dataIndex: 'projects', ellipsis: true, width: 180, render: dash },
          {
            title: '资料',
            dataIndex: 'title',
            render: (value: string, row) => (
              <>
                {value} {row.old ? <Tag tone="warn">旧版</Tag> : null}
              </>
            ),
          },
          { title: '进度（%）', dataIndex: 'percent', align: 'right' },
          { title: '有效时长（分钟）', dataIndex: 'minutes', align: 'right' },
          { title: '测验（分）', dataIndex: 'score', align: 'right', render: dash },
          { title: '次数', dataIndex: 'exams', align: 'right' },
          { title: '必修截止', dataIndex: 'due', render: dash },
          {
            title: '完成时间',
            dataIndex: 'finishedAt',
            render: (value: string | null) => (value ? formatDateTime(value) : '—'),
          },
          { title: '计入学时', dataIndex: 'hours', align: 'right' },
        ]}
      />
    </>
  );
};
