/** The two menu trees that signing in answers. */
import type { MenuTreeNode } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { Permissions } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { isBuilt, menuOf } from './menus.ts';
import { loadPermissions } from './permissions.ts';

export interface MenuLists {
  readonly menuList: readonly MenuTreeNode[];
  readonly functionList: readonly MenuTreeNode[];
}

interface Row {
  short_code: string;
  path: string;
  name: string;
  list: 'menuList' | 'functionList';
  parent: string | null;
  /** Not shown in the menu; whoever holds it opens it all the same. */
  hidden: boolean;
  icon: string | null;
}

/** Trees of what is granted and built; a heading is there if anything below it is. `rows` in the order in which people read them. */
export const menuTrees = (rows: readonly Row[], buttons: Permissions['buttons']): MenuLists => {
  const children = new Map<string | null, Row[]>();
  for (const row of rows) children.set(row.parent, [...(children.get(row.parent) ?? []), row]);
  const node = (row: Row): MenuTreeNode | null => {
    const below = (children.get(row.short_code) ?? []).map(node).filter((child) => child !== null);
    const definition = menuOf(row.short_code);
    const granted = buttons.get(row.short_code);
    const opens =
      granted !== undefined && definition !== undefined && definition.kind !== 'group' && isBuilt(definition);
    if (!opens && below.length === 0) return null;
    return {
      ShortCode: row.short_code,
      T_MenuName: row.name,
      T_UserMenuBtn: opens ? [...granted].sort((a, b) => a - b).join(',') : '',
      ...(row.hidden ? { T_Hidden: true } : {}),
      ...(row.icon === null ? {} : { T_Icon: row.icon }),
      ChildMenu: below,
    };
  };
  const tops = (list: Row['list']): MenuTreeNode[] =>
    (children.get(null) ?? [])
      .filter((row) => row.list === list)
      .map(node)
      .filter((top) => top !== null);
  return { menuList: tops('menuList'), functionList: tops('functionList') };
};

/** Entries in the order in which people read them. */
export const menuRows = async (db: Db): Promise<readonly Row[]> => {
  const { rows } =
    await sql<Row>`select short_code, path, name, list, parent, hidden, icon from menu order by sort, short_code`.execute(
      db,
    );
  return rows;
};

/** The menus of one person, as `Login` answers them. */
export const menusOf = async (db: Db, userId: string): Promise<MenuLists> => {
  const [{ permissions }, rows] = await Promise.all([loadPermissions(db, userId), menuRows(db)]);
  return menuTrees(rows, permissions.buttons);
};
