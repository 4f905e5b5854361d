import { useCallback } from 'react';
import { useQuestions } from '../../ui/confirm.ts';
import { type OpenTab, titleOf } from './tabs.ts';
import { LEAVE_UNSAVED } from '../../ui/useUnsavedGuard.ts';

/** Asks whether the unsaved input of these tabs may go. Without any, the answer is yes at once. */
export const useLeaveUnsaved = (): ((tabs: readonly OpenTab[]) => Promise<boolean>) => {
  const modal = useQuestions();
  return useCallback(
    async (tabs) => {
      const dirty = tabs.filter((tab) => tab.dirty);
      if (dirty.length === 0) return true;
      return modal.confirm({ ...LEAVE_UNSAVED, content: dirty.map(titleOf).join('、') });
    },
    [modal],
  );
};
