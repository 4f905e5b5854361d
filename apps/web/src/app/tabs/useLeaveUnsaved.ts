import { App } from 'antd';
import { useCallback } from 'react';
import { type OpenTab, titleOf } from './tabs.ts';

/** Asks whether the unsaved input of these tabs may go. Without any, the answer is yes at once. */
export const useLeaveUnsaved = (): ((tabs: readonly OpenTab[]) => Promise<boolean>) => {
  const { modal } = App.useApp();
  return useCallback(
    async (tabs) => {
      const dirty = tabs.filter((tab) => tab.dirty);
      if (dirty.length === 0) return true;
      return modal.confirm({
        title: '有未保存的内容，确定离开吗',
        content: dirty.map(titleOf).join('、'),
        okText: '离开',
        cancelText: '继续填写',
      });
    },
    [modal],
  );
};
