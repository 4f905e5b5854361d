/** What roles allow, in the words of the people who grant it, and how two such states differ. Pure. */
import { DATA_CLASSES, type DataClass, MODULES, type ModuleId } from '@hengneng/core';
import { BUTTON_TITLES, BUTTONS, PROJECT_BUTTONS } from '../../platform/auth/buttons.ts';
import { isBuilt, menuOf } from './menus.ts';
import { exceptionName, mergeScopes, modulesOf, type RoleScopes, scopeName, scopeNames } from './role-scopes.ts';

export interface RoleGrants extends RoleScopes {
  /** ShortCode → buttons. */
  readonly menus: ReadonlyMap<string, readonly number[]>;
  /** Field groups whose values are seen; true where they may leave in a workbook. */
  readonly classes: ReadonlyMap<DataClass, boolean>;
}

export const BUTTON_NAMES = new Map<number, string>(
  Object.entries(BUTTONS).map(([key, code]) => [code, BUTTON_TITLES[key as keyof typeof BUTTONS]]),
);
const PROJECT_BUTTON_TITLES: Readonly<Record<keyof typeof PROJECT_BUTTONS, string>> = {
  set: '设置',
  info: '信息',
  dataInput: '数据录入',
  infoDetail: '信息明细',
  extremityManage: '末端管理',
  warnManage: '报警管理',
};
export const PROJECT_BUTTON_NAMES = new Map<number, string>(
  Object.entries(PROJECT_BUTTONS).map(([key, code]) => [
    code,
    PROJECT_BUTTON_TITLES[key as keyof typeof PROJECT_BUTTONS],
  ]),
);

/** One thing that may be granted: what it is called, and what of it is granted. */
interface Entitlement {
  readonly item: string;
  readonly values: readonly string[];
  readonly module?: ModuleId;
}

/** By a key that stays the same whatever is granted. */
type Entitlements = ReadonlyMap<string, Entitlement>;

/** What these roles allow together. */
const entitlementsOf = (roles: readonly RoleGrants[], modules: ReadonlySet<ModuleId>): Entitlements => {
  const found = new Map<string, Entitlement>();
  for (const { menus } of roles)
    for (const [code, buttons] of menus) {
      const menu = menuOf(code);
      if (menu === undefined || !isBuilt(menu)) continue;
      const names = menu.secondSet ? PROJECT_BUTTON_NAMES : BUTTON_NAMES;
      const before = found.get(code)?.values ?? ['菜单'];
      const values = [...new Set([...before, ...buttons.map((button) => names.get(button) ?? String(button))])];
      found.set(code, { item: menu.name, values });
    }
  for (const { classes } of roles)
    for (const [name, out] of classes) {
      const before = found.get(`class:${name}`)?.values ?? ['可见'];
      const values = out && !before.includes('可导出') ? [...before, '可导出'] : before;
      found.set(`class:${name}`, { item: `${DATA_CLASSES[name]}字段`, values });
    }
  const { scopes, moduleScopes } = mergeScopes(roles);
  found.set('scope', { item: '数据范围', values: scopeNames(scopes) });
  for (const module of modules)
    found.set(`scope:${module}`, {
      item: `${MODULES[module].title}的数据范围`,
      values: scopeNames(moduleScopes.get(module) ?? scopes),
      module,
    });
  return found;
};

export interface EntitlementChange {
  readonly key: string;
  readonly item: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly module?: ModuleId;
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

/** Everything that differs. A module's scope is told where it does not just go along with the usual one. */
export const changesBetween = (
  before: readonly RoleGrants[],
  after: readonly RoleGrants[],
): readonly EntitlementChange[] => {
  const modules = new Set(
    [...before, ...after].flatMap((role) => role.exceptions).flatMap((exception) => modulesOf(exception)),
  );
  const [old, next] = [entitlementsOf(before, modules), entitlementsOf(after, modules)];
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((key): EntitlementChange[] => {
    const [was, is] = [old.get(key), next.get(key)];
    const known = is ?? was;
    const values = { before: was?.values ?? [], after: is?.values ?? [] };
    if (known === undefined || same(values.before, values.after)) return [];
    return [{ key, item: known.item, ...values, ...(known.module === undefined ? {} : { module: known.module }) }];
  });
};

/** One line for a group of modules whose scopes all change alike. */
export const gathered = <C extends EntitlementChange>(changes: readonly C[]): readonly C[] => {
  const alike = (a: C, b: C): boolean => same(a.before, b.before) && same(a.after, b.after);
  const wholeGroup = (of: C): readonly C[] | null => {
    if (of.module === undefined) return null;
    const group = modulesOf({ kind: 'group', code: MODULES[of.module].area });
    const own = changes.filter((one) => one.module !== undefined && group.includes(one.module));
    return own.length === group.length && group.length > 1 && own.every((one) => alike(one, of)) ? own : null;
  };
  return changes.flatMap((change) => {
    const group = wholeGroup(change);
    if (group === null || change.module === undefined) return [change];
    if (group[0] !== change) return [];
    return [{ ...change, item: `${exceptionName({ kind: 'group', code: MODULES[change.module].area })}的数据范围` }];
  });
};

const texts = ({ item }: EntitlementChange, values: readonly string[]): string[] =>
  values.map((value) => `${item}：${value}`);

export const gained = (change: EntitlementChange): string[] =>
  texts(
    change,
    change.after.filter((value) => !change.before.includes(value)),
  );
/** Whoever sees everything has lost no narrower scope. */
export const lost = (change: EntitlementChange): string[] =>
  change.after.includes(scopeName('all'))
    ? []
    : texts(
        change,
        change.before.filter((value) => !change.after.includes(value)),
      );
