import { describe, expect, it } from 'vitest';
import type { StepHandler, StepView } from './approval.ts';
import { decidedIn, handlerWords, opinionWords, stepTitle } from './step-words.ts';

const handler = (UserName: string, more: Partial<StepHandler> = {}): StepHandler => ({
  UserId: UserName,
  UserName,
  OnBehalfOf: null,
  StandIns: [],
  state: 'agreed',
  handledAt: null,
  Opinion: null,
  part: 'own',
  addedBy: null,
  asked: null,
  signature: null,
  ...more,
});
const step = (handlers: readonly StepHandler[], more: Partial<StepView> = {}): StepView =>
  ({ name: '财务复核', state: 'done', round: 1, parallel: null, Opinion: null, handlers, ...more }) as StepView;

describe('a step on paper', () => {
  const returned = step(
    [
      handler('向明哲', { Opinion: '费用合理' }),
      handler('陶丽华', { part: 'after', state: 'rejected', Opinion: '请补充单价依据' }),
      handler('杜永强', { part: 'after', state: 'removed' }),
    ],
    { state: 'returned', parallel: { block: '会审', branch: '财务' } },
  );

  it('tells who sent it back from who agreed, and leaves out who was taken from it', () => {
    expect(opinionWords(returned)).toBe('向明哲：费用合理；陶丽华：退回：请补充单价依据');
    expect(decidedIn(returned).map(handlerWords)).toEqual(['向明哲', '陶丽华（加签）']);
    expect(
      opinionWords(step([handler('石安平', { state: 'rejected', Opinion: '缺资料' })], { state: 'returned' })),
    ).toBe('退回：缺资料');
  });

  it('tells a vote against from a return, and one who said nothing', () => {
    expect(opinionWords(step([handler('甲', { Opinion: '可' }), handler('乙', { state: 'rejected' })]))).toBe(
      '甲：可；乙：不同意',
    );
    expect(opinionWords(step([handler('甲')]))).toBe('');
  });

  it('names its block, and its round where there were several', () => {
    expect(stepTitle(returned, [returned])).toBe('财务复核（会审）');
    expect(stepTitle(returned, [returned, step([], { round: 2 })])).toBe('财务复核（会审，第1轮）');
    expect(stepTitle(step([]), [step([])])).toBe('财务复核');
  });
});
