export * from './constructionNotice.form.ts';
export * from './coolTowerWaterTankRecord.form.ts';
export * from './detectReport.form.ts';
export * from './manageRecord.form.ts';
export * from './softWaterUsageStatistical.form.ts';
export * from './waterChemicalsApplication.form.ts';
export * from './waterManagementDiary.form.ts';
export * from './yearWaterCappReport.form.ts';
