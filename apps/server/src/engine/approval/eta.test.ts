import { describe, expect, it } from 'vitest';
import { hoursLeft, hoursUntil } from './eta.ts';
import { startView } from './predict.ts';
import { beside, chain, step } from './testing/world.ts';
import type { StepView } from './types.ts';

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

  it('count a step and a branch with a condition where it holds', () => {
    const known = new Map([...medians, ['s6', 16]]);
    expect(hoursLeft(of, [4], known, (when) => when === 'big')).toBe(8 + 16);
    expect(hoursLeft(of, [4], known, () => false)).toBe(8);
    const [block] = of.parallel ?? [];
    const branches = block?.branches.map((one, at) => (at === 0 ? { ...one, when: 'urgent' } : one)) ?? [];
    const choosing = { ...of, parallel: block === undefined ? [] : [{ ...block, branches }] };
    expect(hoursLeft(choosing, [0], known, (when) => when === 'urgent')).toBe(4 + 3 + 8);
    expect(hoursLeft(choosing, [0], known, () => false)).toBe(4 + 2.5 + 8);
  });

  it('are not known where a step has no history', () => {
    expect(hoursLeft(of, [5], medians)).toBeUndefined();
  });
});

describe('the hours until each step is through', () => {
  const begin = startView('1', '张三');
  const left = (key: string, parallel: StepView['parallel'] = null): StepView => ({
    ...begin,
    key,
    state: 'future',
    parallel,
  });
  const times = new Map([...medians].map(([key, half]) => [key, { half, most: half * 2, count: 12 }]));
  const legal = { block: '会审', branch: '法务' };
  const money = { block: '会审', branch: '财务' };

  it('count from the submission on; what comes after a block waits for its longest branch', () => {
    const views = [begin, left('s1'), left('s3', legal), left('s4', legal), left('s5', money), left('s2')];
    expect(hoursUntil(views, times)).toEqual([0, 4, 6, 8.5, 12, 13]);
  });

  it('are unknown from a step on that has no history, or while the applicant corrects the record', () => {
    expect(hoursUntil([left('s1'), left('s101'), left('s2')], times)).toEqual([4, Number.NaN, Number.NaN]);
    expect(hoursUntil([{ ...begin, arrivedAt: '2026-11-20T01:00:00.000Z' }, left('s1')], times)).toEqual([
      Number.NaN,
      Number.NaN,
    ]);
  });
});
