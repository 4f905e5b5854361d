/** What approvals of this area change, by name. */
export const EFFECTS = {
  'EMCRoomConstruction.rating': '机房等级与评星日期写入项目机房档案',
  'EMCRoomConstruction.cost': '决算金额公司承担部分计入项目成本或长期待摊台账',
  'EMCRoomConstruction.receivable': '客户承担部分写入应收台账',
  'EMCRoomConstruction.facilities': '新增设备设施写入设备台账与标识清册',
  'EMCRoomConstruction.reviewTodo': '到下次复评日提醒做标准机房检查',
  'EMCRoomConstruction.demonstrate': '参观示范机房加入项目参观申请可选清单',
  'standardRoomCheck.rating': '复评星级与下次复评日期写入项目机房档案',
  'standardRoomCheck.tasks': '未整改问题转整改任务给整改人并推送项目经理',
  'standardRoomCheck.hazards': '燃气泄漏与消防不合格同步安全隐患台账',
  'standardRoomCheck.score': '得分写入项目月度评价台账，供考核报告取数',
  'standardRoomCheck.nextTodo': '到复评日提醒项目经理做下次检查',
} as const;
