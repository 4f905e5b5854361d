/** Routes of one person, made once from the menus they hold. */
import type { Screen } from '@hengneng/core';
import { createBrowserRouter, redirect, replace, type RouteObject } from 'react-router';
import { leaveToLogin } from '../lib/session.ts';
import { RootLayout } from './RootLayout.tsx';
import { grantedRedirects, grantedScreens, namesRecord, recordOnlyScreens } from './screens.tsx';

/** What a route carries for breadcrumbs and tabs. */
export interface RouteHandle {
  readonly screen: Screen;
}

const routeOf = (screen: Screen): RouteObject => ({
  path: screen.path,
  element: null,
  handle: { screen } satisfies RouteHandle,
});

/**
 * Leads on from an address. One that the browser shows already (typed in, a link from outside, gone back to) gives its place in the history up:
 * going back would lead to it, and on again, for ever.
 */
const leadOn = ({ url }: Request, to: string): Response => {
  const { pathname, search } = new URL(url);
  return pathname + search === location.pathname + location.search ? replace(to) : redirect(to);
};

const denied = (request: Request): Response => {
  const { pathname, search } = new URL(request.url);
  return leadOn(request, `/401?from=${encodeURIComponent(pathname + search)}`);
};

export const makeRouter = () => {
  const screens = grantedScreens();
  const routes: RouteObject[] = [
    {
      // The shell stays mounted whatever is shown, so that no tab loses its input, not even to /401.
      element: <RootLayout />,
      // A first address that only leads on shows nothing of its own.
      HydrateFallback: () => null,
      children: [
        ...screens.map(routeOf),
        ...recordOnlyScreens().map(
          (screen): RouteObject => ({
            ...routeOf(screen),
            loader: ({ request }) => (namesRecord(new URL(request.url).searchParams) ? null : denied(request)),
          }),
        ),
        ...grantedRedirects(screens).map(
          ({ from, to }): RouteObject => ({ path: from, loader: ({ request }) => leadOn(request, to) }),
        ),
        { path: '/401', element: null },
        {
          path: '/',
          loader: () => {
            leaveToLogin();
            return null;
          },
          element: null,
        },
        {
          path: '*',
          loader: ({ request }) => denied(request),
          element: null,
        },
      ],
    },
  ];
  return createBrowserRouter(routes);
};
