/** What approvals of this area change, by name. */
export const EFFECTS = {
  'monthlyTrainingPlan.draftRecords': '每门课程列入课程计划台账，并给讲师生成一条待执行的培训过程记录草稿',
  'monthlyTrainingPlan.calendar': '课程日历推送给计划项目的培训对象',
  'monthlyTrainingPlan.holdBudget': '费用预算占用年度培训预算台账',
  'monthlyTrainingPlan.keepCourseware': '课件存入学习资料库待发布',
  'monthlyTrainingProcessRecord.creditHours': '核定学时与成绩写入员工培训台账',
  'monthlyTrainingProcessRecord.finishCourse': '月度计划对应课程置为已完成',
  'monthlyTrainingProcessRecord.askFeedback': '给实到学员生成培训反馈草稿',
  'monthlyTrainingProcessRecord.listRetraining': '补考补训人员列入次月培训需求',
  'monthlyTrainingProcessRecord.publishCourseware': '课件发布到学习资料库',
  'monthlyTrainingProcessRecord.settleBudget': '实际费用核销年度培训预算',
  'trainingFeedback.markLecturer': '满意度计入讲师评价台账与课程评分',
  'trainingFeedback.listRetraining': '需补训的列入次月培训需求池',
  'trainingFeedback.countWishes': '希望增加的培训汇总到培训需求池',
  'trainingFeedback.noteBehaviour': '行为改变评分写入员工培训台账',
} as const;
