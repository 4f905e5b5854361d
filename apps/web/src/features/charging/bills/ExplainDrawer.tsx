import { plusDays } from '@hengneng/charging';
import { type BillExplained, chargeBillList, type ChargeBillRow } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Money } from '../../../ui/Money.tsx';
import { StatementDrawer } from '../statement/StatementDrawer.tsx';
import { PageLink } from './columns.tsx';
import { BILL_SCREEN, BILLS } from './shared.ts';

/** Days and moments stand beside each other: a day has no clock. */
const moment = (text: string): string => (text.length > 10 ? formatDateTime(text) : text);

const Told = ({ of }: { readonly of: BillExplained }): ReactElement => (
  <>
    <p className="bill-formula">{of.formula}</p>
    <DataTable
      label="各项来源"
      columns={[
        { key: 'label', head: '项' },
        { key: 'value', head: '值' },
        { key: 'source', head: '来源' },
      ]}
      rows={of.terms}
      rowKey={(row, at) => `${row.label}${at}`}
    />
    <h3>天数</h3>
    <DataTable
      label="天数"
      columns={[
        { key: 'reason', head: '情形' },
        { key: 'span', head: '起止', show: (row) => `${row.from} 至 ${row.to}` },
        { key: 'days', head: '天数', unit: '天', number: true },
        { key: 'factor', head: '计费', number: true },
      ]}
      rows={of.segments}
      rowKey={(row, at) => `${row.from}${at}`}
    />
    <p className="note">{of.rounding}</p>
    {of.penalty.length === 0 ? null : (
      <>
        <h3>违约金（计至今日）</h3>
        <DataTable
          label="违约金"
          columns={[
            { key: 'span', head: '起止', show: (row) => `${row.from} 至 ${plusDays(row.to, -1)}` },
            {
              key: 'principal',
              head: '未缴本金',
              unit: '元',
              number: true,
              show: (row) => <Money value={row.principal} />,
            },
            { key: 'days', head: '天数', unit: '天', number: true },
            { key: 'rate', head: '日率', unit: '‰', number: true },
          ]}
          rows={of.penalty}
          rowKey={(row) => row.from}
        />
      </>
    )}
    <h3>历程</h3>
    <DataTable
      label="历程"
      columns={[
        { key: 'at', head: '时间', show: (row) => moment(row.at) },
        { key: 'what', head: '事项' },
        { key: 'who', head: '经办人', show: (row) => row.who || '—' },
        { key: 'amount', head: '金额', unit: '元', number: true, show: (row) => <Money value={row.amount} /> },
      ]}
      rows={of.history}
      rowKey={(row, at) => `${row.at}${at}`}
    />
    {of.entries.length === 0 ? null : (
      <>
        <h3>分录</h3>
        <DataTable
          label="分录"
          columns={[
            { key: 'day', head: '日期' },
            { key: 'journal', head: '类型' },
            { key: 'debit', head: '借' },
            { key: 'credit', head: '贷' },
            { key: 'amount', head: '金额', unit: '元', number: true, show: (row) => <Money value={row.amount} /> },
          ]}
          rows={of.entries}
          rowKey={(_, at) => String(at)}
        />
      </>
    )}
  </>
);

/** 账单解释: how it came to be what it is, and what became of it. */
export const ExplainDrawer = ({
  id,
  onReverse,
  onReduce,
  onClose,
}: {
  readonly id: string;
  readonly onReverse?: (row: ChargeBillRow) => void;
  readonly onReduce?: (row: ChargeBillRow) => void;
  readonly onClose: () => void;
}): ReactElement => {
  const found = useQuery({
    queryKey: [BILLS, 'explain', id],
    queryFn: ({ signal }) => callApi(chargeBillList, { ids: [id], explain: true }, { signal }),
  });
  const row = found.data?.rows[0];
  const [told, setTold] = useState(false);
  const live = row?.state === '已发布' && row.kind !== '红冲';
  const open = row?.state === '待审核' || row?.state === '待发布';
  return (
    <AppDrawer
      width={760}
      title={row === undefined ? '账单解释' : `${row.room} ${row.fee} ${row.period}`}
      onClose={onClose}
      extra={
        row === undefined ? null : (
          <span className="row-do">
            {onReduce !== undefined &&
            can(BILL_SCREEN, 'edit') &&
            live &&
            (row.reviewed || row.principal !== '0.00') ? (
              <Button onClick={() => onReduce(row)}>{row.reviewed ? '当月调整' : '申请减免'}</Button>
            ) : null}
            {onReverse !== undefined && can(BILL_SCREEN, 'delete') && (live || open) ? (
              <Button
                danger
                disabled={live && row.reviewed}
                title={live && row.reviewed ? '该月收入报表已复核，请先反复核，或做当月调整' : ''}
                onClick={() => onReverse(row)}
              >
                {open ? '作废' : '申请红冲'}
              </Button>
            ) : null}
          </span>
        )
      }
    >
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : row === undefined ? (
        <SkeletonDelay rows={8} />
      ) : (
        <div className="bill-explained">
          <p>
            {row.billNo}，应收 <Money value={row.amount} unit="元" />
            ，已收 <Money value={row.paid} unit="元" />
            ，欠本金 <Money value={row.principal} unit="元" />
            ，违约金 <Money value={row.penalty} unit="元" />
            ，到期日 {row.dueDate}
          </p>
          <p className="note row-do">
            <PageLink page="chargeRoom" of={{ community: row.communityId, keyword: row.room }}>
              房间档案
            </PageLink>
            <PageLink page="chargeCashier" of={{ community: row.communityId, room: row.roomId }}>
              去收款
            </PageLink>
            <Button type="link" className="cell-link" onClick={() => setTold(true)}>
              往来对账单
            </Button>
          </p>
          {row.explain === null ? null : <Told of={row.explain} />}
          {told ? <StatementDrawer roomId={row.roomId} onClose={() => setTold(false)} /> : null}
        </div>
      )}
    </AppDrawer>
  );
};
