import { expect, it } from 'vitest';
import { lazy } from './lazy.ts';

it('works out a value when it is first asked for, and once, also where it is undefined', () => {
  let made = 0;
  const value = lazy(() => void made++);
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(made).toBe(1);
});
