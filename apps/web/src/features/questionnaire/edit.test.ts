import { checkDesign } from '@hengneng/core/questionnaire';
import { expect, it } from 'vitest';
import { conditionable, EMPTY, move, newQuestion, put, remove, STARTER } from './edit.ts';

it('begins with something that may be published as it is', () => {
  expect(checkDesign(STARTER)).toEqual([]);
  expect(STARTER.questions.map(({ id }) => id)).toEqual(['q1', 'q2', 'q3']);
});

it('gives each question an id of its own, also after one was taken out', () => {
  const less = remove(STARTER, 0);
  expect(newQuestion(less, 'text').id).toBe('q4');
  expect(newQuestion(EMPTY, 'text').id).toBe('q1');
});

it('drops conditions on what is gone, and moves no further than the ends', () => {
  const asked = put(STARTER, 2, { showIf: { question: 'q2', kind: 'below', value: '7' } });
  expect(remove(asked, 1).questions.at(-1)?.showIf).toBeNull();
  expect(move(asked, 0, -1)).toEqual(asked);
  expect(move(asked, 0, 1).questions.map(({ id }) => id)).toEqual(['q2', 'q1', 'q3']);
  expect(conditionable(asked, 2).map(({ id }) => id)).toEqual(['q1', 'q2']);
});
