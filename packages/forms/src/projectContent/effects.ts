/** What approvals of this area change, by name. */
export const EFFECTS = {
  'consultProject.register': '生成咨询项目档案并分配项目代码',
  'consultProject.conflictGuard': '保护期内他人报备同名或同信用代码项目时提示冲突',
  'consultProject.remindProtect': '保护期到期前15天提醒业务员续报或释放',
  'consult.updateProject': '更新咨询项目的技术阶段、推荐方案与最近方案日期',
  'consult.archiveFiles': '方案成果归入技术资料库',
  'consult.workHours': '实际工时记入工程师工时台账',
  'consult.ecuDraft': '需自控配合时生成自控咨询草稿并带出咨询项目',
  'consult.committeePlan': '需专家评审时写入专家委员会计划表',
} as const;
