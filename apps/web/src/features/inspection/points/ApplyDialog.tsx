import { perambulatePointCopy, perambulateStandardIndex } from '@hengneng/contracts';
import type { PointKind } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Select, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { ItemsTable } from './ItemsTable.tsx';
import { POINTS, useRoutes } from './queries.ts';

/** Standards of the library into a project, each as a new point. */
export const ApplyDialog = ({
  project,
  kind,
  onClose,
}: {
  readonly project: string;
  readonly kind: PointKind;
  readonly onClose: () => void;
}): ReactElement => {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [route, setRoute] = useState<string | undefined>(undefined);
  const routes = useRoutes(project);
  const library = useQuery({
    queryKey: [POINTS, 'library', kind, 'offered'],
    queryFn: ({ signal }) => callApi(perambulateStandardIndex, { kind, state: '启用', PageSize: 200 }, { signal }),
  });
  const apply = useWrite(perambulatePointCopy, {
    said: ({ count }) => `已套用${count}个标准`,
    renews: [POINTS],
    onRenewed: onClose,
  });
  return (
    <AppModal
      title="从标准库套用"
      width={760}
      okText={chosen.length > 0 ? `套用 ${chosen.length} 个` : '套用'}
      confirmLoading={apply.isPending}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() =>
        apply.mutate({ standards: [...chosen], projects: [project], ...(route === undefined ? {} : { route }) })
      }
      onCancel={onClose}
    >
      <div className="filter-bar">
        <Select
          allowClear
          className="filter-wide"
          aria-label="放到路线"
          placeholder="放到路线（不选则放到标准路线）"
          value={route ?? null}
          options={(routes.data?.rows ?? [])
            .filter((one) => one.kind === kind)
            .map((one) => ({ value: one.id, label: one.name }))}
          onChange={(value: string | null) => setRoute(value ?? undefined)}
        />
      </div>
      {library.error ? (
        <ErrorRetry error={library.error} onRetry={() => void library.refetch()} />
      ) : (
        <Table
          size="small"
          rowKey="id"
          loading={{ spinning: library.isPending, delay: 200 }}
          dataSource={library.data?.rows ?? []}
          pagination={false}
          scroll={{ y: 380, x: 'max-content' }}
          locale={{ emptyText: <EmptyHint text="标准库里还没有这类标准" /> }}
          rowSelection={{ selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)) }}
          expandable={{ expandedRowRender: (row) => <ItemsTable items={row.items} /> }}
          columns={[
            { title: '名称', dataIndex: 'name' },
            { title: '部位', dataIndex: 'area' },
            { title: '检查项（项）', key: 'items', align: 'right', render: (_, row) => row.items.length },
            { title: '分值（分）', dataIndex: 'score', align: 'right' },
            { title: '频次', dataIndex: 'frequency' },
          ]}
        />
      )}
    </AppModal>
  );
};
