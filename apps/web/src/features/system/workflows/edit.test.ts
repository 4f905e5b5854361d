import { type ChainStep, type ChainText, chainProblems } from '@hengneng/form-kit';
import { describe, expect, it } from 'vitest';
import {
  addAfter,
  addBranch,
  besideNext,
  changeBranch,
  changeRight,
  changeStep,
  dissolve,
  moveStep,
  otherPlaces,
  removeStep,
} from './edit.ts';

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
const plain: ChainText = { steps: ['s1', 's2', 's3', 's4'].map(step), cc: [], nextHandlerField: null };
const beside = besideNext(plain, 's2') ?? plain;
const said = (chain: ChainText | null): string =>
  chain === null
    ? '-'
    : `${chain.steps.map((one) => one.key).join(' ')}${(chain.parallel ?? [])
        .map((block) => ` ${block.name}[${block.branches.map((one) => one.steps.join('+')).join('|')}]`)
        .join('')}`;

describe('editing a chain', () => {
  it('gives and takes rights over fields, and leaves nothing behind', () => {
    const hidden = changeRight(plain, 's2', 'hidden', 'amount', true);
    expect(hidden.steps.map((one) => one.rights)).toEqual([undefined, { hidden: ['amount'] }, undefined, undefined]);
    const both = changeRight(hidden, 's2', 'required', 'remark', true);
    expect(both.steps[1]?.rights).toEqual({ hidden: ['amount'], required: ['remark'] });
    const again = changeRight(changeRight(both, 's2', 'hidden', 'amount', false), 's2', 'required', 'remark', false);
    expect(again).toStrictEqual(plain);
  });
  it('adds and removes steps where they belong', () => {
    expect(said(addAfter(plain, null, []).chain)).toBe('s101 s1 s2 s3 s4');
    expect(said(addAfter(plain, 's2', ['s101']).chain)).toBe('s1 s2 s102 s3 s4');
    expect(said(addAfter(beside, 's2', []).chain)).toBe('s1 s2 s101 s3 s4 并行1[s2+s101|s3]');
    expect(said(addAfter(beside, 's2', [], true).chain)).toBe('s1 s2 s3 s101 s4 并行1[s2|s3]');
    expect(said(removeStep(plain, 's2'))).toBe('s1 s3 s4');
    const two = addAfter(plain, 's1', []).chain;
    expect(addAfter(two, 's1', []).chain.steps.map((one) => one.name)).toContain('新步骤2');
  });

  it('puts steps side by side, and one after another again', () => {
    expect(said(beside)).toBe('s1 s2 s3 s4 并行1[s2|s3]');
    expect(said(besideNext(beside, 's1'))).toBe('-');
    expect(said(besideNext(plain, 's4'))).toBe('-');
    expect(said(addBranch(beside, 's3', []).chain)).toBe('s1 s2 s3 s101 s4 并行1[s2|s3|s101]');
    expect(said(dissolve(beside, 's3'))).toBe('s1 s2 s3 s4');
    // A branch that is left alone is no branch.
    expect(said(removeStep(beside, 's3'))).toBe('s1 s2 s4');
  });

  it('moves steps past whole blocks, and within their branch', () => {
    expect(said(moveStep(plain, 's1', 1))).toBe('s2 s1 s3 s4');
    expect(said(moveStep(beside, 's1', 1))).toBe('s2 s3 s1 s4 并行1[s2|s3]');
    expect(said(moveStep(beside, 's4', -1))).toBe('s1 s4 s2 s3 并行1[s2|s3]');
    expect(said(moveStep(beside, 's2', 1))).toBe('-');
    expect(said(moveStep(plain, 's1', -1))).toBe('-');
    const longer = addAfter(beside, 's2', []).chain;
    expect(said(moveStep(longer, 's101', -1))).toBe('s1 s101 s2 s3 s4 并行1[s101+s2|s3]');
  });

  it('moves steps into branches, between them and out again', () => {
    const places = (chain: ChainText, key: string): readonly string[] =>
      otherPlaces(chain, key).map((one) => `${one.label} ${said(one.chain)}`);
    expect(places(plain, 's2')).toEqual([]);
    expect(places(beside, 's4')).toEqual([
      '分支「步骤s2」最后 s1 s2 s4 s3 并行1[s2+s4|s3]',
      '分支「步骤s3」最后 s1 s2 s3 s4 并行1[s2|s3+s4]',
    ]);
    expect(places(beside, 's1')[0]).toBe('分支「步骤s2」最前 s1 s2 s3 s4 并行1[s1+s2|s3]');
    const three = addBranch(beside, 's3', []).chain;
    expect(places(three, 's3')).toEqual([
      '分支「步骤s2」最后 s1 s2 s3 s101 s4 并行1[s2+s3|s101]',
      '分支「新步骤」最后 s1 s2 s101 s3 s4 并行1[s2|s101+s3]',
      '「并行1」之前 s1 s3 s2 s101 s4 并行1[s2|s101]',
      '「并行1」之后 s1 s2 s101 s3 s4 并行1[s2|s101]',
    ]);
    // Of two branches one is left: no block any more, and the step is where it was put.
    expect(places(beside, 's2')).toEqual([
      '分支「步骤s3」最后 s1 s3 s2 s4',
      '「并行1」之前 s1 s2 s3 s4',
      '「并行1」之后 s1 s3 s2 s4',
    ]);
    for (const key of ['s1', 's2', 's3', 's4', 's101'])
      for (const { chain } of otherPlaces(three, key)) expect(chainProblems(chain)).toEqual([]);
  });

  it('leaves chains that are sound sound', () => {
    for (const chain of [beside, addBranch(beside, 's2', []).chain, moveStep(beside, 's1', 1), dissolve(beside, 's2')])
      expect(chainProblems(chain ?? plain)).toEqual([]);
  });

  it('changes one step, or one branch', () => {
    expect(changeStep(plain, 's2', { hours: 4 }).steps.map((one) => one.hours)).toEqual([24, 4, 24, 24]);
    const named = changeBranch(beside, 's3', { block: '会审', name: '财务', when: 'total > 1' });
    expect(named.parallel).toEqual([
      {
        name: '会审',
        branches: [
          { name: '步骤s2', steps: ['s2'] },
          { name: '财务', when: 'total > 1', steps: ['s3'] },
        ],
      },
    ]);
    expect(changeBranch(named, 's3', { when: null }).parallel?.[0]?.branches[1]).toEqual({
      name: '财务',
      steps: ['s3'],
    });
  });
});
