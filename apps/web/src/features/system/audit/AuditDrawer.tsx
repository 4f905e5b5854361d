import type { AuditRow } from '@hengneng/contracts';
import { Descriptions, Table } from 'antd';
import type { ReactElement } from 'react';
import { formatMoment } from '../../../lib/format.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';

/** One entry with what was before and after. */
export const AuditDrawer = ({
  row,
  onClose,
}: {
  readonly row: AuditRow;
  readonly onClose: () => void;
}): ReactElement => (
  <AppDrawer title={`${row.kind} · ${row.action}`} onClose={onClose}>
    <Descriptions
      size="small"
      column={1}
      bordered
      items={[
        { key: 'at', label: '时间', children: formatMoment(row.at) },
        { key: 'who', label: '操作人', children: [row.userName, row.deptName].filter(Boolean).join(' · ') || '—' },
        { key: 'object', label: '对象', children: row.object || '—' },
        { key: 'summary', label: '摘要', children: row.summary || '—' },
        { key: 'result', label: '结果', children: row.result },
        { key: 'from', label: '来源', children: `${row.ip} ${row.device}` },
        { key: 'request', label: '请求编号', children: <code>{row.requestId}</code> },
        { key: 'hash', label: '哈希（前 8 位）', children: row.hash ? <code>{row.hash}</code> : '尚未入链' },
      ]}
    />
    <h3 className="drawer-title">前后值</h3>
    <Table
      size="small"
      rowKey="field"
      dataSource={row.changes}
      pagination={false}
      locale={{ emptyText: <EmptyHint text="没有字段变化" /> }}
      columns={[
        { title: '字段', dataIndex: 'field', width: 150 },
        { title: '原', dataIndex: 'before', className: 'wrap', render: (value: string | null) => value ?? '—' },
        { title: '新', dataIndex: 'after', className: 'wrap', render: (value: string | null) => value ?? '—' },
      ]}
    />
  </AppDrawer>
);
