import { patrolPointIndex, perambulatePointExport, perambulatePointIndex, type PointRow } from '@hengneng/contracts';
import type { INSPECTION_AREAS, PointKind } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Button, Table, type TableColumnsType } from 'antd';
import { type ReactElement, useState } from 'react';
import { useQuestions } from '../../../ui/confirm.ts';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { can } from '../../../lib/permission.ts';
import { keepPrevious } from '../../../lib/query.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { ApplyDialog } from './ApplyDialog.tsx';
import { POINT_SET } from './common.ts';
import { CopyDialog } from './CopyDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { ItemsTable } from './ItemsTable.tsx';
import { LabelsDialog } from './LabelsDialog.tsx';
import { POINTS } from './queries.ts';
import { usePointActions } from './usePointActions.ts';

export interface PointFilters {
  readonly project?: string | undefined;
  readonly route?: string | undefined;
  readonly pointArea?: (typeof INSPECTION_AREAS)[number] | undefined;
  readonly state?: '启用' | '停用' | undefined;
  readonly Keyword?: string | undefined;
}

/** The project stands in its own column only where there are several. */
const columns = (onOpen: (id: string) => void, several: boolean): TableColumnsType<PointRow> => [
  {
    title: '点位编码',
    dataIndex: 'code',
    fixed: 'start',
    sorter: true,
    render: (value: string, row) => (
      <Button type="link" size="small" className="cell-link" onClick={() => onOpen(row.id)}>
        {value}
      </Button>
    ),
  },
  { title: '名称', dataIndex: 'name', sorter: true },
  { title: '部位', dataIndex: 'area', sorter: true },
  ...(several ? [{ title: '项目', dataIndex: 'projectName' }] : []),
  { title: '路线', dataIndex: 'routeName', render: (value: string | null) => value ?? '—' },
  { title: '关联设备', dataIndex: 'deviceName', render: (value: string | null) => value ?? '—' },
  { title: '检查项目（项）', key: 'items', align: 'right', render: (_, row) => row.items.length },
  { title: '分值（分）', dataIndex: 'score', align: 'right', sorter: true },
  {
    title: '定位与允许偏差（m）',
    key: 'place',
    align: 'right',
    render: (_, row) => (row.locating ? `${row.lat === null ? '未标定，' : ''}${row.radius ?? '—'}` : '关闭'),
  },
  {
    title: '二维码版本',
    dataIndex: 'qrVersion',
    align: 'right',
    sorter: true,
    render: (value: number) => (value === 0 ? '未打印' : value),
  },
  { title: '频次', dataIndex: 'frequency', render: (value: string | null) => value ?? '—' },
  { title: '必拍照', dataIndex: 'photoNeeded', render: (value: boolean) => (value ? '是' : '否') },
  {
    title: '启用',
    dataIndex: 'state',
    render: (value: string) => <Tag tone={value === '启用' ? 'good' : 'warn'}>{value}</Tag>,
  },
];

