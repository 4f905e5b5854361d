export * from './EMCRoomConstruction.form.ts';
export * from './standardRoomCheck.form.ts';
