import { Activity, type ReactElement, useLayoutEffect } from 'react';
import { useLocation, useMatches } from 'react-router';
import { DeniedPage } from '../features/account/DeniedPage.tsx';
import type { RouteHandle } from './router.tsx';
import { Shell } from './shell/Shell.tsx';
import { visit } from './tabs/store.ts';

const isHandle = (value: unknown): value is RouteHandle =>
  typeof value === 'object' && value !== null && 'screen' in value;

/** Opens a tab for every address that has a screen; /401 covers the shell without unmounting it. */
export const RootLayout = (): ReactElement => {
  const location = useLocation();
  const handle = useMatches().at(-1)?.handle;
  const screen = isHandle(handle) ? handle.screen : null;
  useLayoutEffect(() => {
    if (screen) visit({ pathname: screen.path, search: location.search, title: screen.title });
  }, [screen, location.search]);
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
