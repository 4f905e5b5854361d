import { expect, it } from 'vitest';
import { decimal } from './decimal.ts';

it.each([
  [1, undefined, '1.00'],
  ['2.345', 2, '2.35'],
  [-2.345, 2, '-2.35'],
  [1.005, 2, '1.01'],
  ['-0.001', 2, '0.00'],
  [1234.5, 0, '1235'],
  ['1e21', 1, '1000000000000000000000.0'],
] as const)('%s with %s places is %s', (value, places, text) => expect(decimal(value, places)).toBe(text));
it.each([[null], [undefined], [''], ['abc'], [Number.NaN], [Number.POSITIVE_INFINITY], [{}], [true]])(
  '%s is no number',
  (value) => expect(decimal(value)).toBeNull(),
);
