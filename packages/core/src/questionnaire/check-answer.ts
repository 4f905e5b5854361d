/** Whether an answer is whole; the page marks what is missing, the server believes no page. */
import type { FieldError } from '../errors.ts';
import {
  type Answer,
  type Answers,
  type AnswerValue,
  type Design,
  MOST_PHOTOS,
  type Question,
  REASON_LENGTH,
  scaleOf,
  TEXT_LENGTH,
  TEXTAREA_LENGTH,
} from './model.ts';
import { isBlankValue, photosOf, pointsOf, textsOf } from './values.ts';
import { asksReason, visibleQuestions } from './visible.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

const tooLong = (value: AnswerValue, most: number): string | null =>
  typeof value !== 'string' ? '请填写文字' : [...value].length > most ? `最多输入${most}字` : null;

const inScale = (question: Question, points: unknown): boolean => {
  const scale = scaleOf(question.type);
  return (
    scale !== null &&
    typeof points === 'number' &&
    Number.isInteger(points) &&
    points >= scale.min &&
    points <= scale.max
  );
};

/** What is wrong with a value that is there; null where nothing is. */
const wrong = (question: Question, value: AnswerValue, at: number): string | null => {
  switch (question.type) {
    case 'single':
      return typeof value === 'string' && question.options.includes(value) ? null : '请从选项中选择';
    case 'multi': {
      const chosen = textsOf(value);
      if (!Array.isArray(value) || chosen.length !== value.length || new Set(chosen).size !== chosen.length)
        return '请从选项中选择';
      if (chosen.some((one) => !question.options.includes(one))) return '请从选项中选择';
      if (question.least !== null && chosen.length < question.least) return `至少选${question.least}项`;
      return question.most !== null && chosen.length > question.most ? `最多选${question.most}项` : null;
    }
    case 'stars':
    case 'rating':
    case 'nps':
      return inScale(question, value) ? null : '请选择分数';
    case 'matrix': {
      if (typeof value !== 'object' || Array.isArray(value)) return '请为各项打分';
      const keys = new Set(question.dimensions.map((dimension) => dimension.key));
      const given = Object.entries(value);
      if (given.some(([key, points]) => !keys.has(key) || !inScale(question, points))) return '请为各项打分';
      return question.required && given.length < keys.size ? `请回答第${at}题` : null;
    }
    case 'text':
      return tooLong(value, TEXT_LENGTH);
    case 'textarea':
      return tooLong(value, TEXTAREA_LENGTH);
    case 'photos':
      if (!Array.isArray(value) || photosOf(value).length !== value.length) return '照片未上传完成，请重新选择';
      return value.length > MOST_PHOTOS ? `最多上传${MOST_PHOTOS}张照片` : null;
    case 'date':
      return typeof value === 'string' && isDay(value) ? null : '请选择日期';
  }
};

export const answerPath = (question: string): string => `Answers.${question}`;

/** An error at each question that shows and is not well answered. Questions are numbered as they show. */
export const checkAnswers = (design: Design, answers: Answers): readonly FieldError[] =>
  visibleQuestions(design, answers).flatMap((question, index): readonly FieldError[] => {
    const answer = answers[question.id];
    const at = index + 1;
    const path = answerPath(question.id);
    if (answer === undefined || answer.value === null || isBlankValue(answer.value))
      return question.required ? [{ path, message: `请回答第${at}题` }] : [];
    const problem = wrong(question, answer.value, at);
    if (problem !== null) return [{ path, message: problem }];
    const reason = answer.reason.trim();
    if (asksReason(question, answer.value) && reason === '')
      return [{ path: `${path}.reason`, message: `请填写第${at}题的原因` }];
    return [...reason].length > REASON_LENGTH
      ? [{ path: `${path}.reason`, message: `最多输入${REASON_LENGTH}字` }]
      : [];
  });

const trimmed = (question: Question, answer: Answer): Answer => ({
  value:
    typeof answer.value === 'string'
      ? answer.value.trim()
      : question.type === 'matrix'
        ? Object.fromEntries(pointsOf(answer.value))
        : question.type === 'photos'
          ? photosOf(answer.value).map(({ URL, Size, Name }) => ({ URL, Size, Name }))
          : answer.value,
  reason: asksReason(question, answer.value) ? answer.reason.trim() : '',
});

/** What is kept: answers of questions that show, nothing else that came along. */
export const keptAnswers = (design: Design, answers: Answers): Answers =>
  Object.fromEntries(
    visibleQuestions(design, answers).flatMap((question) => {
      const answer = answers[question.id];
      return answer === undefined || isBlankValue(answer.value)
        ? []
        : [[question.id, trimmed(question, answer)] as const];
    }),
  );
