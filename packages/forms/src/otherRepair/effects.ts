/** What approvals of this area change, by name. */
export const EFFECTS = {
  'lightInStorage.stockIn': '可用数量增加灯具库存并按移动加权更新单价',
  'lightInStorage.scrap': '不可用数量计入待报废数',
  'lightInStorage.lamp': '灯具台账更新批次和质保到期日',
  'lightInStorage.clearTransit': '调拨入库和旧灯回收时核销在途数量',
  'lightOutStorage.stockOut': '扣减灯具库存，余量低于安全库存时提醒库管员',
  'lightOutStorage.transfer': '调拨出库时在调入项目登记在途数量并生成灯具入库草稿',
  'lightOutStorage.leftOver': '未装完的提醒领用人退库，旧灯回收数登记待回收',
  'lightOutStorage.charge': '公司承担的金额计入项目成本台账的照明维修科目，客户承担的生成应收记录',
  'lightOutStorage.lamp': '写入灯具安装台账，同一位置的旧灯记为已更换；灯具台账更新安装位置和安装日期',
} as const;
