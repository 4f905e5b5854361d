/**
 * The lines of the menu as plain elements: every page pays for drawing them, and of a component library's menu each line alone is twenty components.
 */
import { type KeyboardEvent, memo, type MouseEvent, type ReactElement } from 'react';
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined';
import { areaIcon } from '../../ui/area-icons.tsx';
import { FAVOURITES, type MenuItem } from '../menu.ts';

/** What can be done with a line, the same for all of them as long as the menu is there. */
export interface LineActs {
  /** Opens a page. */
  readonly go: (path: string) => void;
  /** Unfolds a group, or folds it. */
  readonly toggle: (key: string) => void;
}

const INDENT_PX = 14;

/** Pictures are for the outermost lines; what was searched for says in words where it lies. */
const iconOf = ({ code, icon, note }: MenuItem, depth: number): ReactElement | null => {
  if (depth > 0 || note !== undefined) return null;
  return code === FAVOURITES ? <StarOutlined /> : areaIcon(code, icon);
};

const Count = ({ count }: { readonly count: number }): ReactElement | null =>
  count > 0 ? (
    <span className="menu-count">
      {count > 99 ? '99+' : count}
      <span className="sr-only">件待办</span>
    </span>
  ) : null;

/** In a window or tab of its own, as people are used to from links: that is the browser's. */
const isForBrowser = (event: MouseEvent): boolean =>
  event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

/** A page of the menu. A real link: it can be opened beside the others as well. */
export const PageLine = ({
  item,
  path,
  depth,
  active,
  small = false,
  go,
}: {
  readonly item: MenuItem;
  readonly path: string;
  readonly depth: number;
  readonly active: boolean;
  /** Only its picture is shown. */
  readonly small?: boolean;
  readonly go: (path: string) => void;
}): ReactElement => (
  <a
    role="menuitem"
    tabIndex={-1}
    className={active ? 'menu-line menu-line-active' : 'menu-line'}
    href={path}
    data-key={item.key}
    aria-current={active ? 'page' : undefined}
    aria-label={small ? item.name : undefined}
    title={item.name}
    style={small ? undefined : { paddingInlineStart: INDENT_PX * (depth + 1) }}
    onClick={(event) => {
      if (isForBrowser(event)) return;
      event.preventDefault();
      go(path);
    }}
  >
    {iconOf(item, depth)}
    {small ? null : (
      <span className={item.note === undefined ? 'menu-name' : 'menu-name menu-found'}>
        <span>{item.name}</span>
        {item.note === undefined ? null : <small>{item.note}</small>}
      </span>
    )}
    {small ? null : <Count count={item.count} />}
  </a>
);

const isAbove = (item: MenuItem, path: string | null): boolean =>
  item.children.some((child) => child.path === path || isAbove(child, path));

/** The button of a group. */
export const GroupLine = ({
  item,
  depth,
  activePath,
  expanded,
  small = false,
  onPress,
}: {
  readonly item: MenuItem;
  readonly depth: number;
  readonly activePath: string | null;
  readonly expanded: boolean;
  readonly small?: boolean;
  readonly onPress: (line: HTMLElement) => void;
}): ReactElement => (
  <button
    type="button"
    role="menuitem"
    tabIndex={-1}
    className={activePath !== null && isAbove(item, activePath) ? 'menu-line menu-line-above' : 'menu-line'}
    data-key={item.key}
    aria-haspopup="menu"
    aria-expanded={expanded}
    aria-label={small ? item.name : undefined}
    title={item.name}
    style={small ? undefined : { paddingInlineStart: INDENT_PX * (depth + 1) }}
    onClick={(event) => onPress(event.currentTarget)}
  >
    {iconOf(item, depth)}
    {small ? null : (
      <>
        <span className="menu-name">
          <span>{item.name}</span>
        </span>
        <Count count={item.count} />
        <span className="menu-arrow" aria-hidden />
      </>
    )}
  </button>
);

/** Groups with what is unfolded below them, and pages. What is folded is not there at all. */
export const MenuLines = memo(
  ({
    items,
    open,
    activePath,
    depth = 0,
    name,
    acts,
  }: {
    readonly items: readonly MenuItem[];
    readonly open: ReadonlySet<string>;
    readonly activePath: string | null;
    readonly depth?: number;
    /** Of the group that they belong to. */
    readonly name: string;
    readonly acts: LineActs;
  }): ReactElement => (
    <ul role="menu" aria-label={name} className="menu-lines">
      {items.map((item) => (
        <li key={item.key} role="none">
          {item.path === null ? (
            <>
              <GroupLine
                item={item}
                depth={depth}
                activePath={activePath}
                expanded={open.has(item.key)}
                onPress={() => acts.toggle(item.key)}
              />
              {open.has(item.key) ? (
                <MenuLines
                  items={item.children}
                  open={open}
                  activePath={activePath}
                  depth={depth + 1}
                  name={item.name}
                  acts={acts}
                />
              ) : null}
            </>
          ) : (
            <PageLine item={item} path={item.path} depth={depth} active={item.key === activePath} go={acts.go} />
          )}
        </li>
      ))}
    </ul>
  ),
);

const linesIn = (root: Element): readonly HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[role="menuitem"]')];

/** The group that a line stands in. */
const groupOf = (line: Element): HTMLElement | null => {
  const before = line.closest('ul')?.previousElementSibling;
  return before instanceof HTMLElement && before.matches('[role="menuitem"]') ? before : null;
};

/** Arrows go from line to line and fold groups, as in every menu; `root` is what they stay in. */
export const moveByKey = (event: KeyboardEvent<HTMLElement>, root: Element): void => {
  const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="menuitem"]') : null;
  if (line === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const lines = linesIn(root);
  const at = lines.indexOf(line);
  const expanded = line.getAttribute('aria-expanded');
  const moves: Readonly<Record<string, () => HTMLElement | null | undefined>> = {
    ArrowDown: () => lines[at + 1] ?? lines[0],
    ArrowUp: () => lines[at - 1] ?? lines.at(-1),
    Home: () => lines[0],
    End: () => lines.at(-1),
    ArrowRight: () => (expanded === 'true' ? lines[at + 1] : null),
    ArrowLeft: () => (expanded === 'true' ? null : groupOf(line)),
  };
  const move = moves[event.key];
  if (move === undefined) return;
  event.preventDefault();
  if ((event.key === 'ArrowRight' && expanded === 'false') || (event.key === 'ArrowLeft' && expanded === 'true'))
    line.click();
  else move()?.focus();
};

/** One stop for the tabulator in all the lines: where the person was last, else the page that is shown, else the first. */
export const keepOneStop = (root: Element | null): void => {
  if (root === null) return;
  const lines = linesIn(root);
  const stop =
    lines.find((line) => line.contains(document.activeElement)) ??
    lines.find((line) => line.getAttribute('aria-current') === 'page') ??
    lines[0];
  for (const line of lines) line.tabIndex = line === stop ? 0 : -1;
};
