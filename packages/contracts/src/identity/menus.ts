/** Menus and the names of their buttons. */
import { MENU_ICON_NAMES } from '@hengneng/core';
import { z } from 'zod';
import { call } from '../call.ts';
import { blankable, flag, idText, several, seenValue } from '../common.ts';
import { scopeKind } from './shared.ts';

export interface MenuTreeNode {
  readonly ShortCode: string;
  readonly T_MenuName: string;
  /** Comma list of button codes. */
  readonly T_UserMenuBtn: string;
  /** Not shown in the menu; whoever holds it opens it all the same. */
  readonly T_Hidden?: boolean;
  /** Its picture where administrators chose another than the program's; one of `MENU_ICONS`. */
  readonly T_Icon?: string;
  readonly ChildMenu: readonly MenuTreeNode[];
}

const menuRow = z.object({
  ShortCode: z.string(),
  T_MenuName: z.string(),
  /** Codes that make sense here. */
  T_UserMenuBtn: z.string(),
  parent: z.string().nullable(),
  path: z.string(),
  list: z.enum(['menuList', 'functionList']),
  /** Its buttons are read by the second set of names. */
  secondSet: z.boolean(),
  /** A heading: granted by itself as soon as anything below is. */
  group: z.boolean(),
  /** Granted to the role asked about; absent without one. */
  granted: z.array(z.number()).nullable().optional(),
});

export const menuEnumIndex = call('GET', '/webapi/Menu/EnumIndex', '按钮码名表与菜单', {
  input: z.object({ roleId: idText.optional() }),
  output: z.object({
    buttons: z.array(z.object({ code: z.number(), key: z.string(), name: z.string() })),
    projectButtons: z.array(z.object({ code: z.number(), key: z.string(), name: z.string() })),
    scopes: z.array(z.object({ scope: scopeKind, name: z.string() })),
    classes: z.array(z.object({ dataClass: z.string(), name: z.string() })),
    /** Modules with records, for scopes that differ from the usual ones. */
    modules: z.array(z.object({ moduleId: z.string(), title: z.string(), group: z.string(), groupName: z.string() })),
    menus: z.array(menuRow),
  }),
});

const menuIcon = z.enum(MENU_ICON_NAMES, '没有这个图标');

const managedMenu = z.object({
  ShortCode: z.string(),
  path: z.string(),
  T_MenuName: z.string(),
  /** What the program calls it. */
  programName: z.string(),
  list: z.enum(['menuList', 'functionList']),
  parent: z.string().nullable(),
  sort: z.number(),
  /** Buttons that the page has, and which of them the administrators took off. */
  buttons: z.array(z.number()),
  off: z.array(z.number()),
  secondSet: z.boolean(),
  keepAlive: z.boolean(),
  hidden: z.boolean(),
  /** Its picture where administrators chose one; only what stands outermost in the menu has a picture. */
  icon: menuIcon.nullable(),
  group: z.boolean(),
  /** Whether this version has the page. */
  built: z.boolean(),
  roles: z.array(z.string()),
  updatedAt: z.string(),
});
export type ManagedMenu = z.output<typeof managedMenu>;

const buttonCode = z.coerce.number().int().min(0).max(12);

const menuDifference = z.object({
  ShortCode: z.string(),
  /** The program's route, and the menu's; null where there is none. */
  route: z.string().nullable(),
  menu: z.string().nullable(),
  difference: z.enum(['缺菜单', '多余菜单', '短码不符']),
});

export const menuIndex = call('POST', '/webapi/Menu/Index', '全部菜单，与程序路由的差异', {
  input: z.object({}),
  output: z.object({ rows: z.array(managedMenu), differences: z.array(menuDifference) }),
});

export const menuSave = call('POST', '/webapi/Menu/Save', '改菜单的名称、图标、隐藏、停用按钮或顺序；短码由系统生成', {
  input: z.object({
    ShortCode: z.string('请指明菜单').min(1, '请指明菜单').max(200, '短码过长'),
    T_MenuName: z.string().trim().min(1, '请填写名称').max(30, '名称最多30字').optional(),
    /** Blank: the program's. */
    icon: blankable(menuIcon).optional(),
    hidden: flag.optional(),
    off: several(buttonCode, 13, '按钮码不正确').optional(),
    /** The entry as it was when it was opened: where somebody else has changed it since, nothing is saved. */
    seen: z.object({ T_MenuName: seenValue, icon: seenValue, hidden: seenValue, off: seenValue }).optional(),
    /** Codes of it and its siblings in their new order. */
    order: several(z.string().max(200), 500, '同级菜单过多').optional(),
    /** The order that was shown: where somebody else has moved one of them since, none is. */
    seenOrder: several(z.string().max(200), 500, '同级菜单过多').optional(),
  }),
  output: z.object({ ok: z.literal(true) }),
});

export const menuSync = call('POST', '/webapi/Menu/Sync', '从程序同步：只增不删', {
  input: z.object({}),
  output: z.object({ added: z.array(z.string()) }),
});

export const menuExport = call('POST', '/webapi/Menu/Export', '导出菜单', { input: z.object({}), output: z.unknown() });

export const menuMine = call('GET', '/webapi/Menu/Mine', '本人的菜单；与所说版本相同时不再答一遍', {
  input: z.object({ Version: z.string().max(64).optional() }),
  output: z.object({
    Version: z.string(),
    menuList: z.array(z.unknown()).optional(),
    functionList: z.array(z.unknown()).optional(),
  }),
});
