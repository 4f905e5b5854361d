/** What the designer does to a questionnaire. Pure. */
import {
  type Design,
  type Question,
  QUESTION_TYPES,
  type QuestionType,
  scaleOf,
  TEN_DIMENSIONS,
} from '@hengneng/core/questionnaire';

const nextId = (ids: readonly string[], letter: string): string => {
  const numbers = ids.map((id) => Number(new RegExp(`^${letter}(\\d+)$`).exec(id)?.[1] ?? 0));
  return `${letter}${Math.max(0, ...numbers) + 1}`;
};

const TITLES: Readonly<Partial<Record<QuestionType, string>>> = {
  matrix: '请为以下各项打分',
  nps: '您有多大可能向同行推荐我们的服务？',
  photos: '如有问题请拍照上传',
  textarea: '您的其他意见和建议',
};

export const newQuestion = (design: Design, type: QuestionType): Question => ({
  id: nextId(
    design.questions.map(({ id }) => id),
    'q',
  ),
  type,
  title: TITLES[type] ?? '',
  hint: '',
  required: type === 'matrix',
  options: type === 'single' || type === 'multi' ? ['', ''] : [],
  least: null,
  most: null,
  dimensions: type === 'matrix' ? TEN_DIMENSIONS : [],
  showIf: null,
  reasonBelow: type === 'matrix' ? 6 : null,
});

export const EMPTY: Design = { contact: 'optional', questions: [] };

/** What a new questionnaire begins with: the ten dimensions, whether they recommend us, and room for words. */
export const STARTER: Design = (['matrix', 'nps', 'textarea'] as const).reduce<Design>(
  (design, type) => ({ ...design, questions: [...design.questions, newQuestion(design, type)] }),
  EMPTY,
);

export const put = (design: Design, at: number, part: Partial<Question>): Design => ({
  ...design,
  questions: design.questions.map((question, index) => (index === at ? { ...question, ...part } : question)),
});

export const remove = (design: Design, at: number): Design => {
  const gone = design.questions[at]?.id;
  return {
    ...design,
    // A condition on what is gone is none.
    questions: design.questions
      .filter((_, index) => index !== at)
      .map((question) => (question.showIf?.question === gone ? { ...question, showIf: null } : question)),
  };
};

export const move = (design: Design, at: number, by: -1 | 1): Design => {
  const other = at + by;
  const [one, two] = [design.questions[at], design.questions[other]];
  if (!one || !two) return design;
  return {
    ...design,
    questions: design.questions.map((question, index) => (index === at ? two : index === other ? one : question)),
  };
};

export const newDimensionKey = (question: Question): string =>
  nextId(
    question.dimensions.map(({ key }) => key),
    'd',
  );

/** Earlier questions that a condition may look at. */
export const conditionable = (design: Design, at: number): readonly Question[] =>
  design.questions.slice(0, at).filter(({ type }) => scaleOf(type) !== null || type === 'single' || type === 'multi');

export const TYPE_OPTIONS = Object.entries(QUESTION_TYPES).map(([value, label]) => ({ value, label }));
export const isType = (text: string): text is QuestionType => Object.hasOwn(QUESTION_TYPES, text);
