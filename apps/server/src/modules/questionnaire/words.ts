/** Answers as people read them in one line: for complaints and workbooks. */
import {
  type Answers,
  type AnswerValue,
  type Design,
  photosOf,
  pointsOf,
  type Question,
} from '@hengneng/core/questionnaire';

export const valueWords = (question: Question, value: AnswerValue | null | undefined): string => {
  if (value === null || value === undefined) return '';
  switch (question.type) {
    case 'photos':
      return `${photosOf(value).length}张照片`;
    case 'multi':
      return Array.isArray(value) ? value.join('、') : '';
    case 'matrix': {
      const points = pointsOf(value);
      return question.dimensions
        .flatMap(({ key, label }) => (points.has(key) ? [`${label}${points.get(key)}分`] : []))
        .join('，');
    }
    case 'stars':
      return `${String(value)}星`;
    case 'rating':
    case 'nps':
      return `${String(value)}分`;
    default:
      return typeof value === 'string' ? value : '';
  }
};

/** What somebody said, a line a question, reasons of low points with it. */
export const saidIn = (design: Design, answers: Answers): readonly string[] =>
  design.questions.flatMap((question) => {
    const answer = answers[question.id];
    if (answer === undefined) return [];
    const reason = answer.reason === '' ? '' : `（原因：${answer.reason}）`;
    return [`${question.title}：${valueWords(question, answer.value)}${reason}`];
  });
