/** What approvals of this area change, by name. */
export const EFFECTS = {
  'projectInspectionCheck.points': '逐点写入巡检记录台账，得分率写入项目月度评价台账供考核报告引用',
  'projectInspectionCheck.feedback': '未全部闭环时按不合格巡检点逐条生成问题检测反馈草稿给整改责任人',
  'projectInspectionCheck.updatePoints': '更新巡检点的最近巡检时间和最近结果',
  'projectInspectionCheck.redLine': '触碰红线时给项目经理和安全员各生成一条整改督办待办',
} as const;
