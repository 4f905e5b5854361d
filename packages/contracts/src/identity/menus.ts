/** Menus and the names of their buttons. */
import { z } from 'zod';
import { call } from '../call.ts';
import { idText } from '../common.ts';
import { scopeKind } from './shared.ts';

export interface MenuTreeNode {
  readonly ShortCode: string;
  readonly T_MenuName: string;
  /** Comma list of button codes. */
  readonly T_UserMenuBtn: string;
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
