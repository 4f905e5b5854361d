import type { MeterRow } from '@hengneng/contracts';
import { Button, Table } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { DrawerActions } from '../../../ui/FormDrawer.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { useMeter } from '../common.ts';
import { SCREEN } from './shared.ts';

const EXCHANGE = 'operationContent.handleRecord.deviceReplaceRecord';

/** One meter with what it was multiplied by, what hung there, and what was read last. */
export const MeterDetail = ({
  meter,
  onEdit,
  onClose,
}: {
  readonly meter: MeterRow;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}): ReactElement => {
  const navigate = useNavigate();
  const info = useMeter(meter.Id);
  return (
    <AppDrawer
      width={760}
      title={`${meter.DeviceCode} ${meter.Name}`}
      onClose={onClose}
      footer={
        <DrawerActions>
          {canOpen(EXCHANGE) ? (
            <Button
              onClick={() =>
                navigate(
                  `/operationContent/handleRecord/deviceReplaceRecord?ProjectCode=${meter.ProjectCode}&DeviceId=${meter.Id}`,
                )
              }
            >
              换表记录
            </Button>
          ) : null}
          {can(SCREEN, 'edit') ? (
            <Button type="primary" onClick={onEdit}>
              修改
            </Button>
          ) : null}
        </DrawerActions>
      }
    >
      {info.error ? (
        <ErrorRetry error={info.error} onRetry={() => void info.refetch()} />
      ) : info.data === undefined ? (
        <SkeletonDelay />
      ) : (
        <>
          <h3>倍率</h3>
          <Table
            size="small"
            rowKey={(row) => `${row.From} ${row.Ratio} ${row.State}`}
            pagination={false}
            scroll={{ x: 'max-content' }}
            dataSource={info.data.Ratios}
            columns={[
              { title: '生效时刻', dataIndex: 'From', render: formatDateTime },
              { title: 'CT', dataIndex: 'CT' },
              { title: 'PT', dataIndex: 'PT' },
              { title: '倍率', dataIndex: 'Ratio', align: 'right', render: (value: string) => formatDecimal(value) },
              { title: '原因', dataIndex: 'Reason' },
              { title: '状态', dataIndex: 'State' },
            ]}
          />
          <h3>装用</h3>
          <Table
            size="small"
            rowKey="From"
            pagination={false}
            scroll={{ x: 'max-content' }}
            dataSource={info.data.Installs}
            columns={[
              { title: '表号', dataIndex: 'MeterNo' },
              { title: '装用', dataIndex: 'From', render: formatDateTime },
              {
                title: '拆除',
                dataIndex: 'To',
                render: (value: string | null) => (value === null ? '在用' : formatDateTime(value)),
              },
              {
                title: '起码',
                dataIndex: 'First',
                render: (value: Record<string, string>) => formatDecimal(value['total']),
              },
              {
                title: '止码',
                dataIndex: 'Last',
                render: (value: Record<string, string>) => formatDecimal(value['total']),
              },
              { title: '单号', dataIndex: 'Document', render: (value: string) => value || '—' },
            ]}
          />
          <h3>最近读数</h3>
          <Table
            size="small"
            rowKey={(row) => `${row.Register} ${row.At} ${row.Flag}`}
            pagination={false}
            scroll={{ x: 'max-content' }}
            dataSource={info.data.Readings}
            locale={{ emptyText: '还没有读数' }}
            columns={[
              { title: '时刻', dataIndex: 'At', render: formatDateTime },
              { title: '示数项', dataIndex: 'Register' },
              { title: '读数', dataIndex: 'Value', align: 'right', render: (value: string) => formatDecimal(value) },
              { title: '品质', dataIndex: 'Flag' },
            ]}
          />
        </>
      )}
    </AppDrawer>
  );
};
