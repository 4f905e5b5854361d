/** What approvals of this area change, by name. */
export const EFFECTS = {
  'projectStaticsInfo.profit': '核定的收入、成本与利润写入项目利润台账，经营分析与考核报告从中取数',
  'projectStaticsInfo.lock': '锁定该项目当月，能源付款、报销和结算改入次月',
  'projectStaticsInfo.draftLoss': '核定利润为负的给项目经理生成亏损项目分析草稿',
} as const;
