import { Activity, type ReactElement, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useBlocker, useLocation, useMatches, useNavigate } from 'react-router';
import { DeniedPage } from '../features/account/DeniedPage.tsx';
import type { RouteHandle } from './router.tsx';
import { notify } from '../lib/notify.ts';
import { askToLeave, BEFORE_FIRST } from './first-page.ts';
import { Shell } from './shell/Shell.tsx';
import { closeTop, isAnythingOver } from '../ui/back-closes.ts';
import { useTabs, visit } from './tabs/store.ts';

const isHandle = (value: unknown): value is RouteHandle =>
  typeof value === 'object' && value !== null && 'screen' in value;

/** Key of the entry of the history that the browser is at, as the router notes it there. */
const entryKey = (): string => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : 'default';
};

/** Going back while something lies over the page closes that instead, and from the first page it asks before it leaves the product. */
const useBackClosesFirst = (): void => {
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const leaving = useRef(false);
  const blocker = useBlocker(
    ({ historyAction, nextLocation }) =>
      historyAction === 'POP' && !leaving.current && (isAnythingOver() || nextLocation.key === BEFORE_FIRST),
  );
  const stepOut = useEffectEvent(() => {
    if (useTabs.getState().tabs.some((tab) => tab.dirty)) {
      notify.warning('有未保存的内容，请先保存或关闭');
      return;
    }
    leaving.current = true;
    // What the entry before shows is the page as it is by now.
    addEventListener('popstate', () => void navigate(pathname + search, { replace: true }), { once: true });
    history.back();
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const close = () => {
      blocker.reset();
      if (!closeTop()) askToLeave(() => stepOut());
    };
    // The router has the browser step forward again; until it has, what closing writes to the address would be written into the entry before.
    if (entryKey() === key) close();
    else addEventListener('popstate', close, { once: true });
  }, [blocker, key]);
};

/** Opens a tab for every address that has a screen; /401 covers the shell without unmounting it. */
export const RootLayout = (): ReactElement => {
  const location = useLocation();
  const handle = useMatches().at(-1)?.handle;
  const screen = isHandle(handle) ? handle.screen : null;
  useLayoutEffect(() => {
    if (screen) visit({ pathname: screen.path, search: location.search, title: screen.title });
  }, [screen, location.search]);
  useBackClosesFirst();
  const denied = location.pathname === '/401';
  return (
    <>
      <Activity mode={denied ? 'hidden' : 'visible'}>
        <Shell screen={screen} search={location.search} />
      </Activity>
      {denied ? <DeniedPage from={new URLSearchParams(location.search).get('from') ?? ''} /> : null}
    </>
  );
};
