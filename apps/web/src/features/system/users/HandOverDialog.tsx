import { type OutputOf, transferAll, userSetState } from '@hengneng/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf, newIntent } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { ErrorRetry, EmptyHint } from '../../../ui/feedback.tsx';
import { UserSelect } from '../pickers.tsx';

type Row = OutputOf<typeof transferAll>['rows'][number];

const result = (row: Row): string => (row.ok === true ? '已移交' : row.ok === false ? row.message : '—');

/** What waits for a person goes to somebody else; with `disable` the account is disabled once nothing is left. */
export const HandOverDialog = ({
  user,
  disable,
  onClose,
}: {
  readonly user: { readonly UserId: string; readonly UserName: string };
  readonly disable: boolean;
  readonly onClose: () => void;
}): ReactElement => {
  const client = useQueryClient();
  const [to, setTo] = useState<string>();
  const [reason, setReason] = useState('');
  const [then, setThen] = useState(disable);
  const [except, setExcept] = useState<readonly string[]>([]);
  const [done, setDone] = useState<readonly Row[] | null>(null);
  const list = useQuery({
    queryKey: ['users', 'handOver', user.UserId],
    queryFn: ({ signal }) => callApi(transferAll, { userId: user.UserId, preview: true }, { signal }),
    staleTime: 0,
  });
  const move = useMutation({
    mutationFn: async (taker: string | null) => {
      // Nothing waits but the person's own returned records, which nobody takes over.
      const answer =
        taker === null
          ? { rows: [], moved: 0, left: 0 }
          : await callApi(transferAll, { userId: user.UserId, to: taker, except: [...except], reason });
      const disabled = then && answer.left === 0;
      if (disabled)
        await callApi(userSetState, { userId: user.UserId, state: 'disabled' }, { idempotencyKey: newIntent() });
      return { answer, disabled };
    },
    onSuccess: ({ answer, disabled }) => {
      setDone(answer.rows);
      if (answer.left > 0) notify.error(`已移交${answer.moved}件，还剩${answer.left}件${then ? '，账号未停用' : ''}`);
      else {
        notify.success(disabled ? `已移交${answer.moved}件，账号已停用` : `已移交${answer.moved}件`);
        onClose();
      }
    },
    onError: (error) => notify.error(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
  const rows = done ?? list.data?.rows ?? [];
  return (
    <AppModal
      title={disable ? `停用前移交 ${user.UserName} 的待办` : `移交 ${user.UserName} 的待办`}
      width={860}
      okText="移交"
      confirmLoading={move.isPending}
      onOk={() => {
        const nothing = list.data?.rows.length === 0;
        if (nothing && !then) onClose();
        else if (to === undefined && !nothing) notify.error('请选择接手人');
        else move.mutate(nothing ? null : (to ?? null));
      }}
      onCancel={onClose}
    >
      <Form layout="vertical" className="form-two">
        <Form.Item label="接手人" required>
          <UserSelect label="接手人" {...(to === undefined ? {} : { value: to })} onChange={setTo} />
        </Form.Item>
        <Form.Item label="移交原因">
          <Input maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
      </Form>
      <Checkbox checked={then} onChange={(event) => setThen(event.target.checked)}>
        全部移交后停用账号
      </Checkbox>
      {list.error ? (
        <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Table<Row>
          size="small"
          rowKey="NodeRecordId"
          loading={{ spinning: list.isPending, delay: 200 }}
          dataSource={rows}
          scroll={{ x: 'max-content', y: 320 }}
          pagination={false}
          locale={{ emptyText: <EmptyHint text="没有待办" /> }}
          rowSelection={{
            columnTitle: '移交',
            selectedRowKeys: rows.map((row) => row.NodeRecordId).filter((id) => !except.includes(id)),
            onChange: (keys) => setExcept(rows.map((row) => row.NodeRecordId).filter((id) => !keys.includes(id))),
          }}
          columns={[
            { title: '待办', dataIndex: 'title' },
            { title: '模块', dataIndex: 'module', width: 120 },
            { title: '单号', dataIndex: 'serial', width: 150, render: (value: string | null) => value ?? '—' },
            { title: '步骤', dataIndex: 'step', width: 120 },
            { title: '到达', dataIndex: 'at', width: 150, render: (value: string) => formatDateTime(value) },
            { title: '结果', key: 'result', width: 180, render: (_, row) => result(row) },
          ]}
        />
      )}
    </AppModal>
  );
};
