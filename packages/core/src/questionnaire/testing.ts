/** Questions to try rules on. */
import type { Design, Question } from './model.ts';

export const ask = (id: string, type: Question['type'], more: Partial<Question> = {}): Question => ({
  id,
  type,
  title: `题${id}`,
  hint: '',
  required: false,
  options: [],
  least: null,
  most: null,
  dimensions: [],
  showIf: null,
  reasonBelow: null,
  ...more,
});

export const designOf = (...questions: readonly Question[]): Design => ({ questions, contact: 'optional' });
