export * from './aircrewBurn.form.ts';
export * from './aircrewVacuum.form.ts';
export * from './annualSolutionTestingReport.form.ts';
export * from './burnerMaintenanceRecord.form.ts';
export * from './electricMaintenanceRecord.form.ts';
export * from './notElectricMaintenanceRecord.form.ts';
