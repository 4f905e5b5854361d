/** What approvals of this area change, by name. */
export const EFFECTS = {
  'suspend.check': '提交时核对房间、账单与停用起止，同一房间同一收费项目不重复办理',
  'suspend.roomState': '房间对应收费项目置为停用或恢复并记录起止日',
  'suspend.bills': '停用期账单红冲重开或减免，多缴金额写入房间预存账户',
  'suspend.record': '关阀与铅封写入房间设施履历',
  'suspend.remind': '停用到期前7天提醒恢复',
  'suspend.notify': '申请结果放入业主消息发件箱',
  'chargePreOpen.hold': '账单占用开票额，防止重复开票，退回即释放',
  'chargePreOpen.issue': '账单标记已预开票，发票写入物业发票台账',
  'chargePreOpen.remind': '承诺付款日到期未回款的每日提醒收费员与物业经理',
  'chargePreOpen.receive': '回款核销账单并写入收费流水，收清即停止提醒',
  'chargePreOpen.reverseDraft': '选择冲红的发起发票冲红，转坏账的通知财务',
} as const;
