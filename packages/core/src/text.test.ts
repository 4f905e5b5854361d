import { expect, it } from 'vitest';
import { maskPhone } from './text.ts';

it('masks what is private', () => {
  expect(maskPhone('13812345678')).toBe('138****5678');
  expect(maskPhone('123')).toBe('****');
  expect(maskPhone(null)).toBe('');
});
