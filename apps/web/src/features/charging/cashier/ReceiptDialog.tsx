import { cashierReprint, RECEIPT_FORMATS, type ReceiptFormat, type ReceiptPaper } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useReactToPrint } from 'react-to-print';
import { messageOf } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { fenOf, sumFen, yuanOf } from '../yuan.ts';
import './receipt.css';

const PAGES: Readonly<Record<ReceiptFormat, string>> = {
  '80mm': '@page { size: 80mm 297mm; margin: 3mm; }',
  A4: '@page { size: A4; margin: 14mm; }',
  A5: '@page { size: A5 landscape; margin: 8mm; }',
  三联: '@page { size: 241mm 93mm; margin: 5mm 14mm; }',
};
const SHAPES: Readonly<Record<ReceiptFormat, string>> = { '80mm': 'roll', A4: 'a4', A5: 'a5', 三联: 'triple' };

type Row = ReceiptPaper['rows'][number];
/** Lines that a sheet has room for; a roll goes on, and A4 on the next sheet. */
const ROOM: Readonly<Partial<Record<ReceiptFormat, number>>> = { 三联: 4, A5: 8 };

/** By fee, from its first day to its last: what is paid of many months still fits the sheet. */
const gathered = (rows: readonly Row[]): readonly Row[] =>
  [...Map.groupBy(rows, ({ fee }) => fee).values()].flatMap((of) => {
    const [first] = of;
    if (first === undefined) return [];
    const days = of.flatMap(({ span }) => span.split(' 至 ')).toSorted();
    const sum = (pick: (row: Row) => string): string => yuanOf(sumFen(of.map((row) => fenOf(pick(row)))));
    return [
      {
        ...first,
        fee: of.length === 1 ? first.fee : `${first.fee}（${of.length}期）`,
        span: `${days[0] ?? ''} 至 ${days.at(-1) ?? ''}`,
        amount: sum(({ amount }) => amount),
        penalty: sum(({ penalty }) => penalty),
      },
    ];
  });

const Rows = ({ of, rows }: { readonly of: ReceiptPaper; readonly rows: readonly Row[] }): ReactElement => (
  <table>
    <thead>
      <tr>
        <th>项目</th>
        <th>期间</th>
        <th className="right">金额（元）</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.fee + row.span}>
          <td>{row.fee}</td>
          <td>
            {row.span.split(/(?<=至) /).map((day) => (
              <span key={day} className="receipt-day">
                {day}{' '}
              </span>
            ))}
          </td>
          <td className="right">
            {formatMoney(row.amount)}
            {Number(row.penalty) === 0 ? null : <small>违约金 {formatMoney(row.penalty)}</small>}
          </td>
        </tr>
      ))}
      {Number(of.toPrepaid) > 0 ? (
        <tr>
          <td>预存</td>
          <td />
          <td className="right">{formatMoney(of.toPrepaid)}</td>
        </tr>
      ) : null}
    </tbody>
  </table>
);

const Paper = ({
  of,
  format,
  code,
}: {
  readonly of: ReceiptPaper;
  readonly format: ReceiptFormat;
  /** A picture's address. */
  readonly code: string;
}): ReactElement => (
  <article className={`receipt receipt-${SHAPES[format]}`}>
    <header>
      <h1>{of.company || of.community}</h1>
      <p>
        收款收据{of.state === '已红冲' ? '（已红冲）' : ''}
        {of.reprint > 0 ? <strong>　补打第{of.reprint}次</strong> : ''}
      </p>
      <p>
        No. {of.receiptNo}　{of.at}
      </p>
    </header>
    <p>
      {of.community} {of.room}　缴费人 {of.payer || '—'}
    </p>
    <Rows of={of} rows={of.rows.length > (ROOM[format] ?? of.rows.length) ? gathered(of.rows) : of.rows} />
    <div className="receipt-end">
      <div>
        <p className="receipt-sum">
          合计 <strong>{formatMoney(of.amount)}</strong> 元
        </p>
        <p>大写 {of.capital}</p>
        <p>
          {of.tenders
            .map(({ type, amount, refNo }) => `${type} ${formatMoney(amount)}${refNo === '' ? '' : `（${refNo}）`}`)
            .join('　')}
          {Number(of.change) > 0 ? `　找零 ${formatMoney(of.change)}` : ''}
        </p>
        {Number(of.balance) > 0 ? <p>预存余额 {formatMoney(of.balance)} 元</p> : null}
        {of.remark === '' ? null : <p>备注 {of.remark}</p>}
      </div>
      <figure>
        <img src={code} alt="核验二维码" />
        <figcaption>扫码核验</figcaption>
      </figure>
    </div>
    <footer>
      <span>收款人 {of.cashier}</span>
      {format === '三联' ? <span>第一联 存根　第二联 交款人　第三联 记账</span> : null}
      <span>{of.phone}</span>
    </footer>
  </article>
);

