import type { OpenedNotice } from '@hengneng/contracts';
import { type ReactElement, useEffect, useState } from 'react';
import { ApiError, callPath, messageOf } from '../../lib/api.ts';
import { formatMoney } from '../../lib/format.ts';
import './notice.css';

const CALLS = '/pmsapi/FeeAnnouncement';
const token = (): string => location.pathname.split('/')[2] ?? '';
const words = (error: unknown): string => (error instanceof ApiError && error.errors[0]?.message) || messageOf(error);

type Household = NonNullable<OpenedNotice['household']>;

/** Whoever gets the messages says whether there are to be more. */
const Messages = ({ of, phone }: { readonly of: Household; readonly phone: string }): ReactElement => {
  const [out, setOut] = useState(of.optedOut);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const choose = async () => {
    setBusy(true);
    setProblem('');
    try {
      await callPath('POST', `${CALLS}/OptOut`, { token: token(), out: !out });
      setOut(!out);
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="notice-card">
      <p role="status">{out ? `${phone} 已退订，不再接收收费短信` : `短信发往 ${phone}`}</p>
      {problem === '' ? null : (
        <p className="form-error" role="alert">
          {problem}
        </p>
      )}
      <button type="button" disabled={busy} onClick={() => void choose()}>
        {out ? '恢复接收短信' : '退订短信'}
      </button>
    </section>
  );
};

const Bills = ({ of, day }: { readonly of: Household; readonly day: string }): ReactElement => (
  <section className="notice-card">
    <h2>{of.room} 费用明细</h2>
    <p className="notice-soft">
      编号 {of.no}，截至 {day}
    </p>
    <div className="notice-scroll" role="region" aria-label="费用明细表格" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">账期</th>
            <th scope="col">到期日</th>
            <th scope="col" className="right">
              未缴（元）
            </th>
          </tr>
        </thead>
        <tbody>
          {of.bills.map((bill, at) => (
            <tr key={`${bill.fee}${bill.period}${at}`}>
              <td>{bill.fee}</td>
              <td>{bill.period}</td>
              <td>{bill.dueDay}</td>
              <td className="right">{formatMoney(bill.principal)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {of.penalty === '0.00' ? null : <p>违约金 {formatMoney(of.penalty)} 元</p>}
    <p className="notice-open">
      {of.open === '0.00'
        ? '以上费用已缴清，感谢您的配合'
        : `目前未缴本金 ${formatMoney(of.open)} 元，请到小区收费台缴纳`}
    </p>
  </section>
);

/** What a link or a code on paper leads to: the household's own letter, or the notice board. */
export const NoticePage = (): ReactElement => {
  const [opened, setOpened] = useState<OpenedNotice | null>(null);
  const [problem, setProblem] = useState('');
  const [again, setAgain] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    callPath<OpenedNotice>('POST', `${CALLS}/Open`, { token: token() }, { signal: controller.signal })
      .then(setOpened)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        setAgain(!(error instanceof ApiError) || error.offline || error.status >= 500);
        setProblem(words(error));
      });
    return () => controller.abort();
  }, []);
  return (
    <div className="notice-page">
      <main>
        {opened === null ? (
          <section className="notice-card">
            <h1>收费公告</h1>
            {problem === '' ? (
              <p role="status">正在打开…</p>
            ) : (
              <p className="form-error" role="alert">
                {problem}
              </p>
            )}
            {again ? (
              <button type="button" onClick={() => location.reload()}>
                重试
              </button>
            ) : null}
          </section>
        ) : (
          <>
            <section className="notice-card">
              <h1>{opened.title}</h1>
              <p className="notice-said">{opened.text}</p>
              <p className="notice-soft">
                {opened.company || opened.community}　{opened.day}
              </p>
              {opened.phone === '' ? null : (
                <p>
                  咨询电话 <a href={`tel:${opened.phone}`}>{opened.phone}</a>
                </p>
              )}
            </section>
            {opened.household !== null && opened.household.bills.length > 0 ? (
              <Bills of={opened.household} day={opened.day} />
            ) : null}
            {opened.household !== null && opened.household.smsPhone !== null ? (
              <Messages of={opened.household} phone={opened.household.smsPhone} />
            ) : null}
          </>
        )}
      </main>
    </div>
  );
};
