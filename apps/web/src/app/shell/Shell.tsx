import FullscreenOutlined from '@ant-design/icons/es/icons/FullscreenOutlined';
import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined';
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/es/icons/MenuUnfoldOutlined';
import SwitcherOutlined from '@ant-design/icons/es/icons/SwitcherOutlined';
import type { Screen } from '@hengneng/core';
import { Button, Drawer, Grid } from 'antd';
import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react';
import { isLeaving, useSession } from '../../lib/session.ts';
import { useBackCloses } from '../../ui/back-closes.ts';
import { EmptyHint } from '../../ui/feedback.tsx';
import { buildMenu, leavesOf, menuNames, type ModuleTodos } from '../menu.ts';
import { screenOfCode } from '../screens.tsx';
import { useTabs } from '../tabs/store.ts';
import { TabHost } from '../tabs/TabHost.tsx';
import { titleOf } from '../tabs/tabs.ts';
import { Brand } from './Brand.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { Crumbs } from './Crumbs.tsx';
import { Favourite } from './Favourite.tsx';
import { FilingBar } from './FilingBar.tsx';
import { useFreshMenus } from './fresh-menus.ts';
import { NoticeBell } from './NoticeBell.tsx';
import { OfflineBar } from './OfflineBar.tsx';
import { SideMenu } from './SideMenu.tsx';
import { TabStrip } from './TabStrip.tsx';
import { TodoBell } from './TodoBell.tsx';
import { UserMenu } from './UserMenu.tsx';
import { useEvents } from './useEvents.ts';
import { useTodoCount } from './useTodoCount.ts';

const COLLAPSED_KEY = 'hengneng.menuCollapsed';

const toggleFullScreen = (): void => {
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
};

const NO_TODOS: readonly ModuleTodos[] = [];

/**
 * Asks before unsaved input is left. Here and not in the pages: the effects of a hidden page have stopped, its unsaved input is still there. By
 * itself: the first key press must not wait for the whole shell to be drawn again.
 */
const UnsavedHold = (): null => {
  const dirty = useTabs((state) => state.tabs.some((tab) => tab.dirty));
  useEffect(() => {
    if (!dirty) return;
    const hold = (event: BeforeUnloadEvent) => {
      if (!isLeaving()) event.preventDefault();
    };
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [dirty]);
  return null;
};

/** Everything around the pages: menu, top bar, tabs. On a phone, the menu and the tabs are drawers. */
export const Shell = ({
  screen,
  search,
}: {
  readonly screen: Screen | null;
  readonly search: string;
}): ReactElement => {
  const wide = Grid.useBreakpoint().md !== false;
  const [collapsed, setCollapsed] = useState(localStorage.getItem(COLLAPSED_KEY) === '1');
  const [menuOpen, setMenuOpen] = useState(false);
  const [tabsOpen, setTabsOpen] = useState(false);
  const menuList = useSession((state) => state.menuList);
  const functionList = useSession((state) => state.functionList);
  const entries = useMemo(() => buildMenu([menuList, functionList], screenOfCode), [menuList, functionList]);
  const names = useMemo(() => menuNames([menuList, functionList]), [menuList, functionList]);
  const leaves = useMemo(() => leavesOf(entries), [entries]);
  const tabTitle = useTabs((state) => {
    const active = state.tabs.find((tab) => tab.id === state.activeId);
    return active && titleOf(active);
  });
  const tabCount = useTabs((state) => state.tabs.length);
  const todo = useTodoCount().data;
  useEvents();
  useFreshMenus();

  const here = wide ? leaves.find((leaf) => leaf.path === screen?.path) : undefined;

  const title = tabTitle ?? screen?.title ?? '';
  useEffect(() => {
    document.title = title === '' ? '衡能' : `${title} - 衡能`;
  }, [title]);

  const collapse = (next: boolean) => {
    localStorage.setItem(COLLAPSED_KEY, next ? '1' : '0');
    setCollapsed(next);
  };
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  useBackCloses(closeMenu, !wide && menuOpen);
  useBackCloses(() => setTabsOpen(false), !wide && tabsOpen);
  const menu = (inDrawer: boolean) => (
    <SideMenu
      entries={entries}
      todos={todo?.modules ?? NO_TODOS}
      activePath={screen?.path ?? null}
      collapsed={!inDrawer && collapsed}
      onOpen={closeMenu}
    />
  );

  return (
    <div className={`shell${wide && collapsed ? ' shell-collapsed' : ''}`}>
      <UnsavedHold />
      <a className="skip-link" href="#content">
        跳到内容
      </a>
      {wide ? (
        <aside className="shell-side">
          <Brand small={collapsed} />
          {menu(false)}
        </aside>
      ) : null}
      <div className="shell-main">
        <header className="top-bar">
          {wide ? (
            <Button
              type="text"
              icon={collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
              aria-label={collapsed ? '展开菜单' : '收起菜单'}
              aria-expanded={!collapsed}
              onClick={() => collapse(!collapsed)}
            />
          ) : (
            <Button type="text" icon={<MenuOutlined />} aria-label="打开菜单" onClick={() => setMenuOpen(true)} />
          )}
          {wide ? (
            <nav className="top-crumbs" aria-label="面包屑">
              {screen ? <Crumbs screen={screen} search={search} names={names} /> : null}
            </nav>
          ) : (
            <button type="button" className="tab-switcher" onClick={() => setTabsOpen(true)}>
              <span className="sr-only">切换页面，当前</span>
              <span className="tab-text">{title}</span>
              <SwitcherOutlined aria-hidden />
              {tabCount}
            </button>
          )}
          <div className="top-tools">
            <CommandPalette entries={entries} />
            <TodoBell count={todo?.total ?? 0} />
            <NoticeBell />
            {here ? <Favourite here={here} leaves={leaves} /> : null}
            {wide ? (
              <Button type="text" icon={<FullscreenOutlined />} aria-label="全屏" onClick={toggleFullScreen} />
            ) : null}
            <UserMenu />
          </div>
        </header>
        {wide ? <TabStrip /> : null}
        <OfflineBar />
        <FilingBar />
        <main id="content" className="shell-content" tabIndex={-1} aria-label={title}>
          {entries.length === 0 ? <EmptyHint text="账号尚未分配菜单，请联系管理员" /> : null}
          <TabHost />
        </main>
      </div>
      {wide ? null : (
        <>
          <Drawer open={menuOpen} placement="left" size={288} title="菜单" onClose={() => setMenuOpen(false)}>
            {menu(true)}
          </Drawer>
          <Drawer open={tabsOpen} placement="bottom" size={420} title="打开的页面" onClose={() => setTabsOpen(false)}>
            <TabStrip onShown={() => setTabsOpen(false)} />
          </Drawer>
        </>
      )}
    </div>
  );
};
