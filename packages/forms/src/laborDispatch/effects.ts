/** What approvals of this area change, by name. */
export const EFFECTS = {
  'monitorEstablish.list': '更新项目班长名册并关闭原班长任期',
  'monitorEstablish.post': '员工档案增加或撤销班长级别',
  'monitorEstablish.dutyLeader': '该项目值班排班默认值班负责人改为新班长',
  'monitorEstablish.allowance': '核定津贴自起发月写入薪资台账',
  'monitorEstablish.remindEnd': '代理到期前7天提醒项目经理',
  'airTechnicianEvaluation.archive': '评价得分与等级写入员工考核档案，更新技师等级',
  'airTechnicianEvaluation.fee': '月费用变动自生效月写入薪资台账',
  'airTechnicianEvaluation.draftResignation': '退回劳务公司或解除的生成离职报告草稿',
  'airTechnicianEvaluation.trainingNeed': '培训后续用的把技能短板列入次月培训需求',
  'airTechnicianEvaluation.supplier': '劳务公司得分写入服务商评价台账',
} as const;
