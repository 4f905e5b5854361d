import { dataMessage, type HistoryBatch, type HistoryBatches, historyVoid } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime, formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { HISTORY, SCREEN } from './shared.ts';

const count = (value: number): string => formatDecimal(value);

const TONES = { 待入库: 'neutral', 已入库: 'good', 已作废: 'bad' } as const;

export const useBatches = (project: string) =>
  useQuery({
    queryKey: [HISTORY, 'batches', project],
    // What it answers depends on the type; this one answers the batches of a project.
    queryFn: async ({ signal }) =>
      (await callApi(dataMessage, { Type: 'historyBatch', ProjectCode: project }, { signal })) as HistoryBatches,
    enabled: project !== '',
    refetchInterval: (query) => ((query.state.data?.Pending ?? 0) > 0 ? 10_000 : false),
  });

const Undo = ({ batch, onClose }: { readonly batch: HistoryBatch; readonly onClose: () => void }): ReactElement => {
  const [reason, setReason] = useState('');
  const undo = useWrite(historyVoid, {
    said: ({ Voided }) => `已撤销 ${Voided} 条，版本留痕`,
    renews: [HISTORY],
    onDone: onClose,
  });
  return (
    <AppModal
      title={`撤销批次 ${batch.BatchId}`}
      okText="撤销整批"
      confirmLoading={undo.isPending}
      okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
      onOk={() => undo.mutate({ BatchId: batch.BatchId, Reason: reason })}
      onCancel={onClose}
    >
      <div className="history-undo">
        <p>{`${batch.FileName}，${formatDecimal(batch.Inserted)} 条读数将整批作废并留痕；被它更新的旧值恢复。`}</p>
        <Input.TextArea
          aria-label="撤销原因"
          placeholder="撤销原因（必填）"
          maxLength={200}
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </AppModal>
  );
};

export const BatchTable = ({
  project,
  onPick,
}: {
  readonly project: string;
  readonly onPick: (batch: string) => void;
}): ReactElement => {
  const batches = useBatches(project);
  const [undoing, setUndoing] = useState<HistoryBatch | null>(null);
  if (batches.error) return <ErrorRetry error={batches.error} onRetry={() => void batches.refetch()} />;
  const rows = batches.data?.rows ?? [];
  const may = can(SCREEN, 'delete');
  return (
    <section className="surface history-part" aria-label="导入批次">
      <h2>导入批次</h2>
      {(batches.data?.Pending ?? 0) > 0 ? (
        <p className="note" role="status">{`有 ${batches.data?.Pending ?? 0} 块表的日用量正在重算，稍后自动完成`}</p>
      ) : null}
      <Table<HistoryBatch>
        size="small"
        rowKey="BatchId"
        loading={{ spinning: batches.isPending, delay: 200 }}
        dataSource={[...rows]}
        scroll={rows.length > 0 ? { x: 'max-content' } : {}}
        locale={{ emptyText: <EmptyHint text="还没有导入批次" /> }}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          {
            title: '批次号',
            dataIndex: 'BatchId',
            render: (value: string) => (
              <Button type="link" className="cell-link" onClick={() => onPick(value)}>
                {value}
              </Button>
            ),
          },
          { title: '文件名', dataIndex: 'FileName' },
          { title: '内容', dataIndex: 'Kind', render: (kind: string) => (kind === 'usage' ? '日用量' : '读数') },
          { title: '行数', dataIndex: 'Total', align: 'right', render: count },
          { title: '入库', dataIndex: 'Inserted', align: 'right', render: count },
          { title: '新版本', dataIndex: 'Versioned', align: 'right', render: count },
          { title: '跳过', dataIndex: 'Skipped', align: 'right', render: count },
          { title: '错误行', dataIndex: 'Faulty', align: 'right', render: count },
          {
            title: '日期范围',
            key: 'span',
            render: (_, { FirstDay, LastDay }) => (FirstDay === null ? '—' : `${FirstDay} 至 ${LastDay ?? ''}`),
          },
          { title: '导入人', dataIndex: 'Creator' },
          { title: '时间', key: 'time', render: (_, row) => formatDateTime(row.AppliedAt ?? row.CreatedAt) },
          {
            title: '状态',
            dataIndex: 'State',
            // A file with errors never comes in: it is mended and checked anew.
            render: (state: HistoryBatch['State'], { VoidReason, Faulty }) =>
              state === '待入库' && Faulty > 0 ? (
                <Tag tone="bad">校验未通过</Tag>
              ) : (
                <span title={VoidReason || undefined}>
                  <Tag tone={TONES[state]}>{state}</Tag>
                </span>
              ),
          },
          ...(may
            ? [
                {
                  title: '操作',
                  key: 'do',
                  render: (_: unknown, row: HistoryBatch) =>
                    row.Undoable ? (
                      <Button type="link" danger className="cell-link" onClick={() => setUndoing(row)}>
                        撤销
                      </Button>
                    ) : null,
                },
              ]
            : []),
        ]}
      />
      {undoing === null ? null : <Undo key={undoing.BatchId} batch={undoing} onClose={() => setUndoing(null)} />}
    </section>
  );
};
