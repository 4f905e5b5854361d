import type { EntryState } from './keep.ts';

/** What people read of where a record stands. */
export const STATE_WORDS: Readonly<Record<EntryState, string>> = {
  draft: '未确认',
  waiting: '待上传',
  refused: '被退回',
  conflict: '待核对',
  sent: '已上传',
};
