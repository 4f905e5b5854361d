/** What a person's two menu lists become: routes, the menu tree and breadcrumbs. Pure. */
import { roleStepsOf, type Screen, shortCodeOf } from '@hengneng/core';
import type { MenuNode } from '../lib/session.ts';

interface TaskOf {
  readonly module: string;
  readonly steps: readonly string[] | null;
}

/** One entry of the menu; a group has no path. */
export interface MenuEntry {
  readonly code: string;
  readonly name: string;
  readonly path: string | null;
  /** Its picture where administrators chose one. */
  readonly icon?: string | undefined;
  /** Module whose to-dos are counted beside it; those of some of its steps where the page is for these only. */
  readonly taskOf: TaskOf | null;
  readonly children: readonly MenuEntry[];
}

/** Both lists as one forest: the same group in both is one group. */
const merge = (lists: readonly (readonly MenuNode[])[]): readonly MenuNode[] => {
  const byCode = new Map<string, MenuNode>();
  for (const node of lists.flat()) {
    const known = byCode.get(node.ShortCode);
    byCode.set(
      node.ShortCode,
      known ? { ...known, ChildMenu: merge([known.ChildMenu ?? [], node.ChildMenu ?? []]) } : node,
    );
  }
  return [...byCode.values()];
};

/** Screens shown by opening a record, or not meant to be found, are no menu entries. */
const inMenu = (screen: Screen): boolean => screen.kind !== 'form' && screen.kind !== 'redirect' && !screen.hidden;

const taskOf = ({ kind, module, path }: Screen): TaskOf | null =>
  kind === 'task' && module !== undefined ? { module, steps: roleStepsOf(path)?.map(({ key }) => key) ?? null } : null;

/** To-dos of one module as the server counts them. */
export interface ModuleTodos {
  readonly moduleId: string;
  readonly count: number;
  readonly steps: readonly { readonly key: string; readonly count: number }[];
}

/** What waits behind an entry: a folded group adds up its pages, and a to-do that two of them show counts once. */
export const todosOf = (entry: MenuEntry, modules: readonly ModuleTodos[]): number => {
  const wanted = new Map<string, Set<string> | null>();
  const walk = ({ taskOf: of, children }: MenuEntry): void => {
    if (of) {
      const known = wanted.get(of.module);
      wanted.set(of.module, of.steps === null || known === null ? null : new Set([...(known ?? []), ...of.steps]));
    }
    for (const child of children) walk(child);
  };
  walk(entry);
  return modules.reduce((sum, { moduleId, count, steps }) => {
    const of = wanted.get(moduleId);
    if (of === undefined) return sum;
    return of === null
      ? sum + count
      : steps.reduce((inner, step) => (of.has(step.key) ? inner + step.count : inner), sum);
  }, 0);
};

/**
 * The menu tree. A leaf needs a screen that has a page; a group stays if any child does.
 * @param pageOf the screen of a ShortCode, if this application has its page
 */
export const buildMenu = (
  lists: readonly (readonly MenuNode[])[],
  pageOf: (code: string) => Screen | undefined,
): readonly MenuEntry[] => {
  const entry = (node: MenuNode): MenuEntry | null => {
    if (node.T_Hidden) return null;
    const children = (node.ChildMenu ?? []).map(entry).filter((child) => child !== null);
    const screen = pageOf(node.ShortCode);
    const path = screen && inMenu(screen) ? screen.path : null;
    if (path === null && children.length === 0) return null;
    return {
      code: node.ShortCode,
      name: node.T_MenuName,
      path: children.length > 0 ? null : path,
      ...(node.T_Icon === undefined ? {} : { icon: node.T_Icon }),
      taskOf: screen ? taskOf(screen) : null,
      children,
    };
  };
  return merge(lists)
    .map(entry)
    .filter((found) => found !== null);
};

/** ShortCode → name, over both lists. */
export const menuNames = (lists: readonly (readonly MenuNode[])[]): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  const walk = (node: MenuNode): void => {
    names.set(node.ShortCode, node.T_MenuName);
    for (const child of node.ChildMenu ?? []) walk(child);
  };
  for (const node of lists.flat()) walk(node);
  return names;
};

/** All leaves in reading order, with the names of the groups above. */
export interface MenuLeaf {
  readonly entry: MenuEntry;
  readonly path: string;
  readonly groups: readonly string[];
}

export const leavesOf = (entries: readonly MenuEntry[], groups: readonly string[] = []): readonly MenuLeaf[] =>
  entries.flatMap((entry) =>
    entry.path === null
      ? leavesOf(entry.children, [...groups, entry.name])
      : [{ entry, path: entry.path, groups }, ...leavesOf(entry.children, groups)],
  );

