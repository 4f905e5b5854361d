/** Whether a questionnaire can be answered at all. */
import type { FieldError } from '../errors.ts';
import { type Design, MOST_QUESTIONS, type Question, scaleOf } from './model.ts';

const sumOf = (question: Question): number => question.dimensions.reduce((sum, { weight }) => sum + weight, 0);

const questionErrors = (question: Question, before: readonly Question[]): readonly (readonly [string, string])[] => {
  const errors: (readonly [string, string])[] = [];
  const { type, options, dimensions, least, most, showIf, reasonBelow } = question;
  if (question.title.trim() === '') errors.push(['title', '请填写题目']);
  if (before.some((one) => one.id === question.id)) errors.push(['id', '题目编号重复']);
  if (type === 'single' || type === 'multi') {
    if (options.length < 2) errors.push(['options', '至少两个选项']);
    else if (options.some((option) => option.trim() === '')) errors.push(['options', '选项不能为空']);
    else if (new Set(options).size < options.length) errors.push(['options', '选项不能重复']);
  }
  if (type === 'multi') {
    if (least !== null && least > options.length) errors.push(['least', '最少项数不能多于选项数']);
    if (least !== null && most !== null && most < least) errors.push(['most', '最多项数不能少于最少项数']);
  }
  if (type === 'matrix') {
    if (dimensions.length === 0) errors.push(['dimensions', '至少一个评价维度']);
    else if (sumOf(question) !== 100) errors.push(['dimensions', '评价维度权重合计必须为100%']);
    if (dimensions.some(({ label }) => label.trim() === '')) errors.push(['dimensions', '请填写评价维度']);
    if (new Set(dimensions.map(({ key }) => key)).size < dimensions.length) errors.push(['dimensions', '评价维度重复']);
  }
  if (reasonBelow !== null) {
    const scale = scaleOf(type);
    if (scale === null) errors.push(['reasonBelow', '只有打分的题可以追问原因']);
    else if (reasonBelow <= scale.min || reasonBelow > scale.max)
      errors.push(['reasonBelow', `追问分数应在${scale.min + 1}～${scale.max}之间`]);
  }
  if (showIf !== null) {
    const asked = before.find((one) => one.id === showIf.question);
    if (asked === undefined) errors.push(['showIf', '显示条件只能依据前面的题']);
    else if (['text', 'textarea', 'photos', 'date'].includes(asked.type))
      errors.push(['showIf', '显示条件只能依据选择题或打分题']);
    else if (scaleOf(asked.type) === null) {
      if (showIf.kind === 'atLeast' || showIf.kind === 'below') errors.push(['showIf', '选择题只能按选项判断']);
      else if (!asked.options.includes(showIf.value)) errors.push(['showIf', '显示条件的选项不存在']);
    } else if (!/^\d{1,2}$/.test(showIf.value)) errors.push(['showIf', '显示条件的分数应为整数']);
  }
  return errors;
};

/** @returns an error at each place that is wrong, as `Design.questions[0].title` */
export const checkDesign = (design: Design): readonly FieldError[] => {
  const { questions } = design;
  if (questions.length === 0) return [{ path: 'Design.questions', message: '请至少设置一道题' }];
  if (questions.length > MOST_QUESTIONS) return [{ path: 'Design.questions', message: `最多${MOST_QUESTIONS}道题` }];
  const errors = questions.flatMap((question, at) =>
    questionErrors(question, questions.slice(0, at)).map(([key, message]) => ({
      path: `Design.questions[${at}].${key}`,
      message,
    })),
  );
  const willing = questions.filter((question) => question.type === 'nps').length;
  return willing > 1 ? [...errors, { path: 'Design.questions', message: '推荐意愿只能有一题' }] : errors;
};
