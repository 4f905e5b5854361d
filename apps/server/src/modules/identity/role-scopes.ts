/** Which rows a role sees: its usual scopes, and others for groups of modules or single ones. Pure. */
import { isModuleId, MODULES, type ModuleId } from '@hengneng/core';
import type { ScopeKind } from '../../platform/context.ts';
import { moduleGroupName } from './groups.ts';

const SCOPE_NAMES: Readonly<Record<ScopeKind, string>> = {
  self: '本人',
  dept: '本部门及下级',
  area: '所属区域',
  project: '被授权项目',
  all: '全部',
};
/** From the narrowest. */
export const SCOPES = Object.keys(SCOPE_NAMES) as readonly ScopeKind[];
export const scopeName = (scope: ScopeKind): string => SCOPE_NAMES[scope];

/** Always in the same order. */
export const scopeNames = (scopes: Iterable<ScopeKind>): readonly string[] => {
  const held = new Set(scopes);
  return SCOPES.filter((scope) => held.has(scope)).map(scopeName);
};

/** Several in one line; none still leaves something. */
export const scopeWords = (scopes: Iterable<ScopeKind>): string =>
  scopeNames(scopes).join('、') || '仅本人填报和参与的';

export interface ScopeException {
  readonly kind: 'group' | 'module';
  /** Id of the module, or area of the group's modules. */
  readonly code: string;
  readonly scopes: readonly ScopeKind[];
}

export interface RoleScopes {
  readonly scopes: readonly ScopeKind[];
  readonly exceptions: readonly ScopeException[];
}

/** What several roles admit together. */
export interface MergedScopes {
  readonly scopes: ReadonlySet<ScopeKind>;
  /** Only modules of which some role says something of its own. */
  readonly moduleScopes: ReadonlyMap<ModuleId, ReadonlySet<ScopeKind>>;
}

const MODULE_IDS = Object.keys(MODULES) as readonly ModuleId[];

/** The narrower line counts: the module's, else its group's, else the role's usual scopes. */
export const scopesFor = (role: RoleScopes, module: ModuleId): readonly ScopeKind[] => {
  const line = (kind: ScopeException['kind'], code: string) =>
    role.exceptions.find((of) => of.kind === kind && of.code === code)?.scopes;
  return line('module', module) ?? line('group', MODULES[module].area) ?? role.scopes;
};

export const modulesOf = ({ kind, code }: Pick<ScopeException, 'kind' | 'code'>): readonly ModuleId[] =>
  MODULE_IDS.filter((id) => (kind === 'module' ? id === code : MODULES[id].area === code));

/** What an exception is about, in words. */
export const exceptionName = ({ kind, code }: Pick<ScopeException, 'kind' | 'code'>): string =>
  kind === 'group' ? `${moduleGroupName(code)}（整组）` : isModuleId(code) ? MODULES[code].title : code;

/** Scopes of several roles add up, module by module. */
export const mergeScopes = (roles: readonly RoleScopes[]): MergedScopes => {
  const special = new Set(roles.flatMap((role) => role.exceptions.flatMap(modulesOf)));
  return {
    scopes: new Set(roles.flatMap((role) => role.scopes)),
    moduleScopes: new Map(
      [...special].map((module) => [module, new Set(roles.flatMap((role) => scopesFor(role, module)))]),
    ),
  };
};
