import { App } from 'antd';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { updateTabs, useTabs } from './store.ts';
import { addressAfterClosing, close, titleOf } from './tabs.ts';

export type CloseTabs = (
  ids: readonly string[],
  options?: { readonly force?: boolean; readonly goTo?: string },
) => Promise<boolean>;

/** Closes tabs; unsaved input is never dropped without a yes. Answers whether they were closed. */
export const useCloseTabs = (): CloseTabs => {
  const { modal } = App.useApp();
  const navigate = useNavigate();
  return useCallback(
    async (ids, options = {}) => {
      const dirty = useTabs.getState().tabs.filter((tab) => ids.includes(tab.id) && tab.dirty);
      if (dirty.length > 0 && !options.force) {
        const sure = await modal.confirm({
          title: '有未保存的内容，确定离开吗',
          content: dirty.map(titleOf).join('、'),
          okText: '离开',
          cancelText: '继续填写',
        });
        if (!sure) return false;
      }
      const state = useTabs.getState();
      const shown = state.activeId !== null && ids.includes(state.activeId);
      const next = options.goTo ?? (shown ? addressAfterClosing(state, ids) : null);
      updateTabs((now) => close(now, ids));
      if (next !== null) void navigate(next);
      return true;
    },
    [modal, navigate],
  );
};
