import type { OutputOf, verifyPrint } from '@hengneng/contracts';
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

const Found = ({ print }: { readonly print: Print }): ReactElement => {
  const { good, words } = verdictOf(print);
  const route = procedureRoute(print.ProcedureId, print.BusinessId);
  return (
    <>
      <p className={good ? 'form-note' : 'form-error'} role="status">
        {words}
      </p>
      <dl className="facts">
        <div>
          <dt>单据</dt>
          <dd>{print.module}</dd>
        </div>
        <div>
          <dt>单号</dt>
          <dd>{print.serial ?? '未编号'}</dd>
        </div>
        <div>
          <dt>当前状态</dt>
          <dd>{FLOW_STATUS[print.Status] ?? print.Status}</dd>
        </div>
        <div>
          <dt>本份</dt>
          <dd>
            第 {print.copy} 份，共打印 {print.copies} 份
          </dd>
        </div>
        <div>
          <dt>打印时间</dt>
          <dd>{formatDateTime(print.printedAt)}</dd>
        </div>
      </dl>
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

/** What the code on a printed record leads to: whether the paper may still be relied on. */
export const VerifyPage = (): ReactElement => {
  const [code] = useState(() => new URLSearchParams(location.search).get('code') ?? '');
  const [print, setPrint] = useState<Print | null>(null);
  const [problem, setProblem] = useState(code === '' ? '请扫描打印件右下角的二维码' : '');
  const [again, setAgain] = useState(false);
  useEffect(() => {
    if (code === '') return;
    const controller = new AbortController();
    callPath<Print>('GET', '/bpmapi/NodeRecord/Verify', { code }, { signal: controller.signal })
      .then((found) => {
        setPrint(found);
        setProblem('');
      })
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
        {print === null && problem === '' ? <p role="status">正在核验…</p> : null}
        {print ? <Found print={print} /> : null}
      </section>
    </Layout>
  );
};
