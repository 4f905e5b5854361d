/** Choices that several definitions offer alike. */

/** 收费模式 */
export const CHARGE_MODELS = ['面积包干', '冷热量计量', '两部制', '能源费托管', '节能效益分享', '纯运行管理'] as const;

/** 销项发票种类 */
export const OUTPUT_INVOICE_KINDS = ['数电专票', '数电普票', '纸质专票', '纸质普票'] as const;

/** 报销额度类别 */
export const QUOTA_KINDS = [
  '通讯费',
  '市内交通费',
  '误餐费',
  '自备车油补',
  '班组活动费',
  '宿舍日用品',
  '驻外生活补贴',
  '机房零星用品',
  '应急备用金',
] as const;

/** What becomes of a line of a bank statement. */
export const MATCH_STATES = ['已自动匹配', '待选择', '无法识别', '重复', '非货款'] as const;
/** Money that came in and is no customer's payment. */
export const NON_GOODS = ['保证金', '利息', '内部划转', '退款', '往来款', '其他'] as const;
/** 账龄：约定付款日之后的天数 */
export const DEBT_AGES = ['未到期', '1-30天', '31-60天', '61-90天', '91-180天', '181-365天', '一年以上'] as const;

/** 灯具类型 */
export const LAMP_KINDS = [
  'LED平板灯',
  'LED筒灯',
  'LED灯管',
  'LED球泡',
  '投光灯',
  '工矿灯',
  '路灯',
  '景观灯',
  '防爆灯',
  '应急照明灯',
  '疏散指示灯',
  '驱动电源',
] as const;

/** 药剂类别 */
export const CHEMICAL_KINDS = [
  '缓蚀阻垢剂',
  '氧化性杀菌剂',
  '非氧化性杀菌剂',
  '预膜剂',
  '清洗剂',
  '除氧剂',
  'pH调节剂',
  '消泡剂',
  '软水盐',
] as const;

/** 药剂价格来源 */
export const PRICE_SOURCES = ['合同', '询价', '战略'] as const;

/** 维修费用来源 */
export const COST_SOURCES = ['维修记录', '质量异常', '外协服务', '设备保养', '手工补录'] as const;
/** 维修费用承担方 */
export const COST_BEARERS = ['我方', '客户', '供应商质保', '保险', '责任人'] as const;
export const COST_STATES = ['待录', '已录', '已核', '已锁定'] as const;

/** 招标标段类别 */
export const TENDER_PACKAGES = [
  '主机采购',
  '冷却塔采购',
  '水泵采购',
  '板换采购',
  '机房安装',
  '管网安装',
  '电气自控',
  '保温工程',
  '土建配合',
  '拆除吊装',
  '设计监理',
] as const;
