import { describe, expect, it } from 'vitest';
import type { ScopeKind, Session } from '../context.ts';
import { scopeOf } from './scope.ts';

const person = (deptId: string, ...scopes: readonly ScopeKind[]): Session => ({
  id: '',
  userId: '7',
  account: 'somebody',
  userName: '某人',
  deptId,
  roles: [],
  mustChangePassword: false,
  permissions: {
    buttons: new Map(),
    scopes: new Set(scopes),
    moduleScopes: new Map(),
    limited: [],
    deptRoots: [],
    areaRoots: [],
    projects: new Set(),
    classified: new Set(),
    exportable: new Set(),
  },
});

const theirs = { applicant: '8', dept: 'A630701', project: null, projectArea: null };
const columns = { applicant: null, dept: 'm.dept', project: null };

describe('the scope of a department', () => {
  it('reaches down from one’s own', () => {
    expect(scopeOf(person('A6307', 'dept'), null).admits(theirs)).toBe(true);
    expect(scopeOf(person('A6308', 'dept'), null).admits(theirs)).toBe(false);
  });

  it('is nothing for who belongs to none, in lists and for single records', () => {
    const scope = scopeOf(person('', 'dept', 'area'), null);
    expect(scope.admits(theirs)).toBe(false);
    expect(scope.sql(columns, () => '$1')).toBe('false');
  });
});
