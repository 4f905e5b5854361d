/** Words of 停用 that pages and calls share; what the form 停用申请 has as options is said there in the same words. */
/** Fees that a household may do without for a time, by what they are for. */
export const SUSPENDABLE_FEES = ['供冷费', '采暖费', '空调基本费', '生活热水费'] as const;
export const SUSPEND_SOURCES = ['前台受理', '微信申请', '物业代报'] as const;
export const SUSPEND_TYPES = ['停用', '恢复使用', '延长停用'] as const;
export const SUSPEND_SEASONS = ['制冷季', '采暖季', '全年', '临时停用'] as const;
export const SUSPEND_REASONS = [
  '房屋空置',
  '装修',
  '待租待售',
  '自装空调',
  '外出居住',
  '设备故障',
  '费用争议',
] as const;
export const VALVE_ACTIONS = [
  '关闭入户供回水阀并铅封',
  '关闭风机盘管电动阀',
  '拆除末端',
  '远程锁闭',
  '打开阀门解除铅封',
] as const;
export const CHECK_RESULTS = ['符合停用', '已恢复正常', '阀门关不严', '无法入户'] as const;
export const ARREARS_HANDLES = ['无欠费', '已缴清', '同意挂账'] as const;
/** Where an application stands: whose turn it is. */
export const SUSPEND_TABS = ['待受理', '待核查', '待确认', '已处理'] as const;
export const SUSPEND_STATES = ['未生效', '停用中', '已恢复', '已否决'] as const;
export const WISH_STATES = ['待受理', '已受理', '已退回', '已撤回'] as const;
export const WISH_RELATIONS = ['业主', '共有人', '家属', '租户', '受托人'] as const;
export const WISH_MATCHES = ['一致', '姓名不符', '电话不符', '均不符'] as const;
