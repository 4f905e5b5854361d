import type { StepView } from '@hengneng/contracts';
import { describe, expect, it } from 'vitest';
import { besideWords, urgedWords } from './actions.ts';

const step = (key: string, state: StepView['state'], branch: string | null): StepView => ({
  NodeRecordId: null,
  key,
  name: key,
  IsFinal: false,
  CreatedByUserId: null,
  NextHandlerUserId: null,
  handlers: [],
  state,
  Opinion: null,
  handledAt: null,
  why: '',
  round: 1,
  mode: 'any',
  votesNeeded: null,
  parallel: branch === null ? null : { block: '会审', branch },
  arrivedAt: null,
  dueAt: null,
  timeout: 'remind',
  workingHours: null,
  usual: null,
  expectedAt: null,
  chosen: false,
  printed: true,
});

describe('what becomes of the branches beside', () => {
  const own = step('s3', 'active', '技术');
  const steps = [step('s1', 'done', null), step('s2', 'done', '技术'), own, step('s4', 'active', '财务')];

  it('is said where the record leaves the block', () => {
    expect(besideWords(own, steps, 'starter', 'replay')).toContain('已同意的也要重新处理');
    expect(besideWords(own, steps, 's1', 'direct')).toContain('已同意的不必重新处理');
    expect(besideWords(own, steps, 'end', 'replay')).toBe('「会审」的其他分支随之停止。');
    expect(besideWords(steps[3] ?? own, steps, 'previous', 'replay')).toContain('其他分支');
  });

  it('is not said where they go on, or where there are none', () => {
    expect(besideWords(own, steps, 's2', 'replay')).toBeNull();
    expect(besideWords(own, steps, 'previous', 'replay')).toBeNull();
    expect(besideWords(steps[0] ?? own, steps, 'starter', 'replay')).toBeNull();
    expect(besideWords(own, steps.slice(0, 3), 'starter', 'replay')).toBeNull();
    expect(besideWords(null, steps, 'starter', 'replay')).toBeNull();
  });
});

describe('whom an urge goes to', () => {
  const handler = (UserName: string, state: StepView['handlers'][number]['state'], standIn?: string) => ({
    UserId: '1',
    UserName,
    OnBehalfOf: null,
    StandIns: standIn === undefined ? [] : [{ UserId: '2', UserName: standIn }],
    state,
    handledAt: null,
    Opinion: null,
    part: 'own' as const,
    addedBy: null,
    asked: null,
    signature: null,
  });

  it('is who has it now, with who may do it for them', () => {
    const steps = [
      step('审核', 'done', null),
      {
        ...step('技术', 'active', '甲'),
        handlers: [handler('孟法正', 'agreed'), handler('白宇航', 'active', '齐望舒')],
      },
      { ...step('财务', 'active', '乙'), handlers: [handler('向明哲', 'active')] },
    ];
    expect(urgedWords(steps)).toBe('将提醒：技术 白宇航（齐望舒可代）；财务 向明哲');
    expect(urgedWords(steps.slice(0, 1))).toBeNull();
  });
});
