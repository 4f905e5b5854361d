export * from './energyAbnormalReport.form.ts';
export * from './energyCoolTest.form.ts';
export * from './hostHootTest.form.ts';
export * from './operationsPlan.form.ts';
export * from './systemEnergyTest.form.ts';
