/** Names of buttons, scopes, modules and field groups, and the menu: what the role editor is made of. */
import type { menuEnumIndex } from '@hengneng/contracts';
import { DATA_CLASSES, MODULES, type ModuleId } from '@hengneng/core';
import { FORMS } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { BUTTONS, PROJECT_BUTTONS } from '../../platform/auth/buttons.ts';
import type { Ctx } from '../../platform/context.ts';
import { forbidden } from '../../platform/http/errors.ts';
import { BUTTON_NAMES, PROJECT_BUTTON_NAMES } from './entitlements.ts';
import { moduleGroupName } from './groups.ts';
import { holds, ROLES_SCREEN, roleById, USERS } from './guard.ts';
import { BUILT_MENUS, MENUS, menuOf } from './menus.ts';
import { grantsOf } from './role-grants.ts';
import { SCOPES, scopeName } from './role-scopes.ts';

/** Modules that have records, group by group. */
const SCOPED_MODULES = (Object.keys(MODULES) as ModuleId[])
  .filter((id) => id in FORMS)
  .map((moduleId) => {
    const { title, area } = MODULES[moduleId];
    return { moduleId, title, group: area, groupName: moduleGroupName(area) };
  });

/** Of a role, with what it has been granted. Who does not administer roles or people sees their own part of the menu. */
export const enumMenus = async (
  ctx: Ctx,
  roleId: string | undefined,
): Promise<z.input<typeof menuEnumIndex.output>> => {
  const administers = holds(ctx.session, ROLES_SCREEN, 'search') || holds(ctx.session, USERS, 'search');
  if (roleId !== undefined && !administers) throw forbidden();
  const role = roleId === undefined ? null : await roleById(ctx.db, roleId);
  const granted = role === null ? null : ((await grantsOf(ctx.db, [role.id])).get(role.id)?.menus ?? new Map());
  const leaves = BUILT_MENUS.filter((menu) => administers || ctx.session.permissions.buttons.has(menu.shortCode));
  const headings = new Set<string>();
  for (const leaf of leaves)
    for (let code = leaf.parent; code !== null; code = menuOf(code)?.parent ?? null) headings.add(code);
  const renamed = await sql<{
    code: string;
    name: string;
    sort: number;
    off: number[];
  }>`select short_code as code, name, sort, off_buttons as off from menu`.execute(ctx.db);
  const stored = new Map(renamed.rows.map((row) => [row.code, row]));
  const order = (code: string): number => stored.get(code)?.sort ?? 0;
  return {
    buttons: Object.entries(BUTTONS).map(([key, code]) => ({ code, key, name: BUTTON_NAMES.get(code) ?? key })),
    projectButtons: Object.entries(PROJECT_BUTTONS).map(([key, code]) => ({
      code,
      key,
      name: PROJECT_BUTTON_NAMES.get(code) ?? key,
    })),
    scopes: SCOPES.map((scope) => ({ scope, name: scopeName(scope) })),
    modules: SCOPED_MODULES,
    classes: Object.entries(DATA_CLASSES).map(([dataClass, name]) => ({ dataClass, name })),
    menus: MENUS.filter((menu) => headings.has(menu.shortCode) || leaves.includes(menu))
      .sort((a, b) => order(a.shortCode) - order(b.shortCode))
      .map((menu) => ({
        ShortCode: menu.shortCode,
        T_MenuName: stored.get(menu.shortCode)?.name ?? menu.name,
        T_UserMenuBtn: administers
          ? menu.buttons.filter((button) => stored.get(menu.shortCode)?.off.includes(button) !== true).join(',')
          : [...(ctx.session.permissions.buttons.get(menu.shortCode) ?? [])].sort((a, b) => a - b).join(','),
        parent: menu.parent,
        path: menu.path,
        list: menu.list,
        secondSet: menu.secondSet,
        group: menu.kind === 'group',
        ...(granted === null
          ? {}
          : { granted: granted.has(menu.shortCode) ? [...(granted.get(menu.shortCode) ?? [])] : null }),
      })),
  };
};
