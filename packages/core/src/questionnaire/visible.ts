/** Which questions somebody is asked, by what they answered so far. */
import type { Answers, AnswerValue, Condition, Design, Question } from './model.ts';
import { isBlankValue, isPoints, pointsOf, textsOf } from './values.ts';

/** What a matrix counts as in a condition: its lowest points. */
const numberOf = (question: Question, value: AnswerValue): number | null => {
  if (isPoints(value)) return value;
  if (question.type !== 'matrix') return null;
  const points = [...pointsOf(value).values()];
  return points.length === 0 ? null : Math.min(...points);
};

const holds = ({ kind, value }: Condition, question: Question, given: AnswerValue): boolean => {
  if (kind === 'is' || kind === 'isNot') {
    const same = Array.isArray(given)
      ? textsOf(given).includes(value)
      : String(numberOf(question, given) ?? given) === value;
    return same === (kind === 'is');
  }
  const points = numberOf(question, given);
  const limit = Number(value);
  if (points === null || Number.isNaN(limit)) return false;
  return kind === 'atLeast' ? points >= limit : points < limit;
};

/** The questions that show, in order. What a hidden question was answered before counts for nothing. */
export const visibleQuestions = (design: Design, answers: Answers): readonly Question[] => {
  const shown = new Map<string, Question>();
  for (const question of design.questions) {
    const { showIf } = question;
    const asked = showIf === null ? undefined : shown.get(showIf.question);
    const given = asked && answers[asked.id]?.value;
    if (
      showIf === null ||
      (asked && given !== undefined && !isBlankValue(given) && given !== null && holds(showIf, asked, given))
    )
      shown.set(question.id, question);
  }
  return [...shown.values()];
};

/** Whether the points are so low that the reason is asked for. */
export const asksReason = (question: Question, value: AnswerValue | null | undefined): boolean => {
  if (question.reasonBelow === null || value === null || value === undefined) return false;
  const points = numberOf(question, value);
  return points !== null && points < question.reasonBelow;
};
