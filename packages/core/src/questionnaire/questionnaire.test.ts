import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAnswers, keptAnswers } from './check-answer.ts';
import { checkDesign } from './check-design.ts';
import { type Answers, type AnswerValue, type Dimension, TEN_DIMENSIONS } from './model.ts';
import { npsOf, rateOf, satisfactionOf, summaryOf } from './scores.ts';
import { ask, designOf } from './testing.ts';
import { visibleQuestions } from './visible.ts';

const given = (values: Readonly<Record<string, AnswerValue | null>>): Answers =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { value, reason: '' }]));
const messages = (errors: readonly { readonly message: string }[]) => errors.map(({ message }) => message);

const TWO: readonly Dimension[] = [
  { key: 'a', label: '制冷', weight: 70 },
  { key: 'b', label: '服务', weight: 30 },
];

describe('which questions show', () => {
  const design = designOf(
    ask('1', 'rating'),
    ask('2', 'single', { options: ['冷', '热'], showIf: { question: '1', kind: 'below', value: '6' } }),
    ask('3', 'text', { showIf: { question: '2', kind: 'is', value: '冷' } }),
  );
  const ids = (values: Readonly<Record<string, AnswerValue>>) =>
    visibleQuestions(design, given(values)).map(({ id }) => id);

  it('follows what was answered', () => {
    expect(ids({})).toEqual(['1']);
    expect(ids({ 1: 5 })).toEqual(['1', '2']);
    expect(ids({ 1: 6 })).toEqual(['1']);
    expect(ids({ 1: 5, 2: '冷' })).toEqual(['1', '2', '3']);
  });
  it('takes no account of what a hidden question was answered before', () => {
    expect(ids({ 1: 9, 2: '冷', 3: '很冷' })).toEqual(['1']);
    expect(keptAnswers(design, given({ 1: 9, 2: '冷', 3: '很冷' }))).toEqual(given({ 1: 9 }));
  });
  it('reads several options and the lowest points of a matrix', () => {
    const other = designOf(
      ask('1', 'multi', { options: ['冷', '吵'] }),
      ask('2', 'text', { showIf: { question: '1', kind: 'is', value: '吵' } }),
      ask('3', 'matrix', { dimensions: TWO }),
      ask('4', 'text', { showIf: { question: '3', kind: 'below', value: '5' } }),
    );
    const shown = visibleQuestions(other, given({ 1: ['冷', '吵'], 3: { a: 9, b: 4 } })).map(({ id }) => id);
    expect(shown).toEqual(['1', '2', '3', '4']);
  });
});

