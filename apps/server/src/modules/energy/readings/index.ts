/** What was read: sheets, versions, corrections. */
export { registerReadings } from './calls.ts';
export { dueToday } from './due-today.ts';
export { demandRunning } from './insert.ts';
export { READING_PHOTO, seesReadingPhoto } from './photos.ts';
export { progress } from './progress.ts';
export { addReadings, holdProject, type NewReading } from './store.ts';
export { readingJobs, remindOfMissing } from './reminders.ts';
