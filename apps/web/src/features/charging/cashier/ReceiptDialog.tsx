import { cashierReprint, RECEIPT_FORMATS, type ReceiptFormat, type ReceiptPaper } from '@hengneng/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useReactToPrint } from 'react-to-print';
import { messageOf } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useSend } from '../../../lib/useWrite.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { fenOf, sumFen, yuanOf } from '../yuan.ts';
import './receipt.css';

/** Papers as they lie in the printer; the two of 三联 are continuous paper, three or two parts to 11 inches. */
interface Sheet {
  readonly label: string;
  readonly page: string;
  readonly shape: string;
  /** Lines that it has room for; a roll goes on, and A4 on the next sheet. */
  readonly room?: number;
}
const SHEETS: Readonly<Record<ReceiptFormat, Sheet>> = {
  '80mm': { label: '80mm 热敏', page: '@page { size: 80mm 297mm; margin: 3mm; }', shape: 'roll' },
  A4: { label: 'A4', page: '@page { size: A4; margin: 14mm; }', shape: 'a4' },
  A5: { label: 'A5', page: '@page { size: A5 landscape; margin: 8mm; }', shape: 'a5', room: 8 },
  三联: {
    label: '三联 241×93',
    page: '@page { size: 241mm 93mm; margin: 5mm 14mm; }',
    shape: 'triple',
    room: 4,
  },
  三联140: {
    label: '三联 241×140',
    page: '@page { size: 241mm 140mm; margin: 6mm 14mm; }',
    shape: 'triple receipt-half',
    room: 8,
  },
};
/** What is in the printer is so tomorrow, too. */
const LAST = 'charge.receipt';
const usual = (): ReceiptFormat => RECEIPT_FORMATS.find((format) => format === localStorage.getItem(LAST)) ?? '80mm';

type Row = ReceiptPaper['rows'][number];
const sumOf = (of: readonly Row[], fee: string): Row => {
  const days = of.flatMap(({ span }) => span.split(' 至 ')).toSorted();
  const sum = (pick: (row: Row) => string): string => yuanOf(sumFen(of.map((row) => fenOf(pick(row)))));
  return {
    fee,
    period: '',
    span: `${days[0] ?? ''} 至 ${days.at(-1) ?? ''}`,
    amount: sum(({ amount }) => amount),
    penalty: sum(({ penalty }) => penalty),
  };
};

/** What fits the sheet: where lines are too many, by fee from its first day to its last, and the last fees as one. */
const fitted = (rows: readonly Row[], room: number): readonly Row[] => {
  if (rows.length <= room) return rows;
  const fees = [...Map.groupBy(rows, ({ fee }) => fee)].map(([fee, of]) => ({
    of,
    row: of.length === 1 ? of[0] : sumOf(of, `${fee}（${of.length}期）`),
  }));
  const shown = fees.length <= room ? fees : fees.slice(0, room - 1);
  const rest = fees.slice(shown.length);
  return [
    ...shown.flatMap(({ row }) => (row === undefined ? [] : [row])),
    ...(rest.length === 0
      ? []
      : [
          sumOf(
            rest.flatMap(({ of }) => of),
            `其余${rest.length}个费项`,
          ),
        ]),
  ];
};

const Span = ({ of }: { readonly of: string }): ReactElement => (
  <>
    {of.split(/(?<=至) /).map((day) => (
      <span key={day} className="receipt-day">
        {day}{' '}
      </span>
    ))}
  </>
);

