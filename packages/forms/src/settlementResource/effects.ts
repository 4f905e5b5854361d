/** What approvals of this area change, by name. */
export const EFFECTS = {
  'electricityMeter.basis': '写入结算依据台账（项目、结算月份、电量）',
  'electricityMeter.lastReading': '本期止码回写电表的最近确认读数',
  'electricityMeter.cost': '我方承担电费计入项目成本台账的电费科目',
  'electricityMeter.lockDays': '计量电量锁定当月日报电量',
} as const;
