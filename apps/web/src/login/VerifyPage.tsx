import type { OutputOf, VerifiedReceipt, verifyPrint } from '@hengneng/contracts';
import { FLOW_STATUS, procedureRoute } from '@hengneng/core';
import { type ReactElement, useEffect, useState } from 'react';
import { ApiError, callPath, messageOf } from '../lib/api.ts';
import { formatDateTime } from '../lib/format.ts';
import { isSignedIn } from '../lib/session.ts';
import { Layout } from './Layout.tsx';

type Print = OutputOf<typeof verifyPrint>;

const verdictOf = ({ intact, changed, later }: Print): { readonly good: boolean; readonly words: string } => {
  if (!intact) return { good: false, words: '单据的审批记录校验不通过，请勿据此办理，并联系管理员' };
  if (changed) return { good: false, words: '打印之后单据内容已修改，请重新打印' };
  if (later.length > 0) return { good: true, words: '内容与系统一致；打印之后单据又有处理' };
  return { good: true, words: '内容和审批记录均与系统一致' };
};

const Facts = ({ of }: { readonly of: readonly (readonly [string, string])[] }): ReactElement => (
  <dl className="facts">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const Found = ({ print }: { readonly print: Print }): ReactElement => {
  const { good, words } = verdictOf(print);
  const route = procedureRoute(print.ProcedureId, print.BusinessId);
  return (
    <>
      <p className={good ? 'form-note' : 'form-error'} role="status">
        {words}
      </p>
      <Facts
        of={[
          ['单据', print.module],
          ['单号', print.serial ?? '未编号'],
          ['当前状态', FLOW_STATUS[print.Status] ?? print.Status],
          ['本份', `第 ${print.copy} 份，共打印 ${print.copies} 份`],
          ['打印时间', formatDateTime(print.printedAt)],
        ]}
      />
      {print.later.length > 0 ? (
        <>
          <h2>打印之后的处理</h2>
          <ol className="later">
            {print.later.map(({ label, at }) => (
              <li key={`${label} ${at}`}>
                <span>{label}</span>
                <time>{formatDateTime(at)}</time>
              </li>
            ))}
          </ol>
        </>
      ) : null}
      {route && isSignedIn() ? (
        <p className="card-foot">
          <a href={route}>打开单据</a>
        </p>
      ) : null}
    </>
  );
};

/** A receipt: what the paper says, and whether it still holds. */
const FoundReceipt = ({ of }: { readonly of: VerifiedReceipt }): ReactElement => {
  const copy = of.nth === 1 ? '首次打印' : `补打第 ${of.nth - 1} 次`;
  return (
    <>
      <p className={of.state === '正常' ? 'form-note' : 'form-error'} role="status">
        {of.state === '正常'
          ? '收据真实有效，请核对下列内容与纸上一致'
          : `该收据已于 ${of.reversedOn ?? ''} 红冲，不再有效`}
      </p>
      <Facts
        of={[
          ['收款单位', of.company || of.community],
          ['小区', of.community],
          ['收据号', of.receiptNo],
          ['类型', of.kind],
          ['金额', `${of.amount} 元`],
          ['收款日期', of.day],
          ['本份', `${copy}，共打印 ${of.prints} 次`],
          ['打印时间', formatDateTime(of.printedAt)],
        ]}
      />
    </>
  );
};

/** Receipts have codes of their own kind, and a call of their own. */
const RECEIPT = /^r[0-9a-f]*$/;

/** What the code on a printed record leads to: whether the paper may still be relied on. */
export const VerifyPage = (): ReactElement => {
  const [code] = useState(() => new URLSearchParams(location.search).get('code') ?? '');
  const [print, setPrint] = useState<Print | null>(null);
  const [receipt, setReceipt] = useState<VerifiedReceipt | null>(null);
  const [problem, setProblem] = useState(code === '' ? '请扫描打印件右下角的二维码' : '');
  const [again, setAgain] = useState(false);
  useEffect(() => {
    if (code === '') return;
    const controller = new AbortController();
    const { signal } = controller;
    const asked = RECEIPT.test(code)
      ? callPath<VerifiedReceipt>('GET', '/pmsapi/Cashier/Verify', { code }, { signal }).then(setReceipt)
      : callPath<Print>('GET', '/bpmapi/NodeRecord/Verify', { code }, { signal }).then(setPrint);
    asked
      .then(() => setProblem(''))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        // A code that is refused stays refused.
        setAgain(!(error instanceof ApiError) || error.offline || error.status >= 500);
        setProblem((error instanceof ApiError && error.errors[0]?.message) || messageOf(error));
      });
    return () => controller.abort();
  }, [code]);
  return (
    <Layout>
      <section className="card">
        <h1>核验打印件</h1>
        {problem ? (
          <>
            <p className="form-error" role="alert">
              {problem}
            </p>
            {again ? (
              <button type="button" className="submit" onClick={() => location.reload()}>
                重试
              </button>
            ) : null}
          </>
        ) : null}
        {print === null && receipt === null && problem === '' ? <p role="status">正在核验…</p> : null}
        {print ? <Found print={print} /> : null}
        {receipt ? <FoundReceipt of={receipt} /> : null}
      </section>
    </Layout>
  );
};