/** Points of one kind: found, opened, taken out of use, copied, printed, brought in from a sheet. */
export const PointsTab = ({
  kind,
  filters,
  onOpen,
  onNew,
}: {
  readonly kind: PointKind;
  readonly filters: PointFilters;
  readonly onOpen: (id: string) => void;
  readonly onNew: () => void;
}): ReactElement => {
  const modal = useQuestions();
  const [paging, setPaging] = useState({ page: 1, size: 20 });
  const [sort, setSort] = useState<{ SortField?: string; SortOrder?: 'asc' | 'desc' }>({});
  const [chosen, setChosen] = useState<readonly PointRow[]>([]);
  const [dialog, setDialog] = useState<'apply' | 'copy' | 'labels' | 'import' | null>(null);
  const { state } = usePointActions();
  const { project } = filters;
  const ask = { ...filters, ...sort };
  const list = useQuery({
    queryKey: [POINTS, 'list', kind, ask, paging],
    queryFn: ({ signal }) => {
      const input = { ...ask, PageIndex: paging.page, PageSize: paging.size };
      return kind === '值班巡查'
        ? callApi(patrolPointIndex, input, { signal })
        : callApi(perambulatePointIndex, { ...input, kind }, { signal });
    },
    placeholderData: keepPrevious,
  });
  const needsProject = project === undefined;
  const hint = needsProject ? '请先选择项目' : '';
  const applyButton = can(POINT_SET, 'add') ? (
    <Button disabled={needsProject} title={hint} onClick={() => setDialog('apply')}>
      从标准库套用
    </Button>
  ) : null;
  const stop = async () => {
    const sure = await modal.confirm({
      title: '停用巡检点',
      content: `停用选中的 ${chosen.length} 个点，已有记录不变。`,
      okText: '停用',
      cancelText: '取消',
    });
    if (sure) state.mutate({ ids: chosen.map((one) => one.id), to: '停用' }, { onSuccess: () => setChosen([]) });
  };
  return (
    <>
      <div className="point-tools">
        {can(POINT_SET, 'add') ? (
          <Button type="primary" disabled={needsProject} title={hint} onClick={onNew}>
            新增{kind === '公司巡检' ? '巡检点' : '巡查点'}
          </Button>
        ) : null}
        {applyButton}
        {can(POINT_SET, 'import') ? (
          <Button disabled={needsProject} title={hint} onClick={() => setDialog('import')}>
            导入
          </Button>
        ) : null}
        {can(POINT_SET, 'export') ? (
          <Button
            onClick={() =>
              void download('POST', perambulatePointExport.path, { ...ask, kind }, { name: '巡检点.xlsx' })
            }
          >
            导出
          </Button>
        ) : null}
        {chosen.length > 0 ? (
          <>
            {can(POINT_SET, 'download') ? <Button onClick={() => setDialog('labels')}>打印二维码</Button> : null}
            {can(POINT_SET, 'associatedProject') ? <Button onClick={() => setDialog('copy')}>复制到项目</Button> : null}
            {can(POINT_SET, 'delete') ? (
              <Button danger loading={state.isPending} onClick={() => void stop()}>
                停用
              </Button>
            ) : null}
            <small className="hint">已选 {chosen.length} 个</small>
          </>
        ) : needsProject && can(POINT_SET, 'add') ? (
          <small className="hint">新增、套用和导入请先选择项目</small>
        ) : null}
      </div>
      {list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Table<PointRow>
          size="small"
          rowKey="id"
          loading={{ spinning: list.isPending, delay: 200 }}
          dataSource={list.data?.rows ?? []}
          columns={columns(onOpen, needsProject)}
          scroll={{ x: 'max-content' }}
          expandable={{ expandedRowRender: (row) => <ItemsTable items={row.items} /> }}
          rowSelection={{
            selectedRowKeys: chosen.map((one) => one.id),
            preserveSelectedRowKeys: true,
            onChange: (_, rows) => setChosen(rows),
          }}
          locale={{
            emptyText: (
              <EmptyHint
                text={needsProject ? '没有符合条件的巡检点' : '该项目还没有巡检点'}
                action={needsProject ? null : applyButton}
              />
            ),
          }}
          onChange={(_, __, sorter) => {
            const by = Array.isArray(sorter) ? sorter[0] : sorter;
            setSort(
              by?.order && typeof by.field === 'string'
                ? { SortField: by.field, SortOrder: by.order === 'ascend' ? 'asc' : 'desc' }
                : {},
            );
          }}
          pagination={{
            current: paging.page,
            pageSize: paging.size,
            total: list.data?.total ?? 0,
            showSizeChanger: true,
            showTotal: (total) => `共 ${total} 个点`,
            onChange: (page, size) => setPaging({ page, size }),
          }}
        />
      )}
      {dialog === 'apply' && project ? (
        <ApplyDialog project={project} kind={kind} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'import' && project ? <ImportDialog project={project} onClose={() => setDialog(null)} /> : null}
      {dialog === 'copy' ? <CopyDialog points={chosen} onClose={() => setDialog(null)} /> : null}
      {dialog === 'labels' ? <LabelsDialog points={chosen} onClose={() => setDialog(null)} /> : null}
    </>
  );
};