/** A browser may never say that it has printed: a blocked frame, a code that is not drawn. Nobody is kept at the counter by that. */
const LONGEST_MS = 5_000;

/** A receipt on paper. Opening it prints it; every print is counted on the server, and what is not the first says so. */
export const ReceiptDialog = ({
  paymentId,
  onClose,
}: {
  readonly paymentId: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [format, setFormat] = useState<ReceiptFormat>('80mm');
  const sheet = useRef<HTMLDivElement>(null);
  // Until it is on paper, the key that took the money takes nothing away; then it leads to the next household.
  const [onItsWay, setOnItsWay] = useState(true);
  const away = useRef<HTMLButtonElement>(null);
  const settled = () => setOnItsWay(false);
  const print = useReactToPrint({
    contentRef: sheet,
    documentTitle: '收据',
    pageStyle: PAGES[format],
    onAfterPrint: settled,
    onPrintError: settled,
  });
  const { mutate, data, isPending } = useWrite(cashierReprint, {
    // The money is taken all the same.
    onError: (error) => {
      settled();
      notify.error(`收款成功，打印失败，可补打：${messageOf(error)}`);
    },
  });
  useEffect(() => {
    if (!onItsWay) {
      away.current?.focus();
      return;
    }
    const timer = setTimeout(() => setOnItsWay(false), LONGEST_MS);
    return () => clearTimeout(timer);
  }, [onItsWay]);
  const ask = useEffectEvent(() => mutate({ paymentId, Format: format }));
  useEffect(() => ask(), []);
  const picture = useQuery({
    queryKey: ['receipt-code', data?.code],
    queryFn: async () => {
      const { toDataURL } = await import('qrcode');
      return toDataURL(`${location.origin}/verify?code=${data?.code ?? ''}`, { margin: 0, width: 160 });
    },
    enabled: data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const onPaper = useEffectEvent(() => print());
  useEffect(() => {
    if (picture.data !== undefined && data !== undefined) onPaper();
  }, [picture.data, data]);
  return (
    <AppModal
      title="收据"
      width={format === '80mm' ? 420 : 880}
      closable={!onItsWay}
      onCancel={onClose}
      footer={[
        <Button key="close" ref={away} disabled={onItsWay} onClick={onClose}>
          关闭
        </Button>,
        <Button
          key="print"
          type="primary"
          loading={isPending || onItsWay}
          onClick={() => {
            setOnItsWay(true);
            mutate({ paymentId, Format: format });
          }}
        >
          补打
        </Button>,
      ]}
    >
      <Segmented<ReceiptFormat>
        aria-label="票据式样"
        options={[...RECEIPT_FORMATS]}
        value={format}
        onChange={setFormat}
      />
      <div className="receipt-preview" role="region" aria-label="收据预览" tabIndex={0}>
        <div ref={sheet}>
          {data === undefined || picture.data === undefined ? null : (
            <Paper of={data} format={format} code={picture.data} />
          )}
        </div>
      </div>
    </AppModal>
  );
};
