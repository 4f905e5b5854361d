/** What approvals of this area change, by name. */
export const EFFECTS = {
  'userEntry.employee': '建立员工档案，按入职部门、项目、岗位开通账号与项目权限',
  'userEntry.contract': '劳动合同写入员工合同台账，到期前60天提醒人事',
  'userEntry.certificates': '证书明细写入证书台账',
  'userEntry.materials': '未提交材料进入入职材料清单待补',
  'userEntry.housingTodo': '需住宿的给行政生成租房待办',
  'userEntry.remindFormal': '试用期结束前15天提醒本人发起转正申请',
  'jobTransfer.transferEmployee':
    '生效日起更新员工档案的部门、项目、岗位和月薪，撤销原项目权限并授予调入项目权限，证书随人转',
  'jobTransfer.notice': '生成调动通知并通知双方项目',
  'jobTransfer.followPerson': '需住宿的给行政生成租房待办',
  'jobTransfer.remindBack': '借调到期前7天提醒人事',
  'jobTransfer.labourCost': '人工成本自生效日计入调入项目',
} as const;
