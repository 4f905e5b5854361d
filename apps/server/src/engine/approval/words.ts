/** States as people read them on paper and in workbooks. */
import type { FlowStatus } from './types.ts';

const WORDS: Readonly<Record<FlowStatus, string>> = {
  draft: '草稿',
  running: '审批中',
  returned: '已退回',
  approved: '已通过',
  rejected: '已否决',
  withdrawn: '已撤回',
  cancelled: '已作废',
};
export const STATUS_WORDS: Readonly<Record<string, string>> = WORDS;
