export * from './airConditioningArea.form.ts';
export * from './coldAndHeatMeter.form.ts';
export * from './electricityMeter.form.ts';
export * from './mainEnergySource.form.ts';
export * from './sanitaryHotWater.form.ts';
export * from './temporaryContact.form.ts';
export * from './waterMeter.form.ts';
