import { describe, expect, it } from 'vitest';
import { exceptionName, mergeScopes, modulesOf, scopesFor, scopeWords } from './role-scopes.ts';

const role = {
  scopes: ['project'],
  exceptions: [
    { kind: 'group', code: 'payment', scopes: ['all'] },
    { kind: 'module', code: 'payment', scopes: [] },
  ],
} as const;

describe('the scopes of a role', () => {
  it('are the module’s, else its group’s, else the usual ones', () => {
    expect(scopesFor(role, 'payment')).toEqual([]);
    expect(scopesFor(role, 'fundBudget')).toEqual(['all']);
    expect(scopesFor(role, 'userEntry')).toEqual(['project']);
  });

  it('add up over several roles, module by module, also with what a role says of none', () => {
    const { scopes, moduleScopes } = mergeScopes([role, { scopes: ['self'], exceptions: [] }]);
    expect([...scopes]).toEqual(['project', 'self']);
    expect([...(moduleScopes.get('payment') ?? [])]).toEqual(['self']);
    expect([...(moduleScopes.get('fundBudget') ?? [])].sort()).toEqual(['all', 'self']);
    expect([...moduleScopes.keys()].sort()).toEqual([...modulesOf({ kind: 'group', code: 'payment' })].sort());
  });

  it('read as people say them', () => {
    expect(scopeWords(['all', 'self'])).toBe('本人、全部');
    expect(scopeWords([])).toBe('仅本人填报和参与的');
    expect(exceptionName({ kind: 'group', code: 'payment' })).toBe('付款管理（整组）');
    expect(exceptionName({ kind: 'module', code: 'payment' })).toBe('能源付款');
  });
});
