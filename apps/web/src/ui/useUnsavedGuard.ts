import { useEffect } from 'react';
import { isLeaving } from '../lib/session.ts';
import { useTab } from '../lib/tab.tsx';

/**
 * While `dirty`, the tab asks before it closes and the browser before it leaves the site.
 * The mark stays on the tab while the page is hidden: only being told otherwise takes it away.
 */
export const useUnsavedGuard = (dirty: boolean): void => {
  const tab = useTab();
  const { setDirty } = tab;
  useEffect(() => setDirty(dirty), [dirty, setDirty]);
  useEffect(() => {
    if (!dirty) return;
    const hold = (event: BeforeUnloadEvent) => {
      if (!isLeaving()) event.preventDefault();
    };
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [dirty]);
};
