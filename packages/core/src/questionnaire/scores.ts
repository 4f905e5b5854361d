/** What answers come to. Points of all scales are compared out of ten. */
import { type Answers, type Design, type Question } from './model.ts';
import { isPoints, pointsOf } from './values.ts';
import { visibleQuestions } from './visible.ts';

/** An answer with anything below these points out of ten is low: people hear of it. */
export const LOW_BELOW = 6;

const round = (value: number, places: number): number => {
  const factor = 10 ** places;
  return Math.round((value + Number.EPSILON) * factor) / factor;
};

export interface ItemScore {
  readonly question: string;
  /** Key of the dimension, where the question is a matrix. */
  readonly dimension: string | null;
  readonly label: string;
  /** Out of ten. */
  readonly score: number;
}

const itemsOf = (question: Question, answers: Answers): readonly ItemScore[] => {
  const value = answers[question.id]?.value;
  const one = (score: number): readonly ItemScore[] => [
    { question: question.id, dimension: null, label: question.title, score },
  ];
  switch (question.type) {
    case 'stars':
      return isPoints(value) ? one(value * 2) : [];
    case 'rating':
      return isPoints(value) ? one(value) : [];
    case 'matrix': {
      const points = pointsOf(value);
      return question.dimensions.flatMap(({ key, label }) => {
        const score = points.get(key);
        return score === undefined ? [] : [{ question: question.id, dimension: key, label, score }];
      });
    }
    default:
      return [];
  }
};

/** Everything that was given points for satisfaction; how willing somebody is to recommend is another matter. */
export const itemScores = (design: Design, answers: Answers): readonly ItemScore[] =>
  visibleQuestions(design, answers).flatMap((question) => itemsOf(question, answers));

/** 综合满意度: the weighted mean of the dimensions that were given points, out of a hundred; null without any. */
export const satisfactionOf = (design: Design, answers: Answers): number | null => {
  let points = 0;
  let weights = 0;
  for (const question of visibleQuestions(design, answers)) {
    if (question.type !== 'matrix') continue;
    const given = pointsOf(answers[question.id]?.value);
    for (const { key, weight } of question.dimensions) {
      const score = given.get(key);
      if (score === undefined) continue;
      points += score * weight;
      weights += weight;
    }
  }
  return weights === 0 ? null : Math.round((points * 1000) / weights) / 100;
};

export interface Summary {
  readonly satisfaction: number | null;
  readonly nps: number | null;
  readonly lowest: ItemScore | null;
  readonly low: boolean;
}

export const summaryOf = (design: Design, answers: Answers): Summary => {
  const items = itemScores(design, answers);
  const lowest = items.reduce<ItemScore | null>(
    (least, item) => (least === null || item.score < least.score ? item : least),
    null,
  );
  const willing = visibleQuestions(design, answers).find((question) => question.type === 'nps');
  const nps = willing && answers[willing.id]?.value;
  return {
    satisfaction: satisfactionOf(design, answers),
    nps: isPoints(nps) ? nps : null,
    lowest,
    low: lowest !== null && lowest.score < LOW_BELOW,
  };
};

export interface Nps {
  readonly promoters: number;
  readonly passives: number;
  readonly detractors: number;
  /** Percentage points, −100 to 100; null without an answer. */
  readonly nps: number | null;
}

export const npsOf = (scores: readonly number[]): Nps => {
  const promoters = scores.filter((score) => score >= 9).length;
  const detractors = scores.filter((score) => score <= 6).length;
  return {
    promoters,
    detractors,
    passives: scores.length - promoters - detractors,
    nps: scores.length === 0 ? null : round(((promoters - detractors) * 100) / scores.length, 1),
  };
};

/** Percent with one place; null where nothing was sent. */
export const rateOf = (returned: number, sent: number): number | null =>
  sent === 0 ? null : round((returned * 100) / sent, 1);

export const meanOf = (values: readonly number[], places = 2): number | null =>
  values.length === 0 ? null : round(values.reduce((sum, value) => sum + value, 0) / values.length, places);