describe('what answers come to', () => {
  const design = designOf(ask('1', 'matrix', { dimensions: TWO }), ask('2', 'nps'), ask('3', 'stars'));

  it('weighs the dimensions', () => {
    expect(satisfactionOf(design, given({ 1: { a: 9, b: 6 } }))).toBe(81);
    // A dimension that was left out weighs nothing.
    expect(satisfactionOf(design, given({ 1: { b: 6 } }))).toBe(60);
    expect(satisfactionOf(design, given({}))).toBeNull();
  });
  it('says what was lowest, out of ten, and whether that is low', () => {
    expect(summaryOf(design, given({ 1: { a: 9, b: 7 }, 2: 3, 3: 3 }))).toMatchObject({
      nps: 3,
      lowest: { question: '3', score: 6 },
      low: false,
    });
    expect(summaryOf(design, given({ 1: { a: 9, b: 5 }, 3: 5 }))).toMatchObject({
      lowest: { label: '服务' },
      low: true,
    });
    // How willing somebody is to recommend is not how content they are.
    expect(summaryOf(design, given({ 2: 0 }))).toMatchObject({ nps: 0, lowest: null, low: false });
  });
  it('counts promoters and detractors', () => {
    expect(npsOf([10, 9, 8, 7, 6, 0])).toEqual({ promoters: 2, passives: 2, detractors: 2, nps: 0 });
    expect(npsOf([10, 10, 5])).toMatchObject({ nps: 33.3 });
    expect(npsOf([])).toMatchObject({ nps: null });
  });
  it('has no rate of nothing', () => {
    expect(rateOf(3, 0)).toBeNull();
    expect(rateOf(1, 3)).toBe(33.3);
  });

  const points = fc.integer({ min: 1, max: 10 });
  it('keeps between the lowest and the highest dimension, whatever the weights', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(points, fc.integer({ min: 1, max: 100 })), { minLength: 1, maxLength: 12 }),
        (rows) => {
          const dimensions = rows.map(([, weight], at) => ({ key: `k${at}`, label: `k${at}`, weight }));
          const scores = rows.map(([score]) => score);
          const of = designOf(ask('1', 'matrix', { dimensions }));
          const value = satisfactionOf(
            of,
            given({ 1: Object.fromEntries(scores.map((score, at) => [`k${at}`, score])) }),
          );
          expect(value).toBeGreaterThanOrEqual(Math.min(...scores) * 10);
          expect(value).toBeLessThanOrEqual(Math.max(...scores) * 10);
        },
      ),
    );
  });
  it('has an NPS between −100 and 100 that turns over with its scores', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1 }), (scores) => {
        const of = npsOf(scores);
        expect(of.promoters + of.passives + of.detractors).toBe(scores.length);
        expect(Math.abs(of.nps ?? 999)).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('whether an answer is whole', () => {
  it('names the question by its number as it shows', () => {
    const design = designOf(
      ask('1', 'rating', { required: true }),
      ask('2', 'text', { showIf: { question: '1', kind: 'below', value: '6' } }),
      ask('3', 'single', { required: true, options: ['是', '否'] }),
    );
    expect(checkAnswers(design, given({ 1: 9 }))).toEqual([{ path: 'Answers.3', message: '请回答第2题' }]);
    expect(messages(checkAnswers(design, given({ 1: 3 })))).toEqual(['请回答第3题']);
  });
  it('takes only what the question takes', () => {
    const wrong: readonly (readonly [ReturnType<typeof ask>, AnswerValue, string])[] = [
      [ask('1', 'single', { options: ['是', '否'] }), '也许', '请从选项中选择'],
      [ask('1', 'multi', { options: ['冷', '热', '吵'], least: 2 }), ['冷'], '至少选2项'],
      [ask('1', 'multi', { options: ['冷', '热', '吵'], most: 1 }), ['冷', '热'], '最多选1项'],
      [ask('1', 'multi', { options: ['冷', '热'] }), ['冷', '冷'], '请从选项中选择'],
      [ask('1', 'stars'), 6, '请选择分数'],
      [ask('1', 'rating'), 0, '请选择分数'],
      [ask('1', 'nps'), 11, '请选择分数'],
      [ask('1', 'matrix', { dimensions: TWO }), { a: 11 }, '请为各项打分'],
      [ask('1', 'matrix', { dimensions: TWO }), { c: 5 }, '请为各项打分'],
      [ask('1', 'matrix', { dimensions: TWO, required: true }), { a: 5 }, '请回答第1题'],
      [ask('1', 'textarea'), '好'.repeat(501), '最多输入500字'],
      [ask('1', 'text'), '好'.repeat(101), '最多输入100字'],
      [ask('1', 'date'), '2026-02-30', '请选择日期'],
    ];
    for (const [question, value, message] of wrong)
      expect(messages(checkAnswers(designOf(question), given({ 1: value }))), JSON.stringify(value)).toEqual([message]);
  });
  it('asks for the reason of low points', () => {
    const design = designOf(ask('1', 'rating', { reasonBelow: 6 }));
    expect(messages(checkAnswers(design, given({ 1: 5 })))).toEqual(['请填写第1题的原因']);
    expect(checkAnswers(design, { 1: { value: 5, reason: '太冷' } })).toEqual([]);
    expect(keptAnswers(design, { 1: { value: 8, reason: '太冷' } })).toEqual(given({ 1: 8 }));
  });
});

describe('whether a questionnaire can be answered', () => {
  it('needs a question, and weights that make a hundred', () => {
    expect(messages(checkDesign(designOf()))).toEqual(['请至少设置一道题']);
    expect(checkDesign(designOf(ask('1', 'matrix', { dimensions: TEN_DIMENSIONS })))).toEqual([]);
    expect(checkDesign(designOf(ask('1', 'matrix', { dimensions: TEN_DIMENSIONS.slice(1) })))).toEqual([
      { path: 'Design.questions[0].dimensions', message: '评价维度权重合计必须为100%' },
    ]);
  });
  it('lets conditions look back only, at what can be compared', () => {
    const on = (question: string, value = '3') => ({ showIf: { question, kind: 'below' as const, value } });
    expect(messages(checkDesign(designOf(ask('1', 'text', on('2')), ask('2', 'rating'))))).toEqual([
      '显示条件只能依据前面的题',
    ]);
    expect(messages(checkDesign(designOf(ask('1', 'text'), ask('2', 'text', on('1')))))).toEqual([
      '显示条件只能依据选择题或打分题',
    ]);
    expect(checkDesign(designOf(ask('1', 'rating'), ask('2', 'text', on('1'))))).toEqual([]);
  });
});
