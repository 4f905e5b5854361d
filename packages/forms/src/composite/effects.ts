/** What approvals of this area change, by name. */
export const EFFECTS = {
  'outService.check': '提交时核对外包合同与比价单位',
  'outService.payable': '验收合格后按结算金额记供应商应付，并生成非能源付款草稿',
  'outService.history': '服务记录写入设备维修履历，检验类更新下次检验日期',
  'outService.cost': '公司承担部分计入项目维修成本',
  'outService.receivable': '客户承担部分写入应收台账，结算时可并入',
  'outService.rate': '服务评分计入服务商评价台账，供年度评审取数',
  'feePaymentBehalf.hold': '户号与账期占用，防止重复支付，退回即释放',
  'feePaymentBehalf.pay': '出纳付款写入银行流水',
  'feePaymentBehalf.receivable': '代垫款写入应收台账并按预计收回日期提醒，并入结算的同时列为结算依据',
  'feePaymentBehalf.lateFees': '滞纳金计入项目损失',
} as const;
