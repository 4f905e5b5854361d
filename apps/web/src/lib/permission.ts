/** What to show a person. Only for showing: the server checks every call again. */
import { BUTTONS, type ButtonName } from '@hengneng/core';
import { type MenuNode, useSession } from './session.ts';

export type { ButtonName } from '@hengneng/core';

type Granted = ReadonlyMap<string, ReadonlySet<number>>;

const collect = (nodes: readonly MenuNode[], into: Map<string, Set<number>>): void => {
  for (const node of nodes) {
    const codes = into.get(node.ShortCode) ?? new Set<number>();
    for (const code of (node.T_UserMenuBtn ?? '').split(',')) if (code !== '') codes.add(Number(code));
    into.set(node.ShortCode, codes);
    collect(node.ChildMenu ?? [], into);
  }
};

let cache: { readonly lists: readonly [unknown, unknown]; readonly granted: Granted } | null = null;

/** ShortCode → button codes, of both menu lists. */
const grantedMenus = (): Granted => {
  const { menuList, functionList } = useSession.getState();
  if (cache?.lists[0] === menuList && cache.lists[1] === functionList) return cache.granted;
  const granted = new Map<string, Set<number>>();
  collect(menuList, granted);
  collect(functionList, granted);
  cache = { lists: [menuList, functionList], granted };
  return granted;
};

/** Whether a person holds a screen at all. */
export const canOpen = (shortCode: string): boolean => grantedMenus().has(shortCode);

/** Whether a button of a screen is to be shown. */
export const can = (shortCode: string, button: ButtonName): boolean =>
  grantedMenus().get(shortCode)?.has(BUTTONS[button]) ?? false;

/** Whether a button is held on any screen: for what belongs to no screen of its own. */
export const canAnywhere = (button: ButtonName): boolean =>
  [...grantedMenus().values()].some((codes) => codes.has(BUTTONS[button]));
