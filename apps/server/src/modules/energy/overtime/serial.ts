/** Under which signatures of overtime are kept, and its numbers counted. */
export const OVERTIME_PAPER = 'overtimeRecord';
export const SERIAL = 'JB-{yyyy}{MM}-{seq4}';
