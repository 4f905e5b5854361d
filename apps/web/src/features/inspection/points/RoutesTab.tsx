import { perambulateRouteIndex, type RouteRow } from '@hengneng/contracts';
import type { PointKind } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { keepPrevious } from '../../../lib/query.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { NameCell } from './NameCell.tsx';
import { POINT_SET } from './common.ts';
import { POINTS } from './queries.ts';
import { RouteForm } from './RouteForm.tsx';

/** Routes of a project, or of all that the person sees. */
export const RoutesTab = ({
  project,
  kind,
  state,
}: {
  readonly project: string | undefined;
  readonly kind: PointKind | undefined;
  readonly state: '启用' | '停用' | undefined;
}): ReactElement => {
  const [page, setPage] = useState(1);
  const [editing, setEditing] = useState<RouteRow | 'new' | null>(null);
  const query = { project, kind, state, PageIndex: page, PageSize: 20 };
  const list = useQuery({
    queryKey: [POINTS, 'routeList', query],
    queryFn: ({ signal }) => callApi(perambulateRouteIndex, query, { signal }),
    placeholderData: keepPrevious,
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <div className="point-tools">
        {can(POINT_SET, 'add') ? (
          <Button
            type="primary"
            disabled={project === undefined}
            title={project ? '' : '请先选择项目'}
            onClick={() => setEditing('new')}
          >
            新增路线
          </Button>
        ) : null}
      </div>
      <Table<RouteRow>
        size="small"
        rowKey="id"
        loading={{ spinning: list.isPending, delay: 200 }}
        dataSource={list.data?.rows ?? []}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyHint text="还没有巡检路线" /> }}
        pagination={{
          current: page,
          pageSize: 20,
          total: list.data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPage,
        }}
        columns={[
          {
            title: '名称',
            dataIndex: 'name',
            fixed: 'start',
            render: (value: string, row) => <NameCell name={value} onOpen={() => setEditing(row)} />,
          },
          { title: '项目', dataIndex: 'projectName' },
          { title: '类别', dataIndex: 'kind' },
          { title: '点数', dataIndex: 'pointCount', align: 'right' },
          { title: '顺序约束', dataIndex: 'ordered', render: (value: boolean) => (value ? '按顺序' : '不限') },
          {
            title: '标准用时（分钟）',
            dataIndex: 'minutes',
            align: 'right',
            render: (value: number | null) => value ?? '—',
          },
          {
            title: '适用巡检类别',
            dataIndex: 'inspectTypes',
            render: (value: string[], row) =>
              row.kind === '值班巡查' ? '—' : value.length === 0 ? '全部' : value.join('、'),
          },
          {
            title: '状态',
            dataIndex: 'state',
            render: (value: string) => <Tag tone={value === '启用' ? 'good' : 'warn'}>{value}</Tag>,
          },
        ]}
      />
      {editing !== null ? (
        <RouteForm
          project={editing === 'new' ? (project ?? '') : editing.project}
          route={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  );
};
