import { projectDeviceDelete, projectDeviceIndex, type ProjectDeviceRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Popconfirm, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { keepPrevious } from '../../../lib/query.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { FileLink } from '../../../ui/files/FileItem.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { THINGS } from '../common.ts';
import { DeviceForm } from './DeviceForm.tsx';
import { SCREEN, type Shown, STATE_TONES } from './shared.ts';

const PAGE_SIZE = 20;

/** 设备台账 */
export const DevicesTab = ({ filters }: { readonly filters: Shown }): ReactElement => {
  const [page, setPage] = useState({ for: '', at: 1 });
  const [editing, setEditing] = useState<ProjectDeviceRow | 'new' | null>(null);
  // Another choice begins at its first page.
  const choice = JSON.stringify(filters);
  const PageIndex = page.for === choice ? page.at : 1;
  const asked = { ...filters, PageIndex, PageSize: PAGE_SIZE };
  const list = useQuery({
    queryKey: [THINGS, 'devices', asked],
    queryFn: ({ signal }) => callApi(projectDeviceIndex, asked, { signal }),
    placeholderData: keepPrevious,
  });
  const remove = useWrite(projectDeviceDelete, { said: '已删除', renews: [THINGS] });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  const number = (value: string | null) => formatDecimal(value);
  return (
    <>
      {can(SCREEN, 'add') ? (
        <div className="things-tools">
          <Button
            type="primary"
            disabled={filters.ProjectCode === undefined}
            title={filters.ProjectCode ? '' : '请先选择项目'}
            onClick={() => setEditing('new')}
          >
            新增设备
          </Button>
        </div>
      ) : null}
      <Table<ProjectDeviceRow>
        size="small"
        rowKey="Id"
        loading={{ spinning: list.isPending, delay: 200 }}
        dataSource={list.data?.rows ?? []}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyHint text="没有设备：先建机房，再加主机，最后加表计" /> }}
        pagination={{
          current: PageIndex,
          pageSize: PAGE_SIZE,
          total: list.data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: (at) => setPage({ for: choice, at }),
        }}
        columns={[
          { title: '设备编号', dataIndex: 'DeviceCode', fixed: 'start' },
          {
            title: '名称',
            dataIndex: 'Name',
            // Whoever may not change it looks at it.
            render: (value: string, row) => (
              <Button type="link" className="cell-link" onClick={() => setEditing(row)}>
                {value}
              </Button>
            ),
          },
          { title: '类别', dataIndex: 'CategoryName' },
          { title: '型号', dataIndex: 'Model' },
          { title: '厂家', dataIndex: 'Maker' },
          { title: '机房', dataIndex: 'RoomName' },
          { title: '系统', dataIndex: 'SystemName', render: (value: string) => value || '—' },
          { title: '台号', dataIndex: 'No', render: (value: string) => value || '—' },
          { title: '额定制冷(kW)', dataIndex: 'Capacity', align: 'right', render: number },
          { title: '额定制热(kW)', dataIndex: 'Heating', align: 'right', render: number },
          { title: '额定功率(kW)', dataIndex: 'Power', align: 'right', render: number },
          { title: '出厂日期', dataIndex: 'MadeDate', render: (value: string | null) => value ?? '—' },
          { title: '投运日期', dataIndex: 'StartDate', render: (value: string | null) => value ?? '—' },
          { title: '累计运行(h)', dataIndex: 'RunHours', align: 'right', render: number },
          { title: '产权', dataIndex: 'Ownership', render: (value: string) => value || '—' },
          {
            title: '状态',
            dataIndex: 'State',
            render: (value: ProjectDeviceRow['State']) => <Tag tone={STATE_TONES[value]}>{value}</Tag>,
          },
          {
            title: '照片',
            dataIndex: 'Photo',
            render: (files: ProjectDeviceRow['Photo']) =>
              files.length === 0 ? '—' : files.map((file) => <FileLink key={file.URL} file={file} among={files} />),
          },
          {
            title: '操作',
            key: 'actions',
            render: (_, row) =>
              can(SCREEN, 'delete') ? (
                <Popconfirm title={`删除 ${row.Name}？`} okText="删除" onConfirm={() => remove.mutate({ Id: row.Id })}>
                  <Button type="link" danger size="small">
                    删除
                  </Button>
                </Popconfirm>
              ) : null,
          },
        ]}
      />
      {editing !== null ? (
        <DeviceForm
          project={editing === 'new' ? (filters.ProjectCode ?? '') : editing.ProjectCode}
          device={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  );
};
