import type { ChainStep } from '@hengneng/form-kit';
import { describe, expect, it } from 'vitest';
import type { Chain } from '../../engine/approval/index.ts';
import { fitsInto, type Run } from './migrate.ts';

const step = (key: string): ChainStep => ({
  key,
  name: `步骤${key}`,
  by: 'projectManager',
  mode: 'any',
  among: null,
  when: null,
  final: false,
  hours: 24,
  fieldKeys: [],
  hasRequired: false,
  nextHandlerField: null,
});
const chain = (...keys: readonly string[]): Chain => ({
  moduleId: 'constructionNotice',
  hash: keys.join(),
  steps: keys.map(step),
  cc: [],
  nextHandlerField: null,
});
const beside: Chain = {
  ...chain('s1', 's2', 's3'),
  parallel: [
    {
      name: '会审',
      branches: [
        { name: '甲', steps: ['s1'] },
        { name: '乙', steps: ['s2'] },
      ],
    },
  ],
};
/** Steps as they were taken, the last of them active. */
const runs = (...keys: readonly string[]): readonly Run[] =>
  keys.map((node_key, step_index) => ({
    node_key,
    step_index,
    branch: '',
    state: step_index === keys.length - 1 ? 'active' : 'done',
    round: 1,
  }));

describe('a record on its way', () => {
  it('moves where everything that it came through has its place', () => {
    expect(fitsInto(chain('s1', 's2', 's101', 's3'), runs('s1', 's2'), [])).toEqual({ fits: true, notes: [] });
    expect(fitsInto(chain('s1', 's101', 's2'), runs('s1', 's2'), [])).toEqual({
      fits: true,
      notes: ['新版本的步骤「步骤s101」在当前步骤之前，本单不再经过'],
    });
    const start = { node_key: 'start', step_index: -1, branch: '', state: 'done', round: 1 };
    expect(fitsInto(chain('s2'), [start], []).fits).toBe(true);
  });

  it.each<[string, Chain, readonly Run[], readonly string[], string]>([
    ['its step is gone', chain('s1', 's3'), runs('s1', 's2'), [], '当前步骤在新版本中没有'],
    ['a step behind it is gone', chain('s2'), runs('s1', 's2'), [], '已经过的步骤在新版本中没有'],
    ['a step behind it would come again', chain('s2', 's1'), runs('s1', 's2'), [], '排在当前步骤之后'],
    ['its step is in a branch now', beside, runs('s1'), [], '并行位置不同'],
    ['it is to come back to what is gone', chain('s1'), runs('s1'), ['s9'], '退回后要回到的步骤'],
  ])('stays where it is when %s', (_, to, taken, resume, note) => {
    const { fits, notes } = fitsInto(to, taken, resume);
    expect([fits, notes.join()]).toEqual([false, expect.stringContaining(note)]);
  });

  it('may have been further once, before it was sent back', () => {
    const [first, second] = runs('s1', 's2');
    if (first === undefined || second === undefined) throw new Error('no runs');
    const again = { ...first, state: 'active', round: 2 };
    expect(fitsInto(chain('s1', 's2'), [first, { ...second, state: 'returned' }, again], []).fits).toBe(true);
  });
});
