import { Activity, memo, type ReactElement, Suspense, useLayoutEffect, useMemo, useRef } from 'react';
import { Route, Routes, useNavigate } from 'react-router';
import { type TabApi, TabProvider } from '../../lib/tab.tsx';
import { SkeletonDelay } from '../../ui/feedback.tsx';
import { pageAt } from '../screens.tsx';
import { TabBoundary } from './TabBoundary.tsx';
import { updateTabs, useTabs } from './store.ts';
import { change, type OpenTab, tabKey } from './tabs.ts';
import { useCloseTabs } from './useCloseTabs.ts';

/** One open page: kept mounted while hidden, with its own address, its own scroll position and its own failure. */
const TabPane = ({ tab, active }: { readonly tab: OpenTab; readonly active: boolean }): ReactElement => {
  const navigate = useNavigate();
  const closeTabs = useCloseTabs();
  const pane = useRef<HTMLDivElement>(null);
  const scroll = useRef(0);
  const { id, pathname, search } = tab;

  // An element that is not displayed loses its scroll position.
  useLayoutEffect(() => {
    // One that was never scrolled has nothing to lose, and setting it would have the browser lay out a page that is not all there yet.
    if (active && pane.current && scroll.current > 0) pane.current.scrollTop = scroll.current;
  }, [active]);

  const api = useMemo<TabApi>(
    () => ({
      id,
      isActive: active,
      setTitle: (ownTitle) => updateTabs((state) => change(state, id, { ownTitle })),
      setDirty: (dirty) => updateTabs((state) => change(state, id, { dirty })),
      close: (options) => void closeTabs([id], options),
      replaceSearch: (query) => {
        const next = `?${new URLSearchParams(query)}`;
        updateTabs((state) => change(state, id, { search: next, key: tabKey(pathname, next) }));
        void navigate(pathname + next, { replace: true });
      },
      refresh: () => updateTabs((state) => change(state, id, { generation: tab.generation + 1, dirty: false })),
    }),
    [id, active, pathname, tab.generation, closeTabs, navigate],
  );

  // Hidden pages keep the address they were left with; hooks of the router inside read this one.
  const location = useMemo(
    () => ({ pathname, search, hash: '', state: null, key: id, mask: undefined }),
    [pathname, search, id],
  );
  const { generation } = tab;
  // The same element as long as it is the same page: a title or a mark on the tab, let alone what happens in the shell, draws no page again.
  const page = useMemo(() => {
    const Page = pageAt(pathname);
    return (
      <TabProvider value={api}>
        <TabBoundary key={generation} onRetry={api.refresh}>
          <Suspense fallback={<SkeletonDelay />}>
            <Routes location={location}>
              {/* oxlint-disable-next-line react/static-components -- taken from a fixed table, not made here */}
              <Route path={pathname} element={Page ? <Page key={generation} /> : null} />
            </Routes>
          </Suspense>
        </TabBoundary>
      </TabProvider>
    );
  }, [api, location, pathname, generation]);
  return (
    <div
      ref={pane}
      className="tab-pane"
      hidden={!active}
      onScroll={(event) => {
        if (event.target === pane.current) scroll.current = pane.current.scrollTop;
      }}
    >
      <Activity mode={active ? 'visible' : 'hidden'}>{page}</Activity>
    </div>
  );
};

/** All pages that have been looked at. */
export const TabHost = memo((): ReactElement => {
  const tabs = useTabs((state) => state.tabs);
  const activeId = useTabs((state) => state.activeId);
  return (
    <>
      {tabs
        .filter((tab) => tab.visited)
        .map((tab) => (
          <TabPane key={tab.id} tab={tab} active={tab.id === activeId} />
        ))}
    </>
  );
});
