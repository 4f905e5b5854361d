import { describe, expect, it } from 'vitest';
import { draftOf, inputOf, sameDraft, setExported, setException, setSeen } from './draft.ts';

const empty = draftOf(undefined);

describe('a role while it is edited', () => {
  it('lets nothing leave that is not seen', () => {
    const exported = setExported(empty, 'salary', true);
    expect(exported).toMatchObject({ classes: ['salary'], exports: ['salary'] });
    expect(setSeen(exported, 'salary', false)).toMatchObject({ classes: [], exports: [] });
    expect(setExported(exported, 'salary', false)).toMatchObject({ classes: ['salary'], exports: [] });
  });

  it('tells an exception without scopes from none', () => {
    const none = { ...empty, exceptions: setException(empty.exceptions, 'module:fundBudget', []) };
    expect(inputOf('1', none, []).exceptions).toEqual([{ kind: 'module', code: 'fundBudget', scopes: [] }]);
    expect(sameDraft(none, empty, [])).toBe(false);
    const taken = { ...none, exceptions: setException(none.exceptions, 'module:fundBudget', null) };
    expect(sameDraft(taken, empty, [])).toBe(true);
  });

  it('is the same in whatever order it was put together', () => {
    const one = { ...empty, scopes: ['self', 'area'], classes: ['amount', 'price'] } as const;
    const other = { ...empty, scopes: ['area', 'self'], classes: ['price', 'amount'] } as const;
    expect(sameDraft(one, other, [])).toBe(true);
  });
});
