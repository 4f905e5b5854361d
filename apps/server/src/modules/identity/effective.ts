/** What a person may do after merging all roles, each part with the roles it comes from. */
import type { userEffective } from '@hengneng/contracts';
import { DATA_CLASSES, isDataClass, MODULES, type ModuleId } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx, ScopeKind } from '../../platform/context.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import type { RoleGrants } from './entitlements.ts';
import { coversDept } from './guard.ts';
import { BUILT_MENUS } from './menus.ts';
import { grantsOf } from './role-grants.ts';
import { SCOPES, scopeName, scopesFor, specialModules } from './role-scopes.ts';
import { rolesOf } from './roles.ts';
import { projectsOf } from './user-list.ts';

type Effective = z.input<typeof userEffective.output>;

interface Held extends RoleGrants {
  readonly name: string;
}

const menusFrom = (held: readonly Held[]): Effective['menus'] =>
  BUILT_MENUS.flatMap((menu) => {
    const own = held.filter((role) => role.menus.has(menu.shortCode));
    if (own.length === 0) return [];
    const holding = (code: number) => own.filter((role) => role.menus.get(menu.shortCode)?.includes(code) === true);
    return [
      {
        ShortCode: menu.shortCode,
        name: menu.name,
        parent: menu.parent,
        buttons: menu.buttons
          .map((code) => ({ code, roles: holding(code).map((role) => role.name) }))
          .filter((button) => button.roles.length > 0),
        roles: own.map((role) => role.name),
      },
    ];
  });

/** Scopes with the roles that they come from, of one module or (null) the usual ones. */
const scopesFrom = (held: readonly Held[], module: ModuleId | null): Effective['scopes'] => {
  const of = (role: Held): readonly ScopeKind[] => (module === null ? role.scopes : scopesFor(role, module));
  return SCOPES.map((scope) => ({
    scope,
    label: scopeName(scope),
    roles: held.filter((role) => of(role).includes(scope)).map((role) => role.name),
  })).filter((view) => view.roles.length > 0);
};

export const effectiveOf = async (ctx: Ctx, userId: string): Promise<Effective> => {
  const { rows } = await sql<{
    dept: string | null;
  }>`select dept_id as dept from app_user where id = ${userId}`.execute(ctx.db);
  if (rows[0] === undefined) throw notFound('人员不存在');
  if (!coversDept(ctx.session, rows[0].dept)) throw forbidden('该人员不在您的管理范围内');
  const roles = (await rolesOf(ctx.db, userId)).filter((role) => role.current);
  const [grants, projects] = await Promise.all([
    grantsOf(
      ctx.db,
      roles.map((role) => role.roleId),
    ),
    projectsOf(ctx.db, userId),
  ]);
  const held = roles.flatMap((role): Held[] => {
    const own = grants.get(role.roleId);
    return own === undefined
      ? []
      : [{ ...own, name: role.direct ? role.roleName : `${role.roleName}（岗位自动：${role.post ?? ''}）` }];
  });
  const seeing = (name: string, out: boolean): string[] =>
    held
      .filter(({ classes }) => isDataClass(name) && (out ? classes.get(name) === true : classes.has(name)))
      .map((role) => role.name);
  return {
    menus: menusFrom(held),
    scopes: scopesFrom(held, null),
    limits: held
      .filter((role) => role.projects.length > 0)
      .map((role) => ({ role: role.name, projects: [...role.projects] })),
    exceptions: [...specialModules(held)].map((module) => ({
      module,
      title: MODULES[module].title,
      scopes: scopesFrom(held, module),
    })),
    classes: Object.entries(DATA_CLASSES)
      .map(([dataClass, label]) => ({
        dataClass,
        label,
        roles: seeing(dataClass, false),
        exportRoles: seeing(dataClass, true),
      }))
      .filter((row) => row.roles.length > 0),
    projects,
  };
};
