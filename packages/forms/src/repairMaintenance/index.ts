export * from './maintenanceRecords.form.ts';
