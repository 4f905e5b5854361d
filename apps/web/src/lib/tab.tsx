/** What a page knows of the tab it is shown in. The shell provides it; pages use `useTab()`. */
import { createContext, useContext } from 'react';

export interface TabApi {
  readonly id: string;
  /** False while another tab is shown. Effects of a hidden page have stopped already; this is for rendering. */
  readonly isActive: boolean;
  /** Title on the tab strip and of the browser window; `null` returns to the screen's own. */
  setTitle(title: string | null): void;
  /** Marks unsaved input: the tab is then never closed without asking. */
  setDirty(dirty: boolean): void;
  /** Closes this tab and goes back to the one used before; asks first if it is dirty, unless `force`. */
  close(options?: { readonly force?: boolean; readonly goTo?: string }): void;
  /** Puts other query values in the address of this very tab: the page stays mounted. */
  replaceSearch(query: Readonly<Record<string, string>>): void;
  /** Mounts the page anew. */
  refresh(): void;
}

/** Outside the shell (tests, print windows) a page still works; it just has no tab. */
const ALONE: TabApi = {
  id: 'alone',
  isActive: true,
  setTitle: () => undefined,
  setDirty: () => undefined,
  close: () => history.back(),
  replaceSearch: () => undefined,
  refresh: () => location.reload(),
};

const TabContext = createContext<TabApi>(ALONE);

export const TabProvider = TabContext.Provider;

export const useTab = (): TabApi => useContext(TabContext);
