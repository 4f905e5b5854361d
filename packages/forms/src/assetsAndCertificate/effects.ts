/** What approvals of this area change, by name. */
export const EFFECTS = {
  'certificateManage.register': '证书台账新增，或按证书编号更新有效期与复审日期',
  'certificateManage.revoke': '注销的证书置为停用',
  'certificateManage.reimburse': '核定费用生成费用报销草稿',
  'certificateManage.serviceTerm': '服务期写入员工合同台账供离职结算',
  'credentials.register': '证件台账新增或更新并置为在库',
  'credentials.retire': '换证与注销的旧证置为失效并禁止借用',
  'credentials.device': '设备类证件回写设备的使用登记证号与下次检验日期',
  'credentialsBorrow.check': '提交时核对核心证件、原件与外借期限',
  'credentialsBorrow.lend': '发放时对应份数由在库转为借出，写入证件借还台账',
  'credentialsBorrow.remindReturn': '归还前1天起每日提醒借用人和部门负责人',
  'credentialsBorrow.takeBack': '归还时恢复在库，结清借还台账与提醒',
  'credentialsBorrow.lost': '遗失的置为遗失并通知法务登报挂失',
} as const;
