import StarOutlined from '@ant-design/icons/es/icons/StarOutlined';
import { Input, Menu, type MenuProps } from 'antd';
import { memo, type ReactElement, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSettled } from '../../lib/settled.ts';
import { areaIcon } from '../../ui/area-icons.tsx';
import { EmptyHint } from '../../ui/feedback.tsx';
import { groupsAbove, leavesOf, type MenuEntry, type ModuleTodos, searchMenu, todosOf } from '../menu.ts';
import { useFavourites } from './Favourite.tsx';

/** Before the path of a favourite, so that its key differs from that of the same page in the tree. */
const FAVOURITES = 'favourite:';

const Label = ({ name, count }: { readonly name: string; readonly count: number }): ReactElement => (
  <span className="menu-label">
    <span className="menu-label-text" title={name}>
      {name}
    </span>
    {count > 0 ? (
      <span className="menu-count">
        {count > 99 ? '99+' : count}
        <span className="sr-only">件待办</span>
      </span>
    ) : null}
  </span>
);

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
    const [openKeys, setOpenKeys] = useState<string[]>([FAVOURITES]);
    const leaves = useMemo(() => leavesOf(entries), [entries]);
    // They stand first.
    const [favourites] = useFavourites(leaves);
    // The page that was asked for comes first: a tree of a hundred lines would keep it waiting.
    const drawn = useSettled();

    // The shown page can always be found in the menu, also when it was opened from elsewhere.
    useEffect(() => {
      if (activePath === null) return;
      const above = groupsAbove(entries, activePath);
      // oxlint-disable-next-line react/set-state-in-effect -- the person may close the group again: it is not derived
      setOpenKeys((before) => [...new Set([...before, ...above])]);
    }, [entries, activePath]);

    const items = useMemo(() => {
      const item = (entry: MenuEntry, depth: number): NonNullable<MenuProps['items']>[number] => ({
        key: entry.path ?? entry.code,
        label: <Label name={entry.name} count={todosOf(entry, todos)} />,
        ...(depth === 0 ? { icon: areaIcon(entry.code) } : {}),
        ...(entry.path === null ? { children: entry.children.map((child) => item(child, depth + 1)) } : {}),
      });
      if (text.trim() !== '') {
        return searchMenu(leaves, text).map(({ entry, path, groups }) => ({
          key: path,
          label: (
            <span className="menu-found">
              <span>{entry.name}</span>
              <small>{groups.join(' / ')}</small>
            </span>
          ),
        }));
      }
      const marked =
        favourites.length === 0
          ? []
          : [
              {
                key: FAVOURITES,
                icon: <StarOutlined />,
                label: '收藏',
                children: favourites.map(({ entry, path }) => ({
                  key: FAVOURITES + path,
                  label: <Label name={entry.name} count={todosOf(entry, todos)} />,
                })),
              },
            ];
      return [...marked, ...entries.map((entry) => item(entry, 0))];
    }, [entries, todos, favourites, leaves, text]);

    return (
      <nav className={`side-menu${collapsed ? ' side-menu-collapsed' : ''}`} aria-label="主菜单">
        {collapsed ? null : (
          <div className="side-menu-search">
            <Input
              allowClear
              size="small"
              placeholder="搜索菜单"
              aria-label="搜索菜单"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onPressEnter={() => {
                const first = searchMenu(leaves, text)[0];
                if (text.trim() === '' || !first) return;
                void navigate(first.path);
                setText('');
                onOpen?.();
              }}
            />
          </div>
        )}
        <div className="side-menu-scroll">
          {!drawn ? null : items.length === 0 ? (
            <EmptyHint text="没有符合的菜单" />
          ) : (
            <Menu
              mode="inline"
              inlineCollapsed={collapsed}
              inlineIndent={14}
              className={text.trim() === '' ? '' : 'side-menu-results'}
              items={items}
              selectedKeys={activePath === null ? [] : [activePath]}
              {...(collapsed ? {} : { openKeys, onOpenChange: setOpenKeys })}
              onClick={({ key }) => {
                void navigate(key.startsWith(FAVOURITES) ? key.slice(FAVOURITES.length) : key);
                onOpen?.();
              }}
            />
          )}
        </div>
      </nav>
    );
  },
);
