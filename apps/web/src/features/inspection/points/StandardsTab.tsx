import { perambulateStandardIndex, type StandardRow } from '@hengneng/contracts';
import type { INSPECTION_AREAS, PointKind } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { can } from '../../../lib/permission.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { NameCell } from './NameCell.tsx';
import { POINT_SET } from './common.ts';
import { ItemsTable } from './ItemsTable.tsx';
import { POINTS } from './queries.ts';
import { StandardForm } from './StandardForm.tsx';

/** The library that projects take their points from. */
export const StandardsTab = (filters: {
  readonly kind: PointKind | undefined;
  readonly pointArea: (typeof INSPECTION_AREAS)[number] | undefined;
  readonly state: '启用' | '停用' | undefined;
}): ReactElement => {
  const [editing, setEditing] = useState<StandardRow | 'new' | null>(null);
  const list = useQuery({
    queryKey: [POINTS, 'library', filters],
    queryFn: ({ signal }) => callApi(perambulateStandardIndex, { ...filters, PageSize: 500 }, { signal }),
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <div className="point-tools">
        {can(POINT_SET, 'add') ? (
          <Button type="primary" onClick={() => setEditing('new')}>
            新增标准
          </Button>
        ) : null}
        <small className="hint">套用时各项目得到自己的一份，之后在这里的修改不影响已套用的点</small>
      </div>
      <Table<StandardRow>
        size="small"
        rowKey="id"
        loading={{ spinning: list.isPending, delay: 200 }}
        dataSource={list.data?.rows ?? []}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyHint text="没有符合条件的标准" /> }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        expandable={{ expandedRowRender: (row) => <ItemsTable items={row.items} /> }}
        columns={[
          {
            title: '名称',
            dataIndex: 'name',
            render: (value: string, row) => <NameCell name={value} onOpen={() => setEditing(row)} />,
          },
          { title: '类别', dataIndex: 'kind' },
          { title: '部位', dataIndex: 'area' },
          { title: '检查项（项）', key: 'items', align: 'right', render: (_, row) => row.items.length },
          { title: '分值（分）', dataIndex: 'score', align: 'right' },
          { title: '频次', dataIndex: 'frequency' },
          { title: '必拍照', dataIndex: 'photoNeeded', render: (value: boolean) => (value ? '是' : '否') },
          {
            title: '状态',
            dataIndex: 'state',
            render: (value: string) => <Tag tone={value === '启用' ? 'good' : 'warn'}>{value}</Tag>,
          },
        ]}
      />
      {editing !== null ? (
        <StandardForm standard={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </>
  );
};
