/** Under which photos and papers of exchanges are kept, and their numbers counted. */
export const BREAK_PAPER = 'meterBreak';
export const SERIAL = 'HB-{yyyy}{MM}-{seq4}';
