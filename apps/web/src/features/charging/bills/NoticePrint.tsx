import { type BillNotice, chargeBillPrint } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Fragment, type ReactElement, useRef } from 'react';
import { useReactToPrint } from 'react-to-print';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal, formatMoney } from '../../../lib/format.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { BILLS } from './shared.ts';

const Notice = ({ of, asOf }: { readonly of: BillNotice; readonly asOf: string }): ReactElement => (
  <article className="bill-notice">
    <h1>{of.company || of.community} 缴费通知单</h1>
    <p>
      {of.community} {of.room}　{of.owner || '业主'}
    </p>
    <table>
      <thead>
        <tr>
          <th>项目</th>
          <th>费用起止</th>
          <th className="right">数量</th>
          <th className="right">单价（元）</th>
          <th className="right">应收（元）</th>
          <th className="right">未缴（元）</th>
          <th>到期日</th>
        </tr>
      </thead>
      <tbody>
        {of.rows.map((row, at) => (
          <Fragment key={`${row.fee}${row.span}${at}`}>
            <tr>
              <td>{row.fee}</td>
              <td>{row.span}</td>
              <td className="right">{row.quantity}</td>
              <td className="right">{formatDecimal(row.unitPrice, 4)}</td>
              <td className="right">{formatMoney(row.amount)}</td>
              <td className="right">{formatMoney(row.owed)}</td>
              <td>{row.dueDate}</td>
            </tr>
            {row.share === '' ? null : (
              <tr>
                <td colSpan={7}>{row.share}</td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
    <p>
      未缴合计 <strong>{formatMoney(of.total)}</strong> 元
      {Number(of.penalty) > 0 ? `，违约金 ${formatMoney(of.penalty)} 元（计至 ${asOf}）` : ''}；大写 {of.capital}
    </p>
    <p>
      {/* A day that has passed is nothing to pay by. */}
      {of.dueDate < asOf ? `最早一笔已于 ${of.dueDate} 到期，请尽快缴纳。` : `请于 ${of.dueDate} 前缴纳。`}
      {Number(of.balance) > 0 ? `预存余额 ${formatMoney(of.balance)} 元。` : ''}
      {of.phone === '' ? '' : `咨询电话 ${of.phone}`}
    </p>
  </article>
);

/** 缴费通知单: A5, two on a sheet of A4. */
export const NoticePrint = ({
  rooms,
  onClose,
}: {
  readonly rooms: readonly string[];
  readonly onClose: () => void;
}): ReactElement => {
  const sheet = useRef<HTMLDivElement>(null);
  const found = useQuery({
    queryKey: [BILLS, 'print', rooms],
    queryFn: ({ signal }) => callApi(chargeBillPrint, { roomIds: [...rooms] }, { signal }),
  });
  const print = useReactToPrint({
    contentRef: sheet,
    documentTitle: '缴费通知单',
    pageStyle: '@page { size: A4; margin: 8mm; }',
  });
  const notices = found.data?.notices ?? [];
  return (
    <AppModal
      title="缴费通知单"
      width={820}
      onCancel={onClose}
      footer={
        <Button type="primary" disabled={notices.length === 0} onClick={() => print()}>
          打印
        </Button>
      }
    >
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonDelay rows={6} />
      ) : notices.length === 0 ? (
        <p>没有欠费，不需要通知</p>
      ) : (
        <div className="bill-notices" ref={sheet}>
          {notices.map((of) => (
            <Notice key={`${of.community}${of.room}`} of={of} asOf={found.data.asOf} />
          ))}
        </div>
      )}
    </AppModal>
  );
};
