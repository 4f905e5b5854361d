import { cashierPage, cashierReverse, roomHistory } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { keepPrevious } from '../../../lib/query.ts';
import { useNumberedWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { CardTable } from '../../../ui/CardTable.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { SearchFilter } from '../../../ui/filters.tsx';
import { showErrors } from '../../../ui/form-errors.ts';
import { Tag } from '../../../ui/StatusTag.tsx';
import { FLOW, HOUSEHOLD, RENEWS, SCREEN } from './shared.ts';

const PAGE_SIZE = 20;

const ReverseDialog = ({
  payment,
  onClose,
}: {
  readonly payment: { readonly id: string; readonly receiptNo: string; readonly amount: string };
  readonly onClose: () => void;
}): ReactElement => {
  const [form] = Form.useForm<{ reason: string }>();
  const write = useNumberedWrite(cashierReverse, {
    said: '已红冲',
    renews: [...RENEWS],
    onRenewed: onClose,
    onError: (error) => showErrors(form, error),
  });
  return (
    <AppModal
      title={`红冲 ${payment.receiptNo || '抵扣'} ${formatMoney(payment.amount)} 元`}
      okText="红冲"
      okButtonProps={{ danger: true }}
      confirmLoading={write.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="pay-note">原账单恢复为欠费，多收转预存的部分一并退出；不能撤回。</p>
      <Form
        name="reverse-dialog"
        form={form}
        layout="vertical"
        onFinish={({ reason }) => write.mutate({ paymentId: payment.id, reason })}
      >
        <Form.Item name="reason" label="原因" rules={[{ required: true, message: '请填写原因' }]}>
          <Input maxLength={200} autoFocus />
        </Form.Item>
      </Form>
    </AppModal>
  );
};

/** What was taken: in a shift, or in the community; what is looked for, wherever it was taken. */
export const FlowTable = ({
  communityId,
  shiftId,
  receipt,
  onPrint,
  onSearch,
}: {
  readonly communityId: string;
  readonly shiftId: string | null;
  readonly receipt: string;
  readonly onPrint: (paymentId: string) => void;
  readonly onSearch: (words: string) => void;
}): ReactElement => {
  const [page, setPage] = useState(1);
  const asked =
    receipt === '' ? { communityId, shiftId, Keyword: '' } : { communityId: null, shiftId: null, Keyword: receipt };
  const [reversing, setReversing] = useState<{ id: string; receiptNo: string; amount: string } | null>(null);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [FLOW, asked, page],
    queryFn: ({ signal }) => callApi(cashierPage, { ...asked, PageIndex: page, PageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPrevious,
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonDelay />;
  return (
    <>
      <search>
        <SearchFilter
          className="flow-search"
          label="收据号、房间或缴费人"
          value={receipt}
          onSearch={(words) => {
            setPage(1);
            onSearch(words);
          }}
        />
      </search>
      {data.rows.length === 0 ? (
        <section className="surface">
          <EmptyHint
            text={receipt !== '' ? '没有找到收款，请核对收据号' : shiftId === null ? '还没有收款' : '本班还没有收款'}
          />
        </section>
      ) : (
        <CardTable
          label="收款流水"
          rows={data.rows}
          rowKey={({ id }) => id}
          paging={{ index: page, size: PAGE_SIZE, total: data.total, onChange: setPage }}
          columns={[
            { key: 'receiptNo', head: '收据号', main: true, show: (row) => row.receiptNo || '—' },
            { key: 'at', head: '时间', show: (row) => row.at },
            { key: 'kind', head: '类型', show: (row) => row.kind },
            { key: 'room', head: '房间', show: (row) => row.room || '—' },
            { key: 'payer', head: '缴费人', show: (row) => row.payer || '—' },
            { key: 'items', head: '项目数', number: true, show: (row) => row.items },
            { key: 'amount', head: '金额', unit: '元', number: true, show: (row) => formatMoney(row.amount) },
            { key: 'tenders', head: '方式', show: (row) => row.tenders || '—' },
            { key: 'cashier', head: '收款人', show: (row) => row.cashier },
            {
              key: 'state',
              head: '状态',
              show: (row) => <Tag tone={row.state === '正常' ? 'good' : 'warn'}>{row.state}</Tag>,
            },
            { key: 'printed', head: '打印次数', number: true, show: (row) => row.printed },
            {
              key: 'do',
              head: '操作',
              acts: true,
              show: (row) => (
                <span className="row-do">
                  {row.receiptNo !== '' && can(SCREEN, 'download') ? (
                    <Button type="link" className="cell-link" onClick={() => onPrint(row.id)}>
                      {row.printed === 0 ? '打印' : '补打'}
                    </Button>
                  ) : null}
                  {row.reversible && can(SCREEN, 'delete') ? (
                    <Button type="link" className="cell-link" onClick={() => setReversing(row)}>
                      红冲
                    </Button>
                  ) : null}
                </span>
              ),
            },
          ]}
        />
      )}
      {reversing ? <ReverseDialog payment={reversing} onClose={() => setReversing(null)} /> : null}
    </>
  );
};

/** All that happened to a room's money. */
export const RoomHistory = ({ roomId }: { readonly roomId: string }): ReactElement => {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [HOUSEHOLD, 'history', roomId],
    queryFn: ({ signal }) => callApi(roomHistory, { roomId }, { signal }),
  });
  if (error) return <ErrorRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonDelay />;
  if (data.rows.length === 0) return <EmptyHint text="该房间还没有往来" />;
  const money = (key: 'due' | 'paid' | 'prepaid') => (row: (typeof data.rows)[number]) =>
    Number(row[key]) === 0 ? '—' : formatMoney(row[key]);
  return (
    <div className="surface-table">
      <DataTable
        label="房间历史"
        rows={data.rows}
        rowKey={(row, at) => `${row.at} ${at}`}
        columns={[
          { key: 'at', head: '时间' },
          { key: 'kind', head: '类型' },
          { key: 'summary', head: '摘要' },
          { key: 'due', head: '应收', unit: '元', number: true, show: money('due') },
          { key: 'paid', head: '实收', unit: '元', number: true, show: money('paid') },
          { key: 'prepaid', head: '预存增减', unit: '元', number: true, show: money('prepaid') },
          {
            key: 'balance',
            head: '预存余额',
            unit: '元',
            number: true,
            show: ({ balance }) => (balance === null ? '—' : formatMoney(balance)),
          },
          { key: 'by', head: '经办人' },
        ]}
      />
    </div>
  );
};
