/** What somebody who holds one role, and no other, sees: the same tree that signing in answers, read-only. */
import type { MenuTreeNode, rolePreview } from '@hengneng/contracts';
import { DATA_CLASSES, isDataClass } from '@hengneng/core';
import type { z } from 'zod';
import type { Db } from '../../platform/db/schema.ts';
import { menuOf } from './menus.ts';
import { menuRows, menuTrees } from './menu-source.ts';
import { BUTTON_NAMES, PROJECT_BUTTON_NAMES } from './entitlements.ts';
import { exceptionName, scopeName, scopeWords } from './role-scopes.ts';
import { readRole } from './roles.ts';

type Preview = z.input<typeof rolePreview.output>;
type Node = Preview['menus'][number];

const flat = (nodes: readonly MenuTreeNode[], list: Node['list'], parent: string | null): Node[] =>
  nodes.flatMap((node) => {
    const menu = menuOf(node.ShortCode);
    const names = menu?.secondSet === true ? PROJECT_BUTTON_NAMES : BUTTON_NAMES;
    const codes = node.T_UserMenuBtn === '' ? [] : node.T_UserMenuBtn.split(',').map(Number);
    return [
      {
        ShortCode: node.ShortCode,
        name: node.T_MenuName,
        parent,
        path: menu?.path ?? '',
        list,
        group: menu?.kind === 'group',
        buttons: codes.map((code) => ({ code, name: names.get(code) ?? String(code) })),
      },
      ...flat(node.ChildMenu, list, node.ShortCode),
    ];
  });

/** @throws notFound where there is no such role */
export const previewRole = async (db: Db, roleId: string): Promise<Preview> => {
  const role = await readRole(db, roleId);
  const granted = new Map(role.grants.map((grant) => [grant.ShortCode, new Set(grant.buttons)]));
  const trees = menuTrees(
    (await menuRows(db)).filter((row) => !row.hidden),
    granted,
  );
  return {
    roleName: role.roleName,
    menus: [...flat(trees.menuList, 'menuList', null), ...flat(trees.functionList, 'functionList', null)],
    scopes: role.scopes.map((scope) => ({ scope, name: scopeName(scope) })),
    exceptions: role.exceptions.map((line) => ({ name: exceptionName(line), scopes: scopeWords(line.scopes) })),
    projects: role.projects,
    classes: role.classes.filter(isDataClass).map((dataClass) => ({
      dataClass,
      name: DATA_CLASSES[dataClass],
      exportable: role.exports.includes(dataClass),
    })),
  };
};
