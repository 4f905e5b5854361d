import './styles/antd.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { handOnSession } from '../lib/handed-session.ts';
import { followOtherTabs, signInOverBy } from '../lib/session.ts';
import { Application } from './App.tsx';
import { standBeforeFirst } from './first-page.ts';
import { canVisit, pageAt } from './screens.tsx';
import { restoreTabs } from './tabs/store.ts';
import './styles/index.css';

/** Opens the product for the person who is signed in. */
export const startApp = (root: HTMLElement): void => {
  standBeforeFirst();
  followOtherTabs();
  handOnSession();
  signInOverBy((leave) => void import('../lib/sign-in-over.ts').then(({ signInOver }) => signInOver(leave), leave));
  // On its way while everything around it is drawn.
  const { pathname, search } = location;
  if (canVisit(pathname + search)) pageAt(pathname)?.prepare(new URLSearchParams(search));
  restoreTabs((path) => pageAt(path) !== undefined);
  createRoot(root).render(
    <StrictMode>
      <Application />
    </StrictMode>,
  );
};
