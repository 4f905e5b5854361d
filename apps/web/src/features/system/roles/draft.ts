/** Everything that a role grants, while it is being edited. Pure. */
import type { InputOf, OutputOf, roleDetail, roleSaveGrants } from '@hengneng/contracts';
import { type Grants, grantsOf, type MenuRow, sameGrants, toInput } from './grants.ts';

export type RoleDetail = OutputOf<typeof roleDetail>;
export type Scope = RoleDetail['scopes'][number];

/** `group:payment` or `module:fundBudget` → the scopes that count there; what is no key goes along. */
export type Exceptions = ReadonlyMap<string, readonly Scope[]>;

export interface Draft {
  readonly grants: Grants;
  readonly scopes: readonly Scope[];
  readonly exceptions: Exceptions;
  /** Field groups that are seen, and of those the ones that may leave in a workbook. */
  readonly classes: readonly string[];
  readonly exports: readonly string[];
}

export const draftOf = (role: RoleDetail | undefined): Draft => ({
  grants: grantsOf(role?.grants ?? []),
  scopes: role?.scopes ?? [],
  exceptions: new Map((role?.exceptions ?? []).map(({ kind, code, scopes }) => [`${kind}:${code}`, scopes])),
  classes: role?.classes ?? [],
  exports: role?.exports ?? [],
});

export const setException = (of: Exceptions, key: string, scopes: readonly Scope[] | null): Exceptions => {
  const next = new Map(of);
  if (scopes === null) next.delete(key);
  else next.set(key, scopes);
  return next;
};

/** What may leave must be seen: each right goes or comes with the other. */
export const setSeen = (draft: Draft, name: string, seen: boolean): Draft => ({
  ...draft,
  classes: seen ? [...draft.classes, name] : draft.classes.filter((one) => one !== name),
  exports: seen ? draft.exports : draft.exports.filter((one) => one !== name),
});
export const setExported = (draft: Draft, name: string, exported: boolean): Draft => ({
  ...draft,
  classes: exported && !draft.classes.includes(name) ? [...draft.classes, name] : draft.classes,
  exports: exported ? [...draft.exports, name] : draft.exports.filter((one) => one !== name),
});

const rest = ({ scopes, exceptions, classes, exports }: Draft) => ({
  scopes: [...scopes].sort(),
  exceptions: [...exceptions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => {
      const [kind = '', code = ''] = key.split(':');
      return { kind: kind === 'group' ? ('group' as const) : ('module' as const), code, scopes: [...own].sort() };
    }),
  classes: [...classes].sort(),
  exports: [...exports].sort(),
});

/** As the call takes it. */
export const inputOf = (roleId: string, draft: Draft, menus: readonly MenuRow[]): InputOf<typeof roleSaveGrants> => ({
  roleId,
  grants: toInput(draft.grants, menus),
  ...rest(draft),
});

export const sameDraft = (a: Draft, b: Draft, menus: readonly MenuRow[]): boolean =>
  sameGrants(a.grants, b.grants, menus) && JSON.stringify(rest(a)) === JSON.stringify(rest(b));
