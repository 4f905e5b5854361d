import { Activity, type ReactElement, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { useBlocker, useLocation, useMatches, useNavigate } from 'react-router';
import { DeniedPage } from '../features/account/DeniedPage.tsx';
import type { RouteHandle } from './router.tsx';
import { Shell } from './shell/Shell.tsx';
import { closeTop, isAnythingOver, onFirstOver } from '../ui/back-closes.ts';
import { visit } from './tabs/store.ts';

const isHandle = (value: unknown): value is RouteHandle =>
  typeof value === 'object' && value !== null && 'screen' in value;

/** What the router notes in the entry of the history that the browser is at: its key, and how many of the product's stand before it. */
const entry = (): { readonly key: string; readonly idx: number } => {
  const state: unknown = history.state;
  const noted = typeof state === 'object' && state !== null ? state : {};
  return {
    key: 'key' in noted ? String(noted.key) : 'default',
    idx: 'idx' in noted ? Number(noted.idx) : 0,
  };
};

/** Going back while something lies over the page closes that instead. */
const useBackClosesFirst = (): void => {
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP' && isAnythingOver());
  // Before the first page there is nothing to be kept from: going back would leave the product. The page then stands there twice.
  const stay = useEffectEvent(() => {
    if (entry().idx === 0) void navigate(pathname + search);
  });
  useEffect(() => onFirstOver(() => stay()), []);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const close = () => {
      blocker.reset();
      closeTop();
    };
    // The router has the browser step forward again; until it has, what closing writes to the address would be written into the entry before.
    if (entry().key === key) {
      close();
      return;
    }
    addEventListener('popstate', close, { once: true });
    return () => removeEventListener('popstate', close);
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
