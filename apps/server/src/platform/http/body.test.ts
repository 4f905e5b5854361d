import { expect, it } from 'vitest';
import { refuseUnstorable } from './body.ts';

it('what the database cannot store is refused with its place', () => {
  expect(() => refuseUnstorable('a\0')).toThrow('内容含有不能识别的字符');
  expect(() => refuseUnstorable({ title: 'x', rows: [{}, { remark: ['好', '\ud800'] }] })).toThrow(
    'rows[1].remark[1]含有不能识别的字符',
  );
  expect(() => refuseUnstorable({ 'a\0': 1 })).toThrow('字段名含有不能识别的字符');
});

it('anything else passes, unless it is nested without end', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)]);
  expect(() => refuseUnstorable({ a: null, b: [1, true, { c: '👩‍👩‍👧‍👦' }], d: nested(10) })).not.toThrow();
  expect(() => refuseUnstorable(nested(30))).toThrow('提交的内容嵌套过深');
});
