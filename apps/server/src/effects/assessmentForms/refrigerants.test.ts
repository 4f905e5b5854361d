import { expect, it } from 'vitest';
import { GWP } from './refrigerants.ts';

it('gives mixtures what their parts come to', () => {
  // As published: 2088 and 1774 (AR4); 44 % of 1430 and 56 % of 1.
  expect(GWP).toMatchObject({ R410A: 2088, R407C: 1774, R513A: 630, R32: 675, R134a: 1430 });
});
