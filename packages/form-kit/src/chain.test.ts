import { describe, expect, it } from 'vitest';
import { chainBodySchema, type ChainStep, isChainBy, type ParallelBlock, usersIn } from './chain.ts';

const step = (at: number, more: Partial<ChainStep> = {}): ChainStep => ({
  key: `s${at}`,
  name: `步骤${at}`,
  by: 'projectManager',
  mode: 'any',
  among: null,
  when: null,
  final: false,
  hours: 24,
  fieldKeys: [],
  hasRequired: false,
  nextHandlerField: null,
  ...more,
});
const steps = [1, 2, 3, 4].map((at) => step(at));
const problems = (all: readonly ChainStep[], parallel?: readonly ParallelBlock[]): string =>
  chainBodySchema
    .safeParse({ steps: all, cc: [], nextHandlerField: null, ...(parallel ? { parallel } : {}) })
    .error?.issues.map((issue) => issue.message)
    .join('；') ?? '';
const block = (...branches: readonly (readonly string[])[]): ParallelBlock => ({
  name: '会审',
  branches: branches.map((keys, at) => ({ name: `分支${at + 1}`, steps: keys })),
});

describe('who handles a step', () => {
  it.each(['applicant', 'role(finance)', 'field(checker)', 'user(12)', 'user(12,15)', 'user()', 'chosen'])(
    'may be %s',
    (by) => expect(isChainBy(by)).toBe(true),
  );
  it.each(['role(nobody)', 'field()', 'user(a)', 'user(0)', 'everybody', ''])('cannot be %s', (by) =>
    expect(isChainBy(by)).toBe(false),
  );
  it('names certain people by their ids', () => {
    expect(usersIn('user(12,15)')).toEqual(['12', '15']);
    expect(usersIn('user()')).toEqual([]);
    expect(usersIn('role(finance)')).toBeNull();
  });
});

describe('a chain as an editor writes it', () => {
  it('is sound with branches of one step or more', () => {
    expect(problems(steps)).toBe('');
    expect(problems(steps, [block(['s1', 's2'], ['s3'])])).toBe('');
    expect(problems(steps, [block(['s1'], ['s2']), { ...block(['s3'], ['s4']), name: '复审' }])).toBe('');
  });

  it.each<[string, readonly ChainStep[], readonly ParallelBlock[] | undefined, string]>([
    ['a key twice', [step(1), step(1, { name: '另一步' })], undefined, '步骤编号 s1 重复'],
    ['a name twice', [step(1), step(2, { name: '步骤1' })], undefined, '重名'],
    ['a vote without a ratio', [step(1, { mode: 'vote' })], undefined, '票签须设通过比例'],
    ['a ratio without a vote', [step(1, { pass: 50 })], undefined, '票签须设通过比例'],
    ['a ratio beyond all', [step(1, { mode: 'vote', pass: 101 })], undefined, '最多100%'],
    ['a range for nobody to pick', [step(1, { among: 'finance' })], undefined, '只用于由上一步指定'],
    [
      'passing what must be filled in',
      [step(1, { hasRequired: true, policy: { self: 'pass' } })],
      undefined,
      '必填内容',
    ],
    ['no way to reject', [step(1, { policy: { rejectTo: [] } })], undefined, '至少留一个驳回去向'],
    ['a rule that is none', [step(1, { policy: { nobody: 'role(x)' as 'up' } })], undefined, '无处理人的做法不正确'],
    ['one branch', steps, [block(['s1'])], '至少要有两个分支'],
    ['a branch without steps', steps, [block(['s1'], [])], '至少要有一个步骤'],
    ['a step that is not there', steps, [block(['s1'], ['s9'])], '没有步骤 s9'],
    ['a step in two branches', steps, [block(['s1'], ['s1'])], '只属于一个分支'],
    ['a gap between branches', steps, [block(['s1'], ['s3'])], '依次相连'],
    ['blocks that overlap', steps, [block(['s1'], ['s2']), block(['s2'], ['s3'])], '依次相连'],
    ['two blocks of one name', steps, [block(['s1'], ['s2']), block(['s3'], ['s4'])], '并行「会审」重名'],
    [
      'a picked handler at a fork',
      [step(1), step(2, { by: 'chosen' }), step(3)],
      [block(['s1'], ['s2'])],
      '分支的第一步',
    ],
    [
      'a picked handler after a join',
      [step(1), step(2), step(3, { by: 'chosen' })],
      [block(['s1'], ['s2'])],
      '并行之后的第一步',
    ],
  ])('is refused with %s', (_, all, parallel, problem) => expect(problems(all, parallel)).toContain(problem));

  it('knows no members of somebody else’s', () => {
    const known = { steps, cc: [], nextHandlerField: null };
    expect(chainBodySchema.safeParse({ ...known, colour: 'red' }).success).toBe(false);
    expect(chainBodySchema.safeParse({ ...known, steps: [{ ...step(1), colour: 'red' }] }).success).toBe(false);
  });
});
