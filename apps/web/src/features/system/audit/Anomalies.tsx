import { type AnomalyRow, auditAnomalies, auditHandleAnomaly } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Segmented, Table } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime, formatMoment } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useLastPage } from '../../../lib/last-page.ts';
import { keepPrevious } from '../../../lib/query.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { EmptyHint, ErrorRetry } from '../../../ui/feedback.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { AUDIT_CODE } from '../names.ts';

/** Person and span of the page's filters. */
export interface AnomalyScope {
  readonly user?: string;
  readonly range?: { readonly from?: string; readonly to?: string };
}

const PAGE_SIZE = 20;

/** What stands out, with how much of it nobody has dealt with yet. */
export const useAnomalies = (scope: AnomalyScope, page: number, handled: boolean | undefined) =>
  useQuery({
    queryKey: ['audit', 'anomalies', scope, page, handled],
    queryFn: ({ signal }) =>
      callApi(
        auditAnomalies,
        { ...scope, PageIndex: page, PageSize: PAGE_SIZE, ...(handled === undefined ? {} : { handled }) },
        { signal },
      ),
    placeholderData: keepPrevious,
  });

const nameOf = (row: AnomalyRow): string => row.userName ?? `未知账号 ${row.subject}`;

const HandleDialog = ({ row, onClose }: { readonly row: AnomalyRow; readonly onClose: () => void }): ReactElement => {
  const [form] = Form.useForm<{ readonly note: string }>();
  const handle = useWrite(auditHandleAnomaly, {
    said: '已标为处理',
    renews: ['audit'],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={`处理异常：${row.ruleName}`}
      okText="标为已处理"
      width={460}
      confirmLoading={handle.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="note">
        {nameOf(row)}，{row.times} 次，{formatMoment(row.firstAt)} 至 {formatMoment(row.lastAt)}。
      </p>
      <Form
        name="audit-anomalies-handle-dialog"
        form={form}
        layout="vertical"
        initialValues={{ note: '' }}
        onFinish={({ note }) =>
          handle.mutate({ rule: row.rule, subject: row.subject, day: row.day, lastAt: row.lastAt, note })
        }
      >
        <Form.Item
          name="note"
          label="处理说明"
          rules={[{ required: true, whitespace: true, message: '请填写处理说明' }]}
        >
          <Input.TextArea rows={3} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

const HANDLED: Readonly<Record<string, boolean | undefined>> = { open: false, done: true, all: undefined };

/** What the rules found in the log; each find is dealt with once, with a word on how. */
export const Anomalies = ({
  scope,
  onRows,
}: {
  readonly scope: AnomalyScope;
  /** Shows the rows of the log that a find is about. */
  readonly onRows: (row: AnomalyRow) => void;
}): ReactElement => {
  const [shown, setShown] = useState('open');
  const [page, setPage] = useState(1);
  const [handling, setHandling] = useState<AnomalyRow | null>(null);
  const list = useAnomalies(scope, page, HANDLED[shown]);
  const emptied = useLastPage(list, page, PAGE_SIZE, setPage);
  const mayHandle = can(AUDIT_CODE, 'edit');
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <div className="filter-bar">
        <Segmented
          aria-label="处理情况"
          value={shown}
          onChange={(value) => {
            setShown(value);
            setPage(1);
          }}
          options={[
            { value: 'open', label: `未处理 ${list.data?.open ?? ''}`.trim() },
            { value: 'done', label: '已处理' },
            { value: 'all', label: '全部' },
          ]}
        />
        <small className="hint">未选时间时为近 30 天</small>
      </div>
      <Table<AnomalyRow>
        size="small"
        className="surface-table"
        rowKey={(row) => `${row.rule} ${row.subject} ${row.day}`}
        loading={{ spinning: list.isPending || emptied, delay: 200 }}
        dataSource={list.data?.rows ?? []}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyHint text={shown === 'open' ? '没有未处理的异常' : '没有异常'} /> }}
        pagination={{
          current: page,
          pageSize: PAGE_SIZE,
          total: list.data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPage,
        }}
        columns={[
          {
            title: '规则',
            key: 'rule',
            width: 240,
            render: (_, row) => (
              <span className="cell-main">
                {row.ruleName}
                <small>{row.meaning}</small>
              </span>
            ),
          },
          {
            title: '操作人',
            key: 'user',
            width: 150,
            render: (_, row) => (
              <Button type="link" size="small" className="cell-link" onClick={() => onRows(row)}>
                {nameOf(row)}
              </Button>
            ),
          },
          { title: '次数', dataIndex: 'times', width: 72, align: 'right' },
          { title: '首次', key: 'firstAt', width: 160, render: (_, row) => formatMoment(row.firstAt) },
          { title: '末次', key: 'lastAt', width: 160, render: (_, row) => formatMoment(row.lastAt) },
          {
            title: '已处理',
            key: 'handled',
            className: 'wrap',
            render: (_, row) => {
              if (row.handled)
                return (
                  <span className="cell-main">
                    <Tag tone="good">已处理</Tag> {row.note}
                    <small>
                      {row.handledBy} · {formatDateTime(row.handledAt)}
                    </small>
                  </span>
                );
              if (!mayHandle) return <Tag tone="warn">未处理</Tag>;
              return (
                <Button size="small" onClick={() => setHandling(row)}>
                  处理
                </Button>
              );
            },
          },
        ]}
      />
      {handling ? <HandleDialog row={handling} onClose={() => setHandling(null)} /> : null}
    </>
  );
};
