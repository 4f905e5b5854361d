/** Announcements on paper: letters to households, and the notice board. */
import { renderNotice } from '@hengneng/charging';
import { feeAnnouncementPrint, type NoticeDetail, type NoticeLetter, type OutputOf } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Fragment, type ReactElement, useRef } from 'react';
import { useReactToPrint } from 'react-to-print';
import { callApi } from '../../../lib/api.ts';
import { formatDateTime, formatMoney } from '../../../lib/format.ts';
import { AppModal } from '../../../ui/AppModal.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { NOTICES, outside } from './shared.ts';

const codeOf = async (path: string): Promise<string> => {
  const { toDataURL } = await import('qrcode');
  return toDataURL(outside(path), { margin: 1, width: 320, errorCorrectionLevel: 'M' });
};

type Letters = OutputOf<typeof feeAnnouncementPrint>;

const Letter = ({
  of,
  letter,
  code,
}: {
  readonly of: Letters;
  readonly letter: NoticeLetter;
  readonly code: string;
}): ReactElement => (
  <article className="notice-letter">
    <h2>{of.dunning && !of.title.includes('函') && !of.title.includes('通知') ? `${of.title}（催缴函）` : of.title}</h2>
    <p className="notice-no">
      <span>编号 {letter.no}</span>
      <span>
        {of.community} {letter.room} {letter.owner}
      </span>
    </p>
    <p className="notice-said">{letter.content}</p>
    {letter.bills.length === 0 ? null : (
      <>
        <table>
          <thead>
            <tr>
              <th>项目</th>
              <th>账期</th>
              <th>费用起止</th>
              <th className="right">未缴（元）</th>
              <th className="right">违约金（元）</th>
              <th>到期日</th>
            </tr>
          </thead>
          <tbody>
            {letter.bills.map((bill, at) => (
              <Fragment key={`${bill.fee}${bill.span}${at}`}>
                <tr>
                  <td>{bill.fee}</td>
                  <td>{bill.period}</td>
                  <td>{bill.span}</td>
                  <td className="right">{formatMoney(bill.principal)}</td>
                  <td className="right">{formatMoney(bill.penalty)}</td>
                  <td>{bill.dueDay}</td>
                </tr>
                {bill.share === '' ? null : (
                  <tr>
                    <td colSpan={6}>{bill.share}</td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
        <p>
          合计 <strong>{formatMoney(letter.total)}</strong> 元，违约金 {formatMoney(letter.penalty)} 元（计至{' '}
          {letter.date}
          ）；大写 {letter.capital}
        </p>
      </>
    )}
    <footer>
      <img src={code} alt={`${letter.room}的通知二维码`} />
      <span>
        扫码查看并确认收到
        {of.phone === '' ? null : <>　咨询电话 {of.phone}</>}
      </span>
      <span>
        {of.company || of.community}
        <br />
        {letter.date}
      </span>
    </footer>
  </article>
);

/** A5, two on a sheet of A4; dunning letters are a whole sheet of A4 each. */
export const LetterPrint = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement => {
  const sheet = useRef<HTMLDivElement>(null);
  const found = useQuery({
    queryKey: [NOTICES, 'print', id],
    queryFn: async ({ signal }) => {
      const of = await callApi(feeAnnouncementPrint, { id }, { signal });
      return { of, codes: await Promise.all(of.letters.map(({ path }) => codeOf(path))) };
    },
    staleTime: 0,
    gcTime: 0,
  });
  const print = useReactToPrint({
    contentRef: sheet,
    documentTitle: '入户通知',
    pageStyle: '@page { size: A4; margin: 8mm; }',
  });
  return (
    <AppModal
      title={found.data === undefined ? '入户通知' : `入户通知 ${found.data.of.letters.length} 份`}
      width={860}
      onCancel={onClose}
      footer={
        <Button type="primary" disabled={found.data === undefined} onClick={() => print()}>
          打印
        </Button>
      }
    >
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonDelay rows={6} />
      ) : (
        <div className={`notice-papers ${found.data.of.dunning ? 'notice-whole' : 'notice-half'}`} ref={sheet}>
          {found.data.of.letters.map((letter, at) => (
            <Letter key={letter.id} of={found.data.of} letter={letter} code={found.data.codes[at] ?? ''} />
          ))}
        </div>
      )}
    </AppModal>
  );
};

/** What a notice board says, which is the same to everybody. */
export const boardText = ({ body, community, phone, stopDay }: NoticeDetail['notice']): string =>
  renderNotice(body, { community, communityPhone: phone, stopDay: stopDay ?? '' }).text;

/** For the notice board, A3: nobody is on it. */
export const BoardPrint = ({
  of: { notice },
  onClose,
}: {
  readonly of: NoticeDetail;
  readonly onClose: () => void;
}): ReactElement => {
  const sheet = useRef<HTMLDivElement>(null);
  const code = useQuery({
    queryKey: [NOTICES, 'code', notice.boardPath],
    queryFn: () => codeOf(notice.boardPath ?? ''),
  });
  const print = useReactToPrint({
    contentRef: sheet,
    documentTitle: notice.title,
    pageStyle: '@page { size: A3; margin: 12mm; }',
  });
  return (
    <AppModal
      title="公示栏打印（A3）"
      width={860}
      onCancel={onClose}
      footer={
        <Button type="primary" disabled={code.data === undefined} onClick={() => print()}>
          打印
        </Button>
      }
    >
      <div className="notice-board" ref={sheet}>
        <h2>{notice.title}</h2>
        <p className="notice-said">{boardText(notice)}</p>
        {code.data === undefined ? null : <img src={code.data} alt="公告二维码" width={160} height={160} />}
        <footer>
          <p>{notice.company || notice.community}</p>
          <p>{formatDateTime(notice.sentAt).slice(0, 10)}</p>
        </footer>
      </div>
    </AppModal>
  );
};
