/** Where definitions of 水质管理 and the other areas of running a site are not as the catalogue has them, and why: for `catalogue-forms.test.ts`. */
const all = (why: string, ...paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, why]));

export const OPERATION_DEPARTURES: Readonly<Record<string, string>> = {
  ...all(
    'unique within the project: uniqueTogether',
    'detectReport.reportNo 唯一',
    'manageRecord.recordMonth 唯一',
    'softWaterUsageStatistical.statMonth 唯一',
    'waterManagementDiary.diaryDate 唯一',
    'waterManagementDiary.shift 唯一',
    'yearWaterCappReport.reportYear 唯一',
  ),
  ...all(
    'the books of water treatment know it: what was dosed, read and measured before comes along',
    'detectReport.items.lastValue 带出',
    'manageRecord.coolingMakeup 带出',
    'manageRecord.coolingMakeup 提示',
    'manageRecord.chilledMakeup 带出',
    'manageRecord.chilledMakeup 提示',
    'manageRecord.dosing.quantity 带出',
    'softWaterUsageStatistical.lastYearUsage 带出',
    'waterManagementDiary.towerMeterLast 带出',
    'waterManagementDiary.chilledMeterLast 带出',
    'waterManagementDiary.chilledMeterLast 提示',
    'yearWaterCappReport.testTimes 带出',
    'yearWaterCappReport.failTimes 带出',
    'yearWaterCappReport.avgRatio 带出',
    'yearWaterCappReport.towerCleanTimes 带出',
    'yearWaterCappReport.coolingMakeup 带出',
    'yearWaterCappReport.chilledMakeup 带出',
    'yearWaterCappReport.lastYearMakeup 带出',
    'yearWaterCappReport.chemicalCost 带出',
    'yearWaterCappReport.cleanCost 带出',
    'yearWaterCappReport.lastYearCost 带出',
  ),
  'softWaterUsageStatistical.saltPrice 带出': 'the salt is one of the chemicals, with their price',
  ...all(
    'the meter knows its own multiple, and without one there is no usage',
    'softWaterUsageStatistical.meters.multiple 必填',
    'softWaterUsageStatistical.meters.multiple 带出',
  ),
  ...all(
    'what is revoked is not archived, and titles and skill levels hold for good',
    'certificateManage.证书归档.finalCertNo 显示条件',
    'certificateManage.证书归档.finalValidTo 显示条件',
    'certificateManage.证书归档.finalValidTo 提示',
  ),
};
