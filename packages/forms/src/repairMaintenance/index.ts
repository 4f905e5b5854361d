export * from './maintenanceRecords.form.ts';
export * from './operatePurchase.form.ts';
export * from './operatePurchaseAccept.form.ts';
export * from './operatePurchaseSend.form.ts';
export * from './qualityExceptionFeedback.form.ts';
export * from './technicalRenovationRecord.form.ts';
