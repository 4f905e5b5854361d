/** The menu as a tree of what was looked for. Pure. */
import type { ManagedMenu } from '@hengneng/contracts';

export interface MenuTreeNode {
  readonly key: string;
  readonly title: string;
  readonly menu: ManagedMenu;
  /** As the tree of antd takes them. */
  children: MenuTreeNode[];
}

const holds = (menu: ManagedMenu, text: string): boolean =>
  `${menu.T_MenuName} ${menu.ShortCode} ${menu.path}`.toLowerCase().includes(text);

/** What was found with the headings above it; everything below a heading that was found by its own name. */
export function menuTree(
  rows: readonly ManagedMenu[],
  { text, list }: { readonly text: string; readonly list: ManagedMenu['list'] },
): MenuTreeNode[] {
  const wanted = text.trim().toLowerCase();
  const below = new Map<string | null, ManagedMenu[]>();
  for (const row of rows) {
    if (row.list !== list) continue;
    below.set(row.parent, [...(below.get(row.parent) ?? []), row]);
  }
  const under = (parent: string | null, whole: boolean): MenuTreeNode[] =>
    (below.get(parent) ?? []).flatMap((menu) => {
      const found = whole || holds(menu, wanted);
      const children = under(menu.ShortCode, found && menu.group);
      return found || children.length > 0 ? [{ key: menu.ShortCode, title: menu.T_MenuName, menu, children }] : [];
    });
  return under(null, wanted === '');
}

/** Codes of the headings that it stands under. */
export const headingsAbove = (rows: readonly ManagedMenu[], of: ManagedMenu | undefined): readonly string[] => {
  const above = of === undefined ? undefined : rows.find((row) => row.ShortCode === of.parent && row.list === of.list);
  return above === undefined ? [] : [...headingsAbove(rows, above), above.ShortCode];
};

/** Those that stand beside it, in their order. */
export const siblingsOf = (rows: readonly ManagedMenu[], of: ManagedMenu): readonly ManagedMenu[] =>
  rows.filter((row) => row.parent === of.parent && row.list === of.list);

/** Codes in the order in which it stands one place earlier or later; null where it stands at that end already. */
export function moved(codes: readonly string[], code: string, by: -1 | 1): readonly string[] | null {
  const at = codes.indexOf(code);
  const other = codes[at + by];
  if (at < 0 || other === undefined) return null;
  return codes.map((one, index) => (index === at ? other : index === at + by ? code : one));
}

/** Codes in the order in which one stands right before or after another; null where that is how they stand. */
export function movedTo(
  codes: readonly string[],
  code: string,
  { beside, after }: { readonly beside: string; readonly after: boolean },
): readonly string[] | null {
  const others = codes.filter((one) => one !== code);
  const at = others.indexOf(beside);
  if (at < 0 || others.length === codes.length) return null;
  const next = others.toSpliced(after ? at + 1 : at, 0, code);
  return next.every((one, index) => one === codes[index]) ? null : next;
}
