import { FREQUENCIES, type MeterRow, type PendingMeter, pendingMeters } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { THINGS, useMeters } from '../common.ts';
import { MeterForm } from './MeterForm.tsx';
import { MeterDetail } from './MeterDetail.tsx';
import { SCREEN, type Shown, STATE_TONES } from './shared.ts';

const SOON_DAYS = 30;

/** Until when a meter is verified, said before it is too late. */
const Verified = ({ row }: { readonly row: MeterRow }): ReactElement => {
  if (row.VerifyTo === null || row.VerifyDays === null) return <>—</>;
  if (row.VerifyDays < 0) return <Tag tone="bad">{`检定已过期 ${-row.VerifyDays} 天，读数仅供参考`}</Tag>;
  return row.VerifyDays <= SOON_DAYS ? (
    <Tag tone="warn">{`${row.VerifyTo}，还有 ${row.VerifyDays} 天`}</Tag>
  ) : (
    <>{row.VerifyTo}</>
  );
};

/** Meters that a handover put into the ledger: what reading them needs is still to be said. */
const Pending = ({
  project,
  onTake,
}: {
  readonly project: string;
  readonly onTake: (meter: PendingMeter) => void;
}): ReactElement | null => {
  const list = useQuery({
    queryKey: [THINGS, 'pendingMeters', project],
    queryFn: ({ signal }) => callApi(pendingMeters, { ProjectCode: project }, { signal }),
  });
  const rows = list.data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="soft-box things-pending" aria-label="台账中待建的表计">
      <p>设备台账中有 {rows.length} 块表计还没有抄表属性，补全示数位数和能源类别后即可抄表：</p>
      <ul>
        {rows.map((row) => (
          <li key={row.DeviceId}>
            {row.Name} 表号 {row.MeterNo || '—'}
            {row.Reading === null ? '' : `，表底 ${row.Reading}`}
            {row.Ratio === null ? '' : `，倍率 ${row.Ratio}`}
            {row.Document === null ? '' : `（进场交接单 ${row.Document}）`}{' '}
            <Button type="link" className="cell-link" onClick={() => onTake(row)}>
              从台账建立
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** 表计台账 */
export const MetersTab = ({
  filters,
  open,
}: {
  readonly filters: Shown;
  readonly open: string | undefined;
}): ReactElement => {
  const { ProjectCode: project, Keyword, State, RoomId } = filters;
  const [editing, setEditing] = useState<MeterRow | 'new' | null>(null);
  const [taking, setTaking] = useState<PendingMeter | null>(null);
  const [shown, setShown] = useState<string | null>(open ?? null);
  const list = useMeters(project, Keyword ? { Keyword } : {});
  if (project === undefined) return <EmptyHint text="请先选择项目" />;
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  const rows = (list.data?.rows ?? []).filter(
    (row) => (State === undefined || row.State === State) && (RoomId === undefined || row.RoomId === RoomId),
  );
  const number = (value: string | null) => formatDecimal(value);
  const one = shown === null ? undefined : list.data?.rows.find((row) => row.Id === shown);
  return (
    <>
      {can(SCREEN, 'add') ? (
        <div className="things-tools">
          <Button type="primary" onClick={() => setEditing('new')}>
            新增表计
          </Button>
        </div>
      ) : null}
      {can(SCREEN, 'add') ? <Pending project={project} onTake={setTaking} /> : null}
      <Table<MeterRow>
        size="small"
        rowKey="Id"
        loading={{ spinning: list.isPending, delay: 200 }}
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        pagination={false}
        locale={{ emptyText: <EmptyHint text="没有表计" /> }}
        columns={[
          { title: '表计编号', dataIndex: 'DeviceCode', fixed: 'start' },
          {
            title: '名称',
            dataIndex: 'Name',
            render: (value: string, row) => (
              <Button type="link" className="cell-link" onClick={() => setShown(row.Id)}>
                {value}
              </Button>
            ),
          },
          { title: '类型', dataIndex: 'MeterType' },
          { title: '出厂表号', dataIndex: 'MeterNo' },
          { title: '能源类别', dataIndex: 'CategoryName' },
          { title: '安装位置', dataIndex: 'Place', render: (value: string) => value || '—' },
          { title: '计量区域/用途', dataIndex: 'AreaUse', render: (value: string) => value || '—' },
          { title: '上级表', dataIndex: 'ParentName', render: (value: string | null) => value ?? '—' },
          { title: '参与结算', dataIndex: 'IsSettle', render: (value: boolean) => (value ? '是' : '否') },
          { title: 'CT', dataIndex: 'CT', align: 'right' },
          { title: 'PT', dataIndex: 'PT', align: 'right' },
          {
            title: '倍率',
            dataIndex: 'Ratio',
            align: 'right',
            render: (value: string | null) => (
              <Link to={`/operationContent/setting/magnification?ProjectCode=${project}`}>{formatDecimal(value)}</Link>
            ),
          },
          { title: '整数位', dataIndex: 'Digits', align: 'right' },
          { title: '小数位', dataIndex: 'Decimals', align: 'right' },
          { title: '精度等级', dataIndex: 'Accuracy', render: (value: string) => value || '—' },
          { title: '检定日期', dataIndex: 'VerifiedOn', render: (value: string | null) => value ?? '—' },
          { title: '检定有效期至', key: 'verify', render: (_, row) => <Verified row={row} /> },
          { title: '额定上限', dataIndex: 'MaxPower', align: 'right', render: number },
          { title: '抄表频次', dataIndex: 'Frequency', render: (value: string) => FREQUENCIES[value] ?? value },
          { title: '显示排序', dataIndex: 'Sort', align: 'right' },
          {
            title: '状态',
            dataIndex: 'State',
            render: (value: MeterRow['State']) => <Tag tone={STATE_TONES[value]}>{value}</Tag>,
          },
        ]}
      />
      {one ? (
        <MeterDetail
          meter={one}
          onEdit={() => {
            setEditing(one);
            setShown(null);
          }}
          onClose={() => setShown(null)}
        />
      ) : null}
      {taking === null ? null : (
        <MeterForm project={project} meter={null} from={taking} onClose={() => setTaking(null)} />
      )}
      {editing !== null ? (
        <MeterForm project={project} meter={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </>
  );
};
