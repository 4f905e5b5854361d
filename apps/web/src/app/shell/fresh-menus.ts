/** Menus change while people work: what they are called, where they stand, which there are. Looked at again when somebody goes on to another page. */
import { menuMine } from '@hengneng/contracts';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { type MenuNode, saveMenus, useSession } from '../../lib/session.ts';

const EVERY_MS = 60_000;

const codesOf = (nodes: readonly MenuNode[]): readonly string[] =>
  nodes.flatMap((node) => [node.ShortCode, ...codesOf(node.ChildMenu)]);

/** What was last looked at, and when. */
class Looking {
  #version = '';
  #last = Date.now();
  #page = location.pathname;

  /** Somebody is on a page; another one than before is a reason to look, though not every minute's. */
  async at(page: string): Promise<void> {
    if (page === this.#page) return;
    this.#page = page;
    if (Date.now() - this.#last < EVERY_MS) return;
    this.#last = Date.now();
    const { Version, menuList, functionList } = await callApi(menuMine, { Version: this.#version });
    this.#version = Version;
    if (menuList === undefined || functionList === undefined) return;
    const [web, functions] = [menuList as readonly MenuNode[], functionList as readonly MenuNode[]];
    const held = useSession.getState();
    if (JSON.stringify([web, functions]) === JSON.stringify([held.menuList, held.functionList])) return;
    const before = new Set(codesOf([...held.menuList, ...held.functionList]));
    saveMenus(web, functions);
    // Routes are made when the application starts: a page that is new opens after that.
    if (codesOf([...web, ...functions]).some((code) => !before.has(code)))
      notify.info('您有新的页面权限，刷新浏览器后可以打开');
  }
}

export const useFreshMenus = (): void => {
  const { pathname } = useLocation();
  const [looking] = useState(() => new Looking());
  useEffect(() => {
    // A menu that could not be looked at stays as it is until the next time.
    looking.at(pathname).catch(() => undefined);
  }, [looking, pathname]);
};
