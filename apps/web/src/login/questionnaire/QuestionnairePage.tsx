import type { OutputOf, publicQuestionnaire } from '@hengneng/contracts';
import { isBlankValue } from '@hengneng/core/questionnaire';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { ApiError, callPath, messageOf } from '../../lib/api.ts';
import { deviceId } from './local.ts';
import { QuestionField } from './QuestionField.tsx';
import { SlideProof } from './SlideProof.tsx';
import { type Asked, type Thanks, useAnswering } from './useAnswering.ts';
import './questionnaire.css';

type Shown = OutputOf<typeof publicQuestionnaire>;

const PATH = '/configurableQuestionnaireList';

const Frame = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <div className="q-page">
    <main>{children}</main>
    <footer>
      衡能 客户满意度调查
      <a href={`/Login?redirect=${encodeURIComponent(PATH)}`}>工作人员登录</a>
    </footer>
  </div>
);

const Thanked = ({ thanks, hotline }: Thanks): ReactElement => (
  <section className="q-card q-thanks" role="status">
    <p className="q-tick" aria-hidden="true">
      ✓
    </p>
    <h1>提交成功</h1>
    <p>{thanks === '' ? '感谢您的评价，我们会认真阅读每一条意见。' : thanks}</p>
    {hotline === '' ? null : (
      <p>
        联系电话：<a href={`tel:${hotline}`}>{hotline}</a>
      </p>
    )}
  </section>
);

const NONE = { value: null, reason: '' } as const;

const Contact = ({
  of,
  required,
}: {
  readonly of: ReturnType<typeof useAnswering>;
  readonly required: boolean;
}): ReactElement => {
  const fields = [
    { key: 'respondent', label: '称呼', max: 30, type: 'text', must: required },
    { key: 'phone', label: '联系电话', max: 13, type: 'tel', must: required },
    { key: 'place', label: '楼层或房间', max: 60, type: 'text', must: false },
  ] as const;
  return (
    <section className="q-card">
      <h2>联系方式{required ? null : '（选填）'}</h2>
      <p className="q-hint">便于我们回访处理，仅客服人员可见完整电话</p>
      {fields.map(({ key, label, max, type, must }) => {
        const problem = of.problems.get(key);
        return (
          <label key={key} className="q-line" id={`q-${key}`}>
            <span>
              {label}
              {must ? <span className="q-required">（必填）</span> : null}
            </span>
            <input
              className="q-text"
              type={type}
              maxLength={max}
              value={of.draft[key]}
              onChange={(event) => of.change({ [key]: event.target.value })}
            />
            {problem ? (
              <span className="field-error" role="alert">
                {problem}
              </span>
            ) : null}
          </label>
        );
      })}
    </section>
  );
};

const Form = ({
  code,
  source,
  asked,
  onDone,
}: {
  readonly code: string;
  readonly source: string;
  readonly asked: Asked;
  readonly onDone: (thanks: Thanks) => void;
}): ReactElement => {
  const of = useAnswering(code, source, asked, onDone);
  const { draft, questions } = of;
  const done = questions.filter(({ id }) => !isBlankValue(draft.answers[id]?.value)).length;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        of.submit();
      }}
    >
      <header className="q-head">
        <p>{asked.project}</p>
        <h1>{asked.title}</h1>
        {asked.intro ? <p className="q-intro">{asked.intro}</p> : null}
      </header>
      <div className="q-progress">
        <progress max={questions.length} value={done} aria-label="答题进度" />
        <span>
          {done}/{questions.length}
        </span>
      </div>
      {questions.map((question, at) => (
        <QuestionField
          key={question.id}
          code={code}
          question={question}
          number={at + 1}
          answer={draft.answers[question.id] ?? NONE}
          onAnswer={(given) => of.answer(question.id, given)}
          problem={of.problems.get(question.id)}
        />
      ))}
      {asked.design.contact === 'none' ? null : <Contact of={of} required={asked.design.contact === 'required'} />}
      {draft.waiting ? (
        <p className="form-note" role="status">
          网络已断开，答卷已暂存本机，联网后自动提交
        </p>
      ) : null}
      {of.message ? (
        <p className="form-error" role="alert">
          {of.message}
        </p>
      ) : null}
      <button type="submit" className="submit" disabled={of.busy}>
        {of.busy ? '正在提交…' : draft.waiting ? '再试一次' : '提交'}
      </button>
      {of.proof === null ? null : <SlideProof problem={of.proof} onProof={of.prove} onCancel={of.dropProof} />}
    </form>
  );
};

const Listed = ({ rows }: { readonly rows: Shown['listed'] }): ReactElement => (
  <>
    <header className="q-head">
      <h1>满意度问卷</h1>
    </header>
    {rows.length === 0 ? (
      <section className="q-card">
        <p role="status">当前没有正在收集的问卷</p>
      </section>
    ) : (
      <ul className="q-list">
        {rows.map(({ code, title, project }) => (
          <li key={code} className="q-card">
            <a href={`${PATH}?code=${code}`}>{title}</a>
            <p>{project}</p>
          </li>
        ))}
      </ul>
    )}
  </>
);

/** What the code on a table leads to; without one, the questionnaires that anybody may answer. */
export const QuestionnairePage = (): ReactElement => {
  const [{ code, source }] = useState(() => {
    const params = new URLSearchParams(location.search);
    return { code: params.get('code'), source: params.get('f') ?? 'l' };
  });
  const [shown, setShown] = useState<Shown | null>(null);
  const [thanks, setThanks] = useState<Thanks | null>(null);
  const [problem, setProblem] = useState('');
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    callPath<Shown>(
      'GET',
      '/bpmapi/Questionnaire/Public',
      { ...(code === null ? {} : { code }), device: deviceId(), turn },
      { signal: controller.signal },
    )
      .then((found) => {
        setShown(found);
        setProblem('');
        if (found.questionnaire) document.title = `${found.questionnaire.title} - 衡能`;
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        setProblem((error instanceof ApiError && error.errors[0]?.message) || messageOf(error));
      });
    return () => controller.abort();
  }, [code, turn]);
  useEffect(() => {
    if (thanks) window.scrollTo(0, 0);
  }, [thanks]);
  if (thanks) return <Frame>{<Thanked {...thanks} />}</Frame>;
  if (problem)
    return (
      <Frame>
        <section className="q-card">
          <p className="form-error" role="alert">
            {problem}
          </p>
          <button type="button" className="submit" onClick={() => setTurn(turn + 1)}>
            重试
          </button>
        </section>
      </Frame>
    );
  if (shown === null)
    return (
      <Frame>
        <p role="status">正在打开问卷…</p>
      </Frame>
    );
  const asked = shown.questionnaire;
  return (
    <Frame>
      {asked === null || code === null ? (
        <Listed rows={shown.listed} />
      ) : asked.answered ? (
        <section className="q-card q-thanks">
          <h1>您已提交过，感谢您的评价</h1>
          {asked.hotline === '' ? null : (
            <p>
              联系电话：<a href={`tel:${asked.hotline}`}>{asked.hotline}</a>
            </p>
          )}
        </section>
      ) : (
        <Form code={code} source={source} asked={asked} onDone={setThanks} />
      )}
    </Frame>
  );
};
