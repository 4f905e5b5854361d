import {
  type Answer,
  asksReason,
  isPoints,
  MOST_PHOTOS,
  pointsOf,
  photosOf,
  type Question,
  REASON_LENGTH,
  scaleOf,
  TEXT_LENGTH,
  TEXTAREA_LENGTH,
  textsOf,
} from '@hengneng/core/questionnaire';
import type { ReactElement } from 'react';
import { usePhoto } from '../usePhoto.ts';

interface Props {
  readonly code: string;
  readonly question: Question;
  readonly answer: Answer;
  readonly onAnswer: (answer: Answer) => void;
}

const stepsOf = (question: Question): readonly number[] => {
  const scale = scaleOf(question.type);
  return scale === null ? [] : Array.from({ length: scale.max - scale.min + 1 }, (_, at) => scale.min + at);
};

const Points = ({
  name,
  label,
  steps,
  chosen,
  stars,
  onChoose,
}: {
  readonly name: string;
  readonly label: string;
  readonly steps: readonly number[];
  readonly chosen: number | undefined;
  readonly stars?: boolean;
  readonly onChoose: (points: number) => void;
}): ReactElement => (
  <div className={stars ? 'q-points q-stars' : 'q-points'} role="radiogroup" aria-label={label}>
    {steps.map((points) => (
      <label key={points} className={stars && chosen !== undefined && points <= chosen ? 'q-lit' : undefined}>
        <input
          type="radio"
          name={name}
          value={points}
          checked={chosen === points}
          aria-label={`${points}${stars ? '星' : '分'}`}
          onChange={() => onChoose(points)}
        />
        <span aria-hidden="true">{stars ? '★' : points}</span>
      </label>
    ))}
  </div>
);

const Photos = ({ code, answer, onAnswer, question }: Props): ReactElement => {
  const photos = photosOf(answer.value);
  const { busy, problem, add } = usePhoto({ path: '/bpmapi/Questionnaire/Photo', fields: { code } }, (stored) =>
    onAnswer({ ...answer, value: [...photos, stored] }),
  );
  return (
    <div className="q-photos">
      <ul>
        {photos.map((photo) => (
          <li key={photo.URL}>
            <span>{photo.Name}</span>
            <button
              type="button"
              onClick={() => onAnswer({ ...answer, value: photos.filter((one) => one.URL !== photo.URL) })}
            >
              删除
            </button>
          </li>
        ))}
      </ul>
      {photos.length < MOST_PHOTOS ? (
        <label className="q-upload">
          <input
            type="file"
            accept="image/*"
            aria-label={question.title}
            disabled={busy}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              void add(file);
            }}
          />
          <span>{busy ? '正在上传…' : `添加照片（${photos.length}/${MOST_PHOTOS}，每张10MB以内）`}</span>
        </label>
      ) : null}
      {problem ? (
        <p className="field-error" role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
};

const Input = (props: Props): ReactElement => {
  const { question, answer, onAnswer } = props;
  const { value } = answer;
  const set = (next: Answer['value']) => onAnswer({ ...answer, value: next });
  switch (question.type) {
    case 'single':
      return (
        <div className="q-options" role="radiogroup" aria-label={question.title}>
          {question.options.map((option) => (
            <label key={option}>
              <input type="radio" name={question.id} checked={value === option} onChange={() => set(option)} />
              <span>{option}</span>
            </label>
          ))}
        </div>
      );
    case 'multi': {
      const chosen = textsOf(value);
      return (
        <div className="q-options">
          {question.options.map((option) => (
            <label key={option}>
              <input
                type="checkbox"
                checked={chosen.includes(option)}
                onChange={(event) =>
                  // In the order of the options, whichever was chosen first.
                  set(question.options.filter((one) => (one === option ? event.target.checked : chosen.includes(one))))
                }
              />
              <span>{option}</span>
            </label>
          ))}
        </div>
      );
    }
    case 'stars':
    case 'rating':
    case 'nps':
      return (
        <>
          <Points
            name={question.id}
            label={question.title}
            steps={stepsOf(question)}
            chosen={isPoints(value) ? value : undefined}
            stars={question.type === 'stars'}
            onChoose={set}
          />
          {question.type === 'stars' ? null : (
            <div className="q-ends" aria-hidden="true">
              <span>{question.type === 'nps' ? '完全不会推荐' : '很不满意'}</span>
              <span>{question.type === 'nps' ? '一定会推荐' : '非常满意'}</span>
            </div>
          )}
        </>
      );
    case 'matrix': {
      const points = pointsOf(value);
      return (
        <>
          {question.dimensions.map(({ key, label }) => (
            <div key={key} className="q-row">
              <span>{label}</span>
              <Points
                name={`${question.id}.${key}`}
                label={label}
                steps={stepsOf(question)}
                chosen={points.get(key)}
                onChoose={(given) => set({ ...Object.fromEntries(points), [key]: given })}
              />
            </div>
          ))}
          <div className="q-ends" aria-hidden="true">
            <span>1分 很不满意</span>
            <span>10分 非常满意</span>
          </div>
        </>
      );
    }
    case 'text':
      return (
        <input
          className="q-text"
          aria-label={question.title}
          maxLength={TEXT_LENGTH}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => set(event.target.value)}
        />
      );
    case 'textarea':
      return (
        <textarea
          className="q-text"
          aria-label={question.title}
          rows={4}
          maxLength={TEXTAREA_LENGTH}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => set(event.target.value)}
        />
      );
    case 'date':
      return (
        <input
          className="q-text"
          type="date"
          aria-label={question.title}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => set(event.target.value)}
        />
      );
    case 'photos':
      return <Photos {...props} />;
  }
};

const limits = ({ type, least, most }: Question): string =>
  type !== 'multi'
    ? ''
    : [least === null ? '' : `至少选${least}项`, most === null ? '' : `最多选${most}项`].filter(Boolean).join('，');

/** One question as a card, with what is wrong with its answer. */
export const QuestionField = (
  props: Props & { readonly number: number; readonly problem: string | undefined },
): ReactElement => {
  const { question, answer, onAnswer, number, problem } = props;
  const hint = [question.hint, limits(question)].filter(Boolean).join('；');
  return (
    <section className={problem ? 'q-card q-bad' : 'q-card'} id={`q-${question.id}`} tabIndex={-1}>
      <h2>
        {number}. {question.title}
        {question.required ? <span className="q-required">（必答）</span> : null}
      </h2>
      {hint ? <p className="q-hint">{hint}</p> : null}
      <Input {...props} />
      {asksReason(question, answer.value) ? (
        <label className="q-reason">
          <span>请告诉我们原因</span>
          <textarea
            className="q-text"
            rows={2}
            maxLength={REASON_LENGTH}
            value={answer.reason}
            onChange={(event) => onAnswer({ ...answer, reason: event.target.value })}
          />
        </label>
      ) : null}
      {problem ? (
        <p className="field-error" role="alert">
          {problem}
        </p>
      ) : null}
    </section>
  );
};
