import { auditReveal, type AuditRow } from '@hengneng/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Descriptions, Table } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callApi, messageOf } from '../../../lib/api.ts';
import { formatMoment } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { canOpen } from '../../../lib/permission.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { USERS_CODE } from '../names.ts';

const Who = ({ row }: { readonly row: AuditRow }): ReactElement => {
  const name = [row.userName, row.deptName].filter(Boolean).join(' · ') || '—';
  return row.userId !== null && canOpen(USERS_CODE) ? (
    <Link to={`/system/users?user=${row.userId}`}>{name}</Link>
  ) : (
    <>{name}</>
  );
};

/** One entry with what was before and after. Sensitive values are shown on request to who may see them, which is an entry of its own. */
export const AuditDrawer = ({
  row,
  onClose,
}: {
  readonly row: AuditRow;
  readonly onClose: () => void;
}): ReactElement => {
  const client = useQueryClient();
  const reveal = useMutation({
    mutationFn: () => callApi(auditReveal, { id: row.id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['audit'] }),
    onError: (error) => notify.error(messageOf(error)),
  });
  const changes = reveal.data?.changes ?? row.changes;
  return (
    <AppDrawer title={`${row.kind} · ${row.action}`} onClose={onClose}>
      <Descriptions
        size="small"
        column={1}
        bordered
        items={[
          { key: 'at', label: '时间', children: formatMoment(row.at) },
          { key: 'who', label: '操作人', children: <Who row={row} /> },
          {
            key: 'object',
            label: '对象',
            children: row.link === null ? row.object || '—' : <Link to={row.link}>{row.object}</Link>,
          },
          { key: 'summary', label: '摘要', children: row.summary || '—' },
          { key: 'result', label: '结果', children: row.result },
          { key: 'from', label: '来源', children: `${row.ip} ${row.device}` },
          { key: 'request', label: '请求编号', children: <code>{row.requestId}</code> },
          {
            key: 'hash',
            label: '链',
            children: row.hash ? (
              <>
                第 {row.seq} 条，哈希（前 8 位）<code>{row.hash}</code>
                {row.archived ? '，已封存' : ''}
              </>
            ) : (
              '尚未入链'
            ),
          },
        ]}
      />
      <h3 className="drawer-title">前后值</h3>
      <Table
        size="small"
        rowKey="field"
        dataSource={changes}
        pagination={false}
        locale={{ emptyText: <EmptyHint text="没有字段变化" /> }}
        columns={[
          { title: '字段', dataIndex: 'field', width: 150 },
          { title: '原', dataIndex: 'before', className: 'wrap', render: (value: string | null) => value ?? '—' },
          { title: '新', dataIndex: 'after', className: 'wrap', render: (value: string | null) => value ?? '—' },
        ]}
      />
      {changes.some((change) => change.openable) ? (
        <div className="action-row">
          <Button loading={reveal.isPending} onClick={() => reveal.mutate()}>
            查看敏感内容
          </Button>
          <small className="hint">查看会另记一条审计。</small>
        </div>
      ) : null}
    </AppDrawer>
  );
};
