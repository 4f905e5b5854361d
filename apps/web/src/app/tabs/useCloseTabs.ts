import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { updateTabs, useTabs } from './store.ts';
import { addressAfterClosing, close } from './tabs.ts';
import { useLeaveUnsaved } from './useLeaveUnsaved.ts';

export type CloseTabs = (
  ids: readonly string[],
  options?: { readonly force?: boolean; readonly goTo?: string },
) => Promise<boolean>;

/** Closes tabs; unsaved input is never dropped without a yes. Answers whether they were closed. */
export const useCloseTabs = (): CloseTabs => {
  const mayLeave = useLeaveUnsaved();
  const navigate = useNavigate();
  return useCallback(
    async (ids, options = {}) => {
      const meant = useTabs.getState().tabs.filter((tab) => ids.includes(tab.id));
      if (!options.force && !(await mayLeave(meant))) return false;
      const state = useTabs.getState();
      const shown = state.activeId !== null && ids.includes(state.activeId);
      const next = options.goTo ?? (shown ? addressAfterClosing(state, ids) : null);
      updateTabs((now) => close(now, ids));
      if (next !== null) void navigate(next);
      return true;
    },
    [mayLeave, navigate],
  );
};
