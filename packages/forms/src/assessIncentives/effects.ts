/** What approvals of this area change, by name. */
export const EFFECTS = {
  'employeeInterview.file': '面谈结论与满意度写入员工面谈履历',
  'employeeInterview.demands': '区域经理阅处后，诉求逐条登记到员工诉求台账，自承诺日期起提醒责任人',
  'employeeInterview.closeDemands': '闭环时结束诉求的提醒，台账记下办理结果',
  'employeeInterview.risk': '高风险员工列入流失预警名单，风险降低或已离职的解除',
  'employeeInterview.nextTalk': '下次面谈日期给面谈人生成待办',
  'assessmentReport.check': '提交时核对每名员工只分配一次',
  'assessmentReport.score': '考核得分与等级写入项目考核台账',
  'assessmentReport.bonus': '个人应发奖金按发放月写入薪资台账',
  'assessmentReport.cost': '奖金计入项目成本台账的人工成本，项目核算信息按发放月取数',
  'assessmentReport.employees': '个人系数写入员工考核档案',
  'assessmentReport.rectify': '不合格项目给区域经理生成EMC问题整改草稿',
} as const;
