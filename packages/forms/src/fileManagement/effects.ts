/** What approvals of this area change, by name. */
export const EFFECTS = {
  'dailyInformation.remindReply': '提交时按回复期限提醒回复经办人与项目经理',
  'dailyInformation.archive': '文件写入项目资料库，记档案号与密级，回复提醒结束',
  'dailyInformation.remindExpiry': '证照与检测报告到期前30天提醒项目经理',
  'dailyInformation.linkPayment': '能源缴费凭证按能源种类与月份挂接能源付款单',
  'dailyInformation.linkDevice': '检测检验报告更新设备下次检验日期，并完成对应的外包检测任务',
} as const;
