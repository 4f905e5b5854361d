/** What approvals of this area change, by name. */
export const EFFECTS = {
  'aircrewBurn.archive': '写入机组燃烧档案，更新设备台账的最近燃烧效率与下次检测日期',
  'aircrewBurn.draftRepair': '评定需检修停用时生成维修记录草稿',
  'aircrewBurn.remindNext': '下次检测到期前7天提醒再次发起燃烧检测',
  'aircrewBurn.efficiencyIndex': '平均燃烧效率进入项目能效指标',
} as const;
