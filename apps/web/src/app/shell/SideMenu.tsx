import { memo, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { EmptyHint } from '../../ui/feedback.tsx';
import {
  FAVOURITES,
  foundItems,
  groupsAbove,
  leavesOf,
  menuItems,
  type MenuEntry,
  type ModuleTodos,
  searchMenu,
} from '../menu.ts';
import { useTabs } from '../tabs/store.ts';
import { addressOf } from '../tabs/tabs.ts';
import { useFavourites } from './Favourite.tsx';
import { keepOneStop, type LineActs, MenuLines, moveByKey } from './MenuLines.tsx';
import { SmallMenu } from './SmallMenu.tsx';

const NONE_OPEN: ReadonlySet<string> = new Set();

/**
 * The menu tree with its search; counts of waiting tasks stand beside to-do screens and add up on folded groups. Drawn again only when they change,
 * not with everything that happens in the shell.
 */
export const SideMenu = memo(
  ({
    entries,
    todos,
    activePath,
    collapsed,
    onOpen,
  }: {
    readonly entries: readonly MenuEntry[];
    readonly todos: readonly ModuleTodos[];
    readonly activePath: string | null;
    readonly collapsed: boolean;
    readonly onOpen?: () => void;
  }): ReactElement => {
    const navigate = useNavigate();
    const [text, setText] = useState('');
    const [open, setOpen] = useState<ReadonlySet<string>>(
      () => new Set([FAVOURITES, ...(activePath === null ? [] : groupsAbove(entries, activePath))]),
    );
    const lines = useRef<HTMLDivElement>(null);
    const leaves = useMemo(() => leavesOf(entries), [entries]);
    // They stand first.
    const [favourites] = useFavourites(leaves);
    const searching = text.trim() !== '';

    // The shown page can always be found in the menu, also when it was opened from elsewhere.
    useEffect(() => {
      if (activePath === null) return;
      const above = groupsAbove(entries, activePath);
      // oxlint-disable-next-line react/set-state-in-effect -- the person may close the group again: it is not derived
      setOpen((before) => (above.every((code) => before.has(code)) ? before : new Set([...before, ...above])));
    }, [entries, activePath]);

    const items = useMemo(
      () => (searching ? foundItems(searchMenu(leaves, text)) : menuItems(entries, todos, favourites)),
      [searching, leaves, text, entries, todos, favourites],
    );
    useEffect(() => keepOneStop(lines.current));

    const acts = useMemo<LineActs>(
      () => ({
        go: (path) => {
          void navigate(addressOf(useTabs.getState(), path));
          onOpen?.();
        },
        toggle: (key) =>
          setOpen((before) => {
            const next = new Set(before);
            if (!next.delete(key)) next.add(key);
            return next;
          }),
      }),
      [navigate, onOpen],
    );

    return (
      <nav className={`side-menu${collapsed ? ' side-menu-collapsed' : ''}`} aria-label="主菜单">
        {collapsed ? null : (
          <search className="side-menu-search">
            <input
              type="search"
              className="in"
              placeholder="搜索菜单"
              aria-label="搜索菜单"
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'ArrowDown') lines.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
                if (event.key !== 'Enter' || event.nativeEvent.isComposing || !searching) return;
                const first = searchMenu(leaves, text)[0];
                if (!first) return;
                acts.go(first.path);
                setText('');
              }}
            />
          </search>
        )}
        <div
          ref={lines}
          className="side-menu-scroll"
          role="presentation"
          onFocus={(event) => keepOneStop(event.currentTarget)}
          onKeyDown={collapsed ? undefined : (event) => moveByKey(event, event.currentTarget)}
        >
          {items.length === 0 ? (
            <EmptyHint text="没有符合的菜单" />
          ) : collapsed ? (
            <SmallMenu items={items} open={open} activePath={activePath} acts={acts} />
          ) : (
            <MenuLines
              items={items}
              open={searching ? NONE_OPEN : open}
              activePath={activePath}
              name={searching ? '找到的菜单' : '菜单'}
              acts={acts}
            />
          )}
        </div>
      </nav>
    );
  },
);