/** The favourites among what may be opened, in the order in which they were chosen; anything else stored is ignored. */
export const favouritesOf = (leaves: readonly MenuLeaf[], stored: string | undefined): readonly MenuLeaf[] => {
  let codes: unknown;
  try {
    codes = JSON.parse(stored ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(codes)) return [];
  const byCode = new Map(leaves.map((leaf) => [leaf.entry.code, leaf]));
  return [...new Set<unknown>(codes)].flatMap((code) => {
    const leaf = typeof code === 'string' ? byCode.get(code) : undefined;
    return leaf ? [leaf] : [];
  });
};

/** Leaves whose name or group contains every word of the text. */
export const searchMenu = (leaves: readonly MenuLeaf[], text: string): readonly MenuLeaf[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return leaves.filter((leaf) => {
    const where = [...leaf.groups, leaf.entry.name, leaf.path].join(' ').toLowerCase();
    return words.every((word) => where.includes(word));
  });
};

/** Key of the group that holds what a person marked. */
export const FAVOURITES = 'favourite:';

/** A line of the menu as it is drawn: a page, or a group of lines. */
export interface MenuItem {
  /** Differs from line to line: a favourite is also in the tree. */
  readonly key: string;
  readonly code: string;
  readonly name: string;
  readonly path: string | null;
  /** Tasks waiting behind it. */
  readonly count: number;
  readonly icon?: string | undefined;
  /** Where a page that was searched for lies. */
  readonly note?: string;
  readonly children: readonly MenuItem[];
}

const NO_LINES: readonly MenuItem[] = [];

/** The tree with its counts; what the person marked stands above it. */
export const menuItems = (
  entries: readonly MenuEntry[],
  todos: readonly ModuleTodos[],
  favourites: readonly MenuLeaf[],
): readonly MenuItem[] => {
  const item = (entry: MenuEntry): MenuItem => ({
    key: entry.path ?? entry.code,
    code: entry.code,
    name: entry.name,
    path: entry.path,
    icon: entry.icon,
    count: todosOf(entry, todos),
    children: entry.children.map(item),
  });
  const tree = entries.map(item);
  if (favourites.length === 0) return tree;
  const marked = favourites.map(({ entry, path }) => ({
    ...item(entry),
    key: FAVOURITES + path,
    path,
    children: NO_LINES,
  }));
  return [{ key: FAVOURITES, code: FAVOURITES, name: '收藏', path: null, count: 0, children: marked }, ...tree];
};

/** What a search found, with where it lies. */
export const foundItems = (leaves: readonly MenuLeaf[]): readonly MenuItem[] =>
  leaves.map(({ entry, path, groups }) => ({
    key: path,
    code: entry.code,
    name: entry.name,
    path,
    count: 0,
    note: groups.join(' / '),
    children: NO_LINES,
  }));

/** Groups that lead to a path, to unfold them in the menu. */
export const groupsAbove = (entries: readonly MenuEntry[], path: string): readonly string[] => {
  for (const entry of entries) {
    if (entry.path === path) return [];
    if (entry.children.some((child) => child.path === path)) return [entry.code];
    const below = groupsAbove(entry.children, path);
    if (below.length > 0) return [entry.code, ...below];
  }
  return [];
};

/**
 * Query values that name what a page is about, each by how people are told of it: a project and a department by their names, a year, month or day as it is.
 * Whatever else an address carries (filters, sorting, units, numbers inside the product) names nothing and is left out, without being known here.
 */
const NAMING: Readonly<Record<string, 'project' | 'dept' | 'period'>> = {
  ProjectCode: 'project',
  projectCode: 'project',
  project: 'project',
  dept: 'dept',
  Year: 'period',
  year: 'period',
  Month: 'period',
  month: 'period',
  Date: 'period',
  date: 'period',
  period: 'period',
};
const PERIOD = /^\d{4}(-\d{2}){0,2}$/;

/**
 * What a page is about besides its title: the first query value that names something (the specification: the first query value). The address of a book
 * says how its page is filtered and which entry lies open: that names nothing. A record is named by its page.
 */
export const subjectOf = (
  screen: Screen,
  search: string,
): { readonly kind: 'project' | 'dept' | 'period'; readonly value: string } | null => {
  if (screen.book !== undefined) return null;
  for (const [name, value] of new URLSearchParams(search)) {
    const kind = Object.hasOwn(NAMING, name) ? NAMING[name] : undefined;
    if (kind !== undefined && (kind === 'period' ? PERIOD.test(value) : value !== '')) return { kind, value };
  }
  return null;
};

/**
 * Titles from the outermost group to the screen.
 * @param subject what stands after a colon behind the last one; empty: nothing
 */
export const breadcrumbs = (screen: Screen, subject: string, names: ReadonlyMap<string, string>): readonly string[] => {
  const parts = shortCodeOf(screen.path).split('.');
  const above = parts
    .slice(0, -1)
    .map((_, index) => names.get(parts.slice(0, index + 1).join('.')))
    .filter((name) => name !== undefined);
  return [...above, subject === '' ? screen.title : `${screen.title}：${subject}`];
};
