import { expect, it } from 'vitest';
import { maskIdCard, maskPhone } from './text.ts';

it('masks what is private', () => {
  expect(maskPhone('13812345678')).toBe('138****5678');
  expect(maskPhone('123')).toBe('****');
  expect(maskIdCard('11010519491231002X')).toBe('110105********002X');
  expect(maskPhone(null)).toBe('');
});
