/** What approvals of this area change, by name. */
export const EFFECTS = {
  'problemDetectionFeedback.open': '提交时写入检测问题台账，来源检测单的问题为整改中',
  'problemDetectionFeedback.close': '关闭问题或转为继续观察，记下整改与复测日期',
  'problemDetectionFeedback.cost': '实际费用记入项目维修成本',
  'problemDetectionFeedback.saving': '每月节约写入项目节能收益台账',
  'problemDetectionFeedback.history': '复测数据写入设备履历',
  'problemDetectionFeedback.retest': '改善继续观察的，30天后提醒检测人复测',
} as const;
