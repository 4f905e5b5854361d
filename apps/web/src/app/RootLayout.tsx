import { Activity, type ReactElement, useEffect, useLayoutEffect } from 'react';
import { useBlocker, useLocation, useMatches } from 'react-router';
import { DeniedPage } from '../features/account/DeniedPage.tsx';
import type { RouteHandle } from './router.tsx';
import { Shell } from './shell/Shell.tsx';
import { closeTop, isAnythingOver } from '../ui/back-closes.ts';
import { visit } from './tabs/store.ts';

const isHandle = (value: unknown): value is RouteHandle =>
  typeof value === 'object' && value !== null && 'screen' in value;

/** Going back while something lies over the page closes that instead. */
const useBackClosesFirst = (): void => {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP' && isAnythingOver());
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    closeTop();
  }, [blocker]);
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
