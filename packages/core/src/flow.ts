/** Where a record stands, as people read it on pages, on paper and in workbooks. */
export const FLOW_STATUS: Readonly<Record<string, string>> = {
  draft: '草稿',
  running: '审批中',
  returned: '已退回',
  approved: '已通过',
  rejected: '已否决',
  withdrawn: '已撤回',
  cancelled: '已作废',
};

/** What these say came to nothing, so that no sum counts them. What was withdrawn may be submitted again, like a draft. */
export const UNCOUNTED: readonly string[] = ['rejected', 'cancelled'];

/** Said beside a sum, where some of what is listed is not in it; null where everything is. */
export const uncountedNote = (left: number): string | null =>
  left === 0 ? null : `合计不含 ${left} 张已作废或已否决的单据`;
