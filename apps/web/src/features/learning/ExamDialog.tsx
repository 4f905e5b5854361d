import { type OutputOf, PASS_SCORE, trainResourcesExam } from '@hengneng/contracts';
import { Alert, Button, Checkbox, Radio } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { AppModal } from '../../ui/AppModal.tsx';
import { LESSONS } from './common.ts';

type Paper = OutputOf<typeof trainResourcesExam>;

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.max(0, seconds % 60)).padStart(2, '0')}`;

/** A quiz against the clock: handed out, filled in, scored by the server. */
export const ExamDialog = ({
  id,
  title,
  questions,
  minutes,
  onClose,
}: {
  readonly id: string;
  readonly title: string;
  readonly questions: number;
  readonly minutes: number;
  readonly onClose: () => void;
}): ReactElement => {
  const [paper, setPaper] = useState<Paper | null>(null);
  const [answers, setAnswers] = useState<readonly (readonly number[])[]>([]);
  const [left, setLeft] = useState(0);
  // What is wrong is said in the dialog.
  const begin = useWrite(trainResourcesExam, {
    onDone: (next) => {
      setPaper(next);
      setAnswers(next.questions.map(() => []));
      setLeft(Math.round((Date.parse(next.endsAt) - Date.now()) / 1000));
    },
    onError: () => undefined,
  });
  const hand = useWrite(trainResourcesExam, { onDone: setPaper, renews: [LESSONS], onError: () => undefined });
  const running = paper !== null && paper.score === null;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setLeft((now) => now - 1), 1000);
    return () => clearInterval(timer);
  }, [running]);
  const put = (at: number, chosen: readonly number[]) =>
    setAnswers(answers.map((one, index) => (index === at ? chosen : one)));
  const error = begin.error ?? hand.error;
  return (
    <AppModal
      title={`测验：${title}`}
      width={640}
      footer={
        paper === null ? (
          <Button type="primary" loading={begin.isPending} onClick={() => begin.mutate({ id })}>
            开始测验
          </Button>
        ) : running ? (
          <Button
            type="primary"
            loading={hand.isPending}
            disabled={left <= 0}
            onClick={() => hand.mutate({ id, exam: paper.exam, answers: answers.map((one) => [...one]) })}
          >
            交卷
          </Button>
        ) : (
          <Button onClick={onClose}>关闭</Button>
        )
      }
      // The paper can be gone on with, the answers given so far are here only.
      holdsInput={running}
      onCancel={onClose}
    >
      {error ? <Alert type="error" showIcon title={messageOf(error)} /> : null}
      {paper === null ? (
        <p>
          共 {questions} 题，限时 {minutes} 分钟，{PASS_SCORE} 分合格，最多 3 次。中途关闭可在时限内接着答；超时交卷按 0
          分计。
        </p>
      ) : paper.score !== null ? (
        <Alert
          type={paper.passed ? 'success' : 'error'}
          showIcon
          title={`${paper.score} 分，${paper.passed ? '合格' : '不合格'}`}
          description={
            paper.credited
              ? '学时已计入培训台账'
              : paper.passed
                ? '学完 90% 以上即计入学时'
                : paper.left > 0
                  ? `还可以再考 ${paper.left} 次`
                  : '次数已用完'
          }
        />
      ) : (
        <>
          <p role="timer">
            剩余 <strong>{clock(left)}</strong>
            {left <= 0 ? '，已超过时限' : ''}
          </p>
          <ol className="exam-questions">
            {paper.questions.map((question, at) => (
              <li key={question.title}>
                <p>
                  {question.title} {question.several ? <small>（多选）</small> : null}
                </p>
                {question.several ? (
                  <Checkbox.Group
                    value={[...(answers[at] ?? [])]}
                    options={question.options.map((label, value) => ({ label, value }))}
                    onChange={(chosen) => put(at, chosen)}
                  />
                ) : (
                  <Radio.Group
                    value={answers[at]?.[0] ?? null}
                    options={question.options.map((label, value) => ({ label, value }))}
                    onChange={(event) => put(at, [Number(event.target.value)])}
                  />
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </AppModal>
  );
};
