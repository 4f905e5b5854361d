/** What approvals of this area change, by name. */
export const EFFECTS = {
  'maintenanceRecords.history': '写入设备维修履历，更新故障次数和累计维修费',
  'maintenanceRecords.issueParts': '来源为项目库存的配件扣减备件库存',
  'maintenanceRecords.cost': '公司承担费用计入项目成本台账的维修科目',
  'maintenanceRecords.receivable': '客户承担时生成应收记录供用户结算引用',
  'maintenanceRecords.qualityDraft': '属产品质量时生成质量异常反馈草稿',
} as const;
