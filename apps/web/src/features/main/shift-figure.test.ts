import { expect, it } from 'vitest';
import { takenOf } from './shift-figure.ts';

it('what was taken leaves out the cash that is not counted yet, and says of how many payments', () => {
  const totals = [
    { amount: null, count: 3 },
    { amount: '1200.10', count: 2 },
    { amount: '0.20', count: 1 },
  ];
  expect(takenOf(totals)).toEqual({ known: '1200.30', count: 6, cash: 3 });
  expect(takenOf([])).toEqual({ known: '0.00', count: 0, cash: 0 });
});
