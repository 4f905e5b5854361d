/** The open pages of this session: the pure rules of `tabs.ts` kept in a store and in `tagsList`. */
import { create } from 'zustand';
import { notify } from '../../lib/notify.ts';
import { saveTags, useSession } from '../../lib/session.ts';
import { EMPTY_TABS, type TabsState, tabKey, titleOf, type Visit, visit as visitTab } from './tabs.ts';

const newId = (): string => crypto.randomUUID();

/** Tabs as they were before a reload; their pages mount when they are looked at. */
const restore = (): TabsState => {
  const tabs = useSession.getState().tagsList.map((tag, index) => {
    const [pathname = '', query] = tag.path.split('?');
    const search = query === undefined ? '' : `?${query}`;
    return {
      id: newId(),
      key: tabKey(pathname, search),
      pathname,
      search,
      title: tag.title,
      ownTitle: null,
      pinned: tag.pinned,
      dirty: false,
      generation: 0,
      visited: false,
      usedAt: index,
    };
  });
  return { tabs, activeId: null, clock: tabs.length };
};

export const useTabs = create<TabsState>(() => EMPTY_TABS);

const put = (state: TabsState): void => {
  if (state === useTabs.getState()) return;
  useTabs.setState(state);
  saveTags(state.tabs.map((tab) => ({ path: tab.pathname + tab.search, title: titleOf(tab), pinned: tab.pinned })));
};

/** Brings back the tabs of before a reload; `known` says which paths still have a page. */
export const restoreTabs = (known: (pathname: string) => boolean): void => {
  const state = restore();
  useTabs.setState({ ...state, tabs: state.tabs.filter((tab) => known(tab.pathname)) });
};

export const updateTabs = (step: (state: TabsState) => TabsState): void => put(step(useTabs.getState()));

export const visit = (to: Visit): void => {
  const result = visitTab(useTabs.getState(), to, newId);
  put(result.state);
  if (result.closed) notify.info('打开的页签过多，已关闭最早的一个');
};
