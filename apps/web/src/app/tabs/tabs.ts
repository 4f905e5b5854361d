/** The open pages as plain data: what opens, closes and gives way. Pure, so that it can be tested without a browser. */

export interface OpenTab {
  readonly id: string;
  /** What makes two addresses the same page. */
  readonly key: string;
  readonly pathname: string;
  readonly search: string;
  /** The screen's own title. */
  readonly title: string;
  /** What the page calls itself, e.g. by the number of its record. */
  readonly ownTitle: string | null;
  readonly pinned: boolean;
  readonly dirty: boolean;
  /** Grows when the page is to be mounted anew. */
  readonly generation: number;
  /** False for a tab restored after a reload that has not been looked at yet: its page is not mounted. */
  readonly visited: boolean;
  /** Order of use, to know where to go back to and who gives way. */
  readonly usedAt: number;
}

export interface TabsState {
  readonly tabs: readonly OpenTab[];
  readonly activeId: string | null;
  readonly clock: number;
}

export const EMPTY_TABS: TabsState = { tabs: [], activeId: null, clock: 0 };

export const MAX_TABS = 15;
/** The workbench is always kept. */
export const HOME = '/main';

/** Query values that make a record's page its own tab; all others (filters, what is read beside the record) belong to one page. */
const IDENTITY = ['BusinessId', 'CopyFrom'];
const ALTERNATE = ['O_BusinessId'];

export const tabKey = (pathname: string, search: string): string => {
  const query = new URLSearchParams(search);
  const own = query.has('ProcedureId') || query.has('BusinessId');
  const parts = (own ? IDENTITY : ALTERNATE).flatMap((name) => (query.get(name) ? [`${name}=${query.get(name)}`] : []));
  return parts.length === 0 ? pathname : `${pathname}?${parts.join('&')}`;
};

export interface Visit {
  readonly pathname: string;
  readonly search: string;
  readonly title: string;
}

/** Whether a tab may go without anybody being asked. */
const mayGiveWay = (tab: OpenTab, state: TabsState): boolean =>
  !tab.pinned && !tab.dirty && tab.pathname !== HOME && tab.id !== state.activeId;

/**
 * Shows an address: in its tab if it has one, else in a new one. One over the limit, the tab unused for longest is closed;
 * with nothing but unsaved and pinned ones, the limit gives way instead.
 */
export const visit = (
  state: TabsState,
  to: Visit,
  newId: () => string,
): { readonly state: TabsState; readonly closed: OpenTab | null } => {
  const key = tabKey(to.pathname, to.search);
  const clock = state.clock + 1;
  const known = state.tabs.find((tab) => tab.key === key);
  if (known) {
    const tabs = state.tabs.map((tab) =>
      tab.id === known.id ? { ...tab, search: to.search, visited: true, usedAt: clock } : tab,
    );
    return { state: { tabs, activeId: known.id, clock }, closed: null };
  }
  const closed =
    state.tabs.length < MAX_TABS
      ? null
      : (state.tabs.filter((tab) => mayGiveWay(tab, state)).sort((a, b) => a.usedAt - b.usedAt)[0] ?? null);
  const tab: OpenTab = {
    id: newId(),
    key,
    pathname: to.pathname,
    search: to.search,
    title: to.title,
    ownTitle: null,
    pinned: false,
    dirty: false,
    generation: 0,
    visited: true,
    usedAt: clock,
  };
  const tabs = [...state.tabs.filter((other) => other.id !== closed?.id), tab];
  return { state: { tabs: ordered(tabs), activeId: tab.id, clock }, closed };
};

/** The workbench first, then pinned tabs, then the others, each in the order in which they were opened. */
const ordered = (tabs: readonly OpenTab[]): readonly OpenTab[] => {
  const rank = (tab: OpenTab) => (tab.pathname === HOME ? 0 : tab.pinned ? 1 : 2);
  return [...tabs].sort((a, b) => rank(a) - rank(b));
};

/** Where a page of the menu is: as its tab was left, with its filters, or anew where it has none or is the one that is shown. */
export const addressOf = (state: TabsState, pathname: string): string => {
  const left = state.tabs.find((tab) => tab.key === pathname && tab.id !== state.activeId);
  return left ? left.pathname + left.search : pathname;
};

/** Closes tabs, whatever is in them: asking is done before. */
export const close = (state: TabsState, ids: readonly string[]): TabsState => {
  const tabs = state.tabs.filter((tab) => !ids.includes(tab.id));
  const activeId = state.activeId !== null && ids.includes(state.activeId) ? null : state.activeId;
  return { ...state, tabs, activeId };
};

/** Where to go when the shown tab closes: the one used before it. */
export const addressAfterClosing = (state: TabsState, ids: readonly string[]): string => {
  const left = state.tabs.filter((tab) => !ids.includes(tab.id)).sort((a, b) => b.usedAt - a.usedAt)[0];
  return left ? left.pathname + left.search : HOME;
};

export const change = (state: TabsState, id: string, part: Partial<Omit<OpenTab, 'id'>>): TabsState => {
  const before = state.tabs.find((tab) => tab.id === id);
  if (!before || Object.entries(part).every(([name, value]) => Reflect.get(before, name) === value)) return state;
  return { ...state, tabs: ordered(state.tabs.map((tab) => (tab.id === id ? { ...tab, ...part } : tab))) };
};

/** Tabs that a menu command means; the workbench and pinned ones stay. */
export const closable = (
  state: TabsState,
  command: 'this' | 'others' | 'right' | 'all',
  id: string,
): readonly OpenTab[] => {
  const at = state.tabs.findIndex((tab) => tab.id === id);
  const loose = (tab: OpenTab) => tab.pathname !== HOME && !tab.pinned;
  if (command === 'this') return state.tabs.filter((tab) => tab.id === id && tab.pathname !== HOME);
  if (command === 'others') return state.tabs.filter((tab) => tab.id !== id && loose(tab));
  if (command === 'right') return state.tabs.filter((tab, index) => index > at && loose(tab));
  return state.tabs.filter(loose);
};

export const titleOf = (tab: OpenTab): string => tab.ownTitle ?? tab.title;
