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
