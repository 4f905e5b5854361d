import { answerToComplaint, handleAnswer, questionnaireAnswer, questionnairePhone } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import { type Answer, photosOf, pointsOf, type Question, visibleQuestions } from '@hengneng/core/questionnaire';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callApi, messageOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { can } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';
import { AuthImage } from '../../ui/AuthImage.tsx';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { CODE, SHOWN } from './code.ts';

const COMPLAINT = MODULES.userComplaint.procedureId;

const Given = ({
  question,
  answer,
}: {
  readonly question: Question;
  readonly answer: Answer | undefined;
}): ReactElement => {
  const value = answer?.value ?? null;
  if (value === null) return <span className="q-note">未答</span>;
  if (question.type === 'photos')
    return (
      <span className="q-shots">
        {photosOf(value).map((photo) => (
          <AuthImage key={photo.URL} src={photo.URL} alt={photo.Name} />
        ))}
      </span>
    );
  if (question.type === 'matrix') {
    const points = pointsOf(value);
    return (
      <ul className="q-given">
        {question.dimensions.map(({ key, label }) => (
          <li key={key} className={(points.get(key) ?? 10) < 6 ? 'q-low' : undefined}>
            {label} <b>{points.get(key) ?? '—'}</b>
          </li>
        ))}
      </ul>
    );
  }
  const unit = question.type === 'stars' ? '星' : question.type === 'rating' || question.type === 'nps' ? '分' : '';
  return <span className="q-said">{Array.isArray(value) ? value.join('、') : `${String(value)}${unit}`}</span>;
};

const Phone = ({ id, masked }: { readonly id: string; readonly masked: string }): ReactElement => {
  const whole = useMutation({
    mutationFn: () => callApi(questionnairePhone, { Id: id }),
    onError: (error) => notify.error(messageOf(error)),
  });
  if (whole.data) return <a href={`tel:${whole.data.phone}`}>{whole.data.phone}</a>;
  return (
    <>
      {masked}
      {can(CODE, 'ancillaryInfo') ? (
        <Button type="link" size="small" loading={whole.isPending} onClick={() => whole.mutate()}>
          查看全号（留痕）
        </Button>
      ) : null}
    </>
  );
};

/** One answer: who said what, and what became of it. */
export const AnswerDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement => {
  const navigate = useNavigate();
  const [note, setNote] = useState('');
  const found = useQuery({
    queryKey: ['questionnaire', 'answer', id],
    queryFn: ({ signal }) => callApi(questionnaireAnswer, { Id: id }, { signal }),
  });
  const handle = useWrite(handleAnswer, { said: '已登记处理结果', renews: SHOWN });
  const complain = useWrite(answerToComplaint, {
    said: '已生成用户投诉草稿，请补充后提交',
    renews: SHOWN,
    onRenewed: ({ BusinessId }) => {
      const to = recordAddress(COMPLAINT, BusinessId);
      if (to !== null) void navigate(to);
    },
  });
  const of = found.data;
  const complaint = of?.complaintId == null ? null : recordAddress(COMPLAINT, of.complaintId);
  return (
    <AppDrawer title="答卷" width={560} onClose={onClose}>
      {found.error ? <ErrorRetry error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <SkeletonDelay rows={8} /> : null}
      {of ? (
        <>
          <dl className="q-facts">
            <div>
              <dt>项目</dt>
              <dd>{of.projectName}</dd>
            </div>
            <div>
              <dt>提交时间</dt>
              <dd>{formatDateTime(of.submittedAt)}</dd>
            </div>
            <div>
              <dt>答卷人</dt>
              <dd>{[of.respondent, of.place].filter(Boolean).join('，') || '未留'}</dd>
            </div>
            <div>
              <dt>电话</dt>
              <dd>{of.hasPhone ? <Phone key={of.Id} id={of.Id} masked={of.phone} /> : '未留'}</dd>
            </div>
            <div>
              <dt>综合满意度</dt>
              <dd>{of.satisfaction === null ? '—' : `${of.satisfaction}分`}</dd>
            </div>
            <div>
              <dt>最低分题</dt>
              <dd className={of.low ? 'q-low' : undefined}>{of.lowest ?? '—'}</dd>
            </div>
            <div>
              <dt>来源与用时</dt>
              <dd>
                {of.source}，{of.seconds}秒，第{of.version}版
              </dd>
            </div>
            <div>
              <dt>处理状态</dt>
              <dd>
                {of.state}
                {of.handledBy === null ? '' : `（${of.handledBy} ${formatDateTime(of.handledAt)}）`}
              </dd>
            </div>
            {of.handledNote === '' ? null : (
              <div>
                <dt>处理结果</dt>
                <dd>{of.handledNote}</dd>
              </div>
            )}
          </dl>
          <ol className="q-answers">
            {visibleQuestions(of.design, of.answers).map((question) => {
              const answer = of.answers[question.id];
              return (
                <li key={question.id}>
                  <h3>{question.title}</h3>
                  <Given question={question} answer={answer} />
                  {answer?.reason ? <p className="q-said">原因：{answer.reason}</p> : null}
                </li>
              );
            })}
          </ol>
          {of.state === '待处理' && can(CODE, 'edit') ? (
            <div className="q-handle">
              <Input.TextArea
                aria-label="处理结果"
                placeholder="怎样处理的，客户是否认可"
                rows={2}
                maxLength={300}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
              <Button
                type="primary"
                disabled={note.trim() === ''}
                loading={handle.isPending}
                onClick={() => handle.mutate({ Id: id, note })}
              >
                登记处理
              </Button>
            </div>
          ) : null}
          {of.convertible && can(CODE, 'add') ? (
            <Button loading={complain.isPending} onClick={() => complain.mutate({ Id: id })}>
              转投诉
            </Button>
          ) : null}
          {complaint === null ? null : <Link to={complaint}>打开用户投诉</Link>}
        </>
      ) : null}
    </AppDrawer>
  );
};
