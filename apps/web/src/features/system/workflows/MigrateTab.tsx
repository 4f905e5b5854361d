import { type MigratingRow, workflowMigrate } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { useQuestions } from '../../../ui/confirm.ts';
import { callApi } from '../../../lib/api.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { versionWords } from './chains.ts';

/** Records on their way under another chain: each is looked at on its own, and only what fits moves. */
export const MigrateTab = ({ procedureId }: { readonly procedureId: number }): ReactElement => {
  const modal = useQuestions();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const preview = useQuery({
    queryKey: ['workflows', 'migrate', procedureId],
    queryFn: ({ signal }) => callApi(workflowMigrate, { ProcedureId: procedureId }, { signal }),
    staleTime: 0,
  });
  const move = useWrite(workflowMigrate, {
    said: ({ moved, version, rows }) => {
      const left = rows.length - moved;
      return `${moved} 张已迁至${versionWords(version)}${left === 0 ? '' : `，${left} 张不能迁移`}`;
    },
    onDone: () => setChosen([]),
    renews: ['workflows'],
  });
  if (preview.error) return <ErrorRetry error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <SkeletonDelay />;
  const { rows, version } = preview.data;
  if (rows.length === 0) return <EmptyHint text="在途单据都在现行流程上" />;
  const confirm = async (): Promise<void> => {
    const sure = await modal.confirm({
      title: `迁移 ${chosen.length} 张在途单据`,
      content: `这些单据的后续步骤改按${versionWords(version)}，已办的步骤不变。`,
      okText: '迁移',
      cancelText: '取消',
    });
    if (sure) move.mutate({ ProcedureId: procedureId, Ids: [...chosen] });
  };
  return (
    <>
      <p className="note">新单用现行流程，在途单据仍按提交时的流程。需要时逐条核对后迁移，步骤对不上的不迁。</p>
      <Table<MigratingRow>
        size="small"
        rowKey="InstanceId"
        scroll={{ x: 640 }}
        pagination={rows.length > 20 ? { pageSize: 20 } : false}
        dataSource={[...rows]}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => setChosen(keys.map(String)),
          getCheckboxProps: (row) => ({
            disabled: !row.fits,
            'aria-label': `选择${row.serial ?? row.BusinessId}`,
          }),
        }}
        columns={[
          { title: '单号', key: 'serial', width: 170, render: (_, row) => row.serial ?? '未编号' },
          { title: '标题', key: 'title', render: (_, row) => row.title ?? '无权查看' },
          { title: '当前步骤', dataIndex: 'step', width: 150 },
          {
            title: '能否迁移',
            key: 'fits',
            render: (_, row) => (
              <>
                {row.fits ? <Tag tone="good">可以</Tag> : <Tag tone="warn">不能</Tag>} {row.notes.join('；')}
              </>
            ),
          },
        ]}
      />
      <div className="action-row">
        <Button type="primary" disabled={chosen.length === 0} loading={move.isPending} onClick={() => void confirm()}>
          迁移所选（{chosen.length}）
        </Button>
      </div>
    </>
  );
};
