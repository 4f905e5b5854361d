import { useEffect } from 'react';
import { useTab } from '../lib/tab.tsx';

/** What is asked before unsaved input is given up. */
export const LEAVE_UNSAVED = {
  title: '有未保存的内容，确定离开吗',
  okText: '离开',
  cancelText: '继续填写',
} as const;

/**
 * While `dirty`, the tab asks before it closes, and the shell before the browser leaves the site.
 * The mark stays on the tab while the page is hidden: only being told otherwise takes it away.
 */
export const useUnsavedGuard = (dirty: boolean): void => {
  const { setDirty } = useTab();
  useEffect(() => setDirty(dirty), [dirty, setDirty]);
};
