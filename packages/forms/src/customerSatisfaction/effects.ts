/** What approvals of this area change, by name. */
export const EFFECTS = {
  'interviewRecord.satisfaction': '写入项目客户满意度档案（年度加季度一条，重复回访取最新）',
  'interviewRecord.renewalAttitude': '续签意向回写续签跟踪的客户态度',
  'interviewRecord.opinions': '客户意见写入用户意见台账，按解决情况闭环',
  'interviewRecord.adjustTodo': '应调整金额大于零时给用户结算生成调整待办',
  'customerVisitRegistration.contacts': '来访人员写入客户联系人档案，来访写入用户走访台账',
  'customerVisitRegistration.complaint': '投诉来访或强烈不满的生成用户投诉草稿',
  'customerVisitRegistration.reimburse': '核定的接待费用生成一张费用报销草稿',
  'customerVisitRegistration.promises': '提交时未完成的承诺事项给责任人生成待办，到期前一天提醒',
  'airUsage.usage': '写入项目当月空调使用面积与开通率，同月重新调查的取最近一次',
  'airUsage.confirmArea': '意见为发起空调面积确认的生成空调面积确认草稿',
  'airUsage.opinions': '室温不达标分区写入用户意见台账',
  'airUsage.comfort': '室温达标率与舒适率写入项目月度指标',
} as const;
