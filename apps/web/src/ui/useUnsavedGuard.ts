import { useEffect } from 'react';
import { useTab } from '../lib/tab.tsx';

/**
 * While `dirty`, the tab asks before it closes, and the shell before the browser leaves the site.
 * The mark stays on the tab while the page is hidden: only being told otherwise takes it away.
 */
export const useUnsavedGuard = (dirty: boolean): void => {
  const { setDirty } = useTab();
  useEffect(() => setDirty(dirty), [dirty, setDirty]);
};
