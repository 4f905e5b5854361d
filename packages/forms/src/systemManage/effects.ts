/** What approvals of this area change, by name. */
export const EFFECTS = {
  'roomInspectionRecord.runLog': '主机和水泵参数写入设备运行台账',
  'roomInspectionRecord.repairDraft': '转维修时生成维修记录草稿',
  'roomInspectionRecord.gasAlarm': '燃气浓度达到25%LEL时登记燃气报警',
  'roomInspectionRecord.completion': '计入当日巡检完成率',
} as const;