/** On a roll penalty stands under its bill; a sheet has a column for it. */
const Rows = ({
  of,
  rows,
  wide,
}: {
  readonly of: ReceiptPaper;
  readonly rows: readonly Row[];
  readonly wide: boolean;
}): ReactElement => (
  <table>
    <thead>
      <tr>
        <th>项目</th>
        <th>期间</th>
        <th className="right">{wide ? '本金（元）' : '金额（元）'}</th>
        {wide ? (
          <>
            <th className="right">违约金（元）</th>
            <th className="right">小计（元）</th>
          </>
        ) : null}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.fee + row.span}>
          <td>{row.fee}</td>
          <td>
            <Span of={row.span} />
          </td>
          <td className="right">
            {formatMoney(row.amount)}
            {wide || Number(row.penalty) === 0 ? null : <small>违约金 {formatMoney(row.penalty)}</small>}
          </td>
          {wide ? (
            <>
              <td className="right">{Number(row.penalty) === 0 ? '—' : formatMoney(row.penalty)}</td>
              <td className="right">{formatMoney(yuanOf(fenOf(row.amount) + fenOf(row.penalty)))}</td>
            </>
          ) : null}
        </tr>
      ))}
      {Number(of.toPrepaid) > 0 ? (
        <tr>
          <td>预存</td>
          <td />
          {wide ? (
            <>
              <td />
              <td />
            </>
          ) : null}
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
}): ReactElement => {
  const { shape, room } = SHEETS[format];
  const wide = format !== '80mm';
  const lines = room === undefined ? of.rows : fitted(of.rows, room - (Number(of.toPrepaid) > 0 ? 1 : 0));
  // Booked to another day than it was written on: both are said.
  const number = (
    <>
      No. {of.receiptNo}　{of.at}
      {of.at.startsWith(of.day) ? '' : `　收款日 ${of.day}`}
    </>
  );
  return (
    <article className={`receipt receipt-${shape}`}>
      <header>
        <h1>{of.company || of.community}</h1>
        <p>
          收款收据{of.state === '已红冲' ? '（已红冲）' : ''}
          {of.reprint > 0 ? <strong>　补打第{of.reprint}次</strong> : ''}
        </p>
        {wide ? null : <p>{number}</p>}
      </header>
      <p className="receipt-who">
        <span>
          {of.community} {of.room}　缴费人 {of.payer || '—'}
        </span>
        {wide ? <span>{number}</span> : null}
      </p>
      <Rows of={of} rows={lines} wide={wide} />
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
          {of.remark === '' ? null : <p className="receipt-remark">备注 {of.remark}</p>}
        </div>
        <figure>
          <img src={code} alt="核验二维码" />
          <figcaption>扫码核验</figcaption>
        </figure>
      </div>
      <footer>
        <span>收款人 {of.cashier}</span>
        {format.startsWith('三联') ? <span>第一联 存根　第二联 交款人　第三联 记账</span> : null}
        <span>{of.phone}</span>
      </footer>
    </article>
  );
};

/** A browser may never say that it has printed: a blocked frame, a code that is not drawn. Nobody is kept at the counter by that. */
const LONGEST_MS = 5_000;

/** One or several receipts on paper, each a page. Opening it prints them; every print is counted on the server, and what is not the first says so. */
export const ReceiptDialog = ({
  paymentIds,
  onClose,
}: {
  readonly paymentIds: readonly string[];
  readonly onClose: () => void;
}): ReactElement => {
  const [format, setFormat] = useState(usual);
  const sheet = useRef<HTMLDivElement>(null);
  // Until it is on paper, the key that took the money takes nothing away; then it leads to the next household.
  const [onItsWay, setOnItsWay] = useState(true);
  const away = useRef<HTMLButtonElement>(null);
  const settled = () => setOnItsWay(false);
  const print = useReactToPrint({
    contentRef: sheet,
    documentTitle: '收据',
    pageStyle: SHEETS[format].page,
    onAfterPrint: settled,
    onPrintError: settled,
  });
  const send = useSend();
  const { mutate, data, isPending } = useMutation({
    mutationFn: (): Promise<readonly ReceiptPaper[]> =>
      Promise.all(paymentIds.map((paymentId) => send(cashierReprint, { paymentId, Format: format }))),
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
  const ask = useEffectEvent(() => mutate());
  useEffect(() => ask(), []);
  const pictures = useQuery({
    queryKey: ['receipt-code', data?.map(({ code }) => code)],
    queryFn: async () => {
      const { toDataURL } = await import('qrcode');
      return Promise.all(
        (data ?? []).map(({ code }) => toDataURL(`${location.origin}/verify?code=${code}`, { margin: 0, width: 160 })),
      );
    },
    enabled: data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const onPaper = useEffectEvent(() => print());
  useEffect(() => {
    if (pictures.data !== undefined && data !== undefined) onPaper();
  }, [pictures.data, data]);
  return (
    <AppModal
      title={paymentIds.length === 1 ? '收据' : `收据（${paymentIds.length}张）`}
      width={format === '80mm' ? 480 : 960}
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
            mutate();
          }}
        >
          补打
        </Button>,
      ]}
    >
      <Segmented<ReceiptFormat>
        aria-label="票据式样"
        options={RECEIPT_FORMATS.map((value) => ({ value, label: SHEETS[value].label }))}
        value={format}
        onChange={(next) => {
          localStorage.setItem(LAST, next);
          setFormat(next);
        }}
      />
      <div className="receipt-preview" role="region" aria-label="收据预览" tabIndex={0}>
        <div ref={sheet}>
          {pictures.data === undefined
            ? null
            : (data ?? []).map((of, at) => (
                <Paper key={of.code} of={of} format={format} code={pictures.data[at] ?? ''} />
              ))}
        </div>
      </div>
    </AppModal>
  );
};
