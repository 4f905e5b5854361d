/** What approvals of this area change, by name. */
export const EFFECTS = {
  'interviewRecord.satisfaction': '写入项目客户满意度档案（年度加季度一条，重复回访取最新）',
  'interviewRecord.renewalAttitude': '续签意向回写续签跟踪的客户态度',
  'interviewRecord.opinions': '客户意见写入用户意见台账，按解决情况闭环',
  'interviewRecord.adjustTodo': '应调整金额大于零时给用户结算生成调整待办',
} as const;
