/** One answer from its first tick to its arrival: kept on the phone, checked as the server does, sent once however often it is tried. */
import type { answerQuestionnaire, OutputOf, publicQuestionnaire } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { type Answer, checkAnswers, type Design, visibleQuestions } from '@hengneng/core/questionnaire';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, callPath, messageOf } from '../../lib/api.ts';
import { deviceId, type Draft, keepDraft, loadDraft, uuid } from './local.ts';

export type Asked = NonNullable<OutputOf<typeof publicQuestionnaire>['questionnaire']>;
export type Thanks = OutputOf<typeof answerQuestionnaire>;
interface Proof {
  readonly challenge: string;
  readonly slide: number;
}

const AGAIN_MS = 15_000;
const ALREADY = '您已提交过，感谢您的评价';

const problemsOf = (errors: readonly FieldError[]): ReadonlyMap<string, string> =>
  new Map(errors.map(({ path, message }) => [path.replace(/^Answers\.([^.]+).*$/, '$1'), message]));

const contactErrors = (design: Design, { respondent, phone }: Draft): readonly FieldError[] =>
  design.contact !== 'required'
    ? []
    : [
        ...(respondent.trim() === '' ? [{ path: 'respondent', message: '请填写称呼' }] : []),
        ...(phone.trim() === '' ? [{ path: 'phone', message: '请填写电话' }] : []),
      ];

const showFirst = (problems: ReadonlyMap<string, string>): void => {
  const [first] = problems.keys();
  const card = first === undefined ? null : document.getElementById(`q-${first}`);
  card?.scrollIntoView({ block: 'center' });
  card?.focus({ preventScroll: true });
};

export const useAnswering = (code: string, source: string, asked: Asked, onDone: (thanks: Thanks) => void) => {
  const [draft, setDraft] = useState(() => loadDraft(code, asked.version));
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [message, setMessage] = useState('');
  const [proof, setProof] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  useEffect(() => {
    if (Object.keys(draft.answers).length > 0 || draft.respondent || draft.phone || draft.place) keepDraft(code, draft);
  }, [code, draft]);

  const send = async (solved: Proof | null) => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setMessage('');
    const seconds = draft.seconds ?? Math.min(86_400, Math.round((Date.now() - draft.startedAt) / 1000));
    try {
      const thanks = await callPath<Thanks>(
        'POST',
        '/bpmapi/Questionnaire/Answer',
        {
          code,
          device: deviceId(),
          version: asked.version,
          Answers: JSON.stringify(draft.answers),
          respondent: draft.respondent,
          phone: draft.phone,
          place: draft.place,
          seconds,
          source,
          ...solved,
        },
        // With a proof it is not what an earlier try sent; had that one arrived, the device is known.
        { idempotencyKey: solved === null ? draft.intent : uuid() },
      );
      keepDraft(code, null);
      onDone(thanks);
    } catch (error) {
      if (error instanceof ApiError && error.offline) {
        setDraft({ ...draft, waiting: true, seconds });
        return;
      }
      if (draft.waiting) setDraft({ ...draft, waiting: false });
      const found = problemsOf(error instanceof ApiError ? error.errors : []);
      const challenge = found.get('challenge');
      setProof(challenge ?? null);
      if (challenge !== undefined) return;
      // The reply to an earlier try was lost: it has arrived all the same.
      if (messageOf(error) === ALREADY) keepDraft(code, null);
      setProblems(found);
      setMessage(messageOf(error));
      showFirst(found);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const again = useEffectEvent(() => void send(null));
  useEffect(() => {
    if (!draft.waiting) return;
    const timer = setInterval(() => again(), AGAIN_MS);
    const online = () => again();
    window.addEventListener('online', online);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', online);
    };
  }, [draft.waiting]);

  const questions = visibleQuestions(asked.design, draft.answers);
  /** Changed content is another intent: the server holds the first one to what it was sent with. */
  const change = (part: Partial<Draft>) =>
    setDraft({ ...draft, ...part, seconds: null, waiting: false, intent: draft.waiting ? uuid() : draft.intent });
  return {
    draft,
    questions,
    problems,
    message,
    proof,
    busy,
    change,
    answer(id: string, given: Answer) {
      const next = new Map(problems);
      next.delete(id);
      setProblems(next);
      change({ answers: { ...draft.answers, [id]: given } });
    },
    submit() {
      const errors = [...checkAnswers(asked.design, draft.answers), ...contactErrors(asked.design, draft)];
      const found = problemsOf(errors);
      setProblems(found);
      setMessage(errors[0]?.message ?? '');
      if (errors.length > 0) showFirst(found);
      else void send(null);
    },
    prove: (solved: Proof) => void send(solved),
    dropProof: () => setProof(null),
  };
};
