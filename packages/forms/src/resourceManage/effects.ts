/** What approvals of this area change, by name. */
export const EFFECTS = {
  'outHandover.check': '提交时核对表计：上次结算读数不能小于台账上的最近读数',
  'outHandover.closeProject': '项目状态置为退场，不再录入数据与日报',
  'outHandover.endContract': '合同置为已终止，续签跟踪关闭，未到期的收款计划不再有效',
  'outHandover.devices': '设备按去向调拨、退库或注销',
  'outHandover.meters': '表计退场读数记为止码',
  'outHandover.staff': '人员按安置方式生成岗位调动或离职报告草稿',
  'outHandover.receivable': '核定应收写入应收台账，按清收期限提醒',
  'outHandover.stock': '备件与药剂按去向调拨到目标项目或出库',
  'renewalTracking.begin': '提交时合同记为跟踪中并更新跟踪阶段，下次跟踪日期提醒申请人；同一合同只能有一份在途跟踪',
  'renewalTracking.result': '续签结果与跟踪阶段写回合同，跟踪提醒结束',
  'renewalTracking.renewalDraft': '已续签、延期或转为新模式时生成运营续签草稿并带入单价和期限',
  'renewalTracking.exitTodo': '不续签时给项目经理生成退场交接待办',
} as const;
