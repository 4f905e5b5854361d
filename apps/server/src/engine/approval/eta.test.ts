import { describe, expect, it } from 'vitest';
import { hoursLeft } from './eta.ts';
import { beside, chain, step } from './testing/world.ts';

const of = beside(
  chain(
    step('projectManager'),
    step('role(finance)'),
    step('role(operationDirector)'),
    step('deptManager'),
    step('role(generalManager)'),
    step('role(admin)', { when: 'big' }),
  ),
  { steps: [2, 3] },
  { steps: [4] },
);
const medians = new Map([
  ['s1', 4],
  ['s2', 1],
  ['s3', 2],
  ['s4', 2.5],
  ['s5', 8],
]);

describe('the hours that are left', () => {
  it('count the longest branch, and leave out what may not take place', () => {
    expect(hoursLeft(of, [0], medians)).toBe(4 + 3 + 8);
    expect(hoursLeft(of, [1, 3], medians)).toBe(3 + 8);
    expect(hoursLeft(of, [2, 3], medians)).toBe(2.5 + 8);
    expect(hoursLeft(of, [3], medians)).toBe(2.5 + 8);
    expect(hoursLeft(of, [4], medians)).toBe(8);
  });

  it('are not known where a step has no history', () => {
    expect(hoursLeft(of, [5], medians)).toBeUndefined();
  });
});
