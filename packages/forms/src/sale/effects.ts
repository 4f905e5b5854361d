/** What approvals of this area change, by name. */
export const EFFECTS = {
  'departmentalWorkContact.ledger': '写入部门协作台账，按承诺日期统计及时率',
  'departmentalWorkContact.mark': '协作评价写入接收部门当月考核',
  'departmentalWorkContact.cost': '实际费用按承担方记入项目维修成本或部门费用',
  'departmentalWorkContact.dispatchDraft': '备件调拨类生成运营采购发货草稿',
} as const;
