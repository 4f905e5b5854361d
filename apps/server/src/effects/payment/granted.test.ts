import { expect, it } from 'vitest';
import { grantedOf } from './granted.ts';

const line = (subject: string, applyAmount: string, priority: string, planPayDate: string) => ({
  subject,
  applyAmount,
  priority,
  planPayDate,
});

it('takes what was cut of a subject from what can wait, the last to be paid first', () => {
  const lines = [
    line('维修费', '8000.00', '可延后', '2027-05-10'),
    line('维修费', '5000.00', '可延后', '2027-05-25'),
    line('维修费', '3000.00', '刚性必付', '2027-05-28'),
    line('燃气费', '147000.00', '刚性必付', '2027-05-20'),
  ];
  const cut = (approveSubject: string, cutAmount: string) => [{ approveSubject, cutAmount }];
  expect(grantedOf(lines, [])).toEqual(['8000.00', '5000.00', '3000.00', '147000.00']);
  expect(grantedOf(lines, cut('维修费', '6000.00'))).toEqual(['7000.00', '0.00', '3000.00', '147000.00']);
  expect(grantedOf(lines, cut('维修费', '14000.00'))).toEqual(['0.00', '0.00', '2000.00', '147000.00']);
  expect(grantedOf(lines, cut('燃气费', '147000.00'))).toEqual(['8000.00', '5000.00', '3000.00', '0.00']);
});
