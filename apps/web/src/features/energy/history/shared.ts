export const SCREEN = 'operationContent.DataInput.oldDataInput';
/** First part of the keys of everything that an import changes. */
export const HISTORY = 'energy-history';
