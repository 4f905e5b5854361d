/** What approvals of this area change, by name. */
export const EFFECTS = {
  'problemDetectionFeedback.open': '提交时写入检测问题台账，来源检测单的问题为整改中',
  'problemDetectionFeedback.close': '关闭问题或转为继续观察，记下整改与复测日期',
  'problemDetectionFeedback.cost': '实际费用记入项目维修成本',
  'problemDetectionFeedback.saving': '每月节约写入项目节能收益台账',
  'problemDetectionFeedback.history': '复测数据写入设备履历',
  'problemDetectionFeedback.retest': '改善继续观察的，30天后提醒检测人复测',
  'seasonPlanClient.check': '提交时核对预估月份在本季之内、逐月填写且不重复',
  'seasonPlanClient.commitment': '供能时间与室温承诺写入季度供能承诺台账待确认，生成运行方案草稿',
  'seasonPlanClient.stops': '停供安排写入项目运行日历，提前3天提醒发布停供公告',
  'seasonPlanClient.works': '保养检修安排生成对应单据的草稿或待办',
  'seasonPlanClient.estimates': '预计费用写入客户费用预估台账，供与实际费用比对',
  'seasonPlanClient.archive': '签字盖章件写入项目资料库',
  'yearPlanInner.check': '提交时核对十二个月各填一次、计划月份在计划年度之内',
  'yearPlanInner.baseline': '分月指标写入项目年度预算基线，同年度旧版本失效；资金预算的年度额度按它取数',
  'yearPlanInner.quota': '分月燃气与用电写入能耗日定额，供能耗异常判断',
  'yearPlanInner.works': '保养改造计划写入年度工作计划台账，到月生成对应单据的草稿或待办',
} as const;
