/** What approvals of this area change, by name. */
export const EFFECTS = {
  'renewalTracking.begin': '提交时合同记为跟踪中并更新跟踪阶段，下次跟踪日期提醒申请人；同一合同只能有一份在途跟踪',
  'renewalTracking.result': '续签结果与跟踪阶段写回合同，跟踪提醒结束',
  'renewalTracking.renewalDraft': '已续签、延期或转为新模式时生成运营续签草稿并带入单价和期限',
  'renewalTracking.exitTodo': '不续签时给项目经理生成退场交接待办',
} as const;
