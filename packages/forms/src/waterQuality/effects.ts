/** What approvals of this area change, by name. */
export const EFFECTS = {
  'constructionNotice.archive': '写入项目水处理档案（施工记录）',
  'constructionNotice.issueChemicals': '按药剂明细扣减项目药剂库存并生成出库流水',
  'constructionNotice.cost': '药剂金额计入项目成本台账的水处理科目',
  'constructionNotice.markSupplier': '未达标需返工时给施工单位记一次不合格',
} as const;
