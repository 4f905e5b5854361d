/** What inspections go by: points with their standards, routes, labels. */
export { registerInspection } from './calls.ts';
export { onAt, standingShift } from './shifts.ts';
